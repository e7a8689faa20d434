/** A list that never changes its order, each with its number as what tells it apart. */
export const numbered = <T>(list: readonly T[]): { at: number; of: T }[] => list.map((of, at) => ({ at, of }))
