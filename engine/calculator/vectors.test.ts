import { describe, expect, test } from 'vitest'
import { calculatorLaw } from '#facts/calculator-law.ts'
import { decimal, type Rational, subtract, zero } from '../binding/rational.ts'
import { bestSplit, bonusTax, grossOf, yearTax } from './iit-rules.ts'
import { type Bracket, parameterOn } from './law.ts'
import { run } from '#facts/testing/run-calculator.ts'
import { yuanText } from './work.ts'

const scale = (id: string): readonly Bracket[] => {
  const value = parameterOn(calculatorLaw, id, '2025-12-31', null)?.value
  return value === undefined || typeof value === 'string' ? [] : value
}
const yuan = (text: string): Rational => decimal(text) ?? zero

describe('VAT', () => {
  test('parts a price so that both parts add up', () => {
    expect(run('vatPrice', { amount: '113', day: '2026-03-01' })).toMatchObject({ tax: '13.00', price: '100.00' })
    expect(run('vatPrice', { amount: '100', rate: 'levy', day: '2026-03-01' })).toMatchObject({
      tax: '2.91',
      price: '97.09',
      total: '100.00',
    })
    expect(run('vatPrice', { amount: '117', day: '2018-04-30' })).toMatchObject({ tax: '17.00' })
    for (let fen = 1; fen < 3000; fen += 37) {
      const { tax, price } = run('vatPrice', {
        amount: `${fen}.${String(fen % 100).padStart(2, '0')}`,
        day: '2026-03-01',
      })
      expect(Math.round(Number(tax) * 100) + Math.round(Number(price) * 100)).toBe(fen * 100 + (fen % 100))
    }
  })
  test('of a general taxpayer: output less input, with surcharges', () => {
    const rows = [{ amount: '1130000', included: 'with', rate: 'goods' }]
    expect(run('vatGeneral', { day: '2026-03-31', input: '100000', carried: '10000' }, rows)).toMatchObject({
      tax: '20000.00',
      surcharges: '2400.00',
      all: '22400.00',
      carry: '0.00',
    })
    expect(run('vatGeneral', { day: '2026-03-31', input: '150000' }, rows)).toMatchObject({
      tax: '0.00',
      carry: '20000.00',
    })
  })
  test('of a small-scale taxpayer stops at the threshold of the quarter', () => {
    expect(run('vatSmall', { day: '2025-03-31', sales: '300000' })).toMatchObject({ tax: '0.00', free: '300000.00' })
    expect(run('vatSmall', { day: '2025-03-31', sales: '300000.01' })).toMatchObject({ tax: '3000.00', free: '0.00' })
    expect(run('vatSmall', { day: '2025-03-31', sales: '280000', special: '50000' })).toMatchObject({ tax: '500.00' })
    expect(run('vatSmall', { day: '2030-03-31', sales: '1' })['problem']).toContain('没有可用的')
  })
})

const taxOf = (gross: Rational) => yearTax(scale('iit.comprehensive'), subtract(gross, yuan('60000')))

