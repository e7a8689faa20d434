import type { Account, Ledger } from '../ledger/model.ts'
import { accountPath, firstLevelCode } from './account-name.ts'
import { confidenceOf } from './calibration.ts'
import { isProfitOrLoss, type MappingFacts, type StandardAccount } from './chart.ts'
import { type Conduct, conductOf } from './conduct.ts'
import { nameBook, type NameKind, type NameMatch } from './name-book.ts'
import type { Evidence } from './relation.ts'
import type { Detected } from './standard-detection.ts'

export type StandardProposal = {
  standard: StandardAccount | null
  confidence: number
  evidence: Evidence[]
  /** The kinds of evidence together, by which precision is measured: `exact+official+for+sure`. */
  pattern: string
}

/** Whose code the account carries: the proposed account's, by its chart, by vendors, of the old chart; another's; nobody's. */
type CodeKind = 'official' | 'vendor' | 'old' | 'other' | 'silent'
/** `detail`: a sub-account printed without its first level. */
type Found = { standard: StandardAccount; name: NameKind | 'detail'; code: CodeKind; evidence: Evidence[] }

const nameEvidence = {
  exact: 'name_matches',
  english: 'name_english',
  typo: 'name_typo',
  within: 'name_resembles',
  changed: 'name_changed',
} as const

/** Accounts whose balance may stand on either side by custom, or that net another. */
const eitherSide: ReadonlySet<string> = new Set(
  (
    '1122 1123 1221 1404 1901 1606 1321 2202 2203 2211 2221 2241 2232 4103 4104 4101 4002 ' +
    'N_OCI 3001 3002 3101 3201 3202 5402 6901'
  ).split(' '),
)

/**
 * A function that ties one client account to the standard chart by name, by code, and by its conduct. A name beats a code, because
 * vendors number accounts the Ministry never did; below the first level an account goes with its parent. How sure it is, is what
 * the calibration measured for the same kinds of evidence.
 */
