import type { Account, Standard } from '../ledger/model.ts'
import { accountPath, firstLevelCode, nameKey } from './account-name.ts'
import type { Charts, OldAccount, OtherChart, StandardAccount } from './chart.ts'
import type { Evidence, Numbering } from './relation.ts'

/** Charts never change: their names are made comparable once. */
const namesOf = new WeakMap<readonly StandardAccount[], ReadonlyMap<string, StandardAccount>>()

/** Accounts by the names they go by. */
export function byName(chart: readonly StandardAccount[]): ReadonlyMap<string, StandardAccount> {
  const known = namesOf.get(chart)
  if (known) return known
  const named = new Map<string, StandardAccount>()
  for (const account of chart) for (const alias of account.aliases) named.set(nameKey(alias), account)
  for (const account of chart) named.set(nameKey(account.name), account)
  namesOf.set(chart, named)
  return named
}

/** What of an account tells the standard. */
export type BookAccount = Pick<Account, 'code' | 'name' | 'fullName' | 'level' | 'closing'>

export type Detected = {
  standard: Standard
  numbering: Numbering
  confidence: number
  evidence: Evidence[]
  /** The system not for enterprises that these books follow. */
  other?: OtherChart
}

type Vote = { weight: number; evidence: Evidence }
type Votes = Record<Standard | 'old', Map<string, Vote>>

/** Below this share of the votes, or with fewer votes than two, the books are not said to follow one chart. */
const CLEAR = 0.8
const FEW = 2
/** Accounts of its own by which a system that is not for enterprises is known; one or two an enterprise may have made itself. */
const KNOWN_BY = 3

/**
 * Which standard the books follow, and whose codes they use. The first digit means different things in the charts: 4001 is 实收资本
 * in 企业会计准则 and 生产成本 in 小企业会计准则, so only what agrees with one chart and not with the others gives a vote: name and code
 * together; where the name says nothing, half a vote by the side of the balance, or by a code that only one chart has. Books by the
 * codes of before 2007 say nothing of the standard they follow now: their confidence stays low, a person chooses.
 */
export function detectStandard(
  accounts: readonly BookAccount[],
  charts: Charts,
  oldChart: readonly OldAccount[] = [],
  otherCharts: readonly OtherChart[] = [],
): Detected {
  const roots = new Set(accounts.map((account) => nameKey(accountPath(account)[0] ?? account.name)))
  const found = otherCharts
    .map((other) => ({ other, count: other.own.filter((name) => roots.has(nameKey(name))).length }))
    .toSorted((a, b) => b.count - a.count)[0]
  if (found && found.count >= KNOWN_BY) {
    const { other, count } = found
    const params = { chart: other.id, source: other.source, count: String(count) }
    const evidence: Evidence[] = [{ code: 'other_chart', params }]
    return { standard: 'cas', numbering: 'unknown', confidence: 0.5, evidence, other }
  }
  const votes: Votes = { cas: new Map(), small: new Map(), old: new Map() }
  const named = { cas: byName(charts.cas), small: byName(charts.small) }
  const coded = {
    cas: new Map(charts.cas.map((account) => [account.code, account])),
    small: new Map(charts.small.map((account) => [account.code, account])),
  }
  const oldNames = new Set(oldChart.map(({ code, name }) => `${code} ${nameKey(name)}`))
  for (const account of accounts) {
    const code = firstLevelCode(account.code)
    const called = accountPath(account)[0] ?? account.name
    const name = nameKey(called)
    const id = `${code} ${called}`
    const says = (standard: Standard) => {
      const match = named[standard].get(name)
      return match !== undefined && (match.code === code || match.otherCodes.includes(code))
    }
    const which = (['cas', 'small'] as const).filter(says)
    const old = oldNames.has(`${code} ${name}`)
    const [only] = which
    if (which.length === 1 && only && !old) {
      const other = only === 'cas' ? 'small' : 'cas'
      // an account the other chart lacks may have been added to it; one that it has elsewhere speaks clearly
      const weight = named[other].has(name) || coded[other].has(code) ? 1 : 0.5
      votes[only].set(id, { weight, evidence: { code: 'standard_matches', params: { account: id, standard: only } } })
    } else if (which.length === 0 && old) {
      votes.old.set(id, { weight: 1, evidence: { code: 'old_code_matches', params: { code, account: called } } })
    } else if (which.length === 0 && !named.cas.has(name) && !named.small.has(name) && account.level <= 1) {
      const half = silentVote(account, code, coded)
      if (half) votes[half.standard].set(id, { weight: 0.5, evidence: half.evidence })
    }
  }
  return counted(votes)
}

/** What an account whose name no chart knows still says: the side of its balance, or that one chart alone has its code. */
function silentVote(
  account: BookAccount,
  code: string,
  coded: Record<Standard, ReadonlyMap<string, StandardAccount>>,
): { standard: Standard; evidence: Evidence } | null {
  const [cas, small] = [coded.cas.get(code), coded.small.get(code)]
  const alone = cas && !small ? 'cas' : small && !cas ? 'small' : null
  if (alone) return { standard: alone, evidence: { code: 'code_only_here', params: { code, standard: alone } } }
  if (!cas || !small || cas.side === small.side || account.closing === 0n) return null
  const standard = (account.closing > 0n ? 'dr' : 'cr') === cas.side ? 'cas' : 'small'
  return { standard, evidence: { code: 'balance_agrees', params: { code, standard } } }
}

function counted(votes: Votes): Detected {
  const weight = (chart: keyof Votes) => votes[chart].values().reduce((sum, { weight: one }) => sum + one, 0)
  const [cas, small, old] = [weight('cas'), weight('small'), weight('old')]
  const total = cas + small + old
  const standard: Standard = small > cas ? 'small' : 'cas'
  const told = (chart: keyof Votes, most: number) =>
    votes[chart]
      .values()
      .toArray()
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, most)
      .map(({ evidence }) => evidence)
  if (total === 0) {
    return { standard, numbering: 'unknown', confidence: 0.5, evidence: [{ code: 'unknown_chart', params: {} }] }
  }
  if (old > Math.max(cas, small)) {
    const evidence: Evidence[] = [{ code: 'old_chart', params: { count: String(votes.old.size) } }, ...told('old', 5)]
    return { standard, numbering: old / total >= CLEAR ? 'old' : 'mixed', confidence: 0.5, evidence }
  }
  const share = Math.max(cas, small) / total
  const other = standard === 'cas' ? 'small' : 'cas'
  return {
    standard,
    numbering: share >= CLEAR ? standard : 'mixed',
    confidence: total < FEW ? Math.min(share, 0.7) : share,
    evidence: [...told(standard, 5), ...told(other, 3), ...(old > 0 ? told('old', 2) : [])],
  }
}
