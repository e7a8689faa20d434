import type { Fen } from '../money.ts'

/** The two accounting standards a small or ordinary enterprise keeps its books by: 企业会计准则, 小企业会计准则. */
export type Standard = 'cas' | 'small'

/** What a sheet turned out to be. `prior_*` is decided by its period against the project's year. */
export type SheetKind =
  | 'trial_balance'
  | 'prior_trial_balance'
  | 'journal'
  | 'aux_balance'
  | 'balance_sheet'
  | 'income_statement'
  | 'subsidiary_ledger'
  | 'asset_register'
  | 'tax_return'
  | 'account_chart'
  | 'unknown'

/** Where a row was read: the file by its place in the dataset, the sheet's name, the row as the spreadsheet numbers it (from 1). */
export type Origin = { file: number; sheet: string; row: number }

/** One row of the trial balance (科目余额表): a parent or a leaf; opening and closing are signed, debit positive. */
export type Account = {
  /** The code with lost zeros restored; `printed` is what the file shows. */
  code: string
  printed: string
  name: string
  /** Names from the first level down, joined by `/`. */
  fullName: string
  level: number
  parent: string | null
  leaf: boolean
  opening: Fen
  debit: Fen
  credit: Fen
  closing: Fen
  origin: Origin
}

/** A balance by customer, supplier or another dimension (辅助核算) under one account; signed, debit positive. */
export type DimensionBalance = {
  account: string
  /** 客户 customer, 供应商 supplier, otherwise the client's own word. */
  kind: string
  code: string
  name: string
  opening: Fen
  debit: Fen
  credit: Fen
  closing: Fen
  origin: Origin
}

/** One line of a voucher (凭证分录). Red-letter amounts stay negative on their own side. */
export type JournalLine = {
  /** `YYYY-MM-DD`. */
  date: string
  /** `01` to `12`. */
  period: string
  word: string
  number: number
  /** Place inside the voucher, from 1. */
  line: number
  summary: string
  account: string
  debit: Fen
  credit: Fen
  /** Customer, supplier … of the line, as printed, or ''. */
  dimension: string
  maker: string
  checker: string
  posted: boolean
  voided: boolean
  origin: Origin
}

/** One voucher: `key` is `period-word-number`, e.g. `01-记-13`. */
export type Voucher = {
  key: string
  date: string
  period: string
  word: string
  number: number
  /** 结转损益: moves profit and loss to 本年利润; left out of every profit and loss figure. */
  closing: boolean
}

/** A figure of the client's own balance sheet or income statement. */
export type StatementFigure = {
  kind: 'balance_sheet' | 'income_statement'
  name: string
  /** Closing balance or this year's amount. */
  current: Fen | null
  /** Opening balance or last year's amount. */
  prior: Fen | null
  origin: Origin
}

/** One asset of the client's register (固定资产、无形资产台账); fen. What the file does not say is null, never zero. */
export type Asset = {
  code: string
  name: string
  /** The client's own word for the category. */
  category: string
  kind: 'fixed' | 'intangible' | 'prepaid'
  /** First day in use, `YYYY-MM-DD`. */
  start: string | null
  cost: Fen | null
  /** Book life in months. */
  months: number | null
  /** Residual as a share of cost, exact decimal text. */
  residualRate: string | null
  method: string
  /** Depreciation charged this year, and up to the year's end. */
  yearCharge: Fen | null
  accumulated: Fen | null
  impairment: Fen | null
  net: Fen | null
  origin: Origin
}

/** A cell of last year's filed return (上年申报表): `cell` is `A105060.13.1`; fen, or exact decimal text for rates and counts. */
export type ReturnFigure = { cell: string; amount: Fen | null; text: string; origin: Origin }

/** One account in one month, from a trial balance by month; signed, debit positive. `period` is `01` to `12`. */
export type MonthBalance = {
  period: string
  account: string
  opening: Fen
  debit: Fen
  credit: Fen
  closing: Fen
  origin: Origin
}

/** The journal by columns, so that a million lines fit in memory and one pass sums them. Index = line ordinal. */
export type Journal = {
  readonly size: number
  /** Index into `accountCodes`. */
  readonly account: Uint32Array
  readonly accountCodes: readonly string[]
  /** Index into `vouchers`. */
  readonly voucher: Uint32Array
  readonly vouchers: readonly Voucher[]
  readonly debit: BigInt64Array
  readonly credit: BigInt64Array
  readonly summary: readonly string[]
}

/** One verified ledger of one client for one year: what generation reads. */
export type Ledger = {
  year: number
  accounts: readonly Account[]
  dimensions: readonly DimensionBalance[]
  journal: Journal
  statements: readonly StatementFigure[]
  /** Last year's trial balance, if the client gave it. */
  prior: readonly Account[]
  /** The asset register, last year's return and the monthly trial balances, each empty if the client gave none. */
  assets: readonly Asset[]
  priorReturn: readonly ReturnFigure[]
  months: readonly MonthBalance[]
}
