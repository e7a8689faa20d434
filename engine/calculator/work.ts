import {
  compare,
  decimal,
  decimalText,
  divide,
  multiply,
  type Rational,
  rational,
  roundHalfUp,
  subtract,
  zero,
} from '../binding/rational.ts'
import { isAnnounced, partsOf } from './days.ts'
import { type Bracket, type CalculatorLaw, type Parameter, parameterOn, type Words } from './law.ts'
import { tooMany, words } from './words.ts'

export type FieldKind = 'money' | 'percent' | 'count' | 'day' | 'year' | 'choice' | 'flag' | 'text'
export type Option = { value: string; label: Words }
/** One thing a calculator asks. Values are texts: yuan, percent, `yyyy-MM-dd`, `1` for a flag that is set. */
export type Field = {
  key: string
  label: Words
  kind: FieldKind
  hint?: Words
  options?: readonly Option[]
  /** What stands in it before anybody writes. `today`: the day of the reader; `thisYear`: its year. */
  start?: string
  needed?: true
  /** May be below zero. */
  signed?: true
  /** Asked only where another field has one of these values. */
  when?: { field: string; is: readonly string[] }
}
/** A list that a calculator asks: contracts, months, losses. */
export type RowsField = {
  title: Words
  fields: readonly Field[]
  start: readonly Values[]
  max: number
  /** Asked only where a field has one of these values. */
  when?: { field: string; is: readonly string[] }
}
export type Values = Readonly<Record<string, string>>

export type Unit = 'money' | 'percent' | 'count' | 'day' | 'text'
/** A value of a result: yuan with two decimals, an exact decimal ratio for `percent`, a day, or a text in both languages. */
export type Shown = string | Words
export type Answer = { key: string; label: Words; value: Shown; unit: Unit; main: boolean }
export type Step = { label: Words; formula: string; value: string; unit: Unit }
export type Used = Parameter & { day: string }
export type ResultTable = {
  key: string
  title: Words
  columns: readonly { key: string; label: Words; unit: Unit }[]
  rows: readonly Readonly<Record<string, Shown>>[]
}
export type Problem = { field: string | null; row: number | null; says: Words }

/** What came of a calculation; `refused`: nothing was computed, and why. */
export type Outcome =
  | {
      kind: 'done'
      answers: readonly Answer[]
      steps: readonly Step[]
      used: readonly Used[]
      tables: readonly ResultTable[]
      notes: readonly Words[]
    }
  | { kind: 'refused'; problems: readonly Problem[] }

export type Input = { values: Values; rows: readonly Values[] }

export class Refused extends Error {
  readonly problem: Problem
  constructor(says: Words, field: string | null = null, row: number | null = null) {
    super(says.en)
    this.problem = { field, row, says }
  }
}

export const one = rational(1n)
export const hundred = rational(100n)
export const least = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b)
export const most = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b)
/** Not below zero. */
export const atLeastZero = (value: Rational): Rational => most(value, zero)
/** Rounded half up to the fen. */
export const toFen = (value: Rational): Rational => roundHalfUp(value, 2)
export const isZero = (value: Rational): boolean => value.n === 0n

