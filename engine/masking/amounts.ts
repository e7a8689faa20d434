import type { Fen } from '../money.ts'
import { isDigit } from './normal-text.ts'
import { before, type Spot } from './spot.ts'

/** A written amount: `¥1,234.56`, `1234.56元`, `12.5万元`, `3 亿`, `1,234.00`. `fen` is exact. */
export type Amount = { first: number; last: number; fen: Fen }

const powers: Record<string, number> = {
  '': 0,
  十: 1,
  百: 2,
  千: 3,
  万: 4,
  十万: 5,
  百万: 6,
  千万: 7,
  亿: 8,
  十亿: 9,
  百亿: 10,
  千亿: 11,
  万亿: 12,
}
const unit = /^\s?(万亿|千亿|百亿|十亿|亿|千万|百万|十万|万|千|百)?\s?(元|圆|块钱?|人民币|RMB|CNY)?/
const currency = /(?:[¥$]|RMB|CNY|人民币|金额|余额|合计|价款|价税合计)[:为]?\s?$/
const numeral = /^(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,6}))?$/

/** The amounts of a text. Percentages, dates, codes and counts are none. */
export function amounts(text: string): Amount[] {
  const found: Amount[] = []
  let at = 0
  while (at < text.length) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    const first = at
    while (
      at < text.length &&
      (isDigit(text.charCodeAt(at)) || ((text[at] === ',' || text[at] === '.') && isDigit(text.charCodeAt(at + 1))))
    )
      at += 1
    if (at - first > 28 || /[A-Za-z]/.test(text.charAt(first - 1))) continue
    const amount = amountAt(text, first, at)
    if (amount) found.push(amount)
  }
  return found
}

function amountAt(text: string, first: number, last: number): Amount | undefined {
  const match = numeral.exec(text.slice(first, last))
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  const rest = text.slice(last, last + 8)
  if (/^\s?[%‰]/.test(rest)) return undefined
  const [shown = '', scale = '', word] = unit.exec(rest) ?? []
  const lead = currency.test(before(text, first, 8))
  const grouped = whole.includes(',')
  const isMonth = /^(?:19|20)\d\d$/.test(whole) && /^(?:0[1-9]|1[0-2])$/.test(decimals)
  const money =
    word !== undefined ||
    lead ||
    grouped ||
    (scale.length > 0 && /[万亿]/.test(scale)) ||
    (decimals.length === 2 && whole.length >= 3 && !isMonth)
  if (!money) return undefined
  const power = 2 + (powers[scale] ?? 0)
  if (decimals.length > power) return undefined
  const digits = whole.replaceAll(',', '') + decimals
  return {
    first,
    last: word !== undefined || scale !== '' ? last + shown.trimEnd().length : last,
    fen: BigInt(digits) * 10n ** BigInt(power - decimals.length),
  }
}

/** The amounts as spots; the same sum is the same entity however it is written. */
export const amountSpots = (text: string): Spot[] =>
  amounts(text).map(({ first, last, fen }) => ({ kind: 'amount', first, last, by: 'shape', entity: `${fen}` }))

const steps = [1n, 10n, 50n, 100n, 500n, 1_000n, 5_000n, 10_000n, 100_000n]
const wan = 1_000_000n

/** The range an amount lies in, in 万元: wide enough to tell size and nothing else. */
export function bucketOf(fen: Fen): string {
  const size = fen < 0n ? -fen : fen
  const sign = fen < 0n ? '负' : ''
  const above = steps.findIndex((step) => size < step * wan)
  if (above === 0) return `${sign}不足1万元`
  if (above === -1) return `${sign}${(steps.at(-1) ?? 0n) / 10_000n}亿元以上`
  return `${sign}${steps[above - 1]}万至${steps[above]}万元`
}

/** An amount times the secret factor, rounded half up to the fen: ratios stay, the size does not. */
export function scaled(fen: Fen, { numerator, denominator }: { numerator: bigint; denominator: bigint }): Fen {
  const product = fen * numerator * 2n + denominator
  return product / (denominator * 2n)
}
