import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import source from '#facts/cit-rules.json' with { type: 'json' }
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import type { Param } from '../binding/param.ts'
import { decimal, decimalText } from '../binding/rational.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import type { Entry } from './entry.ts'
import { generate, textOf } from './generate.ts'

const { ledger } = readFixture('yonyou-u8')
const relation = proposeRelation(ledger, mappingFacts)
const zero: Param = { value: '0' }
const entered: Record<string, Param> = {
  union_receipt: { value: true },
  rd_outsourced_overseas: zero,
  restricted_industry: { value: false },
  rd_class: { value: 'general' },
  advertising_class: { value: 'general' },
}

/** The cells whose figures a rule's vector gives, and those that must follow. */
const places: Readonly<
  Record<string, { given: Record<string, string>; found: Record<string, string>; params?: Record<string, string> }>
> = {
  ENTERTAIN: {
    given: { actual: 'C15.actual', base: 'C15.base' },
    found: { allowed: 'C15.allowed', add_back: 'C15.add' },
  },
  ADVERT: {
    given: {
      actual: 'C16.r1',
      not_allowed: 'C16.r2',
      base: 'C16.r4',
      rate: 'C16.r5',
      prior: 'C16.r8',
      out: 'C16.r10',
      in: 'C16.r11',
    },
    found: { limit: 'C16.r6', adj: 'C16.r12', carry: 'C16.r13' },
  },
  WAGE: {
    given: { booked: 'C14.booked@wage', paid: 'C14.actual@wage' },
    found: { tax_amount: 'C14.tax@wage', adj: 'C14.adj@wage' },
  },
  WELFARE: {
    given: { booked: 'C14.booked@welfare', actual: 'C14.actual@welfare', wage_tax: 'C14.tax@wage' },
    found: { tax_amount: 'C14.tax@welfare', adj: 'C14.adj@welfare' },
  },
  EDU: {
    given: { booked: 'C14.booked@edu', actual: 'C14.actual@edu', prior: 'C14.prior@edu', wage_tax: 'C14.tax@wage' },
    found: { tax_amount: 'C14.tax@edu', adj: 'C14.adj@edu', carry: 'C14.carry@edu' },
  },
  UNION: {
    given: { booked: 'C14.booked@union', actual_remitted: 'C14.actual@union', wage_tax: 'C14.tax@wage' },
    found: { tax_amount: 'C14.tax@union', adj: 'C14.adj@union' },
  },
  DONATION_LIMIT: {
    given: {
      total_profit: 'E60.amount@profit',
      current: 'C17.qualified',
      y1: 'C17.carry1',
      y2: 'C17.carry2',
      y3: 'C17.carry3',
    },
    found: { limit: 'C17.limit', reduce_prior: 'C17.less', current_deducted: 'C17.deducted' },
  },
  INTEREST_THINCAP: {
    given: { related_interest: 'C18.related_interest', std_ratio: 'C18.std_ratio', actual_ratio: 'C18.actual_ratio' },
    found: { not_allowed: 'C18.not_allowed' },
  },
  RD_SUPER: {
    given: { items1_5: 'E12.items', other: 'E12.other' },
    params: { domestic_out: 'rd_outsourced_domestic' },
    found: { other_cap: 'E12.other_cap', own: 'E12.own', total: 'E12.total' },
  },
  SMALL_LOW_PROFIT: {
    given: { taxable_income: 'E60.amount@taxable', avg_staff: 'Z02.avg_staff', avg_assets: 'Z02.avg_assets' },
    found: { tax: 'E60.amount@actual', relief: 'E40.relief' },
  },
}

const cases = source.rules.flatMap((rule) =>
  'vectors' in rule && places[rule.id]
    ? (rule.vectors ?? []).map((vector) => ({ id: rule.id, name: rule.name, vector }))
    : [],
)

type Besides = { entries?: Record<string, readonly Entry[]>; year?: number }

function run(given: Record<string, string>, params: Record<string, Param> = {}, { entries, year }: Besides = {}) {
  const overrides = Object.fromEntries(
    Object.entries(given).map(([cell, value]) => [cell, { value, reason: 'vector', evidence: '', who: '', when: '' }]),
  )
  const result = generate({
    ledger: { ...ledger, year: year ?? ledger.year },
    relation,
    facts: taxFacts,
    params: { ...entered, ...params },
    overrides,
    ...(entries && { entries }),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  })
  return (cell: string) => textOf(result.cells.get(cell)?.value ?? null)
}

const fen = (value: unknown) => {
  const amount = decimal(String(value))
  return amount ? decimalText({ n: amount.n * 100n, d: amount.d }) : ''
}

