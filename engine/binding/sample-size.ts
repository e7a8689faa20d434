import { compare, divide, multiply, type Rational, rational, zero } from './rational.ts'

/**
 * Confidence factors of monetary-unit sampling where no misstatement is expected: −ln(1 − confidence), to two decimals, as the
 * tables print them (AICPA Audit Guide: Audit Sampling, Appendix C; the same factors in 中国注册会计师审计准则第1314号 practice).
 */
const factors: readonly [Rational, Rational][] = (
  [
    [80, 161],
    [85, 190],
    [90, 231],
    [95, 300],
    [98, 391],
    [99, 461],
  ] as const
).map(([confidence, factor]) => [rational(BigInt(confidence), 100n), rational(BigInt(factor), 100n)])

/** Levels that have a factor. */
export const confidences = '80%, 85%, 90%, 95%, 98%, 99%'

/**
 * n = ⌈ frame × factor(confidence) ÷ pm ⌉: items to draw from a population of `frame` yuan at a tolerable misstatement of `pm`
 * yuan. Undefined for another confidence, or a `pm` that is not positive. Confidence as a share or in percent.
 */
export function sampleSize(pm: Rational, frame: Rational, confidence: Rational): Rational | undefined {
  const share = compare(confidence, rational(1n)) > 0 ? divide(confidence, rational(100n)) : confidence
  const factor = factors.find(([level]) => compare(level, share) === 0)?.[1]
  if (!factor || compare(pm, zero) <= 0) return undefined
  const size = divide(multiply(frame.n < 0n ? { n: -frame.n, d: frame.d } : frame, factor), pm)
  return rational((size.n + size.d - 1n) / size.d)
}
