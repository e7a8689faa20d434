import { z } from 'zod'
import { count, get, id, none, paged, paging, post, time } from './endpoint.ts'
import { Cell, PaperSheet, units } from './paper.ts'
import { DocumentLease } from './document-lease.ts'

const paperId = z.string().min(1).max(20)
const projectId = id
const inPaper = { projectId, paperId }
/** A bound cell's key, or `~column~row key` of a cell that a person types into. */
const place = z.string().min(1).max(300)

export const inkTokens = ['ink', 'jade', 'amber', 'seal'] as const
export const numberLooks = ['general', 'money', 'percent', 'text'] as const
/** How a typed cell looks: no more than a paper needs, in the colours of the theme. */
export const FreeLook = z.object({
  bold: z.boolean().optional(),
  ink: z.enum(inkTokens).optional(),
  format: z.enum(numberLooks).optional(),
})
export type FreeLook = z.output<typeof FreeLook>

/** What a person typed: text or exact decimal text, or a formula over places of the sheet (engine/workbook/free-formula.ts). */
export const FreeContent = z.object({
  value: z.string().max(4000),
  formula: z.string().max(2000).optional(),
  look: FreeLook.optional(),
})
export type FreeContent = z.output<typeof FreeContent>
const rowKey = z.string().min(1).max(240)
const column = z.number().int().min(0).max(199)

/** A change of what people typed. `content: null` empties the cell; `after: null` takes an added row out with what it held. */
export const WorkbookOp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cell'), row: rowKey, column, content: FreeContent.nullable() }),
  z.object({ kind: z.literal('row'), row: rowKey.regex(/^x/), after: rowKey.nullable() }),
])
export type WorkbookOp = z.output<typeof WorkbookOp>

export const FreeCell = z.object({ row: rowKey, column, content: FreeContent })
export type FreeCell = z.output<typeof FreeCell>
export const FreeRow = z.object({ row: rowKey, after: rowKey })
export type FreeRow = z.output<typeof FreeRow>

/** A bound cell with what a person has to do with it. */
export const WorkbookCell = Cell.extend({
  /** A person typed it in a register or answered it as a parameter. */
  entered: z.boolean(),
  /** Something it was computed from is no longer as it was. */
  stale: z.boolean(),
  /** Of an overridden cell, what its formula gives; null: nothing, or not overridden. */
  calculated: z.string().nullable(),
})
export type WorkbookCell = z.output<typeof WorkbookCell>

const Who = z.object({ userId: z.string(), name: z.string() })
export const Override = z.object({
  id,
  paperId: z.string(),
  paperName: z.string(),
  cell: z.string(),
  label: z.string(),
  unit: z.enum(units),
  /** Yuan for money; what the formula gave when it was decided. */
  calculated: z.string().nullable(),
  /** What the formula gives now; null where the papers do not show the decision yet. */
  calculatedNow: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
  evidence: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  state: z.enum(['stands', 'withdrawn', 'replaced']),
  createUserName: z.string(),
  createTime: time,
  withdrawnUserName: z.string(),
  withdrawnTime: time,
  withdrawnReason: z.string(),
})
export type Override = z.output<typeof Override>

const changeVias = ['human', 'override', 'withdrawal', 'regeneration', 'import'] as const
export const CellChange = z.object({
  id,
  via: z.enum(changeVias),
  before: z.string().nullable(),
  after: z.string().nullable(),
  note: z.string(),
  userName: z.string(),
  createTime: time,
})
export const Thread = z.object({
  id,
  place: z.string(),
  resolvedUserName: z.string(),
  resolvedTime: time,
  comments: z.array(
    z.object({
      id,
      body: z.string(),
      mentions: z.array(Who),
      userName: z.string(),
      mine: z.boolean(),
      createTime: time,
    }),
  ),
})
export type Thread = z.output<typeof Thread>

/** Since which revision somebody else saved, and what; answered with code 409. */
export const StaleSave = z.object({ rev: z.number().int(), userName: z.string(), ops: z.array(WorkbookOp) })
export type StaleSave = z.output<typeof StaleSave>

