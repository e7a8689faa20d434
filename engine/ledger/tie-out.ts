import type { BuiltLedger } from './ledger-builder.ts'
import { monthsOf, type Period } from './period.ts'
import type { DroppedRow } from './row-class.ts'
import { checkAssets } from './tie-out-assets.ts'
import { checkBalance } from './tie-out-balance.ts'
import { completenessOf, coverageOf } from './tie-out-coverage.ts'
import { checkDimensions, checkPostings } from './tie-out-cross.ts'
import { earningsOf } from './tie-out-earnings.ts'
import { checkJournal, postedByAccount } from './tie-out-journal.ts'
import { checkOwnStatements } from './tie-out-own-statements.ts'
import { checkPieces, copiesIn } from './tie-out-pieces.ts'
import { checkInherited, checkReading, type ReadingEvidence } from './tie-out-reading.ts'
import { recomputedLines, type StatementFacts } from './tie-out-recomputed.ts'
import { relate } from './tie-out-relate.ts'
import { checked, checkIds, skipped, type Check, type TieOutReport } from './tie-out-report.ts'
import { checkStatements } from './tie-out-statements.ts'
import type { Subtotal } from './trial-balance.ts'
import type { PreviousBooks } from './tie-out-year.ts'

/** The trial balance beside its accounts; `period` is what its movement covers (null: the whole year). */
export type TableEvidence = { subtotals: readonly Subtotal[]; period: Period | null }

/** What may be known beside the ledger: how it was read, the client's previous project, what statement lines are made of. */
export type Beside = {
  reading?: ReadingEvidence & { inherited: number }
  previous?: PreviousBooks | null
  statements?: StatementFacts
}

/**
 * Verifies a ledger: the 34 checks of `facts/import-checks.json` in integer fen, without tolerance. Each difference has
 * its class, its cause and its rows; one that only follows from another names the check that says the cause.
 */
export function tieOut(built: BuiltLedger, table: TableEvidence, beside: Beside = {}): TieOutReport {
  const { ledger } = built
  const { journal, accounts } = ledger
  const { standard } = built
  const unprinted = new Set(built.unprinted)
  const months = monthsOf(table.period ?? { from: `${ledger.year}-01`, to: `${ledger.year}-12` }).map((month) =>
    month.slice(5),
  )
  const findings = checkJournal(journal, { accounts, unprinted }, ledger.year, months)
  const printed = accounts.filter(({ code }) => !unprinted.has(code))
  const balance = checkBalance({
    accounts: printed,
    prior: ledger.prior,
    subtotals: table.subtotals,
    standard,
    posted: journal.size > 0 ? findings.posted : null,
    months: ledger.months,
    previous: beside.previous ?? null,
  })
  const copies = copiesIn(journal, findings.lines)
  const rows = balance.find(({ id }) => id === 'T02')?.differences ?? []
  // A table of some months is compared with the journal of those months.
  const posted = months.length < 12 ? postedByAccount(journal, new Set(months)) : findings.posted
  const { check: postings, learnt } = checkPostings(
    { journal, findings, posted, accounts, unprinted, copies, rows },
    ledger.months,
  )
  const sure = [...copies.filter((copy) => copy.sure), ...(learnt?.copies ?? [])]
  // Without a trial balance nobody knows whether a month without vouchers is one without business.
  const missingMonths = learnt ? learnt.missingMonths : findings.emptyMonths
  const earned = earningsOf(ledger, standard, postings)
  const recomputed =
    beside.statements && ledger.statements.length > 0 && accounts.length > 0
      ? recomputedLines(ledger, standard, earned, beside.statements)
      : { lines: [], unmapped: 0, doubtful: { closing: [], opening: [], earned: [] } }
  const completeness = completenessOf(journal)
  const { reading } = beside
  const inTable = new Set(
    (reading?.plans ?? [])
      .filter(({ use }) => use === 'trial_balance')
      .map((plan) => `${plan.file} ${plan.reading.sheet}`),
  )
  const isRow = ({ origin }: { origin: { file: number; sheet: string } }) =>
    inTable.has(`${origin.file} ${origin.sheet}`)
  const dropped: readonly DroppedRow[] = reading?.dropped ?? []
  const checks: Check[] = [
    ...(reading ? checkReading(reading, ledger) : []),
    checkDimensions('S08', accounts, ledger.dimensions.filter(isRow)),
    ...balance,
    ...findings.checks,
    checkInherited(journal, reading?.inherited ?? 0, dropped),
    journal.size === 0
      ? skipped('J07', 'skippedNoJournal')
      : checkPieces(journal, findings.lines, { missingMonths, copies: sure }),
    postings,
    checkStatements(ledger, standard, earned, recomputed),
    checkDimensions(
      'X03',
      accounts,
      ledger.dimensions.filter((one) => !isRow(one)),
    ),
    checkAssets(printed, ledger.assets),
    checkOwnStatements(ledger, standard, earned.table),
    journal.size > 0
      ? checked('X06', 1, [], {
          vouchers: completeness.vouchers,
          lines: completeness.lines,
          debit: String(completeness.debit),
          credit: String(completeness.credit),
          firstDate: completeness.firstDate ?? '',
          lastDate: completeness.lastDate ?? '',
        })
      : skipped('X06', 'skippedNoJournal'),
  ]
  const told = relate(checks, { journal, findings, learnt, accounts, year: ledger.year })
  const order = new Map(checkIds.map((id, place) => [id, place]))
  return {
    checks: told.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0)),
    coverage: coverageOf(journal),
    completeness,
  }
}