describe('income tax of persons', () => {
  test('withholds as the example of 公告2018年第56号: 555, 625, 1850', () => {
    const month = { income: '30000', social: '4500', special: '2000' }
    const months = run('iitMonths', { year: '2025', first: '1' }, [month])['table:months']
    expect(months).toMatchObject([
      { tax: '555.00' },
      { tax: '625.00' },
      { tax: '1850.00' },
      ...Array.from({ length: 9 }, () => ({})),
    ])
    const third = { months: '3', income: '90000', social: '13500', special: '6000', withheld: '1180' }
    expect(run('iitMonth', { year: '2025', ...third })).toMatchObject({ tax: '1850.00' })
  })
  test('withholds fees as the examples there: 240 of 2,000, 4,480 of 40,000', () => {
    expect(run('iitFee', { amount: '2000', day: '2025-06-01' })).toMatchObject({ tax: '240.00' })
    expect(run('iitFee', { amount: '40000', kind: 'author', day: '2025-06-01' })).toMatchObject({ tax: '4480.00' })
    expect(run('iitFee', { amount: '30000', day: '2025-06-01' })).toMatchObject({ tax: '5200.00', net: '24800.00' })
    expect(run('iitFee', { amount: '24800', given: 'net', day: '2025-06-01' })).toMatchObject({ gross: '30000.00' })
  })
  test('months of a level salary add up to the tax of the year', () => {
    const year = run('iitMonths', { year: '2025', first: '1' }, [
      { income: '52345.67', social: '4321', special: '1500' },
    ])
    const annual = run('iitAnnual', {
      year: '2025',
      salary: '628148.04',
      social: '51852',
      special: '18000',
      withheld: String(year['tax']),
    })
    expect(annual).toMatchObject({ tax: year['tax'], due: '0.00' })
  })
  test('a bonus leaps after each step, and the best split never costs more', () => {
    expect(yuanText(bonusTax(scale('iit.bonus'), yuan('36000')).tax)).toBe('1080.00')
    expect(yuanText(bonusTax(scale('iit.bonus'), yuan('36001')).tax)).toBe('3390.10')
    expect(run('iitBonus', { year: '2025', income: '160000', bonus: '40000' })).toMatchObject({
      best: '8960.00',
      bonusPart: '36000.00',
      apart: '11270.00',
    })
    const scales = { year: scale('iit.comprehensive'), bonus: scale('iit.bonus') }
    for (const income of ['-50000', '0', '30000', '143999.5', '700000'])
      for (const bonus of ['100', '36000.01', '144001', '500000', '1200000']) {
        const { best, apart, together } = bestSplit(scales, yuan(income), yuan(bonus))
        expect(subtract(apart.total, best.total).n >= 0n && subtract(together.total, best.total).n >= 0n).toBe(true)
        expect(yuanText(subtract(yuan(bonus), best.bonus))).toBe(yuanText(best.merged))
      }
  })
  test('net leads back to gross, over every step', () => {
    for (let gross = 100; gross < 3_000_000; gross = Math.round(gross * 1.37) + 1) {
      const net = subtract(yuan(`${gross}.37`), taxOf(yuan(`${gross}.37`)))
      const back = grossOf(net, taxOf)
      expect(back && yuanText(subtract(back, taxOf(back)))).toBe(yuanText(net))
    }
    expect(run('iitGross', { year: '2025', kind: 'bonus', net: '34920' })).toMatchObject({ gross: '36000.00' })
    expect(run('iitGross', { year: '2025', kind: 'bonus', net: '34800' })).toMatchObject({ gross: '35876.29' })
    // 36,000.01 leaves 32,610.01: nothing leaves 34,950 below 38,600
    expect(run('iitGross', { year: '2025', kind: 'bonus', net: '34950' })).toMatchObject({ gross: '38600.00' })
  })
  test('more income never means less tax', () => {
    let last = zero
    for (let income = 0; income < 1_500_000; income += 7_331) {
      const tax = yearTax(scale('iit.comprehensive'), yuan(String(income)))
      expect(subtract(tax, last).n >= 0n).toBe(true)
      last = tax
    }
  })
})

describe('corporate income tax', () => {
  const small = { staff: '50', assets: '10000000' }
  test('takes the lower of both limits of entertainment', () => {
    expect(
      run('citQuick', { year: '2025', profit: '5000000', revenue: '40000000', entertainment: '500000' }),
    ).toMatchObject({ taxable: '5300000.00', tax: '1325000.00' })
  })
  test('falls off the cliff of small low-profit companies at three million', () => {
    expect(run('citQuick', { year: '2025', profit: '3000000', ...small })).toMatchObject({ tax: '150000.00' })
    expect(run('citQuick', { year: '2025', profit: '3000000.01', ...small })).toMatchObject({ tax: '750000.00' })
    expect(run('citQuick', { year: '2025', profit: '3000000', staff: '301', assets: '1' })).toMatchObject({
      tax: '750000.00',
    })
  })
  test('uses losses oldest first, and none that has lapsed', () => {
    const rows = [{ year: '2023', left: '500000', kind: 'general' }, { year: '2020', left: '200000', kind: 'general' }, { year: '2019', left: '900000', kind: 'general' }] // prettier-ignore
    const answer = run('citQuick', { year: '2025', profit: '600000' }, rows)
    expect(answer).toMatchObject({ taxable: '0.00' })
    expect(answer['table:losses']).toEqual([
      { year: '2020', before: '200000.00', taken: '200000.00', after: '0.00' },
      { year: '2023', before: '500000.00', taken: '400000.00', after: '100000.00' },
    ])
  })
  test('adjusts by the limits of wages and adds research', () => {
    const values = {
      year: '2025',
      profit: '1000000',
      wages: '1000000',
      welfare: '150000',
      education: '70000',
      educationPrior: '20000',
      union: '25000',
      research: '300000',
      donation: '200000',
    }
    expect(run('citQuick', values)['table:adjustments']).toMatchObject([
      { up: '10000.00' },
      { down: '10000.00' },
      { up: '5000.00' },
      { up: '80000.00' },
      { down: '300000.00' },
    ])
  })
  test('says nothing of 2022 where the effective rate is not known', () => {
    expect(run('citQuick', { year: '2022', profit: '1', ...small })['problem']).toContain(
      '2022 年没有可用的小型微利企业税率：2023 年以前按所得分档减免',
    )
    expect(run('citQuick', { year: '2022', profit: '100' })).toMatchObject({ tax: '25.00' })
  })
})

