import type { Fen } from '../money.ts'
import type { Remark } from './cell.ts'
import type { Origin } from './model.ts'

/** Ids of `facts/import-checks.json`, in its order. */
export const checkIds = [
  'F01',
  'F02',
  'F03',
  'F04',
  'S01',
  'S02',
  'S03',
  'S04',
  'S05',
  'S06',
  'S07',
  'S08',
  'S09',
  'S10',
  'T01',
  'T02',
  'T03',
  'T04',
  'T05',
  'T06',
  'T07',
  'J01',
  'J02',
  'J03',
  'J04',
  'J05',
  'J06',
  'J07',
  'X01',
  'X02',
  'X03',
  'X04',
  'X05',
  'X06',
] as const
export type CheckId = (typeof checkIds)[number]

/** block: not to be used without a named override; warn: to be acknowledged; info: to be known. */
export type Severity = 'block' | 'warn' | 'info'

/** What a difference is. */
export type DifferenceClass =
  | 'unread_file'
  | 'damaged_file'
  | 'encoding'
  | 'formula_text'
  | 'duplicate_file'
  | 'unknown_sheet'
  | 'no_header'
  | 'unknown_column'
  | 'unit'
  | 'currency'
  | 'other_year'
  | 'period_conflict'
  | 'unread_row'
  | 'several_companies'
  | 'orphan_account'
  | 'duplicate_account'
  | 'unread_cell'
  | 'lost_zeros'
  | 'unread_date'
  | 'unbalanced_table'
  | 'edited_row'
  | 'edited_total'
  | 'missing_child'
  | 'double_child'
  | 'missing_account'
  | 'not_closed'
  | 'profit_not_transferred'
  | 'abnormal_side'
  | 'carried_forward'
  | 'unbalanced_voucher'
  | 'duplicate_row'
  | 'missing_row'
  | 'edited_line'
  | 'wrong_account'
  | 'gap'
  | 'duplicate_number'
  | 'wrong_period'
  | 'unknown_account'
  | 'parent_posting'
  | 'merged_voucher'
  | 'unposted'
  | 'voided'
  | 'overlap'
  | 'duplicate_voucher'
  | 'truncated'
  | 'missing_month'
  | 'missing_voucher'
  | 'sign'
  | 'dimension'
  | 'dimension_double'
  | 'asset_register'
  | 'statement'
  | 'statement_sum'
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
  /** The check that says the cause, where this difference is only its consequence. */
  follows?: CheckId
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

/** Vouchers of one month and word (记, 收, 付, 转 …). */
export type MonthWord = { period: string; word: string; vouchers: number }

/** For the client to confirm: all of the journal in figures. Dates are `YYYY-MM-DD`, null without any voucher. */
export type Completeness = {
  vouchers: number
  lines: number
  debit: Fen
  credit: Fen
  firstDate: string | null
  lastDate: string | null
  months: MonthWord[]
}

export type TieOutReport = { checks: Check[]; coverage: Coverage[]; completeness: Completeness }

/** How many rows a difference names. */
export const rowsShown = 50

/** As `facts/import-checks.json` says; a test holds the two together. */
export const severities: Readonly<Record<CheckId, Severity>> = {
  F01: 'block',
  F02: 'block',
  F03: 'block',
  F04: 'warn',
  S01: 'block',
  S02: 'block',
  S03: 'block',
  S04: 'block',
  S05: 'block',
  S06: 'block',
  S07: 'block',
  S08: 'block',
  S09: 'block',
  S10: 'block',
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
  J05: 'block',
  J06: 'warn',
  J07: 'block',
  X01: 'block',
  X02: 'warn',
  X03: 'block',
  X04: 'warn',
  X05: 'block',
  X06: 'info',
}

/** A check that could not run, and why. */
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
