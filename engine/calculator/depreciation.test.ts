import { describe, expect, test } from 'vitest'
import { decimal, type Rational, subtract, zero } from '../binding/rational.ts'
import { monthlyCharges } from './depreciation-rules.ts'
import { run } from '#facts/testing/run-calculator.ts'
import { yuanText } from './work.ts'

const yuan = (text: string): Rational => decimal(text) ?? zero
const asset = { cost: yuan('100000'), residual: yuan('4000'), months: 60 }
const yearsOf = (charges: readonly Rational[]) =>
  Array.from({ length: 5 }, (_, at) => charges.slice(at * 12, at * 12 + 12).reduce((sum, one) => sum + Number(yuanText(one)), 0).toFixed(2)) // prettier-ignore

describe('depreciation', () => {
  test('follows the textbook by each method', () => {
    expect(yearsOf(monthlyCharges({ ...asset, method: 'double' }))).toEqual([
      '40000.00',
      '24000.00',
      '14400.00',
      '8800.00',
      '8800.00',
    ])
    expect(yearsOf(monthlyCharges({ ...asset, method: 'digits' }))).toEqual([
      '32000.00',
      '25600.00',
      '19200.00',
      '12800.00',
      '6400.00',
    ])
    expect(yearsOf(monthlyCharges({ ...asset, method: 'straight' }))).toEqual(
      Array.from({ length: 5 }, () => '19200.00'),
    )
  })
  test.each(['straight', 'double', 'digits'] as const)('%s adds up to the fen, and never goes below zero', (method) => {
    for (const [cost, residual, months] of [
      ['1234.57', '61.73', 36],
      ['0.05', '0', 24],
      ['99999.99', '5000', 41],
      ['100', '90', 120],
    ] as const) {
      const charges = monthlyCharges({ cost: yuan(cost), residual: yuan(residual), months, method })
      expect(charges).toHaveLength(months)
      expect(charges.every(({ n }) => n >= 0n)).toBe(true)
      const sum = charges.reduce((total, one) => total + BigInt(yuanText(one).replace('.', '')), 0n)
      expect(sum).toBe(BigInt(yuanText(subtract(yuan(cost), yuan(residual))).replace('.', '')))
    }
  })
  test('shows the difference to the tax law, and deducts equipment at once', () => {
    const values = { cost: '120000', start: '2025-06-10', residual: '0', years: '5', class: 'machine' }
    expect(run('depreciation', values)['table:years']).toMatchObject([{ year: '2025', book: '12000.00', tax: '6000.00', adjust: '6000.00' }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]) // prettier-ignore
    expect(run('depreciation', { ...values, once: '1' })['table:years']).toMatchObject([{ tax: '120000.00', adjust: '-108000.00' }, {}, {}, {}, {}, {}]) // prettier-ignore
    expect(run('depreciation', { ...values, cost: '5000000.01', once: '1' })).toMatchObject({ field: 'once' })
    expect(run('depreciation', { ...values, class: 'building', once: '1' })).toMatchObject({ field: 'once' })
  })
})
