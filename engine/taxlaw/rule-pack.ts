import { decimal, type Rational } from '../binding/rational.ts'

export type LegalBasis = { doc: string; article?: string }

/** One figure of the law with the days it holds: `ENTERTAIN.actual_rate` is 0.60 from 2008-01-01 on. */
export type Rate = {
  rule: string
  field: string
  /** For figures that differ by trade: the case a parameter chooses, else null. */
  case: string | null
  value: string
  unit: 'ratio' | 'yuan' | 'years' | 'count'
  from: string
  to: string | null
  basis: readonly LegalBasis[]
}

export type Certainty = 'high' | 'medium' | 'low'
type Words = { zh: string; en: string }
/** A case worked out in advance: what goes in and what must come out. */
export type RuleVector = { in: Readonly<Record<string, unknown>>; out: Readonly<Record<string, string>> }
/** A line of the return that a rule fills; `line` may be a range, an option line (`22.x`) or absent: the whole form. */
export type RuleLine = { form: string; line: string }

/** One rule of the law as data: what it says, from when to when, where it goes in the return, how sure we are. */
export type Rule = {
  id: string
  name: string
  nameEn: string
  category: string
  basis: readonly LegalBasis[]
  /** The formula as professionals write it, in both languages. */
  formula: Words
  difference: Words
  carry: Words
  /** Days from which and to which it holds; null: still in force. */
  from: string
  to: string | null
  paper: string
  lines: readonly RuleLine[]
  certainty: Certainty
  /** What the certainty covers, in words. */
  certaintyWords: Words
  /** How it was checked. */
  note: Words
  pitfalls: readonly Words[]
  vectors: readonly RuleVector[]
}

/** Dated law: rules with their basis, and figures with the days they hold. */
export type RulePack = { version: string; rules: readonly Rule[]; rates: readonly Rate[] }

export type RateAnswer =
  | { found: 'rate'; rate: Rate; value: Rational }
  | { found: 'no_rate_in_year' | 'no_rate_case' | 'unknown_rate' }

/** Whether something that holds between two days is in force on the last day of a tax year. */
export const inForce = ({ from, to }: { from: string; to: string | null }, year: number): boolean => {
  const day = `${year}-12-31`
  return from <= day && (to === null || to >= day)
}

/** The figure in force on the last day of the tax year (a calendar year, 企业所得税法第五十三条). */
export function rateIn(pack: Pick<RulePack, 'rates'>, name: string, year: number, chosen: string | null): RateAnswer {
  const named = pack.rates.filter(({ rule, field }) => `${rule}.${field}` === name)
  if (named.length === 0) return { found: 'unknown_rate' }
  const cased = named.filter((rate) => rate.case === null || rate.case === chosen)
  if (cased.length === 0) return { found: 'no_rate_case' }
  const rate = cased.find((one) => inForce(one, year))
  const value = decimal(rate?.value ?? '')
  return rate === undefined || value === undefined ? { found: 'no_rate_in_year' } : { found: 'rate', rate, value }
}
