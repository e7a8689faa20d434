import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, paperPack, paperRegisters, taxFacts } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import source from '#facts/workpapers.json' with { type: 'json' }
import type { Asset } from '../ledger/model.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import type { Entry } from './entry.ts'
import { generate, textOf } from './generate.ts'

const { ledger } = readFixture('yonyou-u8')
const relation = acceptAll(proposeRelation(ledger, mappingFacts))
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const run = (entries: Record<string, readonly Entry[]>, more: Partial<typeof ledger> = {}) => {
  const made = generate({ ledger: { ...ledger, ...more }, relation, facts: taxFacts, params: {}, entries, hash })
  return { made, read: (cell: string) => textOf(made.cells.get(cell)?.value ?? null) }
}

/** A row with something in every column: a choice of the register, an amount, a day. */
function sample({ id, columns }: (typeof paperRegisters)[number], last: boolean): Entry {
  const value = (unit: string) =>
    ({ money: '1234.56', rate: '0.0435', count: '12', bool: String(last), date: '2024-05-06' })[unit] ?? 'x'
  const values = Object.fromEntries(
    columns.map(({ key, unit, choices }) => [key, choices.at(last ? -1 : 0)?.value ?? value(unit)]),
  )
  return {
    key: `${id}-${last ? 2 : 1}`,
    values: 'year' in values ? { ...values, year: last ? '2023' : '2022' } : values,
  }
}

const asset = (more: Partial<Asset>): Asset => ({
  code: 'FA-1',
  name: '数控机床',
  category: '机器设备',
  kind: 'fixed',
  start: '2024-12-20',
  cost: 12_000_000n,
  months: 120,
  residualRate: '0.05',
  method: '平均年限法',
  yearCharge: 1_140_000n,
  accumulated: 1_140_000n,
  impairment: 0n,
  net: 10_860_000n,
  origin: { file: 1, sheet: '1', row: 2 },
  ...more,
})

test('a required text left blank waits to be filled, an optional one leaves its place empty', () => {
  const { made } = run({ samples: [{ key: 's1', values: { name: '12-记-8', amount: '5.00' } }] })
  expect(made.cells.get('F02.conclusion@s1')).toMatchObject({ status: 'missing', faults: [{ code: 'blank_entry' }] })
  expect(made.cells.has('F02.content@s1')).toBe(false)
  const { made: filled } = run({
    samples: [{ key: 's1', values: { name: '12-记-8', amount: '5.00', conclusion: 'ok' } }],
  })
  expect(filled.cells.get('F02.conclusion@s1')?.status).toBe('ok')
})

test('all 65 papers stand, under their index numbers, with every figure the outline binds', () => {
  expect(paperPack.papers.map(({ id }) => id)).toEqual(source.papers.map(({ id }) => id))
  expect(paperPack.papers.filter(({ calledBy }) => calledBy).map(({ id }) => id)).toEqual(
    expect.arrayContaining(source.papers.filter(({ tier }) => tier === 'on-demand').map(({ id }) => id)),
  )
  const lacking = paperPack.papers.filter(
    ({ procedures, conclusion, name }) => procedures.length === 0 || conclusion.zh === '' || name.en === '',
  )
  expect(lacking).toEqual([])
})

test('every register is shown by a table of its own paper, and proposes only columns it has', () => {
  for (const { id, paper, columns, proposal } of paperRegisters) {
    const blocks = paperPack.papers.find((one) => one.id === paper)?.blocks ?? []
    const sources = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []))
    expect(sources.some((rows) => 'register' in rows && rows.register === id && rows.from !== 'groups')).toBe(true)
    const known = new Set(columns.map(({ key }) => key))
    const filled =
      proposal?.from === 'list'
        ? proposal.rows.flatMap(Object.keys)
        : Object.keys(proposal && 'fill' in proposal ? proposal.fill : {})
    expect(filled.filter((key) => !known.has(key))).toEqual([])
  }
})

test('with rows in every register every formula of every paper can be read, its types fit, and every row adds up', () => {
  const entries = Object.fromEntries(
    paperRegisters.map((register) => [register.id, [sample(register, false), sample(register, true)]]),
  )
  const { made, read } = run(entries)
  expect(made.faults).toEqual([])
  const failing = [...made.cells.values()].filter(({ status }) => status === 'error')
  expect(failing.map(({ key, faults }) => [key, faults[0]?.code])).toEqual([])
  expect(made.papers.every(({ called }) => called)).toBe(true)
  // what the lines of a form add up to is what the rows add up to
  for (const tie of ['C03.tie', 'C04.tie', 'C37.tie', 'C43.tie', 'D08.rolled', 'D11.rolled', 'D34.rolled'])
    expect([tie, read(tie)]).toEqual([tie, '0'])
})

test('a client whose books call for nothing special has no paper on demand', () => {
  const { made } = run({})
  const hidden = made.papers.filter(({ called }) => !called).map(({ id }) => id)
  expect(hidden).toEqual(expect.arrayContaining(['C37', 'C43', 'C44', 'E20', 'E30', 'E41', 'E50']))
  expect(made.papers.find(({ id }) => id === 'E12')?.called).toBe(true)
})

describe('assets', () => {
  test('follow the books where the book life is no shorter than the law asks', () => {
    const { read } = run({}, { assets: [asset({})] })
    expect([read('D08.category@FA-1'), read('D08.life@FA-1'), read('D08.tax@FA-1'), read('D08.adj_total')]).toEqual([
      'machine',
      '10',
      '1140000',
      '0',
    ])
    expect(read('D08.g1@machine')).toBe('12000000')
  })

  test('are charged over the least life where the books are faster, and the excess is added back', () => {
    const fast = asset({ months: 60, yearCharge: 2_280_000n, accumulated: 2_280_000n })
    const { read } = run({}, { assets: [fast] })
    expect([read('D08.tax@FA-1'), read('D08.adj_total'), read('C01.plus@32')]).toEqual([
      '1140000',
      '1140000',
      '1140000',
    ])
  })

  test('deducted at once count in full in the year after the month of first use', () => {
    const entries = { assets_fixed: [{ key: 'FA-1', values: { one_off: 'true' } }] }
    const { read } = run(entries, { assets: [asset({})] })
    expect([read('D08.tax@FA-1'), read('D08.adj@FA-1'), read('C01.minus@32')]).toEqual([
      '12000000',
      '-10860000',
      '10860000',
    ])
    const dear = run(entries, { assets: [asset({ cost: 500_000_001n })] })
    expect(dear.read('D08.tax@FA-1')).toBe(dear.read('D08.general@FA-1'))
  })

  test('whose first day nobody knows leave the tax charge missing, not zero', () => {
    const { made } = run({}, { assets: [asset({ start: null })] })
    expect(made.cells.get('D08.tax@FA-1')).toMatchObject({ status: 'missing' })
  })
})
