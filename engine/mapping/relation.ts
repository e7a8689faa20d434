import type { Standard } from '../ledger/model.ts'

/** Why a proposal was made: a code with its parameters, for a person to read. */
export type Evidence = { code: EvidenceCode; params: Readonly<Record<string, string>> }
export type EvidenceCode =
  | 'code_matches'
  | 'vendor_code_matches'
  | 'name_matches'
  | 'name_resembles'
  | 'parent_mapped'
  | 'code_contradicts'
  | 'side_contradicts'
  | 'closes_into_profit'
  | 'posts_against'
  | 'keyword'
  | 'standard_implies'
  | 'decided_before'
  | 'runner_up'
  | 'standard_matches'
  | 'name_english'
  | 'name_typo'
  | 'name_changed'
  | 'old_code_matches'
  | 'parent_contradicts'
  | 'class_contradicts'
  | 'content_suggests'
  | 'decided_near'
  | 'model_suggests'
  | 'balance_agrees'
  | 'code_only_here'
  | 'old_chart'
  | 'unknown_chart'
  | 'other_chart'

/** Whose codes: of a standard, of the chart before 2007 (企业会计制度), of several, or of nobody's known chart. */
export type Numbering = Standard | 'old' | 'mixed' | 'unknown'

export type AccountStatus = 'auto' | 'pending' | 'accepted' | 'changed' | 'locked'

/** A client account tied to the standard chart and to its tax nature. Confidence runs from 0 to 1. */
export type MappedAccount = {
  code: string
  leaf: boolean
  /** CAS key, or null while nobody knows. */
  standard: string | null
  nature: string | null
  /** What statement lines ask for: `bad_debt:ar`, `rd_expense`, `tax:small4`. */
  tags: readonly string[]
  status: AccountStatus
  confidence: number
  evidence: readonly Evidence[]
}

export type LineStatus = AccountStatus | 'rejected'

/** A voucher line whose nature differs from its account's. It counts once auto, accepted, changed or locked. */
export type LineTag = {
  /** Place in the journal of this dataset. */
  ordinal: number
  voucherKey: string
  /** Place inside the voucher, from 1: it outlives a re-import, the ordinal does not. */
  line: number
  account: string
  tag: string
  /** The nature it would have by its account. */
  from: string | null
  status: LineStatus
  confidence: number
  evidence: readonly Evidence[]
}

/** Which client account and which voucher line is what (取数关系): what generation reads the ledger by. */
export type Relation = {
  standard: Standard
  /** The chart whose codes the books use; it may be of neither standard. */
  numbering?: Numbering
  standardConfidence: number
  standardEvidence: readonly Evidence[]
  accounts: readonly MappedAccount[]
  lines: readonly LineTag[]
}

/** Below this, a line's tag waits for a person. */
export const acceptAbove = 0.85
/** An account is tied without a person only where proposals like it were right at least this often on the measured corpus. */
export const acceptAccountAbove = 0.99

export const isDecided = (line: LineTag): boolean => line.status !== 'pending' && line.status !== 'rejected'

/** The relation with every waiting proposal accepted: what a person does who agrees with all of them. */
export function acceptAll(relation: Relation): Relation {
  return { ...relation, accounts: relation.accounts.map(accepted), lines: relation.lines.map(accepted) }
}

const accepted = <T extends { status: string }>(item: T) =>
  item.status === 'pending' ? { ...item, status: 'accepted' as const } : item
