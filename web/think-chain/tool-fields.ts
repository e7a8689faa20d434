import type { ToolName } from '#contract/tool-source.ts'
import type { texts } from './texts.ts'

type FieldWord = Extract<keyof typeof texts, `field_${string}`>
type FieldName = FieldWord extends `field_${infer Name}` ? Name : never

/** What a step may fill in for each tool; the project is the conversation's. */
export const toolFields: Record<ToolName, readonly FieldName[]> = {
  ledger_balance: ['account', 'level'],
  ledger_detail: ['account', 'period', 'summary', 'amountFrom', 'amountTo', 'closing'],
  voucher: ['key', 'period', 'word', 'number', 'date', 'summary', 'account', 'amountFrom'],
  paper_cell: ['cell', 'paper', 'find'],
  return_line: ['form', 'cell'],
  law_lookup: ['question', 'inForceOn'],
  calculate: ['expression', 'places', 'label'],
  tax_calculator: ['kind', 'year', 'taxable', 'rule'],
  knowledge_search: ['query', 'inForceOn', 'limit'],
  read_file: ['fileId', 'find'],
  list_projects: ['find', 'year'],
}
