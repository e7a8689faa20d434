import {
  add,
  compare,
  decimal,
  divide,
  multiply,
  rational,
  type Rational,
  roundHalfUp,
  subtract,
} from '../binding/rational.ts'
import { valueText } from './return-amount.ts'
import { rateIn, type RulePack } from './rule-pack.ts'

/** Tax at one level of taxable income, and what is left after it. Yuan. */
export type CliffPoint = { taxable: string; tax: string; left: string }
export type SmallProfitCliff =
  | {
      known: true
      cap: string
      rate: string
      effectiveRate: string
      /** At the client's own income, at the cap, and one fen above it. */
      own: CliffPoint
      atCap: CliffPoint
      overCap: CliffPoint
      /** Tax that the first fen above the cap brings. */
      jump: string
      /** Up to this income more income leaves less after tax than the cap does. */
      breakEven: string
      /** How much less (or, negative, more) taxable income the client has than the cap. */
      distance: string
      /** Between cap and break-even: what staying at the cap would save after tax; else null. */
      lost: string | null
      basis: readonly { doc: string; article?: string }[]
    }
  | { known: false; lacking: readonly string[] }

/** The cliff of the small low-profit relief (小型微利企业) at its cap, by the law in force in the year; unknown figures are named. */
export function smallProfitCliff(pack: RulePack, year: number, taxable: string, othersMet: boolean): SmallProfitCliff {
  const names = ['CIT.rate', 'SMALL_LOW_PROFIT.effective_rate', 'SMALL_LOW_PROFIT.taxable_cap'] as const
  const [full, low, cap] = names.map((name) => rateIn(pack, name, year, null))
  const own = decimal(taxable)
  if (full?.found !== 'rate' || low?.found !== 'rate' || cap?.found !== 'rate' || !own)
    return { known: false, lacking: names.filter((name) => rateIn(pack, name, year, null).found !== 'rate') }
  const point = (income: Rational): { tax: Rational; left: Rational; shown: CliffPoint } => {
    const relieved = othersMet && compare(income, cap.value) <= 0
    const tax = roundHalfUp(multiply(income, relieved ? low.value : full.value), 2)
    const left = subtract(income, tax)
    return { tax, left, shown: { taxable: valueText(income, 'money'), tax: valueText(tax, 'money'), left: valueText(left, 'money') } } // prettier-ignore
  }
  const atCap = point(cap.value)
  const over = point(add(cap.value, rational(1n, 100n)))
  const one = rational(1n)
  const breakEven = divide(atCap.left, subtract(one, full.value))
  const mine = point(own)
  const between = othersMet && compare(own, cap.value) > 0 && compare(own, breakEven) < 0
  return {
    known: true,
    cap: valueText(cap.value, 'money'),
    rate: full.rate.value,
    effectiveRate: low.rate.value,
    own: mine.shown,
    atCap: atCap.shown,
    overCap: over.shown,
    jump: valueText(subtract(over.tax, atCap.tax), 'money'),
    breakEven: valueText(breakEven, 'money'),
    distance: valueText(subtract(cap.value, own), 'money'),
    lost: between ? valueText(subtract(atCap.left, mine.left), 'money') : null,
    basis: low.rate.basis,
  }
}
