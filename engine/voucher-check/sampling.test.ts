import { expect, test } from 'vitest'
import { journalBuilder } from '../ledger/journal-columns.ts'
import { confidenceFactor, project } from './projection.ts'
import { drawSample, type Frame, sampleMethods } from './sampling.ts'

const journal = (() => {
  const builder = journalBuilder()
  for (let at = 0; at < 600; at += 1) {
    const period = String((at % 12) + 1).padStart(2, '0')
    const amount = BigInt(1000 + at * 37)
    for (const [line, account] of ['660201', '1002'].entries())
      builder.add({
        date: `2025-${period}-10`, period, word: '记', number: at + 1, line: line + 1, summary: '', account,
        debit: line === 0 ? amount : 0n, credit: line === 0 ? 0n : amount, dimension: '', maker: '', checker: '',
        posted: true, voided: false, origin: { file: 0, sheet: 's', row: at },
      }) // prettier-ignore
  }
  return builder.finish()
})()
const frame: Frame = { accounts: ['6602'], months: ['01', '02'], least: 0n, most: null, side: 'debit' }

test('the same seed draws the same lines by every method, and another seed others', () => {
  for (const method of sampleMethods) {
    const plan = { method, size: 20, seed: 12345, certain: 0n }
    const one = drawSample(journal, frame, plan)
    expect(drawSample(journal, frame, plan)).toEqual(one)
    expect(one).toMatchObject({ lines: 100 })
    expect(new Set(one.drawn.map(({ line }) => line)).size).toBe(one.drawn.length)
    expect(Math.abs(one.drawn.length - 20)).toBeLessThanOrEqual(2)
    for (const { line } of one.drawn)
      expect(['01', '02']).toContain(journal.vouchers[journal.voucher[line] ?? 0]?.period)
    const other = drawSample(journal, frame, { ...plan, seed: 54321 }).drawn
    // the largest are the largest whatever the seed
    expect(JSON.stringify(other.map(({ line }) => line)) === JSON.stringify(one.drawn.map(({ line }) => line))).toBe(
      method === 'targeted',
    )
  }
})

test('a frame keeps to its amounts, and the population is their sum to the fen', () => {
  const sample = drawSample(
    journal,
    { ...frame, least: 5000n, most: 9000n },
    { method: 'random', size: 500, seed: 1, certain: 0n },
  )
  const amounts = sample.drawn.map(({ amount }) => amount)
  expect(amounts.every((amount) => amount >= 5000n && amount <= 9000n)).toBe(true)
  expect(amounts.reduce((sum, one) => sum + one, 0n)).toBe(sample.population)
})

test('by money every line at or above the interval is drawn', () => {
  const sample = drawSample(journal, frame, { method: 'mus', size: 60, seed: 9, certain: 0n })
  expect(sample.interval).toBe(sample.population / 60n)
  expect(sample.drawn.filter(({ layer }) => layer === 'certain').every(({ amount }) => amount >= sample.interval)).toBe(
    true,
  )
  expect(sample.drawn.some(({ layer }) => layer === 'certain')).toBe(true)
})

test('by layers what is material is drawn whole', () => {
  const sample = drawSample(journal, frame, { method: 'stratified', size: 30, seed: 9, certain: 20_000n })
  const [certain] = sample.layers
  expect(certain).toMatchObject({ name: 'certain', drawn: certain?.lines })
  expect(sample.layers.reduce((sum, { amount }) => sum + amount, 0n)).toBe(sample.population)
})

test('confidence factors are those of the tables', () => {
  expect([0, 1, 2, 3, 4, 5, 10].map((errors) => confidenceFactor(95, errors))).toEqual([
    300, 475, 630, 776, 916, 1052, 1697,
  ])
  expect([0, 1, 2, 3].map((errors) => confidenceFactor(90, errors))).toEqual([231, 389, 533, 669])
})

test('errors are projected by tainting, with precision and allowance, to the fen', () => {
  const how = { method: 'mus' as const, confidence: 95, interval: 100_000n, population: 5_000_000n, layers: [] }
  expect(project([{ amount: 50_000n, misstatement: 0n, layer: 'interval' }], how)).toEqual({
    known: 0n, projected: 0n, precision: 300_000n, allowance: 0n, upper: 300_000n,
  }) // prettier-ignore
  const found = project(
    [
      { amount: 50_000n, misstatement: 5_000n, layer: 'interval' },
      { amount: 20_000n, misstatement: 10_000n, layer: 'interval' },
      { amount: 300_000n, misstatement: 7_000n, layer: 'certain' },
    ],
    how,
  )
  // 50% and 10% of the interval, and the certain one as it is; (4.75−3.00−1) × 50,000 + (6.30−4.75−1) × 10,000
  expect(found).toEqual({
    known: 22_000n,
    projected: 67_000n,
    precision: 300_000n,
    allowance: 43_000n,
    upper: 410_000n,
  })
})

test('a random sample is projected by its ratio, a targeted one says nothing of the rest', () => {
  const tested = [{ amount: 10_000n, misstatement: 1000n, layer: 'drawn' as const }]
  const how = { confidence: 95, interval: 0n, population: 100_000n, layers: [] }
  expect(project(tested, { ...how, method: 'random' })).toMatchObject({ projected: 10_000n, upper: null })
  expect(project(tested, { ...how, method: 'targeted' })).toMatchObject({ projected: 1000n, upper: null })
})
