import { rational } from '#engine/binding/rational.ts'
import { sampleSize } from '#engine/binding/sample-size.ts'
import type { Ledger } from '#engine/ledger/model.ts'
import { type Fen, fenOf } from '#engine/money.ts'
import { drawSample, type Frame, type Sample } from '#engine/voucher-check/sampling.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { SampleInput } from './check-job.ts'

const MOST = 500

const frameOf = ({ accounts, months, least, most, side }: SampleInput['frame']): Frame => ({
  accounts,
  months,
  least: fenOf(least) ?? 0n,
  most: most === '' ? null : (fenOf(most) ?? null),
  side,
})

/** n = ⌈ population × factor(confidence) ÷ materiality ⌉; undefined without materiality. */
export function computedSize(population: Fen, materiality: Fen | null, confidence: number): number | undefined {
  if (materiality === null || materiality <= 0n) return undefined
  const size = sampleSize(rational(materiality, 100n), rational(population, 100n), rational(BigInt(confidence), 100n))
  return size && Number(size.n / size.d)
}

/** Draws as asked; refuses an empty frame, and a size that cannot be computed or is beyond what people can test. */
export function drawn(ledger: Ledger, input: SampleInput): { sample: Sample; size: number; byHand: boolean } {
  const materiality = input.materiality === null ? null : BigInt(input.materiality)
  const frame = frameOf(input.frame)
  const { method, seed } = input
  const plan = (size: number) => ({ method, size, seed, certain: materiality ?? 0n })
  const whole = drawSample(ledger.journal, frame, { ...plan(0), method: 'random' })
  if (whole.lines === 0) throw new Refusal('voucherSampleEmpty')
  const size = input.size ?? computedSize(whole.population, materiality, input.confidence)
  if (size === undefined) throw new Refusal('voucherSampleNoSize')
  // fewer lines than the formula asks for: all of them
  if (size > MOST && whole.lines > MOST) throw new Refusal('voucherSampleTooLarge', { size, most: MOST })
  const sample = drawSample(ledger.journal, frame, plan(Math.max(1, Math.min(size, whole.lines))))
  return { sample, size, byHand: input.size !== null }
}
