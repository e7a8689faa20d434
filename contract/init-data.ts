import { z } from 'zod'
import { count, get, id, money, none, post, time } from './endpoint.ts'

const inYear = { enterpriseId: id, year: z.coerce.number().int().min(1990).max(2100) }

/** A figure of the return filed for a year. */
export const Carry = z.object({
  cell: z.string(),
  /** Form and line in words. */
  label: z.string(),
  /** What counts; null: nobody knows. */
  amount: money.nullable(),
  /** What the file says, and where: file · sheet · row. */
  readAmount: money.nullable(),
  readFrom: z.string(),
  byHand: z.boolean(),
  evidence: z.string(),
  updateUserName: z.string(),
  updateTime: time,
  /** Carried into later years: what the next year's papers ask for. */
  wanted: z.boolean(),
})
export type Carry = z.output<typeof Carry>

export const CarryYear = z.object({
  year: z.number().int(),
  /** The project of that year, if the firm has one. */
  projectId: z.string(),
  projectName: z.string(),
  /** Version of its ledger that counts; 0: none. */
  datasetVersion: count,
  /** Figures of the filed return of the year that are known. */
  cells: count,
  /** Accounts whose closing balance of the year is known without a project. */
  accounts: count,
})
export type CarryYear = z.output<typeof CarryYear>

export const Reading = z.object({
  id,
  fileId: id,
  fileName: z.string(),
  createUserName: z.string(),
  createTime: time,
  jobId: z.string(),
  /** queued, running, succeeded, failed … of its job. */
  state: z.string(),
  cells: count,
  accounts: count,
  sheets: z.array(z.object({ name: z.string(), kindName: z.string(), says: z.string() })),
})
export type Reading = z.output<typeof Reading>

/** A figure of an earlier year that a project's papers ask for. */
export const CarryProposal = z.object({
  /** The parameter it would answer. */
  name: z.string(),
  label: z.string(),
  amount: money,
  source: z.string(),
  /** What stands there now; null: nothing. */
  held: z.string().nullable(),
})
export type CarryProposal = z.output<typeof CarryProposal>

export const initData = {
  overview: get('/sc-llm/initData/overview', {
    may: 'enterprise.view',
    says: "A client's years: projects, ledgers, filed returns and opening balances that are known",
    input: z.object({ enterpriseId: id }),
    output: z.object({
      enterpriseId: id,
      enterpriseName: z.string(),
      /** Fields of the client's master data that papers need and nobody has filled. */
      blanks: z.array(z.string()),
      years: z.array(CarryYear),
    }),
  }),
  carries: get('/sc-llm/initData/carries', {
    may: 'enterprise.view',
    says: 'The figures of the return filed for a year: what a file says and what a person put in its place',
    input: z.object(inYear),
    output: z.array(Carry),
  }),
  saveCarry: post('/sc-llm/initData/saveCarry', {
    may: 'enterprise.edit',
    says: 'Puts a figure of a filed return by hand, with its evidence; without an amount what the file says counts again',
    input: z.object({
      ...inYear,
      cell: z
        .string()
        .trim()
        .regex(/^A\d{6}(?:\.\d{1,2}[a-z]?)(?:\.\d{1,2})?$/, 'carryCell'),
      amount: money.nullable(),
      evidence: z.string().trim().max(500).default(''),
    }),
    output: none,
  }),
  readings: get('/sc-llm/initData/readings', {
    may: 'enterprise.view',
    says: "Files handed over for a client's earlier year, and what was read from each, newest first",
    input: z.object(inYear),
    output: z.array(Reading),
  }),
  read: post('/sc-llm/initData/read', {
    may: 'enterprise.edit',
    says: "Reads an uploaded return or trial balance of a client's earlier year; answers the job. Figures put by hand stay",
    input: z.object({ ...inYear, fileId: id }),
    output: z.object({ jobId: z.string() }),
  }),
  proposals: get('/sc-llm/initData/proposals', {
    may: 'paper.view',
    says: "What earlier years know and a project's papers ask: shown, not filled in",
    input: z.object({ projectId: id }),
    output: z.array(CarryProposal),
  }),
  confirm: post('/sc-llm/initData/confirm', {
    may: 'paper.generate',
    says: "Takes proposed figures of earlier years into a project's answers, each with where it comes from",
    input: z.object({ projectId: id, names: z.array(z.string().max(100)).min(1).max(200) }),
    output: z.object({ taken: count, jobId: z.string().nullable() }),
  }),
}
