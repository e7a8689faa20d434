import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rulePack, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import type { Asset } from '../ledger/model.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { generate } from '../workpaper/generate.ts'
import { withOneOffTurned, withParams } from './scenario.ts'
import { smallProfitCliff } from './small-profit.ts'

const { ledger } = readFixture('yonyou-u8')
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const asset = (code: string, cost: bigint | null): Asset => ({
  code, name: code, category: '机器设备', kind: 'fixed', start: '2025-03-01', cost, months: 120, residualRate: '0.05',
  method: '直线法', yearCharge: 0n, accumulated: 0n, impairment: 0n, net: cost, origin: { file: 0, sheet: '', row: 1 },
}) // prettier-ignore
const inputs = (more: object = {}) => ({
  ledger: { ...ledger, assets: [asset('A', 500_000_000n), asset('B', 500_000_001n), asset('C', null)] },
  params: {},
  entries: {},
  ...more,
})

describe('a scenario', () => {
  test('elects the one-off deduction up to the cap to the fen, and for nothing whose cost is unknown', () => {
    const { inputs: tried, changed } = withOneOffTurned(inputs(), rulePack)
    expect(changed).toEqual([{ name: 'A', before: 'false', after: 'true' }])
    expect(tried.entries).toEqual({ assets_fixed: [{ key: 'A', values: { one_off: 'true' } }] })
  })

  test('takes elections back where there are any, and leaves the inputs themselves alone', () => {
    const given = inputs({ entries: { assets_fixed: [{ key: 'A', values: { one_off: 'true', tax_other: '1' } }] } })
    const { inputs: tried, changed } = withOneOffTurned(given, rulePack)
    expect(changed).toEqual([{ name: 'A', before: 'true', after: 'false' }])
    expect(tried.entries).toEqual({ assets_fixed: [{ key: 'A', values: { one_off: 'false', tax_other: '1' } }] })
    expect(JSON.stringify(given.entries)).toContain('"one_off":"true"')
  })

  test('leaves what came into use in other years, and buildings, as they were decided', () => {
    const assets = [
      { ...asset('A', 100n), start: '2024-11-30' },
      { ...asset('B', 100n), start: '2024-12-01' },
      { ...asset('C', 100n), start: '2025-12-01' },
      { ...asset('D', 100n), category: '房屋及建筑物' },
    ]
    const given = { ...inputs(), ledger: { ...ledger, assets } }
    const entries = { assets_fixed: [{ key: 'A', values: { one_off: 'true' } }] }
    const { inputs: tried, changed } = withOneOffTurned({ ...given, entries }, rulePack)
    expect(changed).toEqual([{ name: 'B', before: 'false', after: 'true' }])
    expect(tried.entries.assets_fixed).toHaveLength(2)
  })

  test('elects for an asset that people entered beside the books', () => {
    const row = { key: 'E', values: { start: '2025-06-01', cost: '4999999.99', category: 'machine' } }
    const { changed } = withOneOffTurned({ ...inputs({ entries: { assets_fixed: [row] } }), ledger: { ...ledger, assets: [] } }, rulePack) // prettier-ignore
    expect(changed).toEqual([{ name: 'E', before: 'false', after: 'true' }])
  })

  test('of a year without the deduction elects nothing', () => {
    const assets = [{ ...asset('A', 100n), start: '2017-03-01' }]
    expect(withOneOffTurned({ ...inputs(), ledger: { ...ledger, assets, year: 2017 } }, rulePack).changed).toEqual([])
  })

  test('names only the answers that differ', () => {
    const given = inputs({ params: { x: { value: '1' }, y: { value: true } } })
    const { changed } = withParams(given, { x: { value: '1' }, y: { value: false }, z: { value: '2' } })
    expect(changed).toEqual([
      { name: 'y', before: 'true', after: 'false' },
      { name: 'z', before: '', after: '2' },
    ])
  })
})

describe('the small low-profit cliff', () => {
  test.each([
    ['3000000.00', true, '150000.00', null],
    ['3000000.01', true, '750000.00', '599999.99'],
    ['3800000.00', true, '950000.00', null],
    ['2000000.00', false, '500000.00', null],
  ])('at %s (other tests met: %s) takes %s and loses %s', (taxable, met, tax, lost) => {
    expect(smallProfitCliff(rulePack, 2025, taxable, met)).toMatchObject({ own: { tax }, lost })
  })

  test('of a year whose rate is not held names it and computes nothing', () => {
    expect(smallProfitCliff(rulePack, 2022, '1', true)).toEqual({
      known: false,
      lacking: ['SMALL_LOW_PROFIT.effective_rate'],
    })
  })
})

describe('the year of the books', () => {
  const relation = proposeRelation(ledger, taxFacts.mapping)
  const linesOf = (year: number) =>
    generate({ ledger: { ...ledger, year }, relation, facts: taxFacts, params: {}, hash }).returnLines
  test.each([
    [2022, 'A100000.23.1', 'A100000.45.1'],
    [2023, 'A100000.23.1', 'A100000.45.1'],
    [2024, 'A100000.45.1', ''],
    [2025, 'A100000.45.1', ''],
  ])('%i decides which lines of the main form are filled', (year, filled, blank) => {
    const lines = linesOf(year)
    expect([lines.has(filled), lines.has(blank)]).toEqual([true, false])
  })
})
