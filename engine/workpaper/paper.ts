import type { Unit } from '../binding/functions.ts'
import type { ParamDefinition } from '../binding/param.ts'

export type Text = { zh: string; en: string }

/** One labelled figure of a paper. `feeds` are the return cells it fills. */
export type PaperItem = {
  key: string
  label: Text
  expr: string
  unit: Unit
  feeds: readonly string[]
  rule: string | null
  note: Text | null
}

/** A column of a table; its formula holds for each row, with `$row` and the row's other names put in. */
export type PaperColumn = { key: string; label: Text; expr: string; unit: Unit; feeds: readonly string[] }

export type TableRow = {
  key: string
  /** 行次 of the return form, if the row is one. */
  no: string
  label: Text
  vars: Readonly<Record<string, string>>
  /** Formulas that stand instead of the column's. */
  exprs: Readonly<Record<string, string>>
  feeds: Readonly<Record<string, readonly string[]>>
  style: 'total' | 'memo' | null
  /** Tax years in which the row exists, as forms change. */
  from: number | null
  to: number | null
}

/** Where a table's rows come from: listed in the paper, or found in the books. */
export type RowSource =
  | { from: 'list'; rows: readonly TableRow[] }
  | { from: 'standards' }
  | { from: 'statement'; which: 'balance_sheet' | 'income_statement' }
  | { from: 'lines'; tag: string }
  | { from: 'pairing'; debit: readonly string[]; credit: readonly string[] }

/** A figure under a column, usually its sum. */
export type ColumnTotal = { column: string; key: string; expr: string; feeds: readonly string[] }

export type Block =
  | { kind: 'items'; title: Text | null; items: readonly PaperItem[] }
  | {
      kind: 'table'
      title: Text | null
      head: Text
      columns: readonly PaperColumn[]
      rows: RowSource
      totals: readonly ColumnTotal[]
    }

/** A working paper (底稿) as data: what it shows, by which formulas, and what to do to conclude on it. */
export type Paper = {
  id: string
  name: Text
  purpose: string
  forms: readonly string[]
  rules: readonly string[]
  blocks: readonly Block[]
  procedures: readonly Text[]
  conclusion: Text
}

export type PaperPack = { version: string; papers: readonly Paper[]; parameters: readonly ParamDefinition[] }