describe('the worked examples of the rules', () => {
  test('most rules with an example are computed by a paper', () => {
    expect(cases.length).toBeGreaterThanOrEqual(12)
  })

  test.each(cases)('$id $name', ({ id, vector }) => {
    const { given, found, params = {} } = places[id] ?? { given: {}, found: {} }
    const inputs: Record<string, unknown> = { ...vector.in }
    const wanted: Record<string, unknown> = { ...vector.out }
    const cells = Object.fromEntries(Object.entries(given).map(([name, cell]) => [cell, String(inputs[name])]))
    const entries = Object.fromEntries(
      Object.entries(params).map(([name, param]) => [param, { value: String(inputs[name]) }]),
    )
    const read = run(cells, entries)
    expect(Object.fromEntries(Object.entries(found).map(([name, cell]) => [name, read(cell)]))).toEqual(
      Object.fromEntries(Object.keys(found).map((name) => [name, fen(wanted[name])])),
    )
  })

  test('INTEREST_UNPAID_CAPITAL 投资未到位利息', () => {
    const [vector] = source.rules.find(({ id }) => id === 'INTEREST_UNPAID_CAPITAL')?.vectors ?? []
    const given: Record<string, unknown> = { ...vector?.in }
    const [interest, unpaid, balance] = ['period_interest', 'unpaid_capital', 'loan_balance'].map((name) =>
      String(given[name]),
    )
    const values = { name: '上半年', interest: `${interest}`, unpaid: `${unpaid}`, balance: `${balance}` }
    const read = run({}, {}, { entries: { unpaid_capital: [{ key: 'p1', values }] } })
    const wanted: Record<string, unknown> = { ...vector?.out }
    expect(read('C18.unpaid')).toBe(fen(wanted['not_allowed']))
  })

  test('DEPR_500W 单价500万元以下设备、器具一次性扣除', () => {
    const [vector] = source.rules.find(({ id }) => id === 'DEPR_500W')?.vectors ?? []
    const given: Record<string, unknown> = { ...vector?.in }
    const values = {
      name: '设备', category: 'machine', start: `${ledger.year - 1}-12-20`, book_months: '120',
      cost: String(given['cost']), book: String(given['booked']), book_acc: String(given['booked']),
      one_off: String(given['elected']),
    } // prettier-ignore
    const read = run({}, {}, { entries: { assets_fixed: [{ key: 'a1', values }] } })
    const wanted: Record<string, unknown> = { ...vector?.out }
    expect([read('D08.tax@a1'), read('D08.adj@a1')]).toEqual([fen(wanted['tax_depr']), fen(wanted['adj'])])
  })

  test('LOSS 亏损弥补', () => {
    const rule = source.rules.find(({ id }) => id === 'LOSS')
    const given = { income: '', tax_year: 0, losses: [{ year: 0, left: '', expiry: 0 }], ...rule?.vectors?.[0]?.in }
    const losses = given.losses.map(({ year, left, expiry }) => ({
      key: String(year),
      values: { year: String(year), category: String(expiry - year), loss: left },
    }))
    const read = run({ 'E06.adjusted': given.income }, {}, { entries: { losses }, year: given.tax_year })
    const wanted: Record<string, unknown> = { ...rule?.vectors?.[0]?.out }
    expect([read('E06.used'), read('E06.carry_row@2020'), read('E06.carry_row@2022')]).toEqual([
      fen(wanted['used']),
      fen(wanted['left_2020']),
      fen(wanted['left_2022']),
    ])
  })

  test('what is left of a donation above the limit is added back', () => {
    const read = run({
      'E60.amount@profit': '10000000',
      'C17.qualified': '1500000',
      'C17.booked': '1500000',
      'C17.carry1': '200000',
      'C17.carry2': '0',
      'C17.carry3': '0',
    })
    expect(read('C17.add')).toBe('50000000')
  })

  test('a fair value gain is taken off, a provision added back', () => {
    const read = run({ 'C01.book@7': '120000', 'C33.asset': '50000', 'C33.credit': '0' })
    expect([read('C01.plus@7'), read('C01.minus@7'), read('C33.adj'), read('C01.plus@33')]).toEqual([
      '0',
      '12000000',
      '5000000',
      '5000000',
    ])
  })

  test('losses brought forward are used up to the adjusted income and no further', () => {
    const read = run({ 'E60.amount@adjusted': '800000' }, { loss_available: { value: '1000000' } })
    expect([read('E60.amount@losses'), read('E60.amount@taxable')]).toEqual(['80000000', '0'])
  })
})
