import {
  add,
  compare,
  decimal,
  divide,
  multiply,
  rational,
  type Rational,
  subtract,
  zero,
} from '../binding/rational.ts'
import type { Bracket } from './law.ts'
import { atLeastZero, onScale, toFen } from './work.ts'

/** Dated figures of the withholding of salaries. */
export type SalaryLaw = { scale: readonly Bracket[]; basicMonth: Rational }
/** One month of a salary: what was paid and what is deducted from it, yuan. */
export type SalaryMonth = { income: Rational; exempt: Rational; social: Rational; special: Rational; other: Rational }
export type WithheldMonth = {
  taxable: Rational
  rate: Rational
  quick: Rational
  cumulativeTax: Rational
  tax: Rational
}

/**
 * Cumulative withholding (累计预扣法): the tax on all months so far less what was withheld; never negative, an overpayment
 * stays for the settlement.
 */
export function withholdSalaries(months: readonly SalaryMonth[], { scale, basicMonth }: SalaryLaw): WithheldMonth[] {
  let [taxable, withheld] = [zero, zero]
  return months.map(({ income, exempt, social, special, other }) => {
    taxable = [exempt, basicMonth, social, special, other].reduce(subtract, add(taxable, income))
    const { rate, quick, tax } = onScale(scale, atLeastZero(taxable))
    const cumulativeTax = toFen(tax)
    const due = atLeastZero(subtract(cumulativeTax, withheld))
    withheld = add(withheld, due)
    return { taxable: atLeastZero(taxable), rate, quick, cumulativeTax, tax: due }
  })
}

/** Tax of a year's bonus by the monthly table: rate and quick deduction by a twelfth, the deduction once (财税〔2018〕164号). */
export function bonusTax(scale: readonly Bracket[], bonus: Rational) {
  const { rate, quick } = onScale(scale, divide(bonus, rational(12n)))
  return { rate, quick, tax: toFen(atLeastZero(subtract(multiply(bonus, rate), quick))) }
}

/** Tax on taxable income of a year, to the fen. */
export const yearTax = (scale: readonly Bracket[], taxable: Rational): Rational => toFen(onScale(scale, taxable).tax)

export type BonusSplit = { bonus: Rational; merged: Rational; bonusTax: Rational; mergedTax: Rational; total: Rational }

/**
 * The split of a bonus between its own table and the year's income that costs least. Tax is linear between the ends of both
 * tables, so the least lies at one of those ends: each is tried. Of equals the one with more taxed apart.
 */
export function bestSplit(
  scales: { year: readonly Bracket[]; bonus: readonly Bracket[] },
  taxable: Rational,
  bonus: Rational,
) {
  const at = (apart: Rational): BonusSplit => {
    const merged = subtract(bonus, apart)
    const own = bonusTax(scales.bonus, apart).tax
    const rest = yearTax(scales.year, add(taxable, merged))
    return { bonus: apart, merged, bonusTax: own, mergedTax: rest, total: add(own, rest) }
  }
  const ends = scales.bonus.flatMap(({ upTo }) =>
    upTo === null ? [] : [multiply(decimal(upTo) ?? zero, rational(12n))],
  )
  const turns = scales.year.flatMap(({ upTo }) =>
    upTo === null ? [] : [subtract(bonus, subtract(decimal(upTo) ?? zero, taxable))],
  )
  // below the basic deduction a part of the bonus goes untaxed into the year's income
  const unused = subtract(bonus, subtract(zero, taxable))
  const tried = [bonus, zero, unused, ...ends, ...turns].filter(
    (one) => compare(one, zero) >= 0 && compare(one, bonus) <= 0,
  )
  const splits = tried.map((one) => at(toFen(one)))
  return {
    apart: at(bonus),
    together: at(zero),
    best: splits.reduce((best, next) => {
      const order = compare(next.total, best.total)
      return order < 0 || (order === 0 && compare(next.bonus, best.bonus) > 0) ? next : best
    }),
  }
}

export type FeeLaw = {
  scale: readonly Bracket[]
  fixed: Rational
  fixedLimit: Rational
  costShare: Rational
  authorShare: Rational
  royaltyRate: Rational
}
export type FeeKind = 'labour' | 'author' | 'royalty'

/** Withholding on one payment of labour, an author's remuneration or a royalty (公告2018年第61号第二条). */
export function withholdFee(law: FeeLaw, kind: FeeKind, income: Rational) {
  const deduction = compare(income, law.fixedLimit) <= 0 ? law.fixed : multiply(income, law.costShare)
  const net = atLeastZero(subtract(income, deduction))
  const taxable = toFen(kind === 'author' ? multiply(net, law.authorShare) : net)
  const step =
    kind === 'labour'
      ? onScale(law.scale, taxable)
      : { rate: law.royaltyRate, quick: zero, tax: multiply(taxable, law.royaltyRate) }
  return { deduction, taxable, rate: step.rate, quick: step.quick, tax: toFen(step.tax) }
}

/**
 * The least gross of which `net` is left, to the fen; undefined where none leaves it exactly. `jumps`: where the tax leaps,
 * the last gross before each leap; between two of them what is left rises by 0 or 1 fen with every fen.
 */
export function grossOf(
  net: Rational,
  taxOf: (gross: Rational) => Rational,
  jumps: readonly Rational[] = [],
): Rational | undefined {
  const leftOf = (fen: bigint) => subtract(rational(fen, 100n), taxOf(rational(fen, 100n)))
  // the highest rate is 45 percent: twice the net is always enough
  const end = (net.n * 200n) / net.d + 100n
  const ends = [...jumps.map(({ n, d }) => (n * 100n) / d).filter((fen) => fen < end), end]
  let start = 0n
  for (const last of ends) {
    let [low, high] = [start, last]
    while (low < high) {
      const middle = (low + high) / 2n
      if (compare(leftOf(middle), net) < 0) low = middle + 1n
      else high = middle
    }
    if (compare(leftOf(low), net) === 0) return rational(low, 100n)
    start = last + 1n
  }
  return undefined
}
