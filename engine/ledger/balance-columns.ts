import { parseAmount } from './amounts.ts'
import type { SheetRow } from './cell.ts'
import type { ColumnReading } from './column-reading.ts'
import type { ColumnRole } from './column-roles.ts'

/**
 * Columns of a table without vouchers and dates, which English programs head like those of a journal: Description is the
 * account's name, and Debit and Credit are closing balances where every row fills only one of them. What a person said stays.
 */
export function asBalanceColumns(columns: readonly ColumnReading[], rows: readonly SheetRow[]): ColumnReading[] {
  const has = (...roles: ColumnRole[]) => columns.some(({ role }) => roles.includes(role))
  if (
    !has('account_code', 'account_name') ||
    has('voucher', 'voucher_date', 'date', 'date_month_first', 'day', 'amount')
  )
    return [...columns]
  const turned = new Map<ColumnRole, ColumnRole>()
  if (!has('account_name', 'level_name')) turned.set('summary', 'account_name')
  if (!has('opening', 'opening_debit', 'year_opening', 'year_opening_debit', 'closing', 'closing_debit', 'summary')) {
    for (const [debit, credit] of [
      ['debit', 'credit'],
      ['ytd_debit', 'ytd_credit'],
    ] as const) {
      const [one, other] = [debit, credit].map((role) => columns.find((column) => column.role === role)?.column)
      if (one === undefined || other === undefined || !oneSided(rows, one, other)) continue
      turned.set(debit, 'closing_debit').set(credit, 'closing_credit')
    }
  }
  return columns.map((reading) => {
    const role = reading.answered ? undefined : turned.get(reading.role)
    return role === undefined ? reading : { ...reading, role }
  })
}

const filled = (row: SheetRow, column: number) => (parseAmount(row.cells[column])?.fen ?? 0n) !== 0n

/** Whether both columns are used and no row uses both: accounts that move, move on both sides; a balance has one. */
function oneSided(rows: readonly SheetRow[], debit: number, credit: number): boolean {
  const debits = rows.filter((row) => filled(row, debit))
  const credits = rows.filter((row) => filled(row, credit))
  const accounts = debits.filter((row) => !filled(row, credit)).length
  // a row of totals fills both
  return accounts >= 3 && credits.length >= 3 && debits.length - accounts <= 1
}
