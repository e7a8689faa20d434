// C0 and C1 controls (CR, LF, ESC …), line and paragraph separators, direction overrides: a log line must stay one line
const control = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const controlButLine = /[^\P{Cc}\n\t]+|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
// PostgreSQL takes no lone surrogate
const whole = (text: string) => text.toWellFormed()

/** What somebody sent, as one harmless line of at most `most` characters. */
export const plainLine = (text: string, most: number): string => whole(text.replace(control, ' ').trim().slice(0, most))

/** The same for a stack, which keeps its lines. */
export const plainLines = (text: string, most: number): string =>
  whole(text.replaceAll('\r\n', '\n').replace(controlButLine, ' ').trim().slice(0, most))
