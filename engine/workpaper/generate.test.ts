import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mappingFacts, taxFacts } from '#facts/facts.ts'
import { returnFacts } from '#facts/return-facts.ts'
import { type Expected, fixtureNames, readFixture } from '#facts/testing/fixture-ledger.ts'
import { yuan } from '../money.ts'
import { assembleReturn } from '../taxlaw/tax-return.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { acceptAll } from '../mapping/relation.ts'
import type { Param } from '../binding/param.ts'
import { type CellValue, generate, type Generation } from './generate.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const fen = (amount: number) => ({ value: yuan(BigInt(amount)) })

/** The assumptions that expected.json writes out, as a person would enter them. */
function assumed(expected: Expected, more: Record<string, Param> = {}): Record<string, Param> {
  const zero = { value: '0' }
  const wage = expected.accounts.filter(({ full_name }) => full_name.startsWith('应付职工薪酬'))
  const unpaid = (name: string) => fen(-(wage.find(({ full_name }) => full_name.endsWith(name))?.closing ?? 0))
  const priors = ['A105050.5.7', 'A105060.13.1', 'A105070.4.7', 'A105070.5.7', 'A105070.6.7'].map(
    (line) => [`prior_return/${line}`, zero] as const,
  )
  const deemed = expected.deemed_sales.flatMap(({ voucher, fair_value }) => [
    [`deemed_applies/${voucher}`, { value: true }] as const,
    [`deemed_fair_value/${voucher}`, fen(fair_value)] as const,
  ])
  return {
    assets_q: { value: expected.tax.quarter_total_assets.map((amount) => yuan(BigInt(amount))) },
    staff_q: { value: expected.profile.staff_by_quarter.map(String) },
    restricted_industry: { value: false },
    'paid_after_year_end/wage': unpaid('工资'),
    'paid_after_year_end/social': unpaid('社会保险费'),
    'paid_after_year_end/housing': unpaid('住房公积金'),
    union_receipt: { value: true },
    donation_qualified: fen(expected.tax_tags.donation?.amount ?? 0),
    advert_not_allowed: zero,
    advertising_class: { value: 'general' },
    advert_shared_out: zero,
    advert_shared_in: zero,
    no_invoice_at_filing: zero,
    loss_available: zero,
    prepaid_tax: zero,
    rd_super_claimed: { value: false },
    rd_class: { value: 'general' },
    rd_outsourced_domestic: zero,
    rd_outsourced_overseas: zero,
    rd_special_income: zero,
    ...Object.fromEntries(priors),
    ...Object.fromEntries(deemed),
    ...more,
  }
}

const amount = (result: Generation, key: string) => {
  const value = result.cells.get(key)?.value
  return value?.kind === 'money' ? Number(value.fen) : null
}

const textOf = (value: CellValue | null) =>
  value?.kind === 'money' ? yuan(value.fen) : value && 'decimal' in value ? value.decimal : null

