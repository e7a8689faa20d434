/** A text column holds no zero character, and no half of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The pattern of `like` that finds a text anywhere, whatever signs it holds. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
