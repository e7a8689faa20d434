import { z } from 'zod'
import { count, file, get, id, none, post, time } from './endpoint.ts'
import { packParts } from './rule-pack.ts'

export const cellStandings = ['ok', 'missing', 'error', 'stale', 'overridden'] as const
export const cellSources = ['paper', 'hand', 'form', 'link', 'prior', 'empty'] as const
const standing = z.enum(cellStandings)
const value = z.string().nullable()

/** All a return is assembled from; the same in the browser and on the server (engine/taxlaw/tax-return.ts). */
export const ReturnInputs = z.object({
  year: z.number().int(),
  fed: z.array(z.object({ cell: z.string(), value, status: standing, paperCell: z.string() })),
  hand: z.array(z.object({ cell: z.string(), value: z.string(), label: z.string() })),
  prior: z.record(z.string(), z.string()),
  statement: z.record(z.string(), z.string()),
  papers: z.record(z.string(), z.object({ value, status: standing })),
  rates: z.record(z.string(), z.string()),
})

export const FormSummary = z.object({
  code: z.string(),
  name: z.string(),
  /** The edition whose line texts are held; empty where they are not. */
  key: z.string(),
  version: z.string(),
  held: z.boolean(),
  certainty: z.string(),
  /** Its texts are not certain in every line. */
  uncertain: z.boolean(),
  filled: count,
  missing: count,
  errors: count,
  conflicts: count,
})
export type FormSummary = z.output<typeof FormSummary>

const Conflict = z.object({ cell: z.string(), source: z.enum(cellSources), formula: z.string(), value: z.string() })
export const ReturnCell = z.object({
  cell: z.string(),
  form: z.string(),
  line: z.string(),
  column: z.number().int(),
  unit: z.enum(['money', 'rate', 'count', 'text']),
  source: z.enum(cellSources),
  status: standing,
  value,
  paperCell: value,
  formula: value,
  conflicts: z.array(Conflict),
  byHand: z.boolean(),
})
export const ReturnForm = z.object({
  summary: FormSummary,
  columns: z.array(z.string()),
  lines: z.array(
    z.object({
      line: z.string(),
      name: z.string(),
      calc: value,
      from: value,
      note: value,
      option: value,
      cells: z.array(ReturnCell.nullable()),
    }),
  ),
})
const checkStandings = ['passes', 'fails', 'missing', 'waiting', 'none'] as const
export const Check = z.object({
  id: z.string(),
  severity: z.enum(['error', 'warn']),
  says: z.string(),
  standing: z.enum(checkStandings),
  parts: z.array(
    z.object({
      expr: z.string(),
      standing: z.enum(checkStandings),
      left: value,
      right: value,
      difference: value,
      figures: z.array(z.object({ kind: z.string(), of: z.string(), value })),
    }),
  ),
})
const Law = z.object({ doc: z.string(), article: z.string(), certainty: z.string() })
/** Where a cell of the return comes from. */
export const CellOrigin = z.object({
  cell: ReturnCell,
  /** The paper's cell, with the words it is known by. */
  paper: z.object({ paperId: z.string(), cell: z.string(), label: z.string(), words: z.string() }).nullable(),
  /** What its formula reads, with the figures. */
  reads: z.array(z.object({ cell: z.string(), name: z.string(), value })),
  entry: z
    .object({
      value: z.string(),
      label: z.string(),
      evidence: z.string(),
      version: z.number().int(),
      updateUserName: z.string(),
      updateTime: time,
    })
    .nullable(),
  rules: z.array(z.object({ id: z.string(), name: z.string(), law: z.array(Law) })),
  /** Items that the rules give for an option line; the official catalogue is not held. */
  options: z.array(z.object({ rule: z.string(), name: z.string() })),
})
export type CellOrigin = z.output<typeof CellOrigin>

const Final = z.object({
  id,
  generationId: id,
  signerName: z.string(),
  version: z.string(),
  note: z.string(),
  userName: z.string(),
  time,
  reopenUserName: z.string(),
  reopenTime: z.string(),
  reopenReason: z.string(),
})
/** What may have changed since: other papers stand, what they are computed from moved, cells were entered, the law's signature lapsed. */
export const finalChanges = ['papers', 'inputs', 'entries', 'signature'] as const
export const Finality = z.object({
  /** The final one that stands, if any. */
  standing: Final.nullable(),
  /** What changed since it was made final. */
  changes: z.array(z.enum(finalChanges)),
  signed: z.boolean(),
  /** Parts of the release that changed after it was last signed. */
  moved: z.array(z.enum(packParts)),
  version: z.string(),
  generated: z.boolean(),
  stale: z.boolean(),
  openChecks: z.array(z.object({ id: z.string(), says: z.string(), standing: z.enum(checkStandings) })),
  openCells: z.array(z.object({ cell: z.string(), paperCell: z.string(), status: standing })),
  history: z.array(Final),
})
export type Finality = z.output<typeof Finality>

