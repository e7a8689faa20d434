import type { Account, Ledger, Standard } from '../ledger/model.ts'
import { accountPath, firstLevelCode, nameKey } from './account-name.ts'
import { type Charts, isProfitOrLoss, type StandardAccount } from './chart.ts'
import type { Evidence } from './relation.ts'
import { byName } from './standard-detection.ts'

export type StandardProposal = { standard: StandardAccount | null; confidence: number; evidence: Evidence[] }

/** What the journal says of each account: whether closing vouchers empty it, and what it posts against most. */
export type Conduct = {
  closed: ReadonlySet<string>
  posted: ReadonlySet<string>
  against: (code: string) => string | null
}

/** One pass over the journal: accounts that closing vouchers move, accounts with entries, and each one's commonest counterpart. */
export function conductOf({ journal }: Ledger): Conduct {
  const closed = new Set<string>()
  const posted = new Set<string>()
  const counterparts = new Map<string, Map<string, number>>()
  const inVoucher = journal.vouchers.map(() => new Set<string>())
  for (let row = 0; row < journal.size; row += 1) {
    inVoucher[journal.voucher[row] ?? 0]?.add(journal.accountCodes[journal.account[row] ?? 0] ?? '')
  }
  for (const [index, codes] of inVoucher.entries()) {
    for (const code of codes) {
      if (journal.vouchers[index]?.closing) closed.add(code)
      else {
        posted.add(code)
        // Counterparts of long vouchers tell little; a short one pairs its accounts.
        if (codes.size > 4) continue
        const counts = counterparts.get(code) ?? new Map<string, number>()
        for (const other of codes) if (other !== code) counts.set(other, (counts.get(other) ?? 0) + 1)
        counterparts.set(code, counts)
      }
    }
  }
  const against = (code: string) =>
    [...(counterparts.get(code) ?? [])].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
  return { closed, posted, against }
}

/** Names that resemble the account's: one contains the other, three characters at least. */
function resembling(named: ReadonlyMap<string, StandardAccount>, name: string): StandardAccount | null {
  const near = [...named].filter(
    ([key]) => key.length >= 3 && (name.includes(key) || (name.length >= 3 && key.includes(name))),
  )
  return near.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null
}

/**
 * A function that ties one client account to the standard chart by name, by code, and by what it posts against.
 * Name and code together are certain; a name beats a code, because vendors number accounts the Ministry never did.
 */
export function standardProposer(
  charts: Charts,
  standard: Standard,
  conduct: Conduct,
): (account: Account) => StandardProposal {
  const chart = charts[standard]
  const named = new Map([...byName(charts.cas), ...byName(chart)])
  const coded = new Map(chart.map((account) => [account.code, account]))

  return (account) => {
    const code = firstLevelCode(account.code)
    const root = accountPath(account)[0] ?? account.name
    const byCode = coded.get(code) ?? null
    const exact = named.get(nameKey(root)) ?? null
    const near = exact ?? resembling(named, nameKey(root))
    const evidence: Evidence[] = []
    let found: StandardAccount | null = null
    let confidence = 0
    if (near !== null) {
      found = near
      confidence = exact ? 0.92 : 0.7
      evidence.push({ code: exact ? 'name_matches' : 'name_resembles', params: { name: root, account: tagged(near) } })
    }
    if (byCode !== null && found !== null && byCode.key === found.key) {
      confidence = exact ? 0.99 : 0.93
      evidence.push({ code: 'code_matches', params: { code, account: tagged(byCode) } })
    } else if (found?.otherCodes.includes(code)) {
      confidence = Math.max(confidence, exact ? 0.97 : 0.88)
      evidence.push({ code: 'vendor_code_matches', params: { code, account: tagged(found) } })
    } else if (byCode !== null && found === null) {
      found = byCode
      confidence = 0.65
      evidence.push({ code: 'code_matches', params: { code, account: tagged(byCode) } })
    } else if (byCode !== null) {
      confidence -= 0.1
      evidence.push({ code: 'code_contradicts', params: { code, account: tagged(byCode) } })
    }
    return weighed(account, { standard: found, confidence, evidence }, conduct)
  }
}

/** The proposal, less sure where the account's conduct speaks against it. */
function weighed(account: Account, proposal: StandardProposal, conduct: Conduct): StandardProposal {
  const { standard } = proposal
  const evidence = [...proposal.evidence]
  let { confidence } = proposal
  const closes = conduct.closed.has(account.code)
  const counterpart = conduct.against(account.code)
  if (standard === null) {
    if (closes) evidence.push({ code: 'closes_into_profit', params: { code: account.code } })
    if (counterpart !== null) evidence.push({ code: 'posts_against', params: { code: counterpart } })
    return { standard, confidence: 0, evidence }
  }
  if (closes && !isProfitOrLoss(standard) && !standard.name.includes('利润')) {
    confidence -= 0.4
    evidence.push({ code: 'closes_into_profit', params: { code: account.code } })
  } else if (closes && isProfitOrLoss(standard)) {
    confidence = Math.min(0.99, confidence + 0.03)
    evidence.push({ code: 'closes_into_profit', params: { code: account.code } })
  }
  // Only accounts that cannot change sides by custom: 往来 accounts, taxes and profit do.
  const wrong =
    standard.side === 'dr' ? account.closing < 0n && account.opening < 0n : account.closing > 0n && account.opening > 0n
  const fixed = standard.class === 'asset' && !['1122', '1123', '1221', '1404', '1901', '1606'].includes(standard.key)
  if (wrong && fixed) {
    confidence -= 0.25
    evidence.push({ code: 'side_contradicts', params: { side: standard.side } })
  }
  return { standard, confidence: Math.max(0, confidence), evidence }
}

const tagged = (account: StandardAccount) => `${account.code || account.key} ${account.name}`
