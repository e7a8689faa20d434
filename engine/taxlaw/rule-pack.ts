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
export type Rule = {
  id: string
  name: string
  basis: readonly LegalBasis[]
  difference: string
  certainty: Certainty
  note: string
}

/** Dated law: rules with their basis, and figures with the days they hold. */
export type RulePack = { version: string; rules: readonly Rule[]; rates: readonly Rate[] }

export type RateAnswer =
  | { found: 'rate'; rate: Rate; value: Rational }
  | { found: 'no_rate_in_year' | 'no_rate_case' | 'unknown_rate' }

/** The figure in force on the last day of the tax year (a calendar year, 企业所得税法第五十三条). */
export function rateIn(pack: RulePack, name: string, year: number, chosen: string | null): RateAnswer {
  const named = pack.rates.filter(({ rule, field }) => `${rule}.${field}` === name)
  if (named.length === 0) return { found: 'unknown_rate' }
  const cased = named.filter((rate) => rate.case === null || rate.case === chosen)
  if (cased.length === 0) return { found: 'no_rate_case' }
  const day = `${year}-12-31`
  const rate = cased.find(({ from, to }) => from <= day && (to === null || to >= day))
  const value = decimal(rate?.value ?? '')
  return rate === undefined || value === undefined ? { found: 'no_rate_in_year' } : { found: 'rate', rate, value }
}
