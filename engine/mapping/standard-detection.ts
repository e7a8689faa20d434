import type { Account, Standard } from '../ledger/model.ts'
import { accountPath, firstLevelCode, nameKey } from './account-name.ts'
import type { Charts, StandardAccount } from './chart.ts'
import type { Evidence } from './relation.ts'

/** Accounts by the names they go by. */
export function byName(chart: readonly StandardAccount[]): Map<string, StandardAccount> {
  const named = new Map<string, StandardAccount>()
  for (const account of chart) for (const alias of account.aliases) named.set(nameKey(alias), account)
  for (const account of chart) named.set(nameKey(account.name), account)
  return named
}

/**
 * Which standard the books follow. The first digit means different things in the two: 4001 is 实收资本 in 企业会计准则
 * and 生产成本 in 小企业会计准则, so only codes whose name agrees with one chart and not with the other give a vote.
 */
export function detectStandard(
  accounts: readonly Account[],
  charts: Charts,
): { standard: Standard; confidence: number; evidence: Evidence[] } {
  const votes: Record<Standard, Set<string>> = { cas: new Set(), small: new Set() }
  const named = { cas: byName(charts.cas), small: byName(charts.small) }
  for (const account of accounts) {
    const code = firstLevelCode(account.code)
    const name = nameKey(accountPath(account)[0] ?? account.name)
    const says = (standard: Standard) => {
      const match = named[standard].get(name)
      return match !== undefined && (match.code === code || match.otherCodes.includes(code))
    }
    const [cas, small] = [says('cas'), says('small')]
    if (cas !== small) votes[cas ? 'cas' : 'small'].add(`${code} ${accountPath(account)[0] ?? account.name}`)
  }
  const standard = votes.small.size > votes.cas.size ? 'small' : 'cas'
  const total = votes.cas.size + votes.small.size
  return {
    standard,
    confidence: total === 0 ? 0.5 : votes[standard].size / total,
    evidence: [...votes[standard]]
      .slice(0, 5)
      .map((account) => ({ code: 'name_matches', params: { account, standard } })),
  }
}
