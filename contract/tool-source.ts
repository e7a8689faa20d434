import { z } from 'zod'

const sourceKinds = [
  'passage',
  'law',
  'account',
  'voucher',
  'cell',
  'returnLine',
  'file',
  'project',
  'enterprise',
  'calculation',
] as const

/** Where something that is said comes from. */
export const Source = z.object({
  kind: z.enum(sourceKinds),
  title: z.string(),
  /** Address inside Digao, beginning with '/'; empty where nothing can be opened. */
  place: z.string(),
  /** The words it rests on, as they stand there. */
  quote: z.string().optional(),
  /** The spot in words: page, paragraph, cell, line of a voucher. */
  at: z.string().optional(),
})
export type Source = z.output<typeof Source>

/** A number that was read or computed, never worded by a model. */
export const Figure = z.object({
  label: z.string(),
  /** Yuan with two decimals, else an exact decimal as text. */
  value: z.string(),
  /** 元, %, 件; empty for a bare number. */
  unit: z.string(),
  source: Source,
})
export type Figure = z.output<typeof Figure>

/** The read-only tools a model, an MCP client or a script may run, in the order they are offered. */
export const toolNames = [
  'ledger_balance',
  'ledger_detail',
  'voucher',
  'paper_cell',
  'return_line',
  'law_lookup',
  'calculate',
  'tax_calculator',
  'knowledge_search',
  'read_file',
  'list_projects',
] as const
export const ToolName = z.enum(toolNames)
export type ToolName = z.output<typeof ToolName>
