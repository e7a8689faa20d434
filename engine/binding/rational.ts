import type { Fen } from '../money.ts'

/** An exact fraction in lowest terms; the denominator is positive. Every calculation between ledger and cell uses it. */
export type Rational = { readonly n: bigint; readonly d: bigint }

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** n/d in lowest terms; throws on a zero denominator, which callers must exclude. */
export function rational(n: bigint, d: bigint = 1n): Rational {
  if (d === 0n) throw new RangeError('A fraction needs a denominator other than zero')
  if (d === 1n) return { n, d }
  const sign = d < 0n ? -1n : 1n
  const divisor = gcd(n, d * sign)
  return { n: (sign * n) / divisor, d: (sign * d) / divisor }
}

export const zero = rational(0n)
export const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d)
export const subtract = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d)
export const multiply = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d)
export const divide = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n)
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d })

/** Negative, zero or positive as a is below, equal to or above b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The fraction of a plain decimal ("0.005", "-12"); undefined for anything else. */
export function decimal(text: string): Rational | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const fraction = match[3] ?? ''
  const n = BigInt(`${match[2]}${fraction}`)
  return rational(match[1] ? -n : n, 10n ** BigInt(fraction.length))
}

/** Rounded to `places` decimals, half away from zero (四舍五入). */
export function roundHalfUp(value: Rational, places: number): Rational {
  const scale = 10n ** BigInt(places)
  const magnitude = value.n < 0n ? -value.n : value.n
  const units = (2n * magnitude * scale + value.d) / (2n * value.d)
  return rational(value.n < 0n ? -units : units, scale)
}

/** Yuan as a fraction from fen, and back, rounded half-up to the fen. */
export const yuanOf = (fen: Fen): Rational => rational(fen, 100n)

export function fenOfYuan(value: Rational): Fen {
  const rounded = roundHalfUp(value, 2)
  return (rounded.n * 100n) / rounded.d
}

/** A decimal text: exact if it ends within twelve places, otherwise rounded there. */
export function decimalText(value: Rational): string {
  const rounded = roundHalfUp(value, 12)
  const scaled = (rounded.n * 10n ** 12n) / rounded.d
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(13, '0')
  const fraction = digits.slice(-12).replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -12)}${fraction ? `.${fraction}` : ''}`
}
