/** A text in the form in which it is searched, with the way back to the one it was made from. */
export type NormalText = {
  text: string
  /** Where in the original the unit i begins; one entry more than `text` is long: the original's end. */
  at: Uint32Array
}

const isHan = (code: number) => (code >= 0x3400 && code <= 0x9fff) || code === 0x3007
/** Zero-width characters, soft hyphens and byte order marks, which copied text carries between its characters. */
const isInvisible = (code: number) =>
  (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff || code === 0x00ad

/** Dashes of all kinds that join the parts of a number: voucher and invoice numbers are typed with any of them. */
const isDash = (code: number) => (code >= 0x2010 && code <= 0x2015) || code === 0x2212

const folded = new Map<number, string>()

/** A character as searched: compatibility forms resolved (NFKC), full width narrowed, letters small, dashes one dash. */
function fold(code: number): string {
  const known = folded.get(code)
  if (known !== undefined) return known
  const made = isInvisible(code)
    ? ''
    : isDash(code)
      ? '-'
      : String.fromCodePoint(code).normalize('NFKC').toLowerCase().replaceAll('⁄', '/')
  if (folded.size < 20_000) folded.set(code, made)
  return made
}

/** Normalises for search; lengths may change, so positions go through `at`. */
export function normalText(original: string): NormalText {
  const at: number[] = []
  let text = ''
  for (let from = 0; from < original.length;) {
    const code = original.codePointAt(from) ?? 0
    const width = code > 0xffff ? 2 : 1
    const made = isHan(code) || (code >= 0x61 && code <= 0x7a) ? String.fromCharCode(code) : fold(code)
    for (let unit = 0; unit < made.length; unit += 1) at.push(from)
    text += made
    from += width
  }
  at.push(original.length)
  return { text, at: Uint32Array.from(at) }
}

/** The text alone, where nobody asks for positions. */
export function searchForm(original: string): string {
  // most of a statute is Han characters and its punctuation: only other texts go through the slow way
  let text = ''
  let clean = 0
  for (let from = 0; from < original.length;) {
    const code = original.codePointAt(from) ?? 0
    const width = code > 0xffff ? 2 : 1
    if (!isHan(code) && !(code >= 0x61 && code <= 0x7a)) {
      text += original.slice(clean, from) + fold(code)
      clean = from + width
    }
    from += width
  }
  return clean === 0 ? original : text + original.slice(clean)
}

/** Whether a UTF-16 unit belongs to a script written without blanks between words, which is searched by its characters. */
export const isIdeograph = (unit: number): boolean =>
  isHan(unit) || (unit >= 0xd800 && unit <= 0xdfff) || (unit >= 0x3040 && unit <= 0x30ff)
