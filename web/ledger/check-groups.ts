import type { Report } from '#contract/ledger.ts'

export type Check = Report['checks'][number]
export type CheckGroup = 'groupFiles' | 'groupTrialBalance' | 'groupJournal' | 'groupCross' | 'groupStatements'

/** Checks against the client's own statements; the other X checks tie ledgers to each other. */
const STATEMENT_CHECKS = new Set(['X02', 'X05'])
const ORDER: CheckGroup[] = ['groupTrialBalance', 'groupJournal', 'groupCross', 'groupStatements', 'groupFiles']

function groupOf(id: string): CheckGroup {
  if (STATEMENT_CHECKS.has(id)) return 'groupStatements'
  if (id.startsWith('T')) return 'groupTrialBalance'
  if (id.startsWith('J')) return 'groupJournal'
  return id.startsWith('X') ? 'groupCross' : 'groupFiles'
}

/** The urgent first: what blocks, what to look at, what ties out, what was not run. */
const urgency = ({ status, severity }: Check) =>
  status === 'fail' ? (severity === 'block' ? 0 : severity === 'warn' ? 1 : 2) : status === 'pass' ? 3 : 4

/** Checks by what they look at, each group with the failing ones first; empty groups left out. */
export function groupChecks(checks: Check[]): { group: CheckGroup; checks: Check[] }[] {
  const byGroup = Map.groupBy(checks, ({ id }) => groupOf(id))
  return ORDER.flatMap((group) => {
    const of = byGroup.get(group)
    return of ? [{ group, checks: of.toSorted((a, b) => urgency(a) - urgency(b) || a.id.localeCompare(b.id)) }] : []
  })
}

/** How many differences block, how many are to be looked at, how many checks tie out, how many were not run. */
export function verdictOf(checks: Check[]) {
  const failing = checks.filter(({ status }) => status === 'fail')
  const differences = (severity: Check['severity']) =>
    failing
      .filter((check) => check.severity === severity)
      .reduce((sum, check) => sum + Math.max(1, check.differences.length + check.more), 0)
  const counted = (status: Check['status']) => checks.filter((check) => check.status === status).length
  return {
    blocking: differences('block'),
    warnings: differences('warn'),
    passed: counted('pass'),
    skipped: counted('skipped'),
  }
}

type Place = Pick<Check['differences'][number], 'at' | 'atKind' | 'kind'>
/** The key of the voucher a difference is at, if there is such a voucher to show. */
export const voucherAt = ({ at, atKind, kind }: Place) =>
  atKind === 'voucher' && kind !== 'missing_voucher' ? at : undefined
