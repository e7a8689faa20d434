/** Longest formula and deepest nesting: more than a person writes, little enough that no formula exhausts the stack. */
export const MOST_LETTERS = 4_000
export const MOST_DEPTH = 60
