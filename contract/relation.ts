import { z } from 'zod'
import { count, get, id, money, paged, paging, post } from './endpoint.ts'

const Said = z.object({ key: z.string(), text: z.string() })
/** pending waits for a person; auto was unambiguous; accepted and changed are a person's. */
export const relationStates = ['auto', 'pending', 'accepted', 'changed', 'rejected'] as const

const Candidate = z.object({
  standard: z.string(),
  standardName: z.string(),
  evidence: z.array(Said),
})
export const AccountRelation = z.object({
  code: z.string(),
  name: z.string(),
  fullName: z.string(),
  closing: money,
  debit: money,
  credit: money,
  standard: z.string(),
  standardName: z.string(),
  statementLine: z.string(),
  /** The tax nature first, if it has one, then detail tags. */
  tags: z.array(z.string()),
  tagNames: z.array(z.string()),
  status: z.enum(relationStates),
  /** 0 to 1. */
  confidence: z.number(),
  evidence: z.array(Said),
  candidates: z.array(Candidate),
  decidedBy: z.string(),
})
export const LineRelation = z.object({
  voucherKey: z.string(),
  line: z.number().int(),
  date: z.string(),
  summary: z.string(),
  account: z.string(),
  accountName: z.string(),
  amount: money,
  tag: z.string(),
  tagName: z.string(),
  accountTagName: z.string(),
  status: z.enum(relationStates),
  confidence: z.number(),
  evidence: z.array(Said),
  decidedBy: z.string(),
})
const inProject = { projectId: id }
const standards = ['cas', 'small'] as const

/** Why the bill cannot be relied on yet, by account. */
export const RelationGap = z.object({
  kind: z.enum(['unmapped', 'nowhere', 'twice', 'strays']),
  code: z.string(),
  name: z.string(),
  /** The larger of its balance and turnovers. */
  stake: money,
  /** What is meant: the statement lines that take it twice, the parent it leaves, the standard account without a line. */
  says: z.string(),
})
export const RelationState = z.object({
  projectId: id,
  datasetId: z.string(),
  standard: z.enum(standards),
  /** Whose codes the books use: of one standard, of the chart before 2007, of several, of none known. */
  numbering: z.enum(['cas', 'small', 'old', 'mixed', 'unknown']),
  /** 0 to 1, and whether that is enough to lock without a person's choice. */
  standardConfidence: z.number(),
  standardSure: z.boolean(),
  standardEvidence: z.array(Said),
  /** Who chose the standard, '' while the books speak for themselves. */
  standardChosenBy: z.string(),
  standardReason: z.string(),
  /** A model is configured that may be asked. */
  advisor: z.boolean(),
  /** Accounts taken over from the client's earlier bills. */
  reused: count,
  /** How many the newest decision covers that can be undone; 0 none. */
  undoable: count,
  undoBy: z.string(),
  /** Of the proposal under way; empty where there is none. */
  jobId: z.string(),
  version: z.number().int(),
  lockedBy: z.string(),
  lockedTime: z.string(),
  accounts: count,
  accountsPending: count,
  unmapped: count,
  lines: count,
  linesPending: count,
})
export type RelationState = z.output<typeof RelationState>

export const relation = {
  state: get('/sc-llm/relation/state', {
    may: 'ledger.view',
    says: 'How far the relation bill is',
    input: z.object(inProject),
    output: RelationState,
  }),
  propose: post('/sc-llm/relation/propose', {
    may: 'relation.edit',
    says: 'Proposes standard accounts and tax tags for what nobody has decided yet, as a job; decisions stay',
    input: z.object(inProject),
    output: z.object({ jobId: z.string() }),
  }),
  accounts: get('/sc-llm/relation/accounts', {
    may: 'ledger.view',
    says: 'Client accounts and what they are tied to',
    input: paging(['code', 'name', 'standard', 'status', 'tag', 'confidence'], inProject),
    output: paged(AccountRelation),
  }),
  lines: get('/sc-llm/relation/lines', {
    may: 'ledger.view',
    says: "Journal lines whose nature differs from their account's",
    input: paging(['voucherKey', 'account', 'tag', 'status', 'confidence', 'summary'], inProject),
    output: paged(LineRelation),
  }),
  standards: get('/sc-llm/relation/standards', {
    may: 'ledger.view',
    says: 'The standard accounts and tax tags to choose from',
    input: z.object(inProject),
    output: z.object({
      accounts: z.array(z.object({ key: z.string(), code: z.string(), name: z.string(), kind: z.string() })),
      tags: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  decideAccounts: post('/sc-llm/relation/decideAccounts', {
    may: 'relation.edit',
    says: 'Accepts or changes accounts; refused while locked',
    input: z.object({
      ...inProject,
      accounts: z
        .array(z.object({ code: z.string(), standard: z.string().optional(), tags: z.array(z.string()).optional() }))
        .min(1)
        .max(1000),
    }),
    output: RelationState,
  }),
  decideLines: post('/sc-llm/relation/decideLines', {
    may: 'relation.edit',
    says: 'Accepts, changes or rejects line tags; refused while locked',
    input: z.object({
      ...inProject,
      lines: z
        .array(
          z.object({
            voucherKey: z.string(),
            line: z.number().int(),
            decision: z.enum(['accept', 'reject', 'change']),
            tag: z.string().optional(),
          }),
        )
        .min(1)
        .max(1000),
    }),
    output: RelationState,
  }),
  gaps: get('/sc-llm/relation/gaps', {
    may: 'ledger.view',
    says: 'Client leaves that belong to no statement line or to more than one, and those that leave their parent',
    input: z.object(inProject),
    output: z.object({ leaves: count, placed: count, gaps: z.array(RelationGap) }),
  }),
  chooseStandard: post('/sc-llm/relation/chooseStandard', {
    may: 'relation.edit',
    says: 'Says which standard the books follow; proposals are made anew by it, as a job. Refused while locked',
    input: z.object({ ...inProject, standard: z.enum(standards), reason: z.string().trim().max(200).default('') }),
    output: z.object({ jobId: z.string() }),
  }),
  undo: post('/sc-llm/relation/undo', {
    may: 'relation.edit',
    says: 'Takes back the newest decision of the bill; refused while locked',
    input: z.object(inProject),
    output: RelationState,
  }),
  advise: post('/sc-llm/relation/advise', {
    may: 'relation.edit',
    says: 'Asks the configured model about accounts that wait; its answer is evidence for a person and decides nothing',
    input: z.object(inProject),
    output: z.object({ asked: count, answered: count }),
    network: true,
  }),
  lock: post('/sc-llm/relation/lock', {
    may: 'relation.edit',
    says: 'Locks the relation bill; refused while anything waits for a person',
    input: z.object(inProject),
    output: RelationState,
  }),
  unlock: post('/sc-llm/relation/unlock', {
    may: 'relation.edit',
    says: 'Opens the relation bill again',
    input: z.object(inProject),
    output: RelationState,
  }),
}
