import { describe, expect, test } from 'vitest'
import { run } from '#facts/testing/run-calculator.ts'
import { rational } from '../binding/rational.ts'
import { statementLines } from './statement-reading.ts'

const sold = (amount: string) => [{ amount, included: 'without', rate: 'goods' }]
/** The day from which a surcharge counts on tax that the law wants by that day. */
const countedFrom = (due: string) => run('lateFee', { tax: '1', due, roll: '1', end: '2026-12-30' })['from']
const lateSince = (due: string) => run('lateFee', { tax: '1', due, end: '2020-01-01' })
const checked = (number: string) => run('numberCheck', { number })

describe('figures as a Chinese keyboard gives them', () => {
  test('are read in their plain forms', () => {
    expect(run('vatPrice', { amount: '￥１，１３０．００元', day: '２０２６／３／１' })).toMatchObject({
      tax: '130.00',
    })
    expect(run('amountWords', { amount: '１６４０９．０２' })).toMatchObject({ words: '壹万陆仟肆佰零玖元零贰分' })
    expect(run('numberCheck', { number: '１１０１０５１９４９１２３１００２Ｘ' })).toMatchObject({
      verdict: { zh: '有效' },
    })
  })
  test('a choice is known by its words, whatever brackets they hold', () => {
    const rows = [{ kind: '营业账簿（实收资本、资本公积增加）', day: '2022-07-01', amount: '100000' }]
    expect(run('stampDuty', {}, rows)).toMatchObject({ tax: '25.00' })
  })
  test('a name stays as it was written', () => {
    const rows = [{ name: '合同（甲）', kind: 'sale', day: '2022-07-01', amount: '1' }]
    expect(run('stampDuty', {}, rows)['table:contracts']).toMatchObject([{ name: '合同（甲）' }])
  })
})

describe('what is left empty', () => {
  test('is asked for, never taken for nothing', () => {
    const value = { day: '2025-12-31', kind: 'value', value: '1000000' }
    expect(run('propertyTax', { ...value, months: '' })).toMatchObject({ problem: '请填写', field: 'months' })
    expect(run('propertyTax', { ...value, value: '' })).toMatchObject({ field: 'value' })
    expect(run('propertyTax', { day: '2025-12-31', kind: 'rent' })).toMatchObject({ field: 'rent' })
  })
  test('a month between others is not skipped', () => {
    const months = [{ income: '1' }, { income: '' }, { income: '3' }]
    expect(run('iitMonths', { year: '2025' }, months)['problem']).toContain('第 2 行是空的')
  })
  test('more months than the year has left are not dropped', () => {
    const months = [{ income: '1' }, { income: '2' }, { income: '3' }]
    expect(run('iitMonths', { year: '2025', first: '11' }, months)['problem']).toContain('只有 2 个月')
  })
  test('land VAT without deductions is not free', () => {
    expect(run('landVat', { day: '2025-01-01', income: '100', ordinary: '1' })['problem']).toContain('扣除项目')
  })
})

describe('VAT', () => {
  test('of real estate bears its own levy rate, never the lowered one', () => {
    const values = { sales: '1000000', property: '800000' }
    expect(run('vatSmall', { ...values, day: '2025-12-31' })).toMatchObject({ tax: '40000.00', surcharges: '4800.00' })
    expect(run('vatSmall', { ...values, day: '2026-12-31' })).toMatchObject({ tax: '24000.00' })
    expect(run('vatPrice', { amount: '105', rate: 'property', day: '2025-12-31' })).toMatchObject({ tax: '5.00' })
  })
  test('of a small-scale taxpayer is parted at the lowered rate while it holds', () => {
    expect(run('vatPrice', { amount: '101', rate: 'relief', day: '2027-12-31' })).toMatchObject({ tax: '1.00' })
    expect(run('vatPrice', { amount: '101', rate: 'relief', day: '2028-01-01' })['problem']).toContain('没有可用的')
  })
  test('of a general taxpayer with small sales bears no education surcharges', () => {
    expect(run('vatGeneral', { day: '2026-03-31' }, sold('100000'))).toMatchObject({ surcharges: '910.00' })
    expect(run('vatGeneral', { day: '2026-03-31' }, sold('100000.01'))).toMatchObject({ surcharges: '1560.00' })
  })
})

describe('terms', () => {
  test('of a month end on the days the tax office published for 2026', () => {
    const ends = Array.from({ length: 12 }, (_, at) => countedFrom(`2026-${String(at + 1).padStart(2, '0')}-15`))
    expect(ends).toEqual([
      '2026-01-21', '2026-02-25', '2026-03-17', '2026-04-21', '2026-05-23', '2026-06-16',
      '2026-07-16', '2026-08-18', '2026-09-16', '2026-10-27', '2026-11-17', '2026-12-16',
    ]) // prettier-ignore
  })
  test('from before the rate that is known compute nothing', () => {
    expect(lateSince('2001-04-29')['problem']).toContain('没有可用的')
    expect(lateSince('2001-04-30')['problem']).toBeUndefined()
  })
  test('of a year are not lengthened by the rests inside them', () => {
    expect(countedFrom('2023-05-31')).toBe('2023-06-01')
    expect(countedFrom('2025-05-31')).toBe('2025-06-04')
  })
  test('of working days are counted over any distance, and never backwards', () => {
    expect(run('workdays', { from: '1900-01-01', to: '2199-12-31' })).toMatchObject({ days: '109572' })
    expect(run('workdays', { from: '2026-03-01', to: '2026-02-01' })).toMatchObject({ field: 'to' })
  })
})

describe('numbers', () => {
  test('an invoice code of twelve digits is no fully digital number', () => {
    expect(checked('044031900111-12345678')).toMatchObject({ verdict: { zh: '有效' }, part1: '2019' })
    expect(checked('04403190011112345678')).toMatchObject({ verdict: { zh: '有效' } })
    expect(checked('4403194130 12345678')).toMatchObject({ verdict: { zh: '有效' }, part1: '2019' })
    expect(checked('25112000000012345678')).toMatchObject({ part1: '2025' })
  })
  test('are known in groups', () => {
    expect(checked('4111 1111 1111 1111')).toMatchObject({ verdict: { zh: '有效' }, kind: { en: 'Bank card' } })
    expect(checked('4111-1111-1111-1112')).toMatchObject({ verdict: { zh: '无效' }, kind: { en: 'Bank card' } })
  })
})

describe('statements', () => {
  test('with dates over their columns are read, the earlier year as the last', () => {
    const cells = [
      ['项目', '2024年12月31日', '2025年12月31日'],
      ['货币资金', '８０', '（100.00）'],
    ]
    expect(statementLines(cells)).toEqual([{ name: '货币资金', now: rational(-100n), before: rational(80n) }])
    expect(
      statementLines([
        ['项目', '2025年度'],
        ['货币资金', '1'],
      ]),
    ).toEqual([])
  })
  test('below each other are read each by its own headings', () => {
    const cells = [
      ['资产', '行次', '期末余额', '年初余额'],
      ['存货', '1', '5.00', '4.00'],
      ['项目', '2025年度', '2024年度'],
      ['一、营业收入', '1,000.00', '900.00'],
    ]
    expect(statementLines(cells)).toEqual([
      { name: '存货', now: rational(5n), before: rational(4n) },
      { name: '一、营业收入', now: rational(1000n), before: rational(900n) },
    ])
  })
})