export function standardProposer(
  facts: MappingFacts,
  detected: Detected,
  ledger: Ledger,
): (account: Account) => StandardProposal {
  const conduct = conductOf(ledger)
  const chart = facts.charts[detected.standard]
  const byKey = new Map([...facts.charts.cas, ...chart].map((account) => [account.key, account]))
  const codes = {
    official: new Map(chart.map((account) => [account.code, account])),
    old: new Map(facts.oldChart.flatMap(({ code, key }) => [[code, byKey.get(key)] as const])),
  }
  codes.official.delete('')
  const names = nameBook(facts.charts, detected.standard, facts.words)
  const old = detected.numbering === 'old' || detected.numbering === 'mixed'
  const sure = detected.numbering === 'old' || (detected.confidence >= 0.8 && detected.numbering === detected.standard)
  const usual = classByDigit(ledger.accounts, (name) => names(name))
  const rows = new Map(ledger.accounts.map((account) => [account.code, account]))

  const find = (account: Account): Found | { standard: null; evidence: Evidence[] } => {
    const path = accountPath(account)
    const called = path[0] ?? account.name
    const first = firstLevelCode(account.code)
    const digits = account.code.replace(/\D/g, '')
    const coded = (old ? codes.old.get(first) : undefined) ?? codes.official.get(first) ?? null
    const codeKind: CodeKind = old && codes.old.has(first) ? 'old' : 'official'
    // a detail printed without its first level: its name is a detail's, only its code says where it belongs
    const orphan = path.length === 1 && account.parent === null && tail(digits) !== ''
    const match: NameMatch = orphan && coded ? { kind: 'none', accounts: [] } : names(called)
    const evidence: Evidence[] = []
    const agreeing = match.accounts.find(({ key }) => key === coded?.key)
    const vendor = match.accounts.find(
      ({ otherCodes, code }) =>
        otherCodes.some((other) => other === first || (other.length > 4 && digits.startsWith(other))) || code === first,
    )
    const standard = agreeing ?? vendor ?? match.accounts[0] ?? null
    if (standard && match.kind !== 'none') {
      evidence.push({ code: nameEvidence[match.kind], params: { name: called, ...tagged(standard) } })
      for (const rival of match.accounts) {
        if (rival !== standard) evidence.push({ code: 'runner_up', params: tagged(rival) })
      }
      if (agreeing && coded) {
        evidence.push({
          code: codeKind === 'old' ? 'old_code_matches' : 'code_matches',
          params: { code: first, ...tagged(coded) },
        })
        return { standard, name: match.kind, code: codeKind, evidence }
      }
      if (vendor) {
        evidence.push({ code: 'vendor_code_matches', params: { code: first, ...tagged(vendor) } })
        return { standard, name: match.kind, code: 'vendor', evidence }
      }
      if (coded) evidence.push({ code: 'code_contradicts', params: { code: first, ...tagged(coded) } })
      // two names as near as each other and no code to choose by
      const name = match.accounts.length > 1 ? ('changed' as const) : match.kind
      return { standard, name, code: coded ? 'other' : 'silent', evidence }
    }
    if (coded) {
      const why = codeKind === 'old' ? 'old_code_matches' : 'code_matches'
      evidence.push({ code: why, params: { code: first, ...tagged(coded) } })
      return { standard: coded, name: orphan ? 'detail' : 'none', code: codeKind, evidence }
    }
    return { standard: null, evidence }
  }

  return (account) => {
    const found = find(account)
    if (found.standard === null) return unknown(account, found.evidence, conduct, usual)
    const parent = account.parent === null ? undefined : rows.get(account.parent)
    const { says, evidence } = contentOf(account, found.standard, conduct, usual)
    const reasons = [...found.evidence, ...evidence]
    if (parent && accountPath(account).length > 1) {
      reasons.push({ code: 'parent_mapped', params: { parent: `${parent.code} ${parent.name}` } })
    }
    const conflict = strays(account, parent, found.standard, names)
    if (conflict) reasons.push(...conflict)
    const pattern = [found.name, found.code, conflict ? 'strays' : says, sure ? 'sure' : 'unsure'].join('+')
    return {
      standard: found.standard,
      confidence: confidenceOf(pattern, facts.calibration),
      evidence: reasons,
      pattern,
    }
  }
}

/** The digits below the first level, padding zeros left out. */
const tail = (digits: string) => (digits.length >= 8 ? digits.replace(/^0+/, '') : digits).slice(4).replace(/0+$/, '')

/**
 * A sub-account that does not go with its parent: its code begins otherwise, or it is by name a standard account that nets its
 * parent (累计折旧 under 固定资产). Other homonyms below the first level (管理费用/研发费用, 财务费用/利息收入) are details.
 */
function strays(
  account: Account,
  parent: Account | undefined,
  standard: StandardAccount,
  names: (name: string) => NameMatch,
): Evidence[] | null {
  if (!parent) return null
  if (firstLevelCode(parent.code) !== firstLevelCode(account.code)) {
    return [{ code: 'parent_contradicts', params: { parent: `${parent.code} ${parent.name}` } }]
  }
  const own = names(account.name)
  const [meant] = own.accounts
  if (own.kind !== 'exact' || !meant || meant.key === standard.key || isProfitOrLoss(standard)) return null
  const nets = meant.class === standard.class && meant.side !== standard.side && standard.class === 'asset'
  return nets
    ? [
        { code: 'parent_contradicts', params: { parent: `${parent.code} ${parent.name}` } },
        { code: 'runner_up', params: tagged(meant) },
      ]
    : null
}

type Group = 'asset' | 'liability' | 'equity' | 'common' | 'cost' | 'pl'
const groupOf = (account: StandardAccount): Group => (isProfitOrLoss(account) ? 'pl' : (account.class as Group))

