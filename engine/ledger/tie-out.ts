import type { BuiltLedger } from './ledger-builder.ts'
import { monthsOf, type Period } from './period.ts'
import { checkBalance } from './tie-out-balance.ts'
import { checkDimensions, checkOwnBalance, checkPostings, checkStatements } from './tie-out-cross.ts'
import { checkJournal } from './tie-out-journal.ts'
import { checked, skipped, type TieOutReport } from './tie-out-report.ts'
import type { Subtotal } from './trial-balance.ts'

/**
 * Verifies a ledger: every equation of the domain brief (section 2) in integer fen, without tolerance. Each difference
 * has its class, its cause and its rows. `period` is what the trial balance's
 * movement covers (`TrialBalance.movement`; null: the whole year).
 */
export function tieOut(
  built: BuiltLedger,
  table: { subtotals: readonly Subtotal[]; period: Period | null },
): TieOutReport {
  const { ledger } = built
  const unprinted = new Set(built.unprinted)
  const { standard } = built.standard
  const months = monthsOf(table.period ?? { from: `${ledger.year}-01`, to: `${ledger.year}-12` }).map((month) =>
    month.slice(5),
  )
  const findings = checkJournal(ledger.journal, { accounts: ledger.accounts, unprinted }, ledger.year, months)
  const printed = ledger.accounts.filter(({ code }) => !unprinted.has(code))
  const { completeness } = findings
  const postings = checkPostings(ledger.accounts, ledger.journal, findings, months)
  const facts = {
    vouchers: completeness.vouchers,
    lines: completeness.lines,
    debit: String(completeness.debit),
    credit: String(completeness.credit),
    firstDate: completeness.firstDate ?? '',
    lastDate: completeness.lastDate ?? '',
  }
  return {
    checks: [
      ...checkBalance({
        accounts: printed,
        prior: ledger.prior,
        subtotals: table.subtotals,
        standard,
        posted: ledger.journal.size > 0 ? findings.posted : null,
      }),
      ...findings.checks,
      postings,
      checkStatements(ledger, standard, postings),
      checkDimensions(ledger.accounts, ledger.dimensions),
      checkOwnBalance(ledger.statements),
      ledger.journal.size > 0 ? checked('X06', 1, [], facts) : skipped('X06', 'skippedNoJournal'),
    ],
    coverage: findings.coverage,
    completeness,
  }
}
