import type { Account, Ledger, Standard } from '../ledger/model.ts'
import { accountPath } from './account-name.ts'
import { standardProposer } from './account-proposal.ts'
import type { MappingFacts } from './chart.ts'
import { type LineMemory, proposeLines } from './line-proposal.ts'
import { natureWords, type NatureWords, naturesIn, searchable } from './nature.ts'
import { acceptAccountAbove, type Evidence, type MappedAccount, type Relation } from './relation.ts'
import { type BookAccount, detectStandard, type Detected } from './standard-detection.ts'

/** A tie that a person stood for in another year, or before a re-import, and who that was. */
export type Remembered = Pick<MappedAccount, 'standard' | 'nature' | 'tags'> & {
  by: string
  year: string
  /** Code and whole path are the same; else only one of them is, and a person looks again. */
  same: boolean
}

/** What the firm decided for this client before: it comes before any guess. */
export type Memory = {
  account: (code: string, fullName: string) => Remembered | undefined
  line: LineMemory
  /** The standard a person chose for these books. */
  standard?: Standard | undefined
}

/** Which standard the books follow: a person's choice before what the books show. */
export function standardOf(
  { accounts }: { accounts: readonly BookAccount[] },
  facts: MappingFacts,
  chosen?: Standard,
): Detected {
  const detected = detectStandard(accounts, facts.charts, facts.oldChart, facts.otherCharts)
  return chosen === undefined ? detected : { ...detected, standard: chosen, confidence: 1 }
}

/**
 * Ties every account of the trial balance, parents too, to the standard chart and to a tax nature, and finds voucher
 * lines of another nature than their account. Nothing below `acceptAccountAbove` is accepted without a person.
 */
export function proposeRelation(ledger: Ledger, facts: MappingFacts, memory?: Memory): Relation {
  const detected = standardOf(ledger, facts, memory?.standard)
  const propose = standardProposer(facts, detected, ledger)
  const natures = natureWords(facts.natures)
  const accounts = ledger.accounts.map((account): MappedAccount => {
    const before = memory?.account(account.code, account.fullName)
    const { code, leaf } = account
    if (before?.same) {
      const { standard, nature, tags } = before
      const evidence: Evidence[] = [{ code: 'decided_before', params: { by: before.by, year: before.year } }]
      return { code, leaf, standard, nature, tags, status: 'auto', confidence: 1, evidence }
    }
    const { standard, confidence, evidence } = propose(account)
    const { nature, tags, reasons } = standard === null ? nothing : natureOf(account, standard.key, facts, natures)
    const near = before === undefined ? [] : [nearly(before)]
    const differs = before?.standard != null && before.standard !== standard?.key
    return {
      code,
      leaf,
      standard: standard?.key ?? before?.standard ?? null,
      nature,
      tags,
      // the same name means another thing in a system that is not for enterprises
      status: confidence >= acceptAccountAbove && !differs && !detected.other ? 'auto' : 'pending',
      confidence,
      evidence: [...near, ...evidence, ...reasons],
    }
  })
  const byCode = new Map(accounts.map((account) => [account.code, account]))
  const lines = proposeLines(ledger, byCode, facts, memory?.line)
  return {
    standard: detected.standard,
    numbering: detected.numbering,
    standardConfidence: detected.confidence,
    standardEvidence: detected.evidence,
    accounts,
    lines,
  }
}

const nearly = ({ standard, by, year }: Remembered): Evidence => ({
  code: 'decided_near',
  params: { key: standard ?? '', by, year },
})

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
