import { isBlank, textOf, type SheetRow } from './cell.ts'
import type { ColumnReading, RoleColumns } from './column-reading.ts'
import { subtotalWhole } from './row-class.ts'
import type { KindScore } from './sheet-reading.ts'

/** How well the roles found make a journal, a 明细账, a trial balance, a table by customer, a chart; each from 0 to about 1. */
export function kindScores(
  columns: readonly ColumnReading[],
  roles: RoleColumns,
  samples: readonly SheetRow[],
  accountTitle: string | null,
): KindScore[] {
  const has = (...names: (keyof RoleColumns)[]) => names.some((name) => roles[name] !== undefined)
  const both = has('debit', 'ytd_debit') && has('credit', 'ytd_credit')
  const named = has('account_name', 'level_name')
  const account = has('account_code') ? 1 : named ? 0.5 : 0
  const figures = both || has('amount') ? 1 : 0
  const voucher = has('voucher', 'voucher_date') ? 1 : 0
  const when = has('date', 'date_month_first', 'voucher_date', 'day') ? 1 : has('period') ? 0.5 : 0
  const summary = has('summary') ? 0.15 : 0
  const journal = account * 0.2 + voucher * 0.3 + when * 0.2 + figures * 0.15 + summary
  const opening = has('opening', 'opening_debit', 'year_opening', 'year_opening_debit') ? 1 : 0
  const closing = has('closing', 'closing_debit') ? 1 : 0
  const whole = Math.max(
    0,
    account * 0.3 +
      opening * 0.25 +
      closing * 0.25 +
      (both ? 0.2 : 0) -
      voucher * 0.4 -
      (has('summary') ? 0.2 : 0) +
      // names alone make an account only where the rest is a whole trial balance
      (account === 0.5 && opening && closing && both ? 0.1 : 0),
  )
  // sums of what moved (科目汇总表) without any balance are no trial balance
  const balance = opening + closing === 0 ? Math.min(whole, 0.4) : whole
  const dimension = columns.filter(
    ({ role, filled }) => (role === 'dimension' || role === 'dimension_code') && filled > 0.3,
  )
  const repeated = repeatedAccounts(roles, samples)
  const byDimension = dimension.length > 0 ? 0.15 + (repeated > 0.3 ? 0.15 : 0) : 0
  const carried = roles.summary === undefined ? 0 : carriedRows(samples, roles.summary)
  const page =
    when * 0.2 + summary + figures * 0.15 + closing * 0.05 + voucher * 0.1 + (carried > 0 ? 0.3 : 0) +
    (account > 0 || accountTitle !== null ? 0.1 : 0) // prettier-ignore
  const chart = account === 1 && named && figures + opening + closing + voucher === 0 ? 0.7 : 0
  return [
    { kind: 'journal', score: account === 0 ? Math.min(journal, 0.5) : journal },
    { kind: 'subsidiary_ledger', score: account === 0 && accountTitle === null ? Math.min(page, 0.4) : page },
    { kind: 'trial_balance', score: balance - byDimension },
    { kind: 'aux_balance', score: dimension.length > 0 ? balance - 0.15 + byDimension : 0 },
    { kind: 'account_chart', score: chart },
  ]
}

/** How many rows carry a balance or a sum over (期初余额, 本月合计, 承前页): only account pages have such 摘要. */
const carriedRows = (samples: readonly SheetRow[], summary: number): number =>
  samples.filter(({ cells }) => subtotalWhole(cells[summary] ?? null) && !/^[合小总]/.test(textOf(cells[summary])))
    .length

/** The share of rows whose account is the same as (or left blank for) the row before. */
function repeatedAccounts(roles: RoleColumns, samples: readonly SheetRow[]): number {
  const column = roles.account_code ?? roles.account_name
  if (column === undefined || samples.length < 2) return 0
  let repeats = 0
  for (const [index, row] of samples.entries()) {
    const before = samples[index - 1]
    const cell = row.cells[column]
    if (before && (isBlank(cell) || textOf(cell) === textOf(before.cells[column]))) repeats += 1
  }
  return repeats / (samples.length - 1)
}
