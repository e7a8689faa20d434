import { fenOf, yuan } from '../money.ts'

/** A month of a detail ledger on the wire: balances debit positive, yuan; `lines` is how many it has. */
export type DetailMonth = {
  period: string
  opening: string
  debit: string
  credit: string
  closing: string
  lines: number
}
/** A row of a detail ledger as accountants print it. Sums and balances in yuan. */
export type DetailRow<Line> =
  | { kind: 'opening'; period: string; balance: string }
  | { kind: 'line'; line: Line }
  | { kind: 'month' | 'year'; period: string; debit: string; credit: string; balance: string }

type Shown<Line> = {
  /** The account's balance at the beginning of the year. */
  opening: string
  /** All months with postings, in their order. */
  months: readonly DetailMonth[]
  /** The month that is shown; '' for the year. */
  period: string
  page: { records: readonly Line[]; current: number; size: number }
}

/**
 * The rows of one page: 期初余额 before the first line, 本月合计 and 本年累计 after the last line of each month. Which month a
 * line is of follows from its place, since a page knows how many lines each month has.
 */
export function detailRows<Line>({ opening, months, period, page }: Shown<Line>): DetailRow<Line>[] {
  const shown = period === '' ? months : months.filter((month) => month.period === period)
  const rows: DetailRow<Line>[] = []
  if (page.current === 1) {
    const before = months.findLast((month) => month.period < period)?.closing ?? opening
    rows.push({ kind: 'opening', period, balance: period === '' ? opening : before })
  }
  let place = (page.current - 1) * page.size
  const ends = new Map<number, DetailMonth>()
  let end = 0
  for (const month of shown) {
    end += month.lines
    ends.set(end, month)
  }
  for (const line of page.records) {
    place += 1
    rows.push({ kind: 'line', line })
    const month = ends.get(place)
    if (month) rows.push(...sumsOf(months, month))
  }
  return rows
}

/** 本月合计 and 本年累计 of a month. */
function sumsOf(months: readonly DetailMonth[], { period, debit, credit, closing }: DetailMonth) {
  const until = months.filter((month) => month.period <= period)
  const sum = (side: 'debit' | 'credit') => yuan(until.reduce((total, month) => total + (fenOf(month[side]) ?? 0n), 0n))
  return [
    { kind: 'month' as const, period, debit, credit, balance: closing },
    { kind: 'year' as const, period, debit: sum('debit'), credit: sum('credit'), balance: closing },
  ]
}

/** How many rows the whole stands in: its lines, the opening balance, and two sums a month. */
export const detailRowCount = (months: readonly DetailMonth[], period: string, lines: number): number =>
  1 + lines + 2 * (period === '' ? months.length : months.filter((month) => month.period === period).length)
