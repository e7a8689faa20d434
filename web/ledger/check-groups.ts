import type { Report } from '#contract/ledger.ts'

export type Check = Report['checks'][number]
export type CheckGroup = 'groupFiles' | 'groupSheets' | 'groupTrialBalance' | 'groupJournal' | 'groupCross'

/** In the order of the work: files, sheets, trial balance, journal, across. */
const ORDER: CheckGroup[] = ['groupFiles', 'groupSheets', 'groupTrialBalance', 'groupJournal', 'groupCross']
const LEVELS: Readonly<Record<string, CheckGroup>> = {
  F: 'groupFiles',
  S: 'groupSheets',
  T: 'groupTrialBalance',
  J: 'groupJournal',
}

/** The level of a check, by the letter of its id. */
export const groupOf = (id: string): CheckGroup => LEVELS[id.slice(0, 1)] ?? 'groupCross'

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

/** How a group came out: checks that fail, by whether they block, of how many. */
export const countOf = (checks: readonly Check[]) => ({
  all: checks.length,
  blocking: checks.filter(({ status, severity }) => status === 'fail' && severity === 'block').length,
  failing: checks.filter(({ status }) => status === 'fail').length,
})

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
  atKind === 'voucher' && kind !== 'gap' && kind !== 'missing_voucher' && kind !== 'voided' ? at : undefined
