import type { Fen } from '../money.ts'
import { parseAmount } from './amounts.ts'
import { textOf, type SheetRow } from './cell.ts'
import type { ColumnReading } from './column-reading.ts'
import type { ColumnRole } from './column-roles.ts'
import type { SheetKind } from './model.ts'

const fenOf = (row: SheetRow, column: number): Fen => parseAmount(row.cells[column])?.fen ?? 0n

/** The share of vouchers in the samples whose debit equals their credit, with these columns. The last voucher may be cut. */
export function voucherShare(rows: readonly SheetRow[], voucher: number, debit: number, credit: number): number {
  let key = ''
  let sum = 0n
  let filled = false
  let whole = 0
  let balanced = 0
  const close = () => {
    if (!filled) return
    whole += 1
    if (sum === 0n) balanced += 1
  }
  for (const row of rows) {
    const own = textOf(row.cells[voucher])
    if (own !== '' && own !== key) {
      close()
      key = own
      sum = 0n
      filled = false
    }
    const [one, other] = [fenOf(row, debit), fenOf(row, credit)]
    if (one !== 0n || other !== 0n) filled = true
    sum += one - other
  }
  return whole === 0 ? 0 : balanced / whole
}

/** The share of rows for which opening + debit − credit = closing, of those where something moved. */
export function rowShare(
  rows: readonly SheetRow[],
  [opening, debit, credit, closing]: readonly [number, number, number, number],
): number {
  let moved = 0
  let held = 0
  for (const row of rows) {
    const [d, c] = [fenOf(row, debit), fenOf(row, credit)]
    if (d === c) continue
    moved += 1
    const [o, e] = [fenOf(row, opening), fenOf(row, closing)]
    if (o + d - c === e || -o + d - c === -e || o + d - c === -e || -o + d - c === e) held += 1
  }
  return moved < 2 ? 0 : held / moved
}

/** What the table's own equations say of columns without known words: column → role → share of rows that agree. */
export function provedBy(
  kind: SheetKind,
  columns: readonly ColumnReading[],
  rows: readonly SheetRow[],
): Map<number, Map<ColumnRole, number>> {
  const found = new Map<number, Map<ColumnRole, number>>()
  const note = (column: number, role: ColumnRole, share: number) => {
    const roles = found.get(column) ?? new Map<ColumnRole, number>()
    found.set(column, roles)
    roles.set(role, Math.max(share, roles.get(role) ?? 0))
  }
  const open = columns
    .filter(({ role, known }) => role === 'other' && !known)
    .map(({ column }) => column)
    .slice(0, 8)
  const at = (role: ColumnRole) => columns.find((one) => one.role === role)?.column
  if (kind === 'journal') {
    const voucher = at('voucher') ?? at('voucher_date')
    if (voucher === undefined) return found
    for (const debit of open) {
      for (const credit of open) {
        if (debit === credit) continue
        const share = voucherShare(rows, voucher, debit, credit)
        if (share < 0.8) continue
        // either may be the debit: the left one a little more likely
        note(debit, 'debit', debit < credit ? share : share * 0.9)
        note(credit, 'credit', debit < credit ? share : share * 0.9)
      }
    }
    return found
  }
  const choices = (role: ColumnRole) => {
    const fixed = at(role)
    return fixed === undefined ? open : [fixed]
  }
  for (const opening of choices('opening'))
    for (const debit of choices('debit'))
      for (const credit of choices('credit'))
        for (const closing of choices('closing')) {
          if (new Set([opening, debit, credit, closing]).size < 4) continue
          const share = rowShare(rows, [opening, debit, credit, closing])
          if (share < 0.8) continue
          note(opening, 'opening', share)
          note(debit, 'debit', share)
          note(credit, 'credit', share)
          note(closing, 'closing', share)
        }
  return found
}
