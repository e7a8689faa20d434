import type { LegalBasis } from '../taxlaw/rule-pack.ts'

export type Words = { zh: string; en: string }
/** A step of a progressive scale: up to and including `upTo` (null: no end) at `rate`, less `quick`. Yuan and exact decimals. */
export type Bracket = { upTo: string | null; rate: string; quick: string }
/** `verified`: read against the text of the law; `verify`: from professional knowledge, still to be checked. */
export type Standing = 'verified' | 'verify'
export const parameterUnits = ['ratio', 'yuan', 'years', 'months', 'days', 'count', 'sqm', 'brackets'] as const
export type ParameterUnit = (typeof parameterUnits)[number]

/** One figure of the law with the days on which it holds, and where it stands. */
export type Parameter = {
  id: string
  /** For figures that differ by kind: which; null: one for all. */
  case: string | null
  value: string | readonly Bracket[]
  unit: ParameterUnit
  from: string
  to: string | null
  basis: readonly LegalBasis[]
  certainty: Standing
  note?: Words
}

/** Days on which people rest or work against the week, for the years that were announced. */
export type Holidays = {
  years: readonly number[]
  off: ReadonlySet<string>
  worked: ReadonlySet<string>
  basis: readonly (LegalBasis & { year: number })[]
}

/** What the digits of public numbers stand for. */
export type Registers = {
  /** By the first two digits of a division. */
  provinces: ReadonlyMap<string, Words>
  /** By the first character of a credit code, and by its first two. */
  authorities: ReadonlyMap<string, Words>
}

/** All the dated law that calculators read. */
export type CalculatorLaw = {
  version: string
  parameters: readonly Parameter[]
  holidays: Holidays
  registers: Registers
}

/** The figure of that name in force on a day (`yyyy-MM-dd`); undefined: none of the rows holds then. */
export const parameterOn = (
  law: CalculatorLaw,
  id: string,
  day: string,
  chosen: string | null,
): Parameter | undefined =>
  law.parameters.find(
    (one) => one.id === id && one.case === chosen && one.from <= day && (one.to === null || one.to >= day),
  )

/** Every row of a name, oldest first: what the law pane shows beside the one that holds. */
export const parameterHistory = (law: CalculatorLaw, id: string, chosen: string | null): Parameter[] =>
  law.parameters.filter((one) => one.id === id && one.case === chosen).toSorted((a, b) => (a.from < b.from ? -1 : 1))
