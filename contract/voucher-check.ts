import { z } from 'zod'
import { count, get, id, money, none, paged, paging, post, time } from './endpoint.ts'

const inProject = { projectId: id }
const Words = z.object({ zh: z.string(), en: z.string() })
/** Hits that one call decides of at most; all open hits of a check may be named by the check instead. */
export const MOST_DECIDED = 2000

export const hitStates = ['open', 'proposed', 'normal', 'adjust', 'pending', 'whitelist'] as const
export type HitState = (typeof hitStates)[number]
/** 正常(说明), 需调整, 待查, 白名单; `open` takes a decision back. */
export const decisions = ['normal', 'adjust', 'pending', 'whitelist', 'open'] as const

const Param = z.object({
  key: z.string(),
  label: Words,
  unit: z.enum(['whole', 'share', 'yuan', 'words']),
  /** What the house set out with. */
  standard: z.string(),
  firm: z.string().nullable(),
  project: z.string().nullable(),
})
export const CheckSetting = z.object({
  id: z.string(),
  name: Words,
  group: Words,
  says: Words,
  enabled: z.boolean(),
  signal: z.boolean(),
  params: z.array(Param),
  /** Who last set it for the firm, and for the project; '' nobody. */
  firmUserName: z.string(),
  firmTime: z.string(),
  projectUserName: z.string(),
  projectTime: z.string(),
})
export type CheckSetting = z.output<typeof CheckSetting>

export const CheckOutcome = z.object({
  id: z.string(),
  name: Words,
  group: Words,
  says: Words,
  state: z.enum(['done', 'not_applicable', 'off']),
  /** All that were found; `kept` are stored and can be decided of, the largest first. */
  total: count,
  kept: count,
  note: Words.nullable(),
  signal: z.boolean(),
  open: count,
  proposed: count,
  decided: count,
})
export type CheckOutcome = z.output<typeof CheckOutcome>

const Run = z.object({
  id,
  datasetId: id,
  /** The project's ledger is another one by now. */
  outdated: z.boolean(),
  vouchers: count,
  lines: count,
  materiality: money.nullable(),
  createUserName: z.string(),
  createTime: time,
  checks: z.array(CheckOutcome),
})
export type VoucherRun = z.output<typeof Run>

export const Hit = z.object({
  key: z.string(),
  checkId: z.string(),
  checkName: Words,
  voucherKey: z.string(),
  period: z.string(),
  date: z.string(),
  account: z.string(),
  accountName: z.string(),
  counter: z.string(),
  party: z.string(),
  summary: z.string(),
  amount: money,
  measure: Words,
  why: Words,
  state: z.enum(hitStates),
  reason: z.string(),
  evidence: z.string(),
  paper: z.string(),
  userName: z.string(),
  time: z.string(),
})
export type Hit = z.output<typeof Hit>

export const WhitelistEntry = z.object({
  id,
  checkId: z.string(),
  checkName: Words,
  account: z.string(),
  counter: z.string(),
  words: z.string(),
  reason: z.string(),
  evidence: z.string(),
  projectName: z.string(),
  year: z.number().int(),
  createUserName: z.string(),
  createTime: time,
  revoked: z.boolean(),
  revokedUserName: z.string(),
  revokedReason: z.string(),
})
export type WhitelistEntry = z.output<typeof WhitelistEntry>

export const sampleMethods = ['random', 'mus', 'targeted', 'stratified'] as const
export const confidenceLevels = [80, 85, 90, 95, 98, 99] as const
const month = z.string().regex(/^(?:0[1-9]|1[0-2])$/)
const amount = z.string().regex(/^(?:\d{1,13}(?:\.\d{1,2})?)?$/, 'amount')
const Frame = z.object({
  accounts: z.array(z.string().min(1).max(60)).max(200),
  months: z.array(month).max(12),
  least: amount,
  most: amount,
  side: z.enum(['debit', 'credit', 'both']),
})
export type SampleFrame = z.output<typeof Frame>
const confidence = z
  .number()
  .int()
  .refine((one) => confidenceLevels.some((level) => level === one), 'confidence')

/** Attributes of a tested voucher: documents attached, content, approval, booking, period (paper F02). */
export const attributes = ['attached', 'content', 'approved', 'entered', 'period'] as const
export type Attribute = (typeof attributes)[number]
const answer = z.enum(['', 'yes', 'no', 'na'])
const Answers = z.object({ attached: answer, content: answer, approved: answer, entered: answer, period: answer })

const Projection = z.object({
  known: money,
  projected: money,
  precision: money.nullable(),
  allowance: money.nullable(),
  upper: money.nullable(),
})
export const Sample = z.object({
  id,
  name: z.string(),
  datasetId: id,
  outdated: z.boolean(),
  method: z.enum(sampleMethods),
  frame: Frame,
  confidence: z.number().int(),
  /** What the size was computed from; null: set by hand. */
  materiality: money.nullable(),
  size: count,
  seed: z.string(),
  lines: count,
  population: money,
  interval: money,
  drawn: count,
  tested: count,
  exceptions: count,
  projection: Projection,
  withdrawn: z.boolean(),
  withdrawnReason: z.string(),
  createUserName: z.string(),
  createTime: time,
})
export type Sample = z.output<typeof Sample>

export const SampleItem = z.object({
  line: count,
  voucherKey: z.string(),
  voucherLine: count,
  date: z.string(),
  account: z.string(),
  accountName: z.string(),
  counter: z.string(),
  summary: z.string(),
  amount: money,
  layer: z.string(),
  tests: Answers,
  conclusion: z.enum(['ok', 'exception', 'pending']),
  misstatement: money,
  evidence: z.string(),
  note: z.string(),
  version: count,
  updateUserName: z.string(),
  updateTime: z.string(),
})
export type SampleItem = z.output<typeof SampleItem>

