import { analyticsChecks } from './analytics.ts'
import { balanceChecks } from './balances.ts'
import type { Check } from './check.ts'
import { type CheckBooks, checkIndex } from './check-books.ts'
import { type ParamValues, paramReader } from './check-params.ts'
import { controlChecks } from './control.ts'
import { duplicates } from './duplicates.ts'
import { collector, type Hit, hitKey, type Outcome } from './hit.ts'
import { integrityChecks } from './integrity.ts'
import { relationChecks } from './relation-checks.ts'
import { selectionChecks } from './selection.ts'
import { timingChecks } from './timing.ts'

/** The 36 checks of facts/voucher-checks.json by their number. */
export const checks: readonly Check[] = [
  ...integrityChecks,
  duplicates,
  ...controlChecks,
  ...timingChecks,
  ...selectionChecks,
  ...relationChecks,
  ...balanceChecks,
  ...analyticsChecks,
].toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** What a firm has set: parameters by check, and the checks it leaves out. */
export type CheckSettings = Readonly<Record<string, { enabled: boolean; values: ParamValues }>>

/** Hits kept of one check, the largest first; all are counted. */
const MOST_HITS = 2000

/** Runs the checks one after the other; `step` hears how many are done. The same books and settings give the same hits. */
export function runChecks(
  books: CheckBooks,
  settings: CheckSettings,
  step: (done: number, of: number) => void = () => {},
): { hits: Hit[]; outcomes: Outcome[] } {
  const index = checkIndex(books)
  const wanted = checks.filter(({ id }) => settings[id]?.enabled !== false)
  const hits: Hit[] = []
  const outcomes = wanted.map((check, at): Outcome => {
    const found = collector(index, check.id, MOST_HITS)
    const answer = check.run(index, paramReader(check.params, settings[check.id]?.values ?? {}), found)
    const skipped = answer !== undefined && 'skip' in answer
    const kept = skipped ? [] : found.hits()
    const seen = new Map<string, number>()
    for (const hit of kept) {
      // two lines of one voucher and account are two hits; the larger keeps the plain name
      const times = (seen.get(hitKey(hit)) ?? 0) + 1
      seen.set(hitKey(hit), times)
      hits.push(times === 1 ? hit : { ...hit, subject: `${hit.subject}#${times}` })
    }
    step(at + 1, wanted.length)
    return {
      check: check.id,
      state: skipped ? 'not_applicable' : 'done',
      total: skipped ? 0 : found.total,
      kept: kept.length,
      note: answer === undefined ? null : 'skip' in answer ? answer.skip : answer.note,
      signal: check.signal === true,
    }
  })
  return { hits, outcomes }
}
