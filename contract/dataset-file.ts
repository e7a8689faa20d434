import { z } from 'zod'
import { id } from './endpoint.ts'

/** What a column may be said to mean (`engine/ledger/column-roles.ts`). */
export const columnRoles = [
  'account_code', 'account_name', 'level_name', 'opening', 'opening_debit', 'opening_credit', 'opening_direction',
  'year_opening', 'year_opening_debit', 'year_opening_credit', 'debit', 'credit', 'ytd_debit', 'ytd_credit', 'closing',
  'closing_debit', 'closing_credit', 'closing_direction', 'date', 'date_month_first', 'day', 'period', 'year',
  'voucher', 'voucher_date', 'voucher_word', 'line', 'summary', 'amount', 'side', 'dimension', 'dimension_kind',
  'dimension_code', 'maker', 'checker', 'poster', 'posted', 'voided', 'original', 'currency', 'other',
] as const // prettier-ignore

/** A code of the engine with its parameters, already put into the caller's language. */
const Said = z.object({ key: z.string(), text: z.string() })

export const Column = z.object({
  /** From 0. */
  index: z.number().int(),
  header: z.string(),
  /** The name an answer gives the column by. */
  signature: z.string(),
  role: z.string(),
  roleName: z.string(),
  /** A person said so: for this import, or earlier for the client. */
  answered: z.enum(['', 'now', 'remembered']),
  evidence: z.array(Said),
  runnerUp: z.string(),
})
/** A column that only a person can decide, with what it may be; the answer goes into `ledger.import`. */
export const ColumnQuestion = z.object({
  index: z.number().int(),
  header: z.string(),
  /** The name an answer gives the column by. */
  signature: z.string(),
  samples: z.array(z.string()),
  candidates: z.array(z.object({ role: z.string(), roleName: z.string(), score: z.number(), evidence: z.array(Said) })),
})
/** What may be asked about a whole sheet, and the answers there are (`engine/ledger/sheet-answers.ts`). */
export const sheetAsks = ['kind', 'period', 'unit', 'currency', 'red'] as const
export const sheetAnswers = {
  kind: [
    'is_trial_balance', 'is_journal', 'is_subsidiary_ledger', 'is_aux_balance', 'is_balance_sheet',
    'is_income_statement', 'is_account_chart', 'is_none',
  ],
  period: [
    'this_year', 'last_year', 'month_01', 'month_02', 'month_03', 'month_04', 'month_05', 'month_06', 'month_07',
    'month_08', 'month_09', 'month_10', 'month_11', 'month_12',
  ],
  unit: ['unit_1', 'unit_100', 'unit_1000', 'unit_10000', 'unit_1000000', 'unit_100000000'],
  currency: ['in_cny', 'in_foreign'],
  red: ['red_minus', 'red_mark'],
} as const // prettier-ignore
/** Any answer about a sheet. */
export const everySheetAnswer = [
  ...sheetAnswers.kind, ...sheetAnswers.period, ...sheetAnswers.unit, ...sheetAnswers.currency,
  ...sheetAnswers.red,
] as const // prettier-ignore
/** A sheet that only a person can place: what is asked, and what the answer may be. */
export const SheetQuestion = z.object({
  about: z.enum(sheetAsks),
  aboutName: z.string(),
  /** The name the answer is given by, beside the columns' in the layout's answers. */
  signature: z.string(),
  samples: z.array(z.string()),
  candidates: z.array(
    z.object({ answer: z.enum(everySheetAnswer), answerName: z.string(), score: z.number(), evidence: z.array(Said) }),
  ),
})
export const Sheet = z.object({
  name: z.string(),
  kind: z.string(),
  kindName: z.string(),
  /** Whether its rows are part of the ledger; if not, the evidence says why. */
  used: z.boolean(),
  evidence: z.array(Said),
  headerRows: z.array(z.number().int()),
  columns: z.array(Column),
  /** The layout's name, by which answers are remembered; '' where there is no header. */
  signature: z.string(),
  questions: z.array(ColumnQuestion),
  /** The name an answer about its period is given by; '' in datasets read before there were such answers. */
  periodSignature: z.string(),
  asks: z.array(SheetQuestion),
  /** What a person said about the sheet, for this import or earlier for the client. */
  said: z.array(
    z.object({
      about: z.enum(sheetAsks),
      answer: z.enum(everySheetAnswer),
      answerName: z.string(),
      answered: z.enum(['now', 'remembered']),
    }),
  ),
  period: z.string(),
  unit: z.string(),
  balanceStyle: z.string(),
  /** Row class → how many. */
  rows: z.record(z.string(), z.number().int()),
  /** Row class → its name. */
  rowNames: z.record(z.string(), z.string()),
})
export const DatasetFile = z.object({
  fileNo: z.number().int(),
  fileId: id,
  name: z.string(),
  sha256: z.string(),
  container: z.string(),
  encoding: z.string(),
  sheets: z.array(Sheet),
})
