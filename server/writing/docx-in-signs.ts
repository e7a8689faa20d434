// Fonts of signs put a tick where the file holds a letter; what was ticked must not be read as a letter, nor as an empty box.

const wingdings: Record<number, string> = {
  0x4a: '☺', 0x6c: '●', 0x6e: '■', 0x6f: '□', 0x70: '□', 0x71: '□', 0x72: '□', 0x75: '◆', 0x76: '❖', 0x9f: '•', 0xa1: '○', 0xa7: '▪',
  0xa8: '□', 0xd8: '➢', 0xdf: '←', 0xe0: '→', 0xe1: '↑', 0xe2: '↓', 0xe8: '➔', 0xef: '⇦', 0xf0: '⇨', 0xfb: '✗', 0xfc: '✓', 0xfd: '☒', 0xfe: '☑',
} // prettier-ignore
const wingdings2: Record<number, string> = {
  0x2a: '□', 0x30: '□', 0x4f: '✗', 0x50: '✓', 0x51: '☒', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0x97: '●', 0xa2: '■', 0xa3: '□',
} // prettier-ignore
const symbol: Record<number, string> = {
  0x2d: '−', 0xa3: '≤', 0xa5: '∞', 0xae: '→', 0xb0: '°', 0xb1: '±', 0xb3: '≥', 0xb4: '×', 0xb7: '•', 0xb8: '÷', 0xb9: '≠', 0xbb: '≈', 0xe5: '∑',
} // prettier-ignore
const fonts = new Map([
  ['wingdings', wingdings],
  ['wingdings 2', wingdings2],
  ['wingdings 3', {}],
  ['webdings', {}],
  ['symbol', symbol],
])

/** Whether letters in this font show as signs. */
export const isSignFont = (font: string | undefined): font is string => fonts.has((font ?? '').toLowerCase())

/** What a font of signs shows for a character's code; undefined for one that is not known. */
export function signOf(font: string, code: number): string | undefined {
  const signs = fonts.get(font.toLowerCase())
  const low = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (signs) return signs[low] ?? (low === 0x20 ? ' ' : undefined)
  // an ordinary font has ordinary letters; those of private use mean nothing without it
  const own = code >= 0xe000 && code <= 0xf8ff
  return Number.isInteger(code) && code >= 0x20 && code <= 0xffff && !own && !(code >= 0xd800 && code < 0xe000)
    ? String.fromCharCode(code)
    : undefined
}
