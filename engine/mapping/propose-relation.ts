import type { Account, Ledger } from '../ledger/model.ts'
import { accountPath } from './account-name.ts'
import { conductOf, standardProposer } from './account-proposal.ts'
import type { MappingFacts } from './chart.ts'
import { type LineMemory, proposeLines } from './line-proposal.ts'
import { natureWords, type NatureWords, naturesIn, searchable } from './nature.ts'
import { acceptAbove, type Evidence, type MappedAccount, type Relation } from './relation.ts'
import { detectStandard } from './standard-detection.ts'

/** What the firm decided for this client before: it comes before any guess. */
export type Memory = {
  account: (code: string, name: string) => Pick<MappedAccount, 'standard' | 'nature' | 'tags'> | undefined
  line: LineMemory
}

/**
 * Ties every account of the trial balance, parents too, to the standard chart and to a tax nature, and finds voucher
 * lines of another nature than their account. Nothing below `acceptAbove` is accepted without a person.
 */
export function proposeRelation(ledger: Ledger, facts: MappingFacts, memory?: Memory): Relation {
  const detected = detectStandard(ledger.accounts, facts.charts)
  const propose = standardProposer(facts.charts, detected.standard, conductOf(ledger))
  const natures = natureWords(facts.natures)
  const accounts = ledger.accounts.map((account): MappedAccount => {
    const before = memory?.account(account.code, account.fullName)
    if (before) {
      const evidence: Evidence[] = [{ code: 'decided_before', params: { standard: before.standard ?? '' } }]
      return { code: account.code, leaf: account.leaf, ...before, status: 'auto', confidence: 0.98, evidence }
    }
    const { standard, confidence, evidence } = propose(account)
    const { nature, tags, reasons } = standard === null ? nothing : natureOf(account, standard.key, facts, natures)
    return {
      code: account.code,
      leaf: account.leaf,
      standard: standard?.key ?? null,
      nature,
      tags,
      status: confidence >= acceptAbove ? 'auto' : 'pending',
      confidence,
      evidence: [...evidence, ...reasons],
    }
  })
  const byCode = new Map(accounts.map((account) => [account.code, account]))
  const lines = proposeLines(ledger, byCode, facts, memory?.line)
  return {
    standard: detected.standard,
    standardConfidence: detected.confidence,
    standardEvidence: detected.evidence,
    accounts,
    lines,
  }
}

const nothing = { nature: null, tags: [], reasons: [] }

/** The nature and the detail tags of an account, by the words of its path below the first level. */
function natureOf(
  account: Account,
  standard: string,
  facts: MappingFacts,
  natures: NatureWords,
): { nature: string | null; tags: string[]; reasons: Evidence[] } {
  const path = accountPath(account)
  const below = path.slice(1).join('/')
  const words = searchable(below === '' ? (path[0] ?? account.name) : below)
  const tags = facts.detailTags
    .filter((detail) => detail.standard === standard)
    .filter(
      ({ keywords, not }) =>
        keywords.some((word) => words.includes(searchable(word))) &&
        !not.some((word) => words.includes(searchable(word))),
    )
    .map(({ tag }) => tag)
  if (tags.includes('capitalised')) return { nature: null, tags, reasons: [] }
  const [match] = naturesIn(words, standard, natures)
  const implied = facts.natureOfStandard[standard]
  // 研发支出 is research whatever its items are called; elsewhere the item's name decides.
  if (implied !== undefined && (standard === '5301' || match === undefined)) {
    const reasons: Evidence[] = [{ code: 'standard_implies', params: { standard, nature: implied } }]
    return words.includes('递延') ? { nature: null, tags, reasons: [] } : { nature: implied, tags, reasons }
  }
  if (match === undefined) return { nature: null, tags, reasons: [] }
  return {
    nature: match.nature.id,
    tags,
    reasons: [{ code: 'keyword', params: { keyword: match.keyword, nature: match.nature.id } }],
  }
}
