import type { Fen } from '../money.ts'
import type { Drawn, SampleMethod } from './sampling.ts'

/** A tested line: its booked amount and by how much it is wrong (booked less right, fen). */
export type Tested = { amount: Fen; misstatement: Fen; layer: Drawn['layer'] }

/** What errors found say of the whole. `upper` is null where the method allows none. */
export type Projection = { known: Fen; projected: Fen; precision: Fen | null; allowance: Fen | null; upper: Fen | null }

const zeroErrors: Readonly<Record<number, number>> = { 80: 161, 85: 190, 90: 231, 95: 300, 98: 391, 99: 461 }

/**
 * Upper limit of a Poisson count at a confidence (percent), in hundredths, rounded up, as the tables of monetary-unit sampling print
 * it (AICPA Audit Guide: Audit Sampling): 95%: 3.00, 4.75, 6.30, 7.76 …
 */
export function confidenceFactor(confidence: number, errors: number): number {
  const table = zeroErrors[confidence]
  if (errors === 0 && table !== undefined) return table
  const risk = 1 - confidence / 100
  let [low, high] = [0, errors * 3 + 20]
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    let [term, sum] = [Math.exp(-middle), Math.exp(-middle)]
    for (let count = 1; count <= errors; count += 1) {
      term *= middle / count
      sum += term
    }
    if (sum > risk) low = middle
    else high = middle
  }
  return Math.ceil(high * 100 - 1e-6)
}

const size = (fen: Fen): Fen => (fen < 0n ? -fen : fen)

/**
 * MUS: tainting = misstatement ÷ booked; below the interval each error stands for tainting × interval, at or above it for itself.
 * Upper limit = projected + factor₀ × interval + Σ (factorᵢ − factorᵢ₋₁ − 1) × projectedᵢ, the largest first. Random and stratified:
 * misstatement ÷ booked of the sample × booked of the layer. A targeted sample says nothing of what was not looked at. Half a fen up.
 */
export function project(
  tested: readonly Tested[],
  how: {
    method: SampleMethod
    confidence: number
    interval: Fen
    population: Fen
    layers: readonly { name: Drawn['layer']; amount: Fen }[]
  },
): Projection {
  const known = tested.reduce((sum, { misstatement }) => sum + misstatement, 0n)
  if (how.method === 'targeted') return { known, projected: known, precision: null, allowance: null, upper: null }
  if (how.method !== 'mus') {
    const layers = how.layers.length > 0 ? how.layers : [{ name: 'drawn' as const, amount: how.population }]
    const projected = layers.reduce((sum, { name, amount }) => {
      const mine = tested.filter(({ layer }) => layer === name)
      const booked = mine.reduce((all, one) => all + one.amount, 0n)
      const wrong = mine.reduce((all, one) => all + one.misstatement, 0n)
      return booked === 0n ? sum : sum + rounded(wrong * amount, booked)
    }, 0n)
    return { known, projected, precision: null, allowance: null, upper: null }
  }
  const { interval, confidence } = how
  const sure = tested
    .filter(({ layer }) => layer === 'certain')
    .reduce((sum, { misstatement }) => sum + misstatement, 0n)
  const errors = tested
    .filter(({ layer, misstatement }) => layer !== 'certain' && misstatement !== 0n)
    .map(({ amount, misstatement }) => rounded(misstatement * interval, amount))
  const projected = sure + errors.reduce((sum, one) => sum + one, 0n)
  const precision = rounded(interval * BigInt(confidenceFactor(confidence, 0)), 100n)
  const over = errors.filter((one) => one > 0n).toSorted((one, other) => (one > other ? -1 : one < other ? 1 : 0))
  const allowance = over.reduce((sum, one, at) => {
    const step = confidenceFactor(confidence, at + 1) - confidenceFactor(confidence, at) - 100
    return sum + rounded(one * BigInt(Math.max(0, step)), 100n)
  }, 0n)
  return { known, projected, precision, allowance, upper: projected + precision + allowance }
}

/** Half up, away from zero. */
function rounded(over: Fen, under: Fen): Fen {
  const whole = (2n * size(over) + under) / (2n * under)
  return over < 0n ? -whole : whole
}
