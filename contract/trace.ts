import { z } from 'zod'
import { count, get, id, money, paged, paging, time } from './endpoint.ts'
import { TraceNode, traceKinds } from './paper.ts'

const place = { projectId: id, kind: z.enum(traceKinds).default('return'), ref: z.string().max(300).default('') }

/** A place in the drawn chain; `column` counts from the chosen place: -1 uses it, 1 is part of it. */
export const GraphNode = TraceNode.extend({ id: z.string(), column: z.number().int() })
export type GraphNode = z.output<typeof GraphNode>
/** `from` uses `to`; the amount is what of it goes there. */
export const GraphEdge = z.object({ from: z.string(), to: z.string(), amount: money.nullable() })
export type GraphEdge = z.output<typeof GraphEdge>

/** One way from a return line to a line of the journal, or to a balance. */
export const TracePath = z.object({
  /** From the start of the list. */
  at: count,
  returnLine: z.string(),
  returnRef: z.string(),
  /** The cell that reads the books, and the cells between it and the chosen place. */
  cell: z.string(),
  cellName: z.string(),
  through: z.string(),
  statement: z.string(),
  account: z.string(),
  accountName: z.string(),
  /** Empty where a balance is read, which no single voucher makes. */
  voucher: z.string(),
  date: z.string(),
  summary: z.string(),
  /** On the side the cell reads; null where lines are only counted. */
  amount: money.nullable(),
})
export type TracePath = z.output<typeof TracePath>

export const decisionKinds = ['override', 'entry', 'adjustment', 'param'] as const
/** Something a person decided that a cell stands on. */
export const Decision = z.object({
  kind: z.enum(decisionKinds),
  /** What was decided: the cell, the register's row, the entry, the question. */
  of: z.string(),
  value: z.string(),
  /** What the formula gave; empty where there is none. */
  instead: z.string(),
  reason: z.string(),
  evidence: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  userName: z.string(),
  time,
})
export type Decision = z.output<typeof Decision>

const at = '/sc-llm/trace'
export const trace = {
  find: get(`${at}/find`, {
    may: 'paper.view',
    says: 'Places of the chain by code, name, number, amount or summary; the first of each kind',
    input: z.object({ projectId: id, text: z.string().trim().min(1).max(100) }),
    output: z.array(TraceNode),
  }),
  graph: get(`${at}/graph`, {
    may: 'paper.view',
    says: 'The chain around a place, in columns, with the amounts that go from place to place',
    input: z.object({
      ...place,
      up: z.coerce.number().int().min(0).max(4).default(2),
      down: z.coerce.number().int().min(0).max(4).default(2),
    }),
    output: z.object({
      nodes: z.array(GraphNode),
      edges: z.array(GraphEdge),
      /** Places left out, by the place they belong to: only the largest are drawn. */
      more: z.array(z.object({ id: z.string(), above: count, below: count })),
    }),
  }),
  paths: get(`${at}/paths`, {
    may: 'paper.view',
    says: 'Every way from a place to the lines of the journal and the balances it stands on',
    input: paging(['cell'], place),
    output: paged(TracePath),
  }),
  decisions: get(`${at}/decisions`, {
    may: 'paper.view',
    says: 'What people decided that a cell, or any cell below it, stands on',
    input: z.object({ projectId: id, cell: z.string().min(1).max(300) }),
    output: z.array(Decision),
  }),
}
