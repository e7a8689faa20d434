import { z } from 'zod'
import { count, get, id, post, time } from './endpoint.ts'

const inProject = { projectId: id }
const inRegister = { ...inProject, register: z.string().max(60) }
/** Rows a register holds at most: it is a list that people keep, not a ledger. */
export const MOST_ENTRIES = 2000

const Column = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['money', 'rate', 'count', 'bool', 'text', 'date']),
  required: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type EntryColumn = z.output<typeof Column>

/** A register (明细表、台账) of a paper. `touched` is false until somebody has saved it, if only as empty. */
export const EntryRegister = z.object({
  id: z.string(),
  label: z.string(),
  /** What proof to name beside a row; '' where none is asked. */
  evidence: z.string(),
  columns: z.array(Column),
  /** Whether rows can be proposed from the books or a list of the house. */
  proposes: z.boolean(),
  /** Rows are those of the client's asset register; a person decides beside them. */
  ofAssets: z.boolean(),
  touched: z.boolean(),
  version: z.number().int(),
  rows: count,
})
export type EntryRegister = z.output<typeof EntryRegister>

/** Values by column, as text: money in yuan, rates as decimals, days as `yyyy-MM-dd`, yes and no as true and false. */
export const EntryRow = z.object({
  key: z.string().max(80),
  values: z.record(z.string(), z.string().max(500)),
  evidence: z.string().max(500),
  updateUserName: z.string(),
  updateTime: time,
})
export type EntryRow = z.output<typeof EntryRow>

/** What is wrong with a cell, in words; the row counts from 0. */
export const EntryProblem = z.object({ row: count, column: z.string(), text: z.string() })
export type EntryProblem = z.output<typeof EntryProblem>

/** A paper that stands only where the books or a person ask for it. */
export const CallablePaper = z.object({
  paperId: z.string(),
  name: z.string(),
  purpose: z.string(),
  called: z.boolean(),
  /** Rows entered in it, or what a person said; without either the books decide. */
  reason: z.enum(['entries', 'hand', 'refused', 'books', 'none']),
  rows: count,
})
export type CallablePaper = z.output<typeof CallablePaper>

export const entry = {
  registers: get('/sc-llm/paperEntry/registers', {
    may: 'paper.view',
    says: 'The registers of a paper: their columns, and how many rows were entered',
    input: z.object({ ...inProject, paperId: z.string().max(20) }),
    output: z.array(EntryRegister),
  }),
  rows: get('/sc-llm/paperEntry/rows', {
    may: 'paper.view',
    says: 'The rows of a register in their order',
    input: z.object(inRegister),
    output: z.object({ version: z.number().int(), touched: z.boolean(), rows: z.array(EntryRow) }),
  }),
  save: post('/sc-llm/paperEntry/save', {
    may: 'paper.generate',
    says: 'Makes a register exactly these rows, in this order, if nobody changed it since; nothing is stored while a cell is not right',
    input: z.object({
      ...inRegister,
      version: z.number().int(),
      rows: z
        .array(
          z.object({
            key: z.string().max(80).default(''),
            values: z.record(z.string().max(40), z.string().max(500)),
            evidence: z.string().max(500).default(''),
          }),
        )
        .max(MOST_ENTRIES),
    }),
    output: z.object({
      saved: z.boolean(),
      version: z.number().int(),
      problems: z.array(EntryProblem),
      /** The recalculation that was queued; null where the project has no papers yet. */
      jobId: z.string().nullable(),
    }),
  }),
  suggest: get('/sc-llm/paperEntry/suggest', {
    may: 'paper.view',
    says: 'Rows that the books or the house propose and the register does not hold; nothing is stored',
    input: z.object(inRegister),
    output: z.array(z.object({ key: z.string(), values: z.record(z.string(), z.string()), source: z.string() })),
  }),
  papers: get('/sc-llm/paperEntry/papers', {
    may: 'paper.view',
    says: 'The papers on demand: which stand, why, and which can be added',
    input: z.object(inProject),
    output: z.array(CallablePaper),
  }),
  call: post('/sc-llm/paperEntry/call', {
    may: 'paper.generate',
    says: 'Adds a paper on demand, takes it out, or leaves it to the books',
    input: z.object({ ...inProject, paperId: z.string().max(20), call: z.enum(['yes', 'no', 'books']) }),
    output: z.object({ jobId: z.string().nullable() }),
  }),
}
