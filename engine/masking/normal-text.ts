/** A text as detectors read it, with the place of every character in the text as it came. */
export type NormalText = {
  text: string
  /** `from[i]` to `to[i]` (exclusive) are the units of the original that became unit `i`. */
  from: Uint32Array
  to: Uint32Array
}

/** Characters that are not seen: zero width, soft hyphen, directions, variation selectors, tags. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u
const digit = /^\p{Nd}$/u
/** The values of other scripts' digits: a block of ten begins at a digit whose predecessor is none. */
function digitValue(point: number) {
  let zero = point
  while (point - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}
const dashes = '‐‑‒–—―−﹣－'
const plain: Record<string, string> = {
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
  '〖': '[',
  '〗': ']',
  '﹝': '[',
  '﹞': ']',
}

const memory = new Map<number, string>()
function plainOf(point: number): string {
  const known = memory.get(point)
  if (known !== undefined) return known
  const character = String.fromCodePoint(point)
  let answer = character
  if (unseen.test(character)) answer = ''
  else if (dashes.includes(character)) answer = '-'
  else if (plain[character] !== undefined) answer = plain[character]
  else if (digit.test(character) && point > 0x7f) {
    const compatible = character.normalize('NFKC')
    answer = /^\d$/.test(compatible) ? compatible : digitValue(point)
  } else {
    const compatible = character.normalize('NFKC')
    // one sign that stands for many (㍿, ﷺ) is left: no identity is written with it
    if (compatible.length <= 4) answer = compatible
  }
  if (memory.size < 70_000) memory.set(point, answer)
  return answer
}

/** Whether a unit stays as it is: printable ASCII, tab, newline and the ideographs texts are made of. */
const stays = (unit: number) => unit < 0x7f || (unit >= 0x4e00 && unit <= 0x9fff)

/**
 * Full width made half, brackets and dashes made one, unseen characters taken out, digits of other scripts read.
 * Linear in the length of the text.
 */
export function normalText(text: string): NormalText {
  const parts: string[] = []
  let size = text.length + 16
  let from = new Uint32Array(size)
  let to = new Uint32Array(size)
  let length = 0
  let runFrom = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (stays(unit)) {
      if (length === size) [from, to, size] = [grown(from), grown(to), size * 2]
      from[length] = at
      at += 1
      to[length] = at
      length += 1
      continue
    }
    if (at > runFrom) parts.push(text.slice(runFrom, at))
    const point = text.codePointAt(at) ?? unit
    const width = point > 0xffff ? 2 : 1
    const answer = plainOf(point)
    for (let index = 0; index < answer.length; index += 1) {
      if (length === size) [from, to, size] = [grown(from), grown(to), size * 2]
      from[length] = at
      to[length] = at + width
      length += 1
    }
    parts.push(answer)
    at += width
    runFrom = at
  }
  if (runFrom < text.length) parts.push(text.slice(runFrom))
  return { text: parts.join(''), from, to }
}

function grown(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(old.length * 2)
  wider.set(old)
  return wider
}

/** Whether a unit of a normal text is a blank, the newline included. */
export const isBlank = (unit: number) =>
  unit === 32 || (unit >= 9 && unit <= 13) || unit === 0x2028 || unit === 0x2029 || unit === 0x1680
/** Marks of emphasis, which may stand in the middle of a name: 星**河**. */
export const isEmphasis = (unit: number) => unit === 42 || unit === 95 || unit === 96 || unit === 126
export const isDigit = (unit: number) => unit >= 48 && unit <= 57
export const isLetter = (unit: number) => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
export const isHan = (unit: number) => (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3400 && unit <= 0x4dbf)

/** A name or number as it is compared: normal, without blanks, emphasis or dashes between digits, small letters. */
export const folded = (name: string) =>
  simple.test(name)
    ? name
    : normalText(name)
        .text.replaceAll(/[\s*_`~]+/g, '')
        .replaceAll(/(?<=\d)-(?=\d)/g, '')
        .toLowerCase()
const simple = /^[a-z0-9\u4e00-\u9fff]*$/
