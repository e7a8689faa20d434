import type { Remark } from '#engine/ledger/cell.ts'
import type { Origin } from '#engine/ledger/model.ts'
import { tieOut } from '#engine/ledger/tie-out.ts'
import { type Check, type Coverage, type Difference } from '#engine/ledger/tie-out-report.ts'
import type { Dataset } from './read/read-dataset.ts'

/** The tie-out report as `dataset.report` keeps it: the engine's, with fen as text. Words are made when it is shown. */
export type StoredReport = {
  checks: StoredCheck[]
  coverage: { file: number; sheet: string; months: { period: string; lines: number }[] }[]
  closing: string[]
  yearEnd: string[]
}
export type StoredCheck = Omit<Check, 'id' | 'differences'> & {
  id: string
  differences: StoredDifference[]
  more: number
}
export type StoredDifference = Omit<Difference, 'expected' | 'actual' | 'difference' | 'class'> & {
  class: string
  expected: string | null
  actual: string | null
  difference: string | null
}

/** Differences of one check that a report names; the count of the others stands beside them. */
const MOST = 1000
/** Remarks on cells that were read after a repair, in the sense in which they were printed. */
const repairs = new Set(['codeRestored', 'cellRounded'])

/** Verifies what was read. `blocking` and `warnings` count the differences of checks of that severity. */
export function reportOf(dataset: Dataset): { report: StoredReport; blocking: number; warnings: number } {
  const { built, plans, trialBalance } = dataset
  const period = plans.find(({ use }) => use === 'trial_balance')?.reading.period ?? null
  const { checks, coverage } = tieOut(built, { subtotals: trialBalance?.subtotals ?? [], period })
  const all = [...readingChecks(dataset), ...checks.map(stored)]
  const differences = (severity: StoredCheck['severity']) =>
    all
      .filter((check) => check.severity === severity && check.status === 'fail')
      .reduce((sum, { differences, more }) => sum + Math.max(1, differences.length + more), 0)
  return {
    report: { checks: all, coverage: coverage.map(coveredMonths), closing: built.closing, yearEnd: built.yearEnd },
    blocking: differences('block'),
    warnings: differences('warn'),
  }
}

const coveredMonths = ({ file, sheet, months }: Coverage): StoredReport['coverage'][number] => ({
  file,
  sheet,
  months: months.map(({ period, lines }) => ({ period, lines })),
})

const text = (amount: bigint | null) => (amount === null ? null : String(amount))
const stored = (check: Check): StoredCheck => ({
  ...check,
  differences: check.differences.slice(0, MOST).map((difference) => ({
    where: difference.where,
    class: difference.class,
    cause: difference.cause,
    rows: difference.rows,
    expected: text(difference.expected),
    actual: text(difference.actual),
    difference: text(difference.difference),
  })),
  more: Math.max(0, check.differences.length - MOST),
})

const ofPeriod = (code: string) => code === 'periodConflict'

/** What reading itself found: sheets that are not part of the ledger (S01), periods in conflict (S05), cells (S09). */
function readingChecks({ plans, remarks, inherited, built }: Dataset): StoredCheck[] {
  // what is only to be known stands beside the sheet it is about
  const sheets = plans.flatMap((plan) =>
    plan.remarks
      .filter(({ severity }) => severity !== 'info')
      .map((remark) => ({ remark, origin: { file: plan.file, sheet: plan.reading.sheet, row: 0 } })),
  )
  const rows = built.ledger.accounts.length + built.ledger.dimensions.length + built.ledger.journal.size
  const unread = remarks.filter(({ code }) => !repairs.has(code))
  const repaired = remarks.length - unread.length
  return [
    noted(
      'S01',
      'warn',
      plans.length,
      sheets.filter(({ remark }) => !ofPeriod(remark.code)),
    ),
    noted(
      'S05',
      'warn',
      plans.length,
      sheets.filter(({ remark }) => ofPeriod(remark.code)),
    ),
    {
      ...noted(
        'S09',
        'block',
        rows,
        unread.map((remark) => ({ remark, origin: remark.origin })),
      ),
      facts: { repaired, inherited },
    },
  ]
}

function noted(
  id: string,
  severity: StoredCheck['severity'],
  compared: number,
  notes: readonly { remark: Remark; origin: Origin }[],
): StoredCheck {
  return {
    id,
    severity,
    status: notes.length > 0 ? 'fail' : 'pass',
    reason: null,
    compared,
    facts: {},
    differences: notes.slice(0, MOST).map(({ remark, origin }) => ({
      where: { label: origin.sheet },
      expected: null,
      actual: null,
      difference: null,
      class: 'reading',
      cause: { code: remark.code, params: remark.params },
      rows: origin.row > 0 ? [origin] : [],
    })),
    more: Math.max(0, notes.length - MOST),
  }
}
