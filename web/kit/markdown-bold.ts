/** Stand for the two stars that open and close a bold; as long as these, so that every place in a text stays where it was. */
const OPEN = '\u{E000}\u{E001}'
const CLOSE = '\u{E001}\u{E000}'
const STAND_INS = /\u{E000}\u{E001}|\u{E001}\u{E000}/gu
/** Bold of plain words, citations among them, in one line. */
const BOLD = /(?<!\\)\*\*(?!\s)((?:[^*`_<!\\|[\]\n]|\[\d[\d,，、 ]*\])+)(?<!\s)\*\*/gu
const HELD = /\u{E000}\u{E001}([^\u{E000}\u{E001}]*)\u{E001}\u{E000}/gu
const WORD = /[^\s\p{P}\p{S}]/u
const SIGN = /[\p{P}\p{S}]/u

/**
 * CommonMark sees no bold in 的**60%**扣除: a sign within and a word without need a space between them, which Chinese does not
 * write. Such stars are replaced before the text is read, and `boldParts` makes a bold of them.
 */
export const heldBold = (text: string): string =>
  text.replace(BOLD, (whole: string, inner: string, at: number) => {
    const outer = [text[at - 1] ?? ' ', text[at + whole.length] ?? ' ']
    const edges = [inner.at(0) ?? ' ', inner.at(-1) ?? ' ']
    const unseen = edges.some((edge, side) => SIGN.test(edge) && WORD.test(outer[side] ?? ' '))
    return unseen ? OPEN + inner + CLOSE : whole
  })

/** What is code, or was torn apart, has its stars again. */
export const withStars = (text: string): string => text.replace(STAND_INS, '**')

/** Words cut where a bold begins and ends; `from` and `to` are places in them, the stars left out. */
export function boldParts(words: string): { from: number; to: number; bold: boolean }[] {
  const parts: { from: number; to: number; bold: boolean }[] = []
  let from = 0
  for (const { 0: whole, index } of words.matchAll(HELD)) {
    const to = index + whole.length
    if (index > from) parts.push({ from, to: index, bold: false })
    parts.push({ from: index + OPEN.length, to: to - CLOSE.length, bold: true })
    from = to
  }
  if (from < words.length) parts.push({ from, to: words.length, bold: false })
  return parts
}
