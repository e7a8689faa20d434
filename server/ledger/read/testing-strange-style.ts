import type { ChartAccount } from './testing-figures.ts'
import type { TestCell } from './testing-layouts.ts'

export type Random = (below: number) => number
/** One of a list. */
export function pick<T>(random: Random, of: readonly T[]): T {
  const found = of[random(of.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

/** How a stranger's table prints; every part is drawn by a seed. */
export type StrangeStyle = {
  code: 'plain' | 'dots' | 'dashes' | 'blanks' | 'number'
  name: 'own' | '\\' | '/' | '-' | '_' | ':' | '：' | '—' | 'indent'
  money: 'plain' | 'commas' | 'full' | 'parentheses' | 'yen' | 'number' | 'blank zero' | 'trailing'
  balance: 'split' | 'merged' | 'direction' | 'signed' | 'normal'
  date: 'iso' | 'slash' | 'short' | 'dots' | 'chinese' | 'packed' | 'padded' | 'number' | 'time'
  number: 'joined' | 'word apart' | '字第' | 'padded' | 'month in it' | 'plain'
  amounts: 'split' | 'side' | 'signed'
  totals: boolean
  /** Code and name in columns of their own, in one cell, or no code at all. */
  account: 'columns' | 'one cell' | 'names'
  /** Voucher, date and summary on a voucher's first line only. */
  firstLineOnly: boolean
  /** The header again every so many rows, 0 for never, with what a page carries over. */
  page: number
  /** 本年累计 beside 本期. */
  running: boolean
  /** Yuan of one printed unit. */
  unit: 1 | 1000 | 10_000
  /** Dates in columns of their own: year, month, day; or month and day under the year. */
  dateParts: '' | 'three' | 'under year'
}

export function strangeStyle(random: Random): StrangeStyle {
  const style: StrangeStyle = {
    code: pick(random, ['plain', 'plain', 'dots', 'dashes', 'blanks', 'number']),
    name: pick(random, ['own', 'own', '\\', '/', '-', '_', ':', '：', '—', 'indent']),
    money: pick(random, ['plain', 'commas', 'full', 'parentheses', 'yen', 'number', 'blank zero', 'trailing']),
    balance: pick(random, ['split', 'merged', 'direction', 'signed', 'normal']),
    date: pick(random, ['iso', 'slash', 'short', 'dots', 'chinese', 'packed', 'padded', 'number', 'time']),
    number: pick(random, ['joined', 'word apart', '字第', 'padded', 'month in it', 'plain']),
    amounts: pick(random, ['split', 'split', 'side', 'signed']),
    totals: random(2) === 0,
    account: pick(random, ['columns', 'columns', 'columns', 'one cell', 'names']),
    firstLineOnly: random(4) === 0,
    page: random(4) === 0 ? 23 : 0,
    running: random(4) === 0,
    unit: pick(random, [1, 1, 1, 1, 1000, 10_000]),
    dateParts: pick(random, ['', '', '', 'three', 'under year']),
  }
  // names alone are told apart by their parents; a number cell holds no name
  if (style.account === 'names' && /own|indent/.test(style.name)) style.name = '/'
  if (style.account === 'one cell' && style.code === 'number') style.code = 'plain'
  return style
}

/** A code of the model company (4-2-2) as printed. */
export function strangeCode(code: string, style: StrangeStyle['code']): TestCell {
  const parts = [code.slice(0, 4), ...(code.slice(4).match(/../g) ?? [])]
  if (style === 'dots') return parts.join('.')
  if (style === 'dashes') return parts.join('-')
  if (style === 'blanks') return parts.join(' ')
  return style === 'number' ? Number(code) : code
}

/** An account's name as printed: its own word, indented by its level, or with its parents before it. */
export function strangeName({ name, path }: ChartAccount, style: StrangeStyle['name']): string {
  if (style === 'own') return name
  return style === 'indent' ? `${'　'.repeat(path.length - 1)}${name}` : path.join(style)
}

const fullWidth = (text: string) =>
  text.replaceAll(/[0-9.,-]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

/** Fen as printed. */
export function strangeMoney(fen: bigint, style: StrangeStyle['money'], unit = 1): TestCell {
  const negative = fen < 0n
  const places = 1 + String(unit).length
  const digits = String(negative ? -fen : fen).padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const plain = `${whole}.${digits.slice(-places)}`
  const grouped = `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${digits.slice(-places)}`
  if (style === 'number') return Number(`${negative ? '-' : ''}${plain}`)
  if (style === 'blank zero') return fen === 0n ? '' : `${negative ? '-' : ''}${plain}`
  if (style === 'parentheses') return negative ? `(${grouped})` : grouped
  if (style === 'full') return fullWidth(`${negative ? '-' : ''}${grouped}`)
  if (style === 'yen') return `${negative ? '-' : ''}¥${grouped}`
  if (style === 'trailing') return `${grouped}${negative ? '-' : ''}`
  return `${negative ? '-' : ''}${style === 'commas' ? grouped : plain}`
}

/** The side of a balance as a table prints it. */
export const side = (fen: bigint) => (fen === 0n ? '平' : fen > 0n ? '借' : '贷')
