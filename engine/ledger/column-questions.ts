import { isBlank, textOf, type Remark, type SheetRow } from './cell.ts'
import { dateOrder } from './date-order.ts'
import { provedBy, voucherShare } from './column-proof.ts'
import type { ColumnReading, ContestedRole } from './column-reading.ts'
import { columnSignatures } from './column-signature.ts'
import type { ColumnRole } from './column-roles.ts'
import { parseAmount } from './amounts.ts'
import type { SheetKind } from './model.ts'

/** A role a column may have, with what speaks for it. */
export type RoleCandidate = { role: ColumnRole; score: number; evidence: Remark[] }

/** A column that cannot be decided: the sheet is not read until somebody answers. */
export type ColumnQuestion = {
  column: number
  header: string
  /** What an answer is remembered by: the header's words, and which of several equal ones. */
  signature: string
  samples: string[]
  candidates: RoleCandidate[]
}

const samplesOf = (rows: readonly SheetRow[], column: number): string[] =>
  [...new Set(rows.map(({ cells }) => textOf(cells[column])).filter((text) => text !== ''))].slice(0, 6)

const moneyOf: Partial<Record<SheetKind, ColumnRole[]>> = {
  journal: ['debit', 'credit', 'amount', 'original', 'other'],
  trial_balance: [
    'opening',
    'debit',
    'credit',
    'closing',
    'ytd_debit',
    'ytd_credit',
    'opening_debit',
    'opening_credit',
    'closing_debit',
    'closing_credit',
    'original',
    'other',
  ],
}

/** The questions of a sheet: roles two columns claim alike, and needed figures that no known word names. */
export function columnQuestions(
  kind: SheetKind,
  columns: readonly ColumnReading[],
  contested: readonly ContestedRole[],
  rows: readonly SheetRow[],
): ColumnQuestion[] {
  const signatures = columnSignatures(columns.map(({ header }) => header))
  const questions = new Map<number, ColumnQuestion>()
  const ask = (column: number, candidates: RoleCandidate[]) => {
    const reading = columns[column]
    if (!reading || questions.has(column)) return
    const { header } = reading
    questions.set(column, {
      column,
      header,
      signature: signatures[column] ?? '',
      samples: samplesOf(rows, column),
      candidates: candidates.toSorted((one, other) => other.score - one.score),
    })
  }
  for (const { role, columns: rivals } of contested) {
    const sure = Math.max(...rivals.map((column) => columns[column]?.score ?? 0))
    for (const column of rivals) {
      const words: Remark = { code: 'evidenceColumn', params: { role, header: columns[column]?.header ?? '' } }
      const share = kind === 'journal' ? balancedBy(role, column, { columns, contested, rows }) : 0
      const evidence = share > 0 ? [words, equation(role, share)] : [words]
      ask(column, [
        { role, score: share > 0 ? Math.min(1, sure * (0.6 + share * 0.4)) : sure, evidence },
        { role: 'original', score: 0.3, evidence: [] },
        { role: 'other', score: 0.2, evidence: [] },
      ])
    }
  }
  const date = columns.find(({ role, answered }) => role === 'date' && !answered)
  if (date && (kind === 'journal' || kind === 'subsidiary_ledger') && dateOrder(columns, rows) === 'unknown') {
    ask(date.column, [
      { role: 'date', score: 0.5, evidence: [] },
      { role: 'date_month_first', score: 0.5, evidence: [] },
    ])
  }
  for (const column of nameless(kind, columns, rows)) {
    const proof = provedBy(kind, columns, rows)
    ask(
      column,
      (moneyOf[kind] ?? []).map((role) => {
        const share = proof.get(column)?.get(role) ?? 0
        const evidence: Remark[] = share > 0 ? [equation(role, share)] : []
        return { role, score: share > 0 ? 0.5 + share * 0.4 : role === 'other' ? 0.3 : 0.2, evidence }
      }),
    )
  }
  return [...questions.values()].toSorted((one, other) => one.column - other.column)
}

const equation = (role: ColumnRole, share: number): Remark => ({
  code: 'evidenceEquation',
  params: { role, share: Math.round(share * 100) },
})

/** The share of vouchers that balance with a column as debit or credit and the best of those that claim the other side. */
function balancedBy(
  role: ColumnRole,
  column: number,
  { columns, contested, rows }: { columns: readonly ColumnReading[]; contested: readonly ContestedRole[]; rows: readonly SheetRow[] }, // prettier-ignore
): number {
  const voucher = columns.find((one) => one.role === 'voucher' || one.role === 'voucher_date')?.column
  const other = role === 'debit' ? 'credit' : role === 'credit' ? 'debit' : undefined
  if (voucher === undefined || other === undefined) return 0
  const claims = contested.find((one) => one.role === other)?.columns ?? []
  const chosen = columns.filter((one) => one.role === other).map((one) => one.column)
  return Math.max(0, ...[...claims, ...chosen].map((rival) => voucherShare(rows, voucher, column, rival)))
}

/** Columns of amounts without a known word, in a table that lacks a figure it needs. */
function nameless(kind: SheetKind, columns: readonly ColumnReading[], rows: readonly SheetRow[]): number[] {
  const has = (...roles: ColumnRole[]) => columns.some(({ role }) => roles.includes(role))
  const whole =
    kind === 'journal'
      ? has('amount') || (has('debit') && has('credit'))
      : kind !== 'trial_balance' ||
        (has('closing', 'closing_debit') && has('debit', 'ytd_debit') && has('credit', 'ytd_credit'))
  if (whole) return []
  return columns
    .filter(({ role, answered, known, column }) => role === 'other' && !answered && !known && isMoney(rows, column))
    .map(({ column }) => column)
}

/** Whether a column's filled cells are amounts, not all of them small whole numbers. */
export function isMoney(rows: readonly SheetRow[], column: number): boolean {
  const cells = rows.map((row) => row.cells[column]).filter((cell) => !isBlank(cell))
  if (cells.length === 0) return false
  const amounts = cells.map((cell) => parseAmount(cell)).filter((amount) => amount !== undefined)
  return amounts.length >= cells.length * 0.9 && amounts.some((amount) => amount !== null && amount.fen % 100n !== 0n)
}
