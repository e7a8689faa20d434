import { add, compare, divide, multiply, rational, type Rational, subtract, zero } from '../binding/rational.ts'
import { atLeastZero, least, one, toFen } from './work.ts'

export type Method = 'straight' | 'double' | 'digits' | 'units'
export type Asset = { cost: Rational; residual: Rational; months: number; method: Method }

/** What each year of use bears, before rounding; the years of use are `months` in twelves. */
function yearlyShares({ cost, residual, months, method }: Asset): Rational[] {
  const years = Math.ceil(months / 12)
  const base = subtract(cost, residual)
  if (method === 'digits') {
    const sum = rational(BigInt((years * (years + 1)) / 2))
    return Array.from({ length: years }, (_, at) => divide(multiply(base, rational(BigInt(years - at))), sum))
  }
  let left = cost
  return Array.from({ length: years }, (_, at) => {
    // the last two years share what is left above the residual value (企业会计准则第4号应用指南)
    const charge =
      years - at <= 2
        ? divide(subtract(left, residual), rational(BigInt(years - at)))
        : least(multiply(left, rational(2n, BigInt(years))), atLeastZero(subtract(left, residual)))
    left = subtract(left, charge)
    return charge
  })
}

/**
 * The charge of each month of an asset's life, to the fen; they add up to cost less residual value exactly, the last month
 * takes what rounding left. Straight by months, the two accelerated methods by years in twelfths.
 */
export function monthlyCharges(asset: Asset): Rational[] {
  const { cost, residual, months, method } = asset
  const total = subtract(cost, residual)
  const shares = method === 'straight' ? [] : yearlyShares(asset)
  let [exact, charged] = [zero, zero]
  return Array.from({ length: months }, (_, at) => {
    const years = shares[Math.floor(at / 12)] ?? zero
    exact =
      method === 'straight'
        ? divide(multiply(total, rational(BigInt(at + 1))), rational(BigInt(months)))
        : add(exact, divide(years, rational(12n)))
    const upTo = at === months - 1 ? total : least(toFen(exact), total)
    const charge = subtract(upTo, charged)
    charged = upTo
    return charge
  })
}

/** Units of work of each month: charged in their proportion until what was planned is used up. */
export function chargesByUnits(
  { cost, residual }: { cost: Rational; residual: Rational },
  planned: Rational,
  units: readonly Rational[],
): Rational[] {
  const total = subtract(cost, residual)
  let [done, charged] = [zero, zero]
  return units.map((count) => {
    done = add(done, count)
    const share = compare(done, planned) >= 0 ? one : divide(done, planned)
    const upTo = toFen(multiply(total, share))
    const charge = subtract(upTo, charged)
    charged = upTo
    return charge
  })
}
