import type { Fen } from '../money.ts'
import type { Remark } from './cell.ts'
import type { Origin } from './model.ts'

/** Ids of `facts/import-checks.json`. */
export type CheckId =
  | 'T01'
  | 'T02'
  | 'T03'
  | 'T04'
  | 'T05'
  | 'T06'
  | 'T07'
  | 'J01'
  | 'J02'
  | 'J03'
  | 'J04'
  | 'J06'
  | 'J07'
  | 'X01'
  | 'X02'
  | 'X03'
  | 'X05'
  | 'X06'

/** block: not to be used without a named override; warn: to be acknowledged; info: to be known. */
export type Severity = 'block' | 'warn' | 'info'

/** What a difference is. */
export type DifferenceClass =
  | 'unbalanced_table'
  | 'edited_row'
  | 'edited_total'
  | 'missing_child'
  | 'not_closed'
  | 'profit_not_transferred'
  | 'abnormal_side'
  | 'carried_forward'
  | 'unbalanced_voucher'
  | 'gap'
  | 'duplicate_number'
  | 'wrong_period'
  | 'unknown_account'
  | 'parent_posting'
  | 'unposted'
  | 'voided'
  | 'overlap'
  | 'truncated'
  | 'missing_month'
  | 'missing_voucher'
  | 'sign'
  | 'unit'
  | 'dimension'
  | 'dimension_double'
  | 'statement'
  | 'unexplained'

export type Measure = 'opening' | 'debit' | 'credit' | 'closing'

/** Where a difference is: as many of these as apply. */
export type Where = { account?: string; voucher?: string; period?: string; measure?: Measure; label?: string }

/** One difference: `difference` is actual minus expected, in fen; all three are null where no amount is compared. */
export type Difference = {
  where: Where
  expected: Fen | null
  actual: Fen | null
  difference: Fen | null
  class: DifferenceClass
  cause: Remark
  /** The rows to look at; at most `rowsShown` of them. */
  rows: Origin[]
}

/** One check: `compared` counts the comparisons made, `reason` says why it was skipped, `facts` are counts to show. */
export type Check = {
  id: CheckId
  severity: Severity
  status: 'pass' | 'fail' | 'skipped'
  reason: Remark | null
  compared: number
  facts: Record<string, number | string>
  differences: Difference[]
}

/** What one file (and sheet) holds of one month. */
export type MonthCoverage = { period: string; vouchers: number; lines: number; debit: Fen; credit: Fen }
export type Coverage = { file: number; sheet: string; months: MonthCoverage[] }

/** For the client to confirm: all of the journal in six figures. Dates are `YYYY-MM-DD`, null without any voucher. */
export type Completeness = {
  vouchers: number
  lines: number
  debit: Fen
  credit: Fen
  firstDate: string | null
  lastDate: string | null
}

export type TieOutReport = { checks: Check[]; coverage: Coverage[]; completeness: Completeness }

/** How many rows a difference names. */
export const rowsShown = 50

const severities: Record<CheckId, Severity> = {
  T01: 'block',
  T02: 'block',
  T03: 'block',
  T04: 'warn',
  T05: 'warn',
  T06: 'warn',
  T07: 'warn',
  J01: 'block',
  J02: 'warn',
  J03: 'block',
  J04: 'block',
  J06: 'warn',
  J07: 'block',
  X01: 'block',
  X02: 'warn',
  X03: 'block',
  X05: 'block',
  X06: 'info',
}

export const skipped = (id: CheckId, code: string): Check => ({
  id,
  severity: severities[id],
  status: 'skipped',
  reason: { code, params: {} },
  compared: 0,
  facts: {},
  differences: [],
})

/** A check that ran: it fails if there is any difference, however small. */
export const checked = (
  id: CheckId,
  compared: number,
  differences: Difference[],
  facts: Check['facts'] = {},
): Check => ({
  id,
  severity: severities[id],
  status: differences.length > 0 ? 'fail' : 'pass',
  reason: null,
  compared,
  facts,
  differences,
})

/** A difference between two amounts; undefined if they are equal. */
export function compare(
  where: Where,
  amounts: { expected: Fen; actual: Fen },
  what: { class: DifferenceClass; cause: string; params?: Remark['params']; rows: readonly Origin[] },
): Difference | undefined {
  const { expected, actual } = amounts
  if (expected === actual) return undefined
  return {
    where,
    expected,
    actual,
    difference: actual - expected,
    class: what.class,
    cause: { code: what.cause, params: what.params ?? {} },
    rows: what.rows.slice(0, rowsShown),
  }
}

/** A finding without amounts. */
export const finding = (
  where: Where,
  what: { class: DifferenceClass; cause: string; params?: Remark['params']; rows: readonly Origin[] },
): Difference => ({
  where,
  expected: null,
  actual: null,
  difference: null,
  class: what.class,
  cause: { code: what.cause, params: what.params ?? {} },
  rows: what.rows.slice(0, rowsShown),
})

export const measures: readonly Measure[] = ['opening', 'debit', 'credit', 'closing']
