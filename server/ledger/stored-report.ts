import { mappingFacts, statementSets } from '#facts/facts.ts'
import { tieOut } from '#engine/ledger/tie-out.ts'
import type { Check, Coverage, Difference, MonthWord } from '#engine/ledger/tie-out-report.ts'
import type { PreviousBooks } from '#engine/ledger/tie-out-year.ts'
import type { Dataset } from './read/read-dataset.ts'

/** The tie-out report as `dataset.report` keeps it: the engine's, with fen as text. Words are made when it is shown. */
export type StoredReport = {
  checks: StoredCheck[]
  coverage: { file: number; sheet: string; months: { period: string; lines: number }[] }[]
  closing: string[]
  yearEnd: string[]
  /** Absent in reports of datasets that were verified before vouchers were counted by word. */
  months?: MonthWord[]
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

/** What is known beside the files: their fingerprints by place, and the client's books of the year before. */
export type BesideFiles = { sha256?: readonly string[]; previous?: PreviousBooks | null }

/** Differences of one check that a report names; the count of the others stands beside them. */
const MOST = 1000

/** Verifies what was read. `blocking` and `warnings` count the differences of checks of that severity. */
export function reportOf(
  dataset: Dataset,
  { sha256 = [], previous = null }: BesideFiles = {},
): { report: StoredReport; blocking: number; warnings: number } {
  const { built, plans, files, trialBalance, dropped, remarks, inherited } = dataset
  const { checks, coverage, completeness } = tieOut(
    built,
    { subtotals: trialBalance?.subtotals ?? [], period: trialBalance?.movement ?? null },
    {
      previous,
      statements: { mapping: mappingFacts, sets: statementSets },
      reading: {
        files: files.map(({ name, container, encoding, problem }, at) => ({
          name,
          container,
          encoding,
          problem: problem && { code: problem.code, params: problem.params },
          sha256: sha256[at] ?? '',
        })),
        plans,
        dropped,
        remarks,
        inherited,
        scheme: trialBalance?.scheme ?? '',
        inferred: trialBalance?.inferred ?? [],
      },
    },
  )
  const all = checks.map(stored)
  const differences = (severity: StoredCheck['severity']) =>
    all
      .filter((check) => check.severity === severity && check.status === 'fail')
      .reduce((sum, { differences, more }) => sum + Math.max(1, differences.length + more), 0)
  return {
    report: {
      checks: all,
      coverage: coverage.map(coveredMonths),
      closing: built.closing,
      yearEnd: built.yearEnd,
      months: completeness.months,
    },
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
const storedDifference = (difference: Difference): StoredDifference => ({
  ...difference,
  expected: text(difference.expected),
  actual: text(difference.actual),
  difference: text(difference.difference),
})
const stored = (check: Check): StoredCheck => ({
  ...check,
  differences: check.differences.slice(0, MOST).map(storedDifference),
  more: Math.max(0, check.differences.length - MOST),
})
