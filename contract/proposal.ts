import { z } from 'zod'
import { count, get, id, none, paged, paging, post, time } from './endpoint.ts'
import { Source } from './tool-source.ts'

/** What is proposed: an explanation of a figure, a note for the paper, a point for review, what an account is mapped to. */
export const proposalKinds = ['explain', 'note', 'review', 'mapping'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** `outdated`: made anew, or no longer true of the papers, before anybody decided. */
export const proposalStates = ['open', 'accepted', 'edited', 'rejected', 'outdated'] as const
export type ProposalState = (typeof proposalStates)[number]

/** What a point of review was found by; `model`: a model saw it. */
export const reviewRules = [
  'missing', 'failing', 'stale', 'tieOut', 'typedOver', 'weakEvidence', 'noEvidence', 'change', 'uncertainLaw', 'model',
] as const // prettier-ignore
export type ReviewRule = (typeof reviewRules)[number]

export const LONGEST_PROPOSAL = 4000

export const Proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  paperId: z.string(),
  /** The cell it is about; empty: the whole paper, and a mapping. */
  place: z.string(),
  /** The cell's label, the account. */
  subject: z.string(),
  /** As it was proposed. */
  text: z.string(),
  /** As it was accepted, where somebody changed it. */
  finalText: z.string(),
  evidence: z.array(Source),
  origin: z.enum(['rule', 'model']),
  /** The model that worded it; empty: nobody but the rules. */
  model: z.string(),
  /** Of a point of review, what found it. */
  rule: z.string(),
  /** 1 must be looked at, 2 should, 3 may. */
  weight: z.number().int(),
  state: z.enum(proposalStates),
  /** Why it was rejected. */
  reason: z.string(),
  createUserName: z.string(),
  createTime: time,
  decidedUserName: z.string(),
  decidedTime: time,
})
export type Proposal = z.output<typeof Proposal>

const inProject = { projectId: id }
const paperId = z.string().max(20)

export const proposal = {
  make: post('/sc-llm/proposal/make', {
    may: 'paper.generate',
    says: 'Proposes anew: an explanation of the cell, a note for the paper, points for its review, or what waiting accounts are mapped to. Open ones of the kind that no longer hold become outdated; decided ones stay and do not come back',
    input: z.object({
      ...inProject,
      kind: z.enum(proposalKinds),
      /** All kinds but `mapping`. */
      paperId: paperId.default(''),
      /** The cell to explain. */
      place: z.string().max(300).default(''),
      /** Whether a model may be asked, where there is one. */
      useModel: z.boolean().default(true),
    }),
    output: z.object({
      proposals: z.array(Proposal),
      /** Why no model had a part in it: none is set up, it failed, or what it said does not agree with the papers. */
      notice: z.enum(['', 'noModel', 'modelFailed', 'figuresDiffer']),
      /** What the model's service said. */
      noticeText: z.string(),
    }),
    network: true,
  }),
  list: get('/sc-llm/proposal/list', {
    may: 'paper.view',
    says: 'The proposals of a project, open ones first; by paper, cell, kind and state',
    input: paging(['state', 'kind', 'origin', 'createTime'], {
      ...inProject,
      paperId: paperId.optional(),
      place: z.string().max(300).optional(),
    }),
    output: paged(Proposal),
  }),
  decide: post('/sc-llm/proposal/decide', {
    may: 'paper.generate',
    says: 'Accepts or rejects an open proposal. Accepted, it is written where a person would write it: an explanation or a point as a comment on the cell, a note into a row of the paper, a mapping onto the bill',
    input: z.object({
      id,
      accept: z.boolean(),
      /** The text as the person wants it; without one as it is. */
      text: z.string().trim().min(1, 'proposalEmpty').max(LONGEST_PROPOSAL).optional(),
      /** Why not. */
      reason: z.string().trim().max(500).default(''),
      /** Of a note, the paper's revision the person saw. */
      baseRev: count.optional(),
    }),
    output: Proposal,
  }),
  summary: get('/sc-llm/proposal/summary', {
    may: 'paper.view',
    says: 'How many proposals were made, taken as they are, taken with changes and rejected, by kind and origin; and whether a model answers',
    input: z.object(inProject),
    output: z.object({
      hasModel: z.boolean(),
      rows: z.array(
        z.object({
          kind: z.enum(proposalKinds),
          origin: z.enum(['rule', 'model']),
          open: count,
          accepted: count,
          edited: count,
          rejected: count,
        }),
      ),
    }),
  }),
  totals: get('/sc-llm/proposal/totals', {
    may: 'usage.view',
    says: 'The same over all projects of the tenant: what AI proposed and what of it people kept',
    input: none,
    output: z.array(
      z.object({
        kind: z.enum(proposalKinds),
        origin: z.enum(['rule', 'model']),
        made: count,
        accepted: count,
        edited: count,
        rejected: count,
        projects: count,
      }),
    ),
  }),
}