const Values = z.record(z.string().max(20), z.string().max(500))
const setting = { checkId: z.string().max(10), enabled: z.boolean(), params: Values }
const reason = z.string().trim().max(500)

export const voucherCheck = {
  settings: get('/sc-llm/voucherCheck/settings', {
    may: 'paper.view',
    says: 'The 36 checks with their parameters: the standard value, the firm’s and the project’s',
    input: z.object(inProject),
    output: z.array(CheckSetting),
  }),
  saveFirmSetting: post('/sc-llm/voucherCheck/saveFirmSetting', {
    may: 'param.edit',
    says: 'Sets a check for the whole firm; a value left out falls back to the standard',
    input: z.object(setting),
    output: none,
  }),
  saveProjectSetting: post('/sc-llm/voucherCheck/saveProjectSetting', {
    may: 'paper.generate',
    says: 'Sets a check for one project, over the firm’s: the client’s own approval limit, for example',
    input: z.object({ ...inProject, ...setting }),
    output: none,
  }),
  run: post('/sc-llm/voucherCheck/run', {
    may: 'paper.generate',
    says: 'Starts the checks over the project’s ledger as a job',
    input: z.object(inProject),
    output: z.object({ jobId: z.string() }),
  }),
  lastRun: get('/sc-llm/voucherCheck/lastRun', {
    may: 'paper.view',
    says: 'What the last run found, by check, and how much of it is decided',
    input: z.object(inProject),
    output: z.object({ run: Run.nullable() }),
  }),
  hits: get('/sc-llm/voucherCheck/hits', {
    may: 'paper.view',
    says: 'The hits of the last run, the largest of each check first',
    input: paging(['checkId', 'period', 'account', 'amount', 'state', 'voucherKey', 'summary', 'party'], inProject),
    output: paged(Hit),
  }),
  decide: post('/sc-llm/voucherCheck/decide', {
    may: 'paper.generate',
    says: 'Decides of hits, named one by one or as all open ones of a check; the reason holds for each',
    input: z.object({
      ...inProject,
      keys: z.array(z.string().max(300)).max(MOST_DECIDED).default([]),
      /** All open and proposed hits of this check instead. */
      allOf: z.string().max(10).default(''),
      state: z.enum(decisions),
      reason,
      evidence: z.string().trim().max(500).default(''),
      paper: z.string().trim().max(60).default(''),
    }),
    output: z.object({ decided: count, jobId: z.string().nullable() }),
  }),
  whitelist: get('/sc-llm/voucherCheck/whitelist', {
    may: 'paper.view',
    says: 'What was explained for the project’s client and is proposed again, also in other years',
    input: paging(['checkId', 'account', 'words'], inProject),
    output: paged(WhitelistEntry),
  }),
  revokeWhitelist: post('/sc-llm/voucherCheck/revokeWhitelist', {
    may: 'paper.generate',
    says: 'Takes a pattern off the whitelist; what it proposed is open again',
    input: z.object({ ...inProject, id, reason }),
    output: none,
  }),
  frame: post('/sc-llm/voucherCheck/frame', {
    may: 'paper.view',
    says: 'The sum of a frame before an amount range is applied, and the size a sample of it would have',
    input: z.object({ ...inProject, frame: Frame, confidence }),
    output: z.object({
      amount: money,
      materiality: money.nullable(),
      size: count.nullable(),
    }),
  }),
  draw: post('/sc-llm/voucherCheck/draw', {
    may: 'paper.generate',
    says: 'Draws a sample as a job; without a size it is computed from population, materiality and confidence',
    input: z.object({
      ...inProject,
      name: z.string().trim().min(1).max(100),
      frame: Frame,
      method: z.enum(sampleMethods),
      confidence,
      size: z.number().int().min(1).max(500).nullable(),
      /** Digits; without one the server takes one. It is stored either way. */
      seed: z
        .string()
        .regex(/^\d{0,9}$/)
        .default(''),
    }),
    output: z.object({ jobId: z.string() }),
  }),
  samples: get('/sc-llm/voucherCheck/samples', {
    may: 'paper.view',
    says: 'The project’s samples with what testing them showed so far',
    input: z.object(inProject),
    output: z.array(Sample),
  }),
  items: get('/sc-llm/voucherCheck/items', {
    may: 'paper.view',
    says: 'The drawn lines of a sample',
    input: z.object({ ...inProject, sampleId: id }),
    output: z.array(SampleItem),
  }),
  saveItem: post('/sc-llm/voucherCheck/saveItem', {
    may: 'paper.generate',
    says: 'Records what testing a drawn line showed, if nobody changed it since',
    input: z.object({
      ...inProject,
      sampleId: id,
      line: z.number().int().min(0),
      version: z.number().int(),
      tests: Answers,
      conclusion: z.enum(['ok', 'exception', 'pending']),
      misstatement: money,
      evidence: z.string().trim().max(500),
      note: z.string().trim().max(500),
    }),
    output: z.object({ jobId: z.string().nullable() }),
  }),
  withdrawSample: post('/sc-llm/voucherCheck/withdrawSample', {
    may: 'paper.generate',
    says: 'Withdraws a sample; it stays to be seen and no longer counts',
    input: z.object({ ...inProject, sampleId: id, reason }),
    output: none,
  }),
}
