import { sumBalances } from './balance.ts'
import type { SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import { parsePeriod } from './day.ts'
import { textOf } from './cell.ts'
import type { Account, MonthBalance } from './model.ts'
import type { SheetReading } from './sheet-reading.ts'
import type { TrialBalance } from './trial-balance.ts'

/**
 * The rows of a table with a period column by month, if it holds several months; else undefined. Rows above the first
 * data row and rows without a month go to the first.
 */
export function rowsByMonth(rows: readonly SheetRow[], reading: SheetReading): Map<string, SheetRow[]> | undefined {
  const { period } = columnsByRole(reading.columns)
  if (period === undefined || !reading.header) return undefined
  const months = new Map<string, SheetRow[]>()
  const loose: SheetRow[] = []
  for (const row of rows) {
    const text = textOf(row.cells[period])
    const month = row.row < reading.header.firstDataRow || isRange(text) ? undefined : parsePeriod(text)
    if (month === undefined) loose.push(row)
    else {
      const group = months.get(month)
      if (group) group.push(row)
      else months.set(month, [row])
    }
  }
  if (months.size < 2) return undefined
  const sorted = new Map([...months].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const first = sorted.values().next().value
  first?.unshift(...loose)
  return sorted
}

/** 2025.01-2025.12 and 1-12 are no month, 2025-01 is one. */
const isRange = (text: string): boolean => /\d-\d/.test(text) && !/^20\d\d-(?:0?[1-9]|1[0-2])$/.test(text)

/** One month of an account after another, as the tables print them. */
export function monthBalances(tables: ReadonlyMap<string, TrialBalance>): MonthBalance[] {
  return [...tables].flatMap(([period, { accounts }]) =>
    accounts.map(({ code, opening, debit, credit, closing, origin }) => ({
      period,
      account: code,
      opening,
      debit,
      credit,
      closing,
      origin,
    })),
  )
}

/** Periods behind December belong to it: the journal's vouchers of them are December's. Changes `months`. */
export function foldIntoDecember(months: Map<string, TrialBalance>, year: number): void {
  const behind = [...months].filter(([time]) => time.length === 2 && time > '12')
  const december = months.get('12')
  if (!december || behind.length === 0) return
  months.set('12', joinMonths(new Map([['12', december], ...behind]), year))
  for (const [time] of behind) months.delete(time)
}

/** Of a table with a year in every row, where it holds rows of `year` and of others, those of the others. */
export function rowsOfOtherYears(rows: readonly SheetRow[], reading: SheetReading, year: number): SheetRow[] {
  const column = columnsByRole(reading.columns).year
  const first = reading.header?.firstDataRow ?? 0
  if (column === undefined) return []
  const yearOf = (row: SheetRow) =>
    row.row < first ? undefined : /^(20\d\d)(?:年度?)?$/.exec(textOf(row.cells[column]))?.[1]
  const others = rows.filter((row) => (yearOf(row) ?? String(year)) !== String(year))
  return rows.some((row) => yearOf(row) === String(year)) ? others : []
}

/** The months from the first to the last given (`01`, or `01-03` of several) that no table is of. */
export function missingMonths(given: readonly string[]): string[] {
  const numbers = given.flatMap((time) => {
    const [from, to] = [Number(time.slice(0, 2)), Number(time.slice(-2))]
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
  const missing: string[] = []
  for (let month = Math.min(...numbers); month <= Math.max(...numbers); month += 1) {
    if (!numbers.includes(month)) missing.push(String(month).padStart(2, '0'))
  }
  return missing
}

/**
 * The year's trial balance of monthly tables: the opening of the month an account first appears in, the sums of what
 * moved, the closing of the last. Programs leave accounts without balance and movement out of a month, so an account
 * that stops has its last printed closing.
 */
export function joinMonths(tables: ReadonlyMap<string, TrialBalance>, year: number): TrialBalance {
  const inOrder = [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const accounts = new Map<string, Account>()
  for (const [, table] of inOrder) {
    for (const account of table.accounts) {
      const known = accounts.get(account.code)
      if (!known) {
        accounts.set(account.code, { ...account })
        continue
      }
      known.debit += account.debit
      known.credit += account.credit
      known.closing = account.closing
      // a parent in one month may print no children in another
      if (!account.leaf) known.leaf = false
    }
  }
  const first = inOrder[0]
  const last = inOrder.at(-1)
  return {
    accounts: [...accounts.values()],
    subtotals: [],
    dimensions: joinedDimensions(inOrder.map(([, table]) => table)),
    scheme: last?.[1].scheme ?? 'prefix',
    inferred: [...new Set(inOrder.flatMap(([, { inferred }]) => inferred))],
    movement:
      first && last
        ? {
            from: `${year}-${first[0].slice(0, 2)}`,
            to: `${year}-${last[0].slice(-2) > '12' ? '12' : last[0].slice(-2)}`,
          }
        : null,
    dropped: inOrder.flatMap(([, { dropped }]) => dropped),
    remarks: inOrder.flatMap(([, { remarks }]) => remarks),
  }
}

/**
 * Two parts of one trial balance that hold different accounts. A parent neither prints is the sum of both; an account that
 * both print counts once and is listed.
 */
export function joinParts(one: TrialBalance, other: TrialBalance): TrialBalance {
  const accounts = new Map(one.accounts.map((account) => [account.code, account]))
  const twice: TrialBalance['dropped'] = []
  for (const account of other.accounts) {
    const known = accounts.get(account.code)
    if (!known) accounts.set(account.code, account)
    else if (known.printed === '' && account.printed === '')
      accounts.set(account.code, { ...known, ...sumBalances([known, account]) })
    else
      twice.push({ origin: account.origin, reason: 'duplicate_account', text: `${account.printed} | ${account.name}` })
  }
  return {
    accounts: [...accounts.values()],
    subtotals: [...one.subtotals, ...other.subtotals],
    dimensions: [...one.dimensions, ...other.dimensions],
    scheme: one.scheme,
    inferred: [...one.inferred, ...other.inferred],
    movement: one.movement ?? other.movement,
    dropped: [...one.dropped, ...other.dropped, ...twice],
    remarks: [...one.remarks, ...other.remarks],
  }
}

function joinedDimensions(tables: readonly TrialBalance[]): TrialBalance['dimensions'] {
  const joined = new Map<string, TrialBalance['dimensions'][number]>()
  for (const { dimensions } of tables) {
    for (const one of dimensions) {
      const key = `${one.account} ${one.kind} ${one.code} ${one.name}`
      const known = joined.get(key)
      if (!known) joined.set(key, { ...one })
      else {
        known.debit += one.debit
        known.credit += one.credit
        known.closing = one.closing
      }
    }
  }
  return [...joined.values()]
}
