import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { indicatorRows, indicators } from '#facts/indicators.ts'
import source from '#facts/risk-indicators.json' with { type: 'json' }
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import type { StatementFigure } from '../ledger/model.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import { generate, textOf } from '../workpaper/generate.ts'

const { ledger } = readFixture('yonyou-u8')
const relation = acceptAll(proposeRelation(ledger, mappingFacts))
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const prior = (name: string, amount: bigint): StatementFigure => ({
  kind: 'income_statement',
  name,
  current: 0n,
  prior: amount,
  origin: { file: 1, sheet: '利润表', row: 1 },
})
type More = Partial<Pick<Parameters<typeof generate>[0], 'params' | 'entries'>>
function run(statements: readonly StatementFigure[] = [], more: More = {}) {
  const made = generate({
    ledger: { ...ledger, statements },
    relation,
    facts: taxFacts,
    params: {},
    entries: {},
    hash,
    ...more,
  })
  return (cell: string) => {
    const found = made.cells.get(`F04.${cell}`)
    return found?.value ? textOf(found.value) : (found?.faults[0]?.code ?? 'none')
  }
}

test('all 36 indicators stand, each with its source, a row of paper F04 or a function, and no warning value', () => {
  expect(indicators.map(({ id }) => id)).toEqual(source.indicators.map(({ id }) => id))
  const computed = new Set([...indicatorRows.map(({ indicator }) => indicator), 'K25', 'K29'])
  expect(indicators.filter(({ id }) => !computed.has(id))).toEqual([])
  expect(JSON.stringify(indicators)).not.toMatch(/threshold/i)
})

describe('indicators over a ledger', () => {
  // revenue 41,155,714.65, cost 25,173,766.50: margin 15,981,948.15 / 41,155,714.65
  test('without last year’s figures the year’s own ratios stand, and every growth says what it lacks', () => {
    const read = run()
    expect(read('now@rev')).toBe('4115571465')
    expect(read('value@K03')).toBe('0.388328772466')
    expect(read('value@K14')).toBe('0.319652714292')
    expect(read('value@K01')).toBe('no_client_line')
    expect(read('value@K18')).toBe('missing_param')
    expect(read('value@K19')).toBe('no_entries')
  })

  test('last year’s column of the client’s income statement gives growth and last year’s ratios', () => {
    const read = run([prior('一、营业收入', 4_000_000_000n), prior('减：营业成本', 2_400_000_000n)])
    // 1,155,714.65 / 40,000,000.00
    expect(read('value@K01')).toBe('0.02889286625')
    // 1,173,766.50 / 24,000,000.00
    expect(read('value@K02')).toBe('0.0489069375')
    expect(read('before@K03')).toBe('0.4')
  })

  test('a growth from nothing has no value', () => {
    expect(run([prior('一、营业收入', 0n)])('value@K01')).toBe('no_base')
  })

  test('what no ledger holds comes from people: VAT, and invoices', () => {
    const read = run([], {
      params: { vat_payable: { value: '1000000' } },
      entries: {
        vat_returns: [{ key: 'a', values: { name: '01', declared: '40000000' } }],
        invoices: [
          { key: 'a', values: { name: '1', side: 'in', amount: '12586883.25', buyer_ok: 'true', status: 'normal' } },
          { key: 'b', values: { name: '2', side: 'in', amount: '0', buyer_ok: 'false', status: 'normal' } },
          { key: 'c', values: { name: '3', side: 'out', amount: '9', buyer_ok: 'true', status: 'red' } },
        ],
      },
    })
    expect(read('value@K18')).toBe('0.025')
    // half of the cost
    expect(read('value@K20')).toBe('0.5')
    expect(read('K32')).toBe('2')
  })
})