/** `1234.50`: yuan of a fraction, rounded half up. */
export function yuanText(value: Rational): string {
  const { n, d } = toFen(value)
  const fen = (n * 100n) / d
  const digits = (fen < 0n ? -fen : fen).toString().padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `1,234.50`, as amounts stand in formulas. */
export const amount = (value: Rational): string => yuanText(value).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
/** `2.5%`. */
export const percent = (value: Rational): string => `${decimalText(multiply(value, hundred))}%`

/** Reads one list of fields out of what a person wrote; a value that is none is refused by its field. */
function readerOf(fields: readonly Field[], values: Values, row: number | null) {
  // full-width digits, brackets and signs are what a Chinese keyboard gives
  const textOf = (key: string) => (values[key] ?? '').normalize('NFKC').trim()
  const fieldOf = (key: string) => fields.find((field) => field.key === key)
  const refuse = (key: string, says: Words): never => {
    throw new Refused(says, key, row)
  }
  const written = (key: string) => {
    const text = textOf(key)
    if (text === '' && fieldOf(key)?.needed) refuse(key, words.needed)
    return text
  }
  const number = (key: string, places: number, wrong: Words): Rational => {
    const text = written(key).replaceAll(/[,\s¥%元]/g, '')
    if (text === '') return zero
    const value = decimal(text)
    const match = /^-?(\d+)(?:\.(\d+))?$/.exec(text)
    if (!value || !match || (match[1] ?? '').length > 13 || (match[2] ?? '').length > places) return refuse(key, wrong)
    return value.n < 0n && !fieldOf(key)?.signed ? refuse(key, words.negative) : value
  }
  const day = (key: string): string => {
    const text = written(key).replaceAll(/[/.]/g, '-')
    const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
    const whole = match ? `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}` : text
    return text === '' || partsOf(whole) ? whole : refuse(key, words.noDay)
  }
  return {
    /** Whether anything stands in the field. */
    has: (key: string) => textOf(key) !== '',
    /** As it was written; figures and days are read in their plain forms. */
    text: (key: string): string => (written(key) === '' ? '' : (values[key] ?? '').trim()),
    money: (key: string) => number(key, 2, words.noAmount),
    /** Asked in percent, answered as a ratio. */
    percent: (key: string) => divide(number(key, 8, words.noNumber), hundred),
    decimal: (key: string) => number(key, 8, words.noNumber),
    /** A whole number between two bounds. */
    count: (key: string, low: number, high: number): number => {
      const text = written(key)
      if (text === '') return 0
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= low && value <= high ? value : refuse(key, words.between(low, high))
    },
    day,
    year: (key: string): number => {
      const value = Number(written(key))
      return Number.isInteger(value) && value >= 1900 && value < 2200 ? value : refuse(key, words.noYear)
    },
    flag: (key: string) => ['1', 'true', '是', 'yes', 'y', '√'].includes(textOf(key).toLowerCase()),
    choice: (key: string): string => {
      const text = written(key)
      const options = fieldOf(key)?.options ?? []
      const found = options.find(({ value, label }) =>
        [value, label.zh, label.en].some((name) => name.normalize('NFKC') === text),
      )
      return found ? found.value : refuse(key, words.noChoice)
    },
    refuse,
  }
}

/** The sheet on which a calculator works: reads what was asked, takes figures of the law, notes every step. */
export function openWork(ask: { fields: readonly Field[]; rows?: RowsField }, law: CalculatorLaw, input: Input) {
  const answers: Answer[] = []
  const steps: Step[] = []
  const used = new Map<string, Used>()
  const tables: ResultTable[] = []
  const notes: Words[] = []
  const take = (id: string, day: string, chosen: string | null = null): Parameter => {
    const found = parameterOn(law, id, day, chosen)
    if (!found) throw new Refused(words.noLaw(id, day))
    used.set(`${id}|${chosen}|${found.from}`, { ...found, day })
    return found
  }
  const rowFields = ask.rows?.fields ?? []
  if (input.rows.length > (ask.rows?.max ?? 0)) throw new Refused(tooMany(ask.rows?.max ?? 0))
  const rows = () =>
    input.rows
      .map((values, at) => ({ at, values, ask: readerOf(rowFields, values, at) }))
      .filter(({ values }) => Object.values(values).some((value) => value.trim() !== ''))
  return {
    law,
    ask: readerOf(ask.fields, input.values, null),
    /** Stops where what is wrong is not in one field. */
    refuse: (says: Words): never => {
      throw new Refused(says)
    },
    /** The rows in which anything stands, each with its reader. */
    rows,
    /** The same where the place of a row counts: an empty one between others is refused. */
    rowsInTurn: () => {
      const list = rows()
      const begins = list[0]?.at ?? 0
      const gap = list.find(({ at }, place) => at !== begins + place)
      if (gap) throw new Refused(words.emptyRow(gap.at))
      return list
    },
    /** A figure in force on a day; refuses where none is. */
    figure: (id: string, day: string, chosen: string | null = null): Rational => {
      const { value } = take(id, day, chosen)
      const figure = typeof value === 'string' ? decimal(value) : undefined
      if (!figure) throw new Refused(words.noLaw(id, day))
      return figure
    },
    /** Whether any figure of that name holds on the day; takes none. */
    holds: (id: string, day: string, chosen: string | null = null) => parameterOn(law, id, day, chosen) !== undefined,
    scale: (id: string, day: string, chosen: string | null = null): readonly Bracket[] => {
      const { value } = take(id, day, chosen)
      return typeof value === 'string' ? [] : value
    },
    step: (label: Words, formula: string, value: Rational, unit: Unit = 'money'): Rational => {
      steps.push({ label, formula, value: unit === 'money' ? yuanText(value) : decimalText(value), unit })
      return value
    },
    answer: (key: string, label: Words, value: Rational, unit: 'money' | 'percent' | 'count' = 'money') => {
      answers.push({
        key,
        label,
        value: unit === 'money' ? yuanText(value) : decimalText(value),
        unit,
        main: answers.length === 0,
      })
    },
    say: (key: string, label: Words, value: Shown, unit: 'text' | 'day' = 'text') => {
      answers.push({ key, label, value, unit, main: answers.length === 0 })
    },
    note: (says: Words) => void (notes.some(({ zh }) => zh === says.zh) || notes.push(says)),
    table: (table: ResultTable) => void tables.push(table),
    /** Says where a day lies in a year whose rests nobody has announced. */
    noteDay: (day: string) => {
      if (!isAnnounced(law.holidays, day)) notes.push(words.unannounced(day.slice(0, 4)))
    },
    done: (): Outcome => ({
      kind: 'done',
      answers,
      steps,
      used: [...used.values()],
      tables,
      notes,
    }),
  }
}
export type Work = ReturnType<typeof openWork>

/** A calculator: what it asks and how it works, with nothing of the screen. */
export type Calculator = {
  code: string
  group: 'amount' | 'vat' | 'iit' | 'cit' | 'property' | 'levy' | 'asset'
  /** How it rounds, said beside the result. */
  rounding: Words
  fields: readonly Field[]
  rows?: RowsField
  /** Asks about a person: nothing of it goes into the address. */
  personal?: true
  compute: (work: Work) => void
}

/** Runs a calculator; what a person must mend comes back in words, a fault of the program is thrown on. */
export function calculate(calculator: Calculator, law: CalculatorLaw, input: Input): Outcome {
  try {
    const work = openWork(calculator, law, input)
    calculator.compute(work)
    return work.done()
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problems: [error.problem] }
    throw error
  }
}

/** Tax on a progressive scale: the step of `base`, its rate and the tax `base × rate − quick`, not below zero. */
export function onScale(scale: readonly Bracket[], base: Rational): { rate: Rational; quick: Rational; tax: Rational } {
  const step = scale.find(({ upTo }) => upTo === null || compare(base, decimal(upTo) ?? zero) <= 0)
  const rate = decimal(step?.rate ?? '0') ?? zero
  const quick = decimal(step?.quick ?? '0') ?? zero
  return { rate, quick, tax: atLeastZero(subtract(multiply(atLeastZero(base), rate), quick)) }
}