describe.each(fixtureNames)('%s', (name) => {
  const { ledger, expected } = readFixture(name)
  const relation = acceptAll(proposeRelation(ledger, mappingFacts))
  const run = (more: Record<string, Param> = {}) =>
    generate({ ledger, relation, facts: taxFacts, params: assumed(expected, more), hash })
  const result = run()

  test('every formula of every paper can be read, and its types fit', () => {
    expect(result.faults).toEqual([])
    expect(result.papers.length).toBeGreaterThanOrEqual(15)
  })

  test('with all facts entered no cell is missing or in error but indicators, which need last year', () => {
    const absent = [...result.cells.values()].filter(({ status, paper }) => status !== 'ok' && paper !== 'F04')
    expect(absent.map(({ key, status, faults }) => ({ key, status, faults }))).toEqual([])
  })

  test('every tie-out of the papers is zero, line by line', () => {
    const ties = [...result.cells.keys()].filter((key) =>
      /^(?:A01\.(?:tie|unmapped)|A02\.(?:diff|diff_open|balance)|A03\.diff|Z04\.diff|B04\.(?:tie|unmapped)|E60\.profit_tie)(?:@|$)/.test(
        key,
      ),
    )
    expect(ties.length).toBeGreaterThan(200)
    expect(ties.filter((key) => amount(result, key) !== 0)).toEqual([])
    expect(amount(result, 'A02.client@BS.CASH')).toBe(expected.statements.balance_sheet['BS.CASH']?.closing)
    expect(amount(result, 'A03.client@IS.REVENUE')).toBe(expected.statements.income_statement['IS.REVENUE']?.amount)
  })

  test('each tax adjustment equals the right answer to the fen', () => {
    const cells: Record<string, [string, string | null, string]> = {
      ENTERTAIN: ['C15.actual', 'C15.allowed', 'C15.add'],
      ADVERT: ['C16.r1', null, 'C16.r12'],
      WAGE: ['C14.booked@wage', 'C14.tax@wage', 'C14.adj@wage'],
      WELFARE: ['C14.booked@welfare', 'C14.tax@welfare', 'C14.adj@welfare'],
      EDU: ['C14.booked@edu', 'C14.tax@edu', 'C14.adj@edu'],
      UNION: ['C14.booked@union', 'C14.tax@union', 'C14.adj@union'],
      PENALTY: ['C01.book@19', null, 'C01.plus@19'],
      LATE_FEE: ['C01.book@20', null, 'C01.plus@20'],
      SPONSOR: ['C01.book@21', null, 'C01.plus@21'],
      PROVISION: ['C01.book@33', null, 'C01.plus@33'],
      DONATION_NON: ['C17.direct', null, 'C17.unqualified'],
      DONATION_LIMIT: ['C17.qualified', 'C17.deducted', ''],
    }
    const checked = expected.tax.adjustments.filter(({ rule }) => cells[rule] !== undefined)
    const found = checked.map(({ rule }) => {
      const [booked = '', allowed, adjustment = ''] = cells[rule] ?? []
      return [
        rule,
        amount(result, booked),
        allowed ? amount(result, allowed) : null,
        adjustment ? amount(result, adjustment) : null,
      ]
    })
    const right = checked.map(({ rule, booked, allowed, adjustment }) => [
      rule,
      booked,
      cells[rule]?.[1] ? allowed : null,
      cells[rule]?.[2] ? adjustment : null,
    ])
    expect(found).toEqual(right)
    expect(checked.length).toBe(12)
  })

  test('the adjustments of A105000 line by line, their total and the taxable income equal the right answer', () => {
    const byLine = Map.groupBy(expected.tax.adjustments, (adjustment) => adjustment.a105000_line)
    for (const [line, adjustments] of byLine) {
      const total = adjustments.reduce((sum, { adjustment }) => sum + adjustment, 0)
      expect({
        line,
        total: (amount(result, `C01.plus@${line}`) ?? 0) - (amount(result, `C01.minus@${line}`) ?? 0),
      }).toEqual({ line, total })
    }
    expect((amount(result, 'C01.plus@46') ?? 0) - (amount(result, 'C01.minus@46') ?? 0)).toBe(
      expected.tax.total_adjustment,
    )
    expect(amount(result, 'E60.amount@profit')).toBe(expected.tax.total_profit)
    expect(amount(result, 'E60.amount@taxable')).toBe(expected.tax.simple_case.taxable_income)
    expect(amount(result, 'E60.amount@tax')).toBe(expected.tax.simple_case.tax)
    expect(amount(result, 'E60.amount@actual')).toBe(expected.tax.simple_case.tax)
  })

  test('no line of a form that papers fill differs from what its form adds up', () => {
    const fed = [...result.cells].flatMap(([paperCell, { value, feeds }]) =>
      feeds.map((cell) => ({ cell, value: textOf(value), status: 'ok' as const, paperCell })),
    )
    const given = { year: 2025, fed, hand: [], prior: {}, statement: {}, papers: {}, rates: {} }
    const cells = [...assembleReturn(returnFacts, given).cells.values()]
    expect(cells.length).toBeGreaterThan(500)
    expect(cells.flatMap(({ cell, value, conflicts }) => conflicts.map((one) => [cell, value, one.value]))).toEqual([])
  })

  test('with the R&D super-deduction claimed the tax is lower, as the right answer says', () => {
    const claimed = run({ rd_super_claimed: { value: true } })
    const { other_cap_10pct, super_deduction, taxable_income, tax } = expected.tax.with_rd_super_deduction
    expect(amount(claimed, 'E12.other_cap')).toBe(other_cap_10pct)
    expect(amount(claimed, 'E12.deduction')).toBe(super_deduction)
    expect(amount(claimed, 'E60.amount@taxable')).toBe(taxable_income)
    expect(amount(claimed, 'E60.amount@actual')).toBe(tax)
  })
})

describe('another tax year', () => {
  const { ledger, expected } = readFixture('yonyou-u8')
  const relation = acceptAll(proposeRelation(ledger, mappingFacts))

  test('before 2024 the main form has its older lines, and the same taxable income', () => {
    const old = generate({
      ledger: { ...ledger, year: 2023 },
      relation,
      facts: taxFacts,
      params: assumed(expected),
      hash,
    })
    expect(old.faults).toEqual([])
    expect(old.returnLines.get('A100000.13.1')).toBe('E60.amount@profit')
    expect(old.returnLines.has('A100000.45.1')).toBe(false)
    expect([
      amount(old, 'E60.amount@profit'),
      amount(old, 'E60.amount@taxable'),
      amount(old, 'E60.amount@actual'),
    ]).toEqual([expected.tax.total_profit, expected.tax.simple_case.taxable_income, expected.tax.simple_case.tax])
  })

  test('where the law pack has no figure for the year, the cell says so instead of guessing', () => {
    const far = generate({
      ledger: { ...ledger, year: 2030 },
      relation,
      facts: taxFacts,
      params: assumed(expected),
      hash,
    })
    expect(far.cells.get('E40.taxable_ok')).toMatchObject({
      status: 'error',
      faults: [{ code: 'no_rate_in_year', params: { rate: 'SMALL_LOW_PROFIT.taxable_cap', year: '2030' } }],
    })
  })
})

test('books without a single entry give empty papers, not a failure', () => {
  const { ledger } = readFixture('yonyou-u8')
  const journal = {
    size: 0,
    account: new Uint32Array(),
    accountCodes: [],
    voucher: new Uint32Array(),
    vouchers: [],
    debit: new BigInt64Array(),
    credit: new BigInt64Array(),
    summary: [],
  }
  const empty = { ...ledger, accounts: [], dimensions: [], statements: [], journal }
  const result = generate({
    ledger: empty,
    relation: proposeRelation(empty, mappingFacts),
    facts: taxFacts,
    params: {},
    hash,
  })
  expect(result.faults).toEqual([])
  expect(amount(result, 'B01.total')).toBe(0)
  expect(result.cells.get('B02.margin')).toMatchObject({ status: 'error', faults: [{ code: 'division_by_zero' }] })
  expect(result.cells.get('A02.client@BS.CASH')).toMatchObject({
    status: 'missing',
    faults: [{ code: 'no_client_line' }],
  })
})
