import { type TokenKind, tokenLabels } from './kinds.ts'

/** A token as a model writes it back: `〔企业01〕`, a further spelling of the same `〔企业01-2〕`, with a hint `〔金额03：10万至50万元〕`. */
export type Token = { kind: TokenKind; number: number; variant: number }

/** Nothing longer is taken for a token, so a stream never holds back more. */
export const longestToken = 64
const longestHint = 32

/** The one way a token is written. */
export function written({ kind, number, variant }: Token, hint = ''): string {
  const which = `${String(number).padStart(2, '0')}${variant > 1 ? `-${variant}` : ''}`
  return `〔${tokenLabels[kind][0]}${which}${hint === '' ? '' : `：${hint}`}〕`
}

/** The key a token has in a vault. */
export const tokenKey = ({ kind, number, variant }: Token) => `${kind} ${number} ${variant}`

const openers = '〔[【［〖﹝❲'
const closers = '〕]】］〗﹞❳'
/** What models put into and around tokens: blanks, emphasis, escapes, unseen characters. */
const fill = /[\s*_`~\\\u200b-\u200d\u2060\ufeff\u00ad]/
const labels = Object.entries(tokenLabels)
  .flatMap(([kind, words]) => words.map((word) => ({ kind: kind as TokenKind, word })))
  .toSorted((left, right) => right.word.length - left.word.length)

/** A token that begins at a place: read to its end, possible but cut off, or none. */
export type Match = { token: Token; end: number } | 'partial' | undefined

/** The digit a unit stands for, full width and Chinese included; -1 for none. */
function digitOf(unit: number) {
  if (unit >= 48 && unit <= 57) return unit - 48
  return unit >= 0xff10 && unit <= 0xff19 ? unit - 0xff10 : -1
}

/** Reads a token at a place as tolerantly as models write. Bounded by the longest token, so linear over a text. */
export function matchToken(text: string, start: number): Match {
  if (!openers.includes(text.charAt(start) || ' ')) return undefined
  const limit = start + longestToken
  let at = start + 1
  const skip = () => {
    while (at < text.length && at < limit && fill.test(text.charAt(at))) at += 1
  }
  skip()
  const label = labelAt(text, at)
  if (label === 'partial') return at < limit ? 'partial' : undefined
  if (label === undefined) return undefined
  at += label.word.length
  skip()
  const number = numberAt(text, at)
  if (number.digits === 0) return at >= text.length && at < limit ? 'partial' : undefined
  at = number.end
  skip()
  let variant = 1
  if (/[-－–‑]/.test(text.charAt(at))) {
    at += 1
    skip()
    const which = numberAt(text, at)
    if (which.digits === 0) return at >= text.length && at < limit ? 'partial' : undefined
    variant = which.value
    at = which.end
    skip()
  }
  if (/[:：]/.test(text.charAt(at))) {
    const from = at
    while (
      at < text.length &&
      at - from <= longestHint &&
      at < limit &&
      !/[\n〔〕[\]【】［］〖〗]/.test(text.charAt(at))
    )
      at += 1
  }
  if (at >= text.length) return at < limit ? 'partial' : undefined
  if (at >= limit || !closers.includes(text.charAt(at))) return undefined
  return { token: { kind: label.kind, number: number.value, variant }, end: at + 1 }
}

function labelAt(text: string, at: number) {
  const rest = text.slice(at, at + 16).toLowerCase()
  const found = labels.find(({ word }) => rest.startsWith(word))
  // a longer label may still come: 〔身份 … but never once one has been read
  if (found) return found
  return at + rest.length >= text.length && labels.some(({ word }) => word.startsWith(rest)) ? 'partial' : undefined
}

/** At most six digits, blanks between them allowed. */
function numberAt(text: string, from: number) {
  let [at, value, digits, end] = [from, 0, 0, from]
  while (at < text.length && digits < 6) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit === -1) {
      if (digits === 0 || !/[ \u200b]/.test(text.charAt(at))) break
      at += 1
      continue
    }
    value = value * 10 + digit
    digits += 1
    at += 1
    end = at
  }
  return { value, digits, end }
}

/** The places of a text that a restorer would read as tokens. */
export function tokenLikes(text: string): { start: number; end: number; token: Token }[] {
  const found: { start: number; end: number; token: Token }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const match = matchToken(text, at)
    if (match === undefined || match === 'partial') continue
    const start = text.charAt(at - 1) === '\\' ? at - 1 : at
    found.push({ start, end: match.end, token: match.token })
    at = match.end - 1
  }
  return found
}