export const workbook = {
  open: get('/sc-llm/workbook/open', {
    may: 'paper.view',
    says: 'One paper with all that stands on it: computed cells, what people typed, comments, the revision',
    input: z.object(inPaper),
    output: z.object({
      generationId: z.string(),
      sheet: PaperSheet,
      cells: z.array(WorkbookCell),
      rev: z.number().int(),
      free: z.array(FreeCell),
      rows: z.array(FreeRow),
      /** Places with comments that are not resolved, and how many. */
      commented: z.array(z.object({ place: z.string(), count })),
    }),
  }),
  marks: get('/sc-llm/workbook/marks', {
    may: 'paper.view',
    says: 'How many cells of each paper are overridden, entered by hand, typed, commented, stale',
    input: z.object({ projectId }),
    output: z.array(
      z.object({ paperId: z.string(), overridden: count, entered: count, typed: count, comments: count, stale: count }),
    ),
  }),
  save: post('/sc-llm/workbook/save', {
    may: 'paper.generate',
    says: 'Saves a batch of changes made on a revision; the same batch sent again changes nothing. Stale: 409 with what others saved',
    input: z.object({
      ...inPaper,
      batchId: z.string().min(8).max(80),
      baseRev: z.number().int().min(0),
      ops: z.array(WorkbookOp).min(1).max(2000),
    }),
    output: z.object({ rev: z.number().int() }),
  }),
  beat: post('/sc-llm/workbook/beat', {
    may: 'paper.view',
    says: 'Tells that a paper is open and hears who edits it; every 20 s. `leave` ends it',
    input: z.object({ ...inPaper, leave: z.boolean().default(false) }),
    output: DocumentLease.extend({ rev: z.number().int() }),
  }),
  lease: post('/sc-llm/workbook/lease', {
    may: 'paper.generate',
    says: 'Takes the paper for editing; if somebody has it, answers who',
    input: z.object(inPaper),
    output: DocumentLease,
  }),
  release: post('/sc-llm/workbook/release', {
    may: 'paper.generate',
    says: 'Gives the paper back',
    input: z.object(inPaper),
    output: DocumentLease,
  }),
  askLease: post('/sc-llm/workbook/askLease', {
    may: 'paper.generate',
    says: 'Asks whoever edits to give the paper back',
    input: z.object(inPaper),
    output: DocumentLease,
  }),
  forceLease: post('/sc-llm/workbook/forceLease', {
    may: 'user.edit',
    says: 'An administrator takes the paper from whoever edits it',
    input: z.object(inPaper),
    output: DocumentLease,
  }),
  history: get('/sc-llm/workbook/history', {
    may: 'paper.view',
    says: 'Who changed a cell, when, from what to what',
    input: paging(['via', 'createTime'], { ...inPaper, place }),
    output: paged(CellChange),
  }),
  threads: get('/sc-llm/workbook/threads', {
    may: 'paper.view',
    says: "A paper's comments, by thread",
    input: z.object(inPaper),
    output: z.array(Thread),
  }),
  comment: post('/sc-llm/workbook/comment', {
    may: 'paper.generate',
    says: 'Comments on a cell, in a new thread or an answer; those named with @ get a message',
    input: z.object({
      ...inPaper,
      place,
      threadId: id.optional(),
      body: z.string().trim().min(1, 'commentEmpty').max(2000),
      mentions: z.array(id).max(20).default([]),
    }),
    output: z.object({ threadId: id }),
  }),
  resolve: post('/sc-llm/workbook/resolve', {
    may: 'paper.generate',
    says: 'Marks a thread as settled, or takes that back',
    input: z.object({ ...inPaper, threadId: id, resolved: z.boolean() }),
    output: none,
  }),
  members: get('/sc-llm/workbook/members', {
    may: 'paper.view',
    says: 'Whom a comment can name: the people of the project',
    input: z.object({ projectId }),
    output: z.array(Who),
  }),
  overrides: get('/sc-llm/workbook/overrides', {
    may: 'paper.view',
    says: 'The decisions against formulas, with what was calculated, why, by whom',
    input: paging(['cell', 'paperId', 'state', 'createTime', 'reason'], { projectId }),
    output: paged(Override),
  }),
  setOverride: post('/sc-llm/workbook/setOverride', {
    may: 'paper.generate',
    says: 'Decides a cell against its formula, with reason and evidence; papers are computed anew',
    input: z.object({
      projectId,
      cell: z.string().min(1).max(300),
      value: z.string().trim().max(4000),
      reason: z.string().trim().min(1, 'overrideNoReason').max(1000),
      evidence: z.string().trim().max(1000).default(''),
      fileId: id.optional(),
    }),
    output: z.object({ id, jobId: z.string().nullable() }),
  }),
  withdrawOverride: post('/sc-llm/workbook/withdrawOverride', {
    may: 'paper.generate',
    says: 'Withdraws a decision, with the reason; the formula counts again',
    input: z.object({
      projectId,
      cell: z.string().min(1).max(300),
      reason: z.string().trim().min(1, 'overrideNoReason').max(1000),
    }),
    output: z.object({ jobId: z.string().nullable() }),
  }),
}