/** Fewer accounts than this say nothing of what a first digit means in these books. */
const NEIGHBOURS = 3

/** What class each first digit stands for in these books, by the accounts whose names leave no doubt; '' where they differ. */
function classByDigit(accounts: readonly Account[], names: (name: string) => NameMatch): ReadonlyMap<string, Group> {
  const counts = new Map<string, Map<Group, number>>()
  for (const account of accounts) {
    if (account.parent !== null) continue
    const match = names(accountPath(account)[0] ?? account.name)
    const [meant] = match.accounts
    if (match.kind !== 'exact' || !meant) continue
    const digit = firstLevelCode(account.code).slice(0, 1)
    const own = counts.get(digit) ?? new Map<Group, number>()
    counts.set(digit, own.set(groupOf(meant), (own.get(groupOf(meant)) ?? 0) + 1))
  }
  const usual = new Map<string, Group>()
  for (const [digit, own] of counts) {
    const total = own.values().reduce((sum, times) => sum + times, 0)
    const [most] = [...own].toSorted(([, a], [, b]) => b - a)
    if (most && total >= NEIGHBOURS && most[1] / total >= 0.8) usual.set(digit, most[0])
  }
  return usual
}

/** What the account's own conduct says to a proposal: its side, the closing vouchers, the class of its neighbours. */
function contentOf(
  account: Account,
  standard: StandardAccount,
  conduct: Conduct,
  usual: ReadonlyMap<string, Group>,
): { says: 'for' | 'silent' | 'against'; evidence: Evidence[] } {
  const evidence: Evidence[] = []
  let says: 'for' | 'silent' | 'against' = 'silent'
  const closes = conduct.closed.has(account.code)
  if (closes) {
    evidence.push({ code: 'closes_into_profit', params: { code: account.code } })
    const fits = isProfitOrLoss(standard) || ['4103', '4104', '6901', '6801'].includes(standard.key)
    says = fits ? 'for' : 'against'
  }
  const { opening, closing } = account
  const sided = isProfitOrLoss(standard) || eitherSide.has(standard.key) || standard.class === 'cost'
  if (!sided && (opening !== 0n || closing !== 0n)) {
    const right = standard.side === 'dr' ? (one: bigint) => one >= 0n : (one: bigint) => one <= 0n
    if (!right(opening) && !right(closing)) {
      says = 'against'
      evidence.push({ code: 'side_contradicts', params: { side: standard.side } })
    } else if (right(opening) && right(closing) && says === 'silent') says = 'for'
  }
  const neighbours = usual.get(firstLevelCode(account.code).slice(0, 1))
  if (neighbours !== undefined && neighbours !== groupOf(standard)) {
    const costs = neighbours === 'pl' && standard.class === 'cost'
    if (!costs) {
      says = 'against'
      evidence.push({ code: 'class_contradicts', params: { class: neighbours } })
    }
  } else if (neighbours !== undefined && says === 'silent') says = 'for'
  return { says, evidence }
}

/** Nothing is proposed; what the journal and the neighbours say helps the person. */
function unknown(
  account: Account,
  said: Evidence[],
  conduct: Conduct,
  usual: ReadonlyMap<string, Group>,
): StandardProposal {
  const evidence = [...said]
  const counterpart = conduct.against(account.code)
  const neighbours = usual.get(firstLevelCode(account.code).slice(0, 1))
  if (conduct.closed.has(account.code)) evidence.push({ code: 'closes_into_profit', params: { code: account.code } })
  if (counterpart !== null) evidence.push({ code: 'posts_against', params: { code: counterpart } })
  if (neighbours !== undefined) evidence.push({ code: 'content_suggests', params: { class: neighbours } })
  return { standard: null, confidence: 0, evidence, pattern: 'none' }
}

const tagged = (account: StandardAccount) => ({
  account: `${account.code || account.key} ${account.name}`,
  key: account.key,
})
