import { isIdeograph } from './normal-text.ts'
import { quantities } from './quantity.ts'

/**
 * Told of each token: its key and where it stands in the normalised text.
 * Keys below 2^32 are one or two characters of a script without blanks; those above are hashes of words and numbers.
 */
export type TokenSink = (key: number, start: number, end: number) => void

const TWO_32 = 4_294_967_296

/** 52 bits of FNV-1a in two halves: among ten million words a collision is less likely than one in forty. */
export function wordKey(word: string): number {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b)
  }
  return TWO_32 + (low >>> 0) * 524_288 + ((high >>> 0) & 0x7ffff)
}

/** The key of two neighbouring characters. */
export const pairKey = (first: number, second: number): number => first * 65_536 + second

/** Whether a key is a single character, which says less than a pair or a word. */
export const isSingle = (key: number): boolean => key < 65_536

const mayCount = /[0-9一二三四五六七八九十百千万两〇零壹贰叁肆伍陆柒捌玖拾佰仟]/

/** Tokens of a text in search form: characters and pairs of Chinese, words of other scripts, numbers in one writing. */
export function eachToken(text: string, sink: TokenSink): void {
  const numbers = mayCount.test(text) ? quantities(text) : []
  let next = 0
  let previous = 0
  let at = 0
  while (at < text.length) {
    const number = numbers[next]
    if (number && at >= number.start) {
      const { start, end, value, unit, ordinal } = number
      sink(wordKey(value), start, end)
      if (unit) sink(wordKey(ordinal ? `第${value}${unit}` : value + unit), start, end + unit.length)
      next += 1
      at = end
      previous = 0
      continue
    }
    const unit = text.charCodeAt(at)
    if (isIdeograph(unit)) {
      sink(unit, at, at + 1)
      if (previous) sink(pairKey(previous, unit), at - 1, at + 1)
      previous = unit
      at += 1
      continue
    }
    previous = 0
    if (!isWordUnit(unit)) {
      at += 1
      continue
    }
    const start = at
    const stop = number ? number.start : text.length
    while (at < stop && isWordUnit(text.charCodeAt(at)) && !isIdeograph(text.charCodeAt(at))) at += 1
    sink(wordKey(text.slice(start, at)), start, at)
  }
}

/** Letters and digits of any script; punctuation ends a word. */
function isWordUnit(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f
  return unit > 0xbf && !(unit >= 0x2000 && unit <= 0x303f) && !(unit >= 0xff00 && unit <= 0xffef)
}
