import { z } from 'zod'
import { get, id, money, paged, paging, post, time } from './endpoint.ts'

const inProject = { projectId: id }
export const adjustmentKinds = ['aje', 'rje'] as const
export const adjustmentStates = ['proposed', 'posted', 'withdrawn'] as const

const Line = z.object({ account: z.string(), accountName: z.string(), debit: money, credit: money })

/** An adjusting (AJE) or reclassifying (RJE) entry. Only posted ones count; a number is never given twice. */
export const Adjustment = z.object({
  id,
  /** AJE-1. */
  name: z.string(),
  kind: z.enum(adjustmentKinds),
  number: z.number().int(),
  state: z.enum(adjustmentStates),
  summary: z.string(),
  basis: z.string(),
  /** Whether the client books it. */
  booked: z.boolean(),
  /** What it changes of total profit; a reclassification changes nothing. */
  profitEffect: money,
  withdrawnReason: z.string(),
  version: z.number().int(),
  lines: z.array(Line),
  createUserName: z.string(),
  updateUserName: z.string(),
  updateTime: time,
})
export type Adjustment = z.output<typeof Adjustment>

const yuan = z
  .string()
  .trim()
  .regex(/^(|\d{1,15}(\.\d{1,2})?)$/)

export const adjustment = {
  list: get('/sc-llm/adjustment/list', {
    may: 'paper.view',
    says: 'The adjusting entries of a project with their lines',
    input: paging(['kind', 'state', 'number'], inProject),
    output: paged(Adjustment),
  }),
  accounts: get('/sc-llm/adjustment/accounts', {
    may: 'paper.view',
    says: 'The standard accounts that entries may name',
    input: z.object({}),
    output: z.array(z.object({ key: z.string(), name: z.string() })),
  }),
  save: post('/sc-llm/adjustment/save', {
    may: 'paper.generate',
    says: 'Proposes an entry, or changes a proposed one; refused where it does not balance',
    input: z.object({
      ...inProject,
      id: id.optional(),
      version: z.number().int().optional(),
      kind: z.enum(adjustmentKinds),
      summary: z.string().trim().min(1).max(200),
      basis: z.string().trim().min(1).max(500),
      booked: z.boolean(),
      lines: z
        .array(z.object({ account: z.string().max(40), debit: yuan.default(''), credit: yuan.default('') }))
        .min(2)
        .max(50),
    }),
    output: z.object({ id }),
  }),
  post: post('/sc-llm/adjustment/post', {
    may: 'paper.generate',
    says: 'Posts a proposed entry: from now on the papers count it',
    input: z.object({ ...inProject, id }),
    output: z.object({ jobId: z.string().nullable() }),
  }),
  withdraw: post('/sc-llm/adjustment/withdraw', {
    may: 'paper.generate',
    says: 'Withdraws an entry with a reason; it keeps its number and stays to be read',
    input: z.object({ ...inProject, id, reason: z.string().trim().min(1).max(500) }),
    output: z.object({ jobId: z.string().nullable() }),
  }),
}
