import { preview, type SheetRow } from '#engine/ledger/cell.ts'
import { columnsByRole } from '#engine/ledger/column-reading.ts'
import type { MonthBalance } from '#engine/ledger/model.ts'
import {
  foldIntoDecember,
  joinMonths,
  joinParts,
  missingMonths,
  monthBalances,
  rowsByMonth,
  rowsOfOtherYears,
} from '#engine/ledger/months.ts'
import type { DroppedRow, RowRemark } from '#engine/ledger/row-class.ts'
import { parseTrialBalance, type TrialBalance } from '#engine/ledger/trial-balance.ts'

import type { OpenSheet } from './each-batch.ts'

/** The year's trial balance, and the single months it was made of or that stand beside it. */
export type YearReading = {
  trialBalance: TrialBalance | null
  months: MonthBalance[]
  missing: string[]
  /** Of the months' tables that the year's table does not hold. */
  dropped: DroppedRow[]
  remarks: RowRemark[]
}

/**
 * Reads the trial balances of the year: one table, tables of single months, or one table with a period column. The year
 * is the table of the whole year if there is one, else what the last month's 本年累计 says, else the months joined.
 */
export async function readYear(
  sheets: readonly OpenSheet[],
  how: { names: ReadonlyMap<string, string>; year: number; whole(sheet: OpenSheet): Promise<SheetRow[]> },
): Promise<YearReading> {
  const { names } = how
  const months = new Map<string, TrialBalance>()
  const left: DroppedRow[] = []
  let table: TrialBalance | null = null
  let last: { month: string; read: () => TrialBalance } | undefined
  for (const sheet of sheets) {
    const { reading, file } = sheet.plan
    const all = await how.whole(sheet)
    const others = new Set(rowsOfOtherYears(all, reading, how.year))
    const rows = others.size === 0 ? all : all.filter((row) => !others.has(row))
    for (const row of others)
      left.push({ origin: { file, sheet: reading.sheet, row: row.row }, reason: 'other_year', text: preview(row) })
    if (others.size > 0)
      sheet.plan.remarks.push({
        severity: 'warn',
        code: 'rowsOfOtherYears',
        params: { sheet: reading.sheet || reading.file, count: others.size, year: how.year },
      })
    const split = sheet.plan.month === null ? rowsByMonth(rows, reading) : new Map([[sheet.plan.month, rows]])
    if (!split) {
      const part = parseTrialBalance(rows, reading, file, { names })
      table = table ? joinParts(table, part) : part
      continue
    }
    for (const [month, ofMonth] of split) {
      const period = { from: `${how.year}-${month.slice(0, 2)}`, to: `${how.year}-${month.slice(-2)}` }
      months.set(month, parseTrialBalance(ofMonth, { ...reading, period }, file, { names, month: true }))
      const { ytd_debit: debit, ytd_credit: credit } = columnsByRole(reading.columns)
      if (debit !== undefined && credit !== undefined && month > (last?.month ?? ''))
        last = { month, read: () => parseTrialBalance(ofMonth, { ...reading, period }, file, { names }) }
    }
  }
  const latest = [...months.keys()].toSorted().at(-1)
  const latestParts = months.get(latest ?? '')
  foldIntoDecember(months, how.year)
  const given = [...months.keys()].toSorted()
  const missing = missingMonths(given)
  const parts = [...months.values()]
  const beside = {
    dropped: [...left, ...parts.flatMap(({ dropped }) => dropped)],
    remarks: parts.flatMap(({ remarks }) => remarks),
  }
  const inOrder = new Map([...months].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const single = new Map([...inOrder].filter(([month]) => month.length === 2 && month <= '12'))
  const base = { months: monthBalances(single), missing: months.size > 0 ? missing : [] }
  if (months.size > 0) say(sheets, given, missing)
  if (table) return { trialBalance: table, ...base, ...beside }
  if (months.size === 0) return { trialBalance: null, ...base, dropped: left, remarks: [] }
  if (last && last.month === latest) {
    const year = last.read()
    const others = parts.filter((part) => part !== latestParts)
    return {
      trialBalance: year,
      ...base,
      dropped: [...left, ...others.flatMap(({ dropped }) => dropped)],
      remarks: others.flatMap(({ remarks }) => remarks),
    }
  }
  return { trialBalance: joinMonths(inOrder, how.year), ...base, dropped: left, remarks: [] }
}

function say(sheets: readonly OpenSheet[], given: readonly string[], missing: readonly string[]) {
  const first = sheets[0]?.plan
  if (!first) return
  const params = { sheet: first.reading.file, count: given.length, months: given.join('、') }
  first.remarks.push({ severity: 'info', code: 'monthsJoined', params })
  if (missing.length > 0)
    first.remarks.push({
      severity: 'warn',
      code: 'monthsMissing',
      params: { sheet: first.reading.file, months: missing.join('、') },
    })
}