export const scenarioKinds = ['one_off', 'rd_super', 'params'] as const
/** What a scenario job answers: lines of the return that differ, and the tax. */
export const ScenarioResult = z.object({
  taxLine: z.string(),
  before: value,
  after: value,
  difference: value,
  lines: z.array(z.object({ cell: z.string(), label: z.string(), before: value, after: value, difference: value })),
  changed: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
})
const Point = z.object({ taxable: z.string(), tax: z.string(), left: z.string() })
export const SmallProfit = z.object({
  /** Names of figures of the law that are not held for the year. */
  lacking: z.array(z.string()),
  taxable: value,
  tests: z.array(z.object({ cell: z.string(), label: z.string(), value: z.boolean().nullable() })),
  cliff: z
    .object({
      cap: z.string(),
      rate: z.string(),
      effectiveRate: z.string(),
      own: Point,
      atCap: Point,
      overCap: Point,
      jump: z.string(),
      breakEven: z.string(),
      distance: z.string(),
      lost: value,
      law: z.array(Law),
    })
    .nullable(),
})
const inProject = { projectId: id }

export const taxReturn = {
  inputs: get('/sc-llm/taxReturn/inputs', {
    may: 'paper.view',
    says: 'All the return is assembled from, for working on it in the browser',
    input: z.object(inProject),
    output: ReturnInputs,
  }),
  forms: get('/sc-llm/taxReturn/forms', {
    may: 'paper.view',
    says: "The forms of the project's tax year with how far each is filled",
    input: z.object(inProject),
    output: z.array(FormSummary),
  }),
  form: get('/sc-llm/taxReturn/form', {
    may: 'paper.view',
    says: 'One form with its cells',
    input: z.object({ ...inProject, form: z.string().max(20) }),
    output: ReturnForm,
  }),
  checks: get('/sc-llm/taxReturn/checks', {
    may: 'paper.view',
    says: 'The cross-checks between forms, papers and books, each with its figures',
    input: z.object(inProject),
    output: z.array(Check),
  }),
  cell: get('/sc-llm/taxReturn/cell', {
    may: 'paper.view',
    says: 'Where a cell of the return comes from',
    input: z.object({ ...inProject, cell: z.string().max(40) }),
    output: CellOrigin,
  }),
  enter: post('/sc-llm/taxReturn/enter', {
    may: 'paper.generate',
    says: 'Enters a cell that no paper feeds, with its evidence; without a value what was entered is taken back',
    input: z.object({
      ...inProject,
      cell: z.string().max(40),
      value: z.string().trim().max(200).nullable(),
      label: z.string().trim().max(100).default(''),
      evidence: z.string().trim().max(500).default(''),
      /** The version one has seen; 0 where there was none. */
      version: z.number().int().optional(),
    }),
    output: none,
  }),
  smallProfit: get('/sc-llm/taxReturn/smallProfit', {
    may: 'paper.view',
    says: 'The cliff of the small low-profit relief at its cap, for this client',
    input: z.object(inProject),
    output: SmallProfit,
  }),
  scenario: post('/sc-llm/taxReturn/scenario', {
    may: 'paper.generate',
    says: 'Computes the return under other answers, as a job; nothing is stored. The job answers ScenarioResult',
    input: z.object({
      ...inProject,
      kind: z.enum(scenarioKinds),
      params: z
        .array(z.object({ name: z.string().max(100), value: z.string().max(200) }))
        .max(20)
        .default([]),
    }),
    output: z.object({ jobId: id }),
  }),
  finality: get('/sc-llm/taxReturn/finality', {
    may: 'paper.view',
    says: 'Whether the return is final, what changed since, and what keeps it from being made final',
    input: z.object(inProject),
    output: Finality,
  }),
  finalize: post('/sc-llm/taxReturn/finalize', {
    may: 'paper.generate',
    says: 'Makes the generation that shows final (定稿)',
    input: z.object({ ...inProject, note: z.string().trim().max(500).default('') }),
    output: none,
  }),
  reopen: post('/sc-llm/taxReturn/reopen', {
    may: 'paper.generate',
    says: 'Takes the final state back, with a reason',
    input: z.object({ ...inProject, reason: z.string().trim().min(1).max(500) }),
    output: none,
  }),
  download: file('/sc-llm/taxReturn/download', {
    may: 'paper.view',
    says: 'The return as xlsx, one sheet per form',
    input: z.object(inProject),
    output: z.unknown(),
  }),
}