describe('other taxes', () => {
  test('stamp duty leaves out VAT that is shown, and is halved but for securities', () => {
    const rows = [
      { kind: 'sale', day: '2025-02-01', amount: '1130000', vat: '130000' },
      { kind: 'loan', day: '2025-05-01', amount: '1000000' },
      { kind: 'securities', day: '2025-05-01', amount: '1000000' },
    ]
    expect(run('stampDuty', {}, rows)).toMatchObject({ tax: '850.00' })
    expect(run('stampDuty', { half: '1' }, rows)).toMatchObject({
      tax: '675.00',
      relief: '175.00',
      'table:quarters': [{ tax: '150.00' }, { tax: '525.00' }],
    })
  })
  test('land VAT by the ratio of the gain', () => {
    const values = {
      day: '2025-06-01',
      income: '10000',
      land: '2000',
      build: '0',
      costShare: '0',
      developer: '',
      taxes: '2000',
    }
    expect(run('landVat', values)).toMatchObject({ tax: '2400.00', ratio: '1.5' })
    expect(run('landVat', { ...values, income: '4800', ordinary: '1' })).toMatchObject({ tax: '0.00' })
    expect(run('landVat', { ...values, costShare: '11' })).toMatchObject({ field: 'costShare' })
  })
  test('deed and property tax keep within what the law allows', () => {
    expect(run('deedTax', { day: '2025-01-01', price: '1000000', rate: '4' })).toMatchObject({ tax: '40000.00' })
    expect(run('deedTax', { day: '2025-01-01', price: '1000000', rate: '6' })).toMatchObject({ field: 'rate' })
    expect(run('deedTax', { day: '2025-01-01', price: '1000000', kind: 'first', area: '140' })).toMatchObject({
      tax: '10000.00',
    })
    expect(run('deedTax', { day: '2024-11-30', price: '1000000', kind: 'first', area: '140' })).toMatchObject({
      tax: '15000.00',
    })
    expect(run('propertyTax', { day: '2025-01-01', value: '1000000', months: '6' })).toMatchObject({ tax: '4200.00' })
    expect(run('propertyTax', { day: '2025-01-01', kind: 'rent', rent: '100000', half: '1' })).toMatchObject({
      tax: '6000.00',
    })
  })
  test('a surcharge counts from the day after the term, by part-payments', () => {
    expect(run('lateFee', { tax: '10000', due: '2026-01-15', end: '2026-01-25' })).toMatchObject({
      fee: '50.00',
      from: '2026-01-16',
    })
    const parts = [{ paidOn: '2026-01-20', paid: '4000' }]
    expect(run('lateFee', { tax: '10000', due: '2026-01-15', end: '2026-01-25' }, parts)).toMatchObject({
      fee: '40.00',
    })
    // 15 February 2026 lies in the nine days of the Spring Festival
    expect(run('lateFee', { tax: '10000', due: '2026-02-15', roll: '1', end: '2026-02-24' })).toMatchObject({
      fee: '0.00',
    })
  })
  test('interest by days, and what is deductible of it', () => {
    expect(
      run('interest', { principal: '1000000', from: '2025-01-01', to: '2026-01-01', rate: '8', bank: '5' }),
    ).toMatchObject({ interest: '80000.00', allowed: '50000.00', over: '30000.00' })
  })
  test('terms run to a working day', () => {
    const values = { act: 'no_return', tax: '80000', due: '2025-06-15', served: '2025-09-22' }
    expect(run('penaltyTerms', values)).toMatchObject({
      high: '400000.00',
      low: '40000.00',
      recover: '2028-06-15',
      payBy: '2025-10-09',
    })
    expect(run('workdays', { from: '2025-09-30', to: '2025-10-11' })).toMatchObject({ workdays: '3', days: '11' })
    expect(run('workdays', { from: '2025-09-30', kind: 'workdays', count: '1' })).toMatchObject({ end: '2025-10-09' })
  })
})
