import type { Remark } from './cell.ts'
import type { ColumnRole } from './column-roles.ts'
import type { Period } from './period.ts'

/** What may be asked about a whole sheet: what it is, which time it covers, in what unit and what money its amounts are, what red letters mean. */
export const sheetAsks = ['kind', 'period', 'unit', 'currency', 'red'] as const
export type SheetAsk = (typeof sheetAsks)[number]

/** The answers there are to each; years are counted from the project's, so that a remembered one holds next year too. */
export const sheetAnswers = {
  kind: [
    'is_trial_balance',
    'is_journal',
    'is_subsidiary_ledger',
    'is_aux_balance',
    'is_balance_sheet',
    'is_income_statement',
    'is_account_chart',
    'is_none',
  ],
  period: [
    'this_year',
    'last_year',
    'month_01',
    'month_02',
    'month_03',
    'month_04',
    'month_05',
    'month_06',
    'month_07',
    'month_08',
    'month_09',
    'month_10',
    'month_11',
    'month_12',
  ],
  unit: ['unit_1', 'unit_100', 'unit_1000', 'unit_10000', 'unit_1000000', 'unit_100000000'],
  currency: ['in_cny', 'in_foreign'],
  red: ['red_minus', 'red_mark'],
} as const
export type SheetAnswer = (typeof sheetAnswers)[SheetAsk][number]

/** The yuan of one unit of a table. */
export type Multiplier = 1 | 100 | 1000 | 10_000 | 1_000_000 | 100_000_000

/** A question about a sheet; while there is one, the sheet is not read. `signature` is what the answer is given by. */
export type SheetQuestion = {
  about: SheetAsk
  signature: string
  samples: string[]
  candidates: { answer: SheetAnswer; score: number; evidence: Remark[] }[]
}

/** What a person said about a sheet. */
export type SaidOfSheet = Partial<Record<SheetAsk, SheetAnswer>>

/**
 * What an answer about a sheet is given by, beside the columns' signatures in a layout's answers: kind, unit and currency
 * hold for the layout, the time for the sheet of that name alone, as every month has the same layout.
 */
export function askSignature(about: SheetAsk, { file, sheet }: { file: string; sheet: string }): string {
  if (about !== 'period') return `@${about}`
  const name = sheet === '' || sheet === file ? file : `${file} · ${sheet}`
  return `@period ${name.slice(-180)}`
}

/** What a signature of an answer asks about; undefined for that of a column. */
export const askOf = (signature: string): SheetAsk | undefined =>
  sheetAsks.find((about) => signature === `@${about}` || (about === 'period' && signature.startsWith('@period ')))

/** Whether an answer is one to what its signature asks; any role answers for a column. */
export function fitsAsk(signature: string, answer: ColumnRole | SheetAnswer): boolean {
  const about = askOf(signature)
  return about === undefined ? !isSheetAnswer(answer) : (sheetAnswers[about] as readonly string[]).includes(answer)
}

/** Whether a word is an answer about a sheet, not the role of a column. */
export const isSheetAnswer = (answer: string): answer is SheetAnswer =>
  Object.values(sheetAnswers).some((known: readonly string[]) => known.includes(answer))

/** What was said about a sheet among the answers for its layout. */
export function saidOf(
  layout: Readonly<Record<string, ColumnRole | SheetAnswer>> | undefined,
  names: { file: string; sheet: string },
): SaidOfSheet {
  const said: SaidOfSheet = {}
  for (const about of sheetAsks) {
    const answer = layout?.[askSignature(about, names)]
    if (answer !== undefined && isSheetAnswer(answer)) said[about] = answer
  }
  return said
}

/** What was said about the columns among the answers for a layout. */
export function columnsSaid(
  layout: Readonly<Record<string, ColumnRole | SheetAnswer>> | undefined,
): Record<string, ColumnRole> {
  const roles: Record<string, ColumnRole> = {}
  for (const [signature, answer] of Object.entries(layout ?? {}))
    if (askOf(signature) === undefined && !isSheetAnswer(answer)) roles[signature] = answer
  return roles
}

/** The months an answer about the time means in a project of `year`. */
export function saidPeriod(answer: SheetAnswer | undefined, year: number): Period | undefined {
  if (answer === undefined) return undefined
  if (answer === 'this_year') return { from: `${year}-01`, to: `${year}-12` }
  if (answer === 'last_year') return { from: `${year - 1}-01`, to: `${year - 1}-12` }
  const month = /^month_(\d\d)$/.exec(answer)?.[1]
  return month === undefined ? undefined : { from: `${year}-${month}`, to: `${year}-${month}` }
}

const multipliers: readonly Multiplier[] = [1, 100, 1000, 10_000, 1_000_000, 100_000_000]
/** The unit an answer means. */
export const saidMultiplier = (answer: SheetAnswer | undefined): Multiplier | undefined =>
  multipliers.find((one) => answer === `unit_${one}`)
