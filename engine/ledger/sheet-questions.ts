import { parseAmount } from './amounts.ts'
import { textOf, type Remark, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'
import type { ColumnRole } from './column-roles.ts'
import type { SheetKind } from './model.ts'
import { monthInName } from './period.ts'
import {
  askSignature,
  saidMultiplier,
  sheetAnswers,
  type Multiplier,
  type SaidOfSheet,
  type SheetAnswer,
  type SheetQuestion,
} from './sheet-answers.ts'
import type { KindScore } from './sheet-reading.ts'
import type { TitleLines } from './title-lines.ts'

type Names = { file: string; sheet: string }

/** Kinds whose scores are closer than this are told apart by nobody but a person. */
const CLOSE = 0.03
/** The least that speaks for a kind before it is worth a question; below, the sheet is simply no table of a ledger. */
const PLAUSIBLE = 0.45

const kindOfAnswer = new Map<SheetAnswer, SheetKind>([
  ['is_trial_balance', 'trial_balance'],
  ['is_journal', 'journal'],
  ['is_subsidiary_ledger', 'subsidiary_ledger'],
  ['is_aux_balance', 'aux_balance'],
  ['is_balance_sheet', 'balance_sheet'],
  ['is_income_statement', 'income_statement'],
  ['is_account_chart', 'account_chart'],
  ['is_none', 'unknown'],
])

/** The kind an answer means; undefined where nothing was said. */
export const saidKind = (answer: SheetAnswer | undefined): SheetKind | undefined =>
  answer === undefined ? undefined : kindOfAnswer.get(answer)

const telling: Partial<Record<SheetKind, ReadonlySet<ColumnRole>>> = {
  journal: new Set(['voucher', 'voucher_date', 'date', 'summary', 'voucher_word']),
  subsidiary_ledger: new Set(['date', 'summary', 'closing', 'closing_direction']),
  trial_balance: new Set(['opening', 'opening_debit', 'closing', 'closing_debit', 'ytd_debit', 'ytd_credit']),
  aux_balance: new Set(['dimension', 'dimension_code', 'dimension_kind']),
  account_chart: new Set(['account_code', 'account_name', 'level_name']),
}

/** Asks what a table is that has the makings of several kinds, or of none quite. */
export function kindQuestion(
  names: Names,
  scores: readonly KindScore[],
  columns: readonly ColumnReading[],
): SheetQuestion {
  const candidates = [...kindOfAnswer].map(([answer, kind]) => {
    const score = scores.find((one) => one.kind === kind)?.score ?? 0
    const headers = columns.filter(({ role }) => telling[kind]?.has(role)).map(({ header }) => header)
    const evidence: Remark[] =
      headers.length === 0 ? [] : [{ code: 'evidenceHeaders', params: { headers: headers.slice(0, 6).join('、') } }]
    return { answer, score, evidence }
  })
  return {
    about: 'kind',
    signature: askSignature('kind', names),
    samples: columns.map(({ header }) => header).filter((header) => header !== '').slice(0, 10), // prettier-ignore
    candidates: candidates.toSorted((one, other) => other.score - one.score),
  }
}

/** Whether two kinds claim a sheet alike, or accounts and figures stand in it without making any kind. */
export function kindUncertain(scores: readonly KindScore[], columns: readonly ColumnReading[]): boolean {
  const [best, next] = scores.toSorted((one, other) => other.score - one.score)
  if (!best) return false
  if (best.score >= 0.6) return next !== undefined && next.score >= 0.6 && best.score - next.score < CLOSE
  const { account_code: code, debit, credit, amount, opening, closing } = columnsByRole(columns)
  const figures = [debit, credit, amount, opening, closing].filter((column) => column !== undefined)
  return best.score >= PLAUSIBLE && code !== undefined && figures.length > 0
}

const unitAnswers: ReadonlyMap<Multiplier, SheetAnswer> = new Map(
  sheetAnswers.unit.flatMap((answer) => {
    const multiplier = saidMultiplier(answer)
    return multiplier === undefined ? [] : [[multiplier, answer]]
  }),
)

const title = (text: string): Remark[] => [{ code: 'evidenceTitle', params: { text } }]

/** What the titles leave open about unit and money: two units that contradict each other, or another money than yuan. */
export function moneyQuestions(
  names: Names,
  { units, foreign }: TitleLines,
  said: SaidOfSheet,
  { columns, rows }: { columns: readonly ColumnReading[]; rows: readonly SheetRow[] },
): SheetQuestion[] {
  const questions: SheetQuestion[] = []
  if (units.length > 1 && said.unit === undefined) {
    const named = units.flatMap(({ text, multiplier }) => {
      const answer = unitAnswers.get(multiplier)
      return answer === undefined ? [] : [{ answer, score: 0.5, evidence: title(text) }]
    })
    const others = sheetAnswers.unit
      .filter((answer) => !named.some((one) => one.answer === answer))
      .map((answer) => ({ answer, score: 0.1, evidence: [] }))
    questions.push({
      about: 'unit',
      signature: askSignature('unit', names),
      samples: units.map(({ text }) => text),
      candidates: [...named, ...others],
    })
  }
  const money = foreign === null ? onlyForeign(columns, rows) : { local: hasLocal(columns), words: foreign }
  if (money && !money.local && said.currency === undefined) {
    questions.push({
      about: 'currency',
      signature: askSignature('currency', names),
      samples: [money.words],
      candidates: [
        { answer: 'in_foreign', score: 0.5, evidence: title(money.words) },
        { answer: 'in_cny', score: 0.5, evidence: [] },
      ],
    })
  }
  return questions
}

const localWords = /本位币|本币|人民币|local|accounted|functional/i
const originalWords = /原币|外币|entered|doc\.?\s*curr/i
/** Whether a table prints amounts in the money of the books beside others. */
const hasLocal = (columns: readonly ColumnReading[]) => columns.some(({ header }) => localWords.test(header))

/** A table whose only amounts are 原币 and whose currency column names nothing but foreign money. */
function onlyForeign(
  columns: readonly ColumnReading[],
  rows: readonly SheetRow[],
): { local: boolean; words: string } | undefined {
  const { currency } = columnsByRole(columns)
  const figures = columns.filter(({ role }) => /debit|credit|amount|closing/.test(role))
  if (currency === undefined || figures.length === 0 || !figures.every(({ header }) => originalWords.test(header)))
    return undefined
  const named = new Set(rows.map(({ cells }) => textOf(cells[currency])).filter((text) => text !== ''))
  if (named.size === 0 || [...named].some((text) => /人民币|本位币|^(?:cny|rmb)$/i.test(text))) return undefined
  return { local: false, words: [...named].slice(0, 3).join('、') }
}

const figureRoles: ReadonlySet<ColumnRole> = new Set([
  'debit',
  'credit',
  'amount',
  'opening',
  'opening_debit',
  'opening_credit',
  'closing',
  'closing_debit',
  'closing_credit',
  'ytd_debit',
  'ytd_credit',
])

/**
 * Asks whether positive amounts in red letters are less than nothing or only marked. Vouchers that are red from end to end
 * balance either way, so that nothing but a person, or what the summaries say, can tell.
 */
export function redQuestion(
  names: Names,
  reds: readonly SheetRow[],
  { columns, said }: { columns: readonly ColumnReading[]; said: SaidOfSheet },
): SheetQuestion[] {
  if (said.red !== undefined) return []
  const figures = columns.filter(({ role }) => figureRoles.has(role)).map(({ column }) => column)
  const red = ({ cells, red: printed }: SheetRow) =>
    figures.filter((column) => printed?.includes(column) && (parseAmount(cells[column])?.fen ?? 0n) > 0n)
  const found = reds.filter((row) => red(row).length > 0)
  if (found.length === 0) return []
  const { summary } = columnsByRole(columns)
  const words = found.flatMap(({ cells }) => textOf(summary === undefined ? null : cells[summary]))
  const undone = words.filter((text) => /冲|红字|退|更正|调减/.test(text))
  const evidence = undone.slice(0, 3).flatMap(title)
  const likely = undone.length * 2 >= found.length ? 0.8 : 0.5
  return [
    {
      about: 'red',
      signature: askSignature('red', names),
      samples: found.slice(0, 5).map(
        (row) =>
          `${row.row}: ${red(row)
            .map((column) => textOf(row.cells[column]))
            .join('、')}`,
      ),
      candidates: [
        { answer: 'red_minus', score: likely, evidence },
        { answer: 'red_mark', score: 1 - likely, evidence: [] },
      ],
    },
  ]
}

/**
 * Asks which time one of several tables of the same layout covers. `place` is its place among them by name, from 0, which
 * speaks for a month where they are twelve.
 */
export function periodQuestion(
  names: Names,
  { place, among, kind }: { place: number; among: number; kind: 'table' | 'journal' },
): SheetQuestion {
  const name = [names.file, names.sheet].filter((text, at, all) => text !== '' && all.indexOf(text) === at).join(' · ')
  const numbered =
    monthInName(names.sheet) ?? monthInName(names.file) ?? lastNumber(names.sheet) ?? lastNumber(names.file)
  const candidates = sheetAnswers.period
    .filter((answer) => kind === 'table' || !answer.startsWith('month_'))
    .map((answer, at) => {
      const byName = numbered !== undefined && answer === `month_${numbered}`
      const byPlace = among === 12 && answer.startsWith('month_') && Number(answer.slice(6)) === place + 1
      const evidence: Remark[] = []
      if (byName) evidence.push({ code: 'evidenceTitle', params: { text: name } })
      if (byPlace) evidence.push({ code: 'evidencePlace', params: { place: place + 1, among } })
      return { answer, score: (byName ? 0.5 : 0) + (byPlace ? 0.3 : 0) + 0.1 - at / 1000, evidence }
    })
  return {
    about: 'period',
    signature: askSignature('period', names),
    samples: [name],
    candidates: candidates.toSorted((one, other) => other.score - one.score),
  }
}

const lastNumber = (name: string): string | undefined => {
  const found = /(?<!\d)(\d{1,2})\D*$/.exec(name.replace(/\.\w+$/, ''))?.[1]
  return found !== undefined && Number(found) >= 1 && Number(found) <= 12 ? found.padStart(2, '0') : undefined
}
