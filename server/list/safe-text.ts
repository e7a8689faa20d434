export { plainText, safeText } from '#engine/safe-text.ts'

/** A spreadsheet cell holds at most 32,767 characters. */
export const fittingText = (text: string): string => (text.length > 32_767 ? `${text.slice(0, 32_766)}…` : text)
