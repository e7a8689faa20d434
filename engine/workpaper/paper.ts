import type { Unit } from '../binding/functions.ts'
import type { ParamDefinition } from '../binding/param.ts'
import type { Register, RegisterColumn } from './entry.ts'
import type { Asset } from '../ledger/model.ts'

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
  /** A tie-out: the figure must be zero, and the sheet says whether it is. */
  check?: boolean
}

/** A column of a table; its formula holds for each row, with `$row` and the row's other names put in. */
export type PaperColumn = {
  key: string
  label: Text
  expr: string
  unit: Unit
  feeds: readonly string[]
  /** Must be zero in every row. */
  check?: boolean
}

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
  /** Rows that a person enters; the first column of the register names each. */
  | { from: 'entries'; register: string; order?: 'expiry' }
  /** Every client account that moves, with the standard account, line and nature the relation bill gives it. */
  | { from: 'relation' }
  /** The client's asset register, each row with the tax side a person decides; rows of his own stand below. */
  | { from: 'assets'; kinds: readonly Asset['kind'][]; register: string }
  /** Categories into which the rows of a table above fall, by a column of it: `$each(cost)` lists their cells. */
  | { from: 'groups'; register: string; by: string; rows: readonly TableRow[] }

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

/** A column of a paper's register, checked by its unit. */
type PaperRegisterColumn = Required<RegisterColumn> & { required: boolean }

/** Where proposed rows come from: voucher lines of a nature, accounts, parties of accounts, or a list of the house. */
export type RowProposal =
  | {
      from: 'lines'
      tags: readonly string[]
      accounts?: readonly string[]
      fill: Readonly<Record<string, ProposedField>>
    }
  | { from: 'accounts'; accounts: readonly string[]; fill: Readonly<Record<string, ProposedField>> }
  | { from: 'parties'; accounts: readonly string[]; fill: Readonly<Record<string, ProposedField>> }
  | { from: 'assets'; kinds: readonly Asset['kind'][] }
  | { from: 'list'; rows: readonly Readonly<Record<string, string>>[] }
export type ProposedField = 'summary' | 'amount' | 'voucher' | 'date' | 'account' | 'party' | 'opening' | 'closing'

/** A register (明细表、台账): rows that no ledger holds, entered by a person, each with its evidence. */
export type PaperRegister = {
  id: string
  paper: string
  label: Text
  columns: readonly PaperRegisterColumn[]
  /** What proof to name beside a row; null where none is asked. */
  evidence: Text | null
  proposal: RowProposal | null
}

/** What in the books calls for a paper that not every client needs; null: every client needs it. */
export type Calling = {
  accounts: readonly string[]
  tags: readonly string[]
  assets: readonly Asset['kind'][]
}

/** A working paper (底稿) as data: what it shows, by which formulas, and what to do to conclude on it. */
export type Paper = {
  id: string
  name: Text
  purpose: string
  forms: readonly string[]
  rules: readonly string[]
  calledBy?: Calling | null
  /** Indicators that no figure rests on: what they lack is said in the cell, but nobody is asked to fill it. */
  advisory?: boolean
  blocks: readonly Block[]
  /** Papers to read beside this one, and the evidence to collect. */
  refs?: readonly string[]
  evidence?: readonly Text[]
  procedures: readonly Text[]
  conclusion: Text
}

export type PaperPack = {
  version: string
  papers: readonly Paper[]
  parameters: readonly ParamDefinition[]
  registers?: readonly Register[]
}
