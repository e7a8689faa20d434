const OPENING = /^[=+\-@\t\r\n]/
/** Figures and telephone numbers may begin with a sign: nothing in them can be computed into harm. */
const FIGURE = /^[+-]?[\d\s().,-]*$/

/**
 * A text that no spreadsheet takes for a formula, in whatever format the file is saved again: one that begins like a formula
 * gets the apostrophe by which spreadsheets mark text (ASVS 1.2.10).
 */
export const safeText = (text: string): string => (OPENING.test(text) && !FIGURE.test(text) ? `'${text}` : text)

/** The text that `safeText` has guarded. */
export const plainText = (text: string): string => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)
