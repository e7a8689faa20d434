import { describe, expect, test } from 'vitest'
import { decimalText, rational } from '../binding/rational.ts'
import { analyse, figureOf } from './ratios.ts'
import { statementLines } from './statement-reading.ts'

const balance = [
  ['资产负债表'],
  ['资产', '行次', '期末余额', '年初余额', '负债和所有者权益', '行次', '期末余额', '年初余额'],
  ['流动资产：', '', '', '', '流动负债：', '', '', ''],
  ['货币资金', '1', '100,000.00', '80,000.00', '应付账款', '30', '200,000.00', '150,000.00'],
  ['应收账款', '2', '300,000.00', '100,000.00', '流动负债合计', '40', '250,000.00', '200,000.00'],
  ['存货', '3', '100,000.00', '100,000.00', '负债合计', '45', '250,000.00', '200,000.00'],
  ['流动资产合计', '10', '500,000.00', '280,000.00', '所有者权益合计', '50', '350,000.00', '200,000.00'],
  ['资产总计', '20', '600,000.00', '400,000.00', '负债和所有者权益总计', '60', '600,000.00', '400,000.00'],
]
const income = [
  ['项目', '本期金额', '上期金额'],
  ['一、营业收入', '1,000,000.00', '900,000.00'],
  ['减：营业成本', '600,000.00', '500,000.00'],
  ['销售费用', '50,000.00', '40,000.00'],
  ['管理费用', '60,000.00', '60,000.00'],
  ['财务费用', '(10,000.00)', '5,000.00'],
  ['三、利润总额（亏损总额以“－”号填列）', '200,000.00', '150,000.00'],
  ['四、净利润（净亏损以“－”号填列）', '150,000.00', '110,000.00'],
]
const marks = { share: rational(3n, 10n), part: rational(5n, 100n) }

describe('statements', () => {
  const lines = [...statementLines(balance), ...statementLines(income)]
  const found = analyse(lines, marks)
  const ratio = (key: string) => found.ratios.find((one) => one.key === key)
  const shown = (key: string) => {
    const now = ratio(key)?.now
    return now && decimalText(now)
  }
  test('are read with both sides of a balance sheet', () => {
    expect(lines.map(({ name }) => name)).toContain('应付账款')
    expect(lines).toHaveLength(17)
  })
  test('give ratios that are known, and none where a line is missing', () => {
    expect([shown('current'), shown('quick'), shown('gross'), shown('net'), shown('expenses')]).toEqual([
      '2',
      '1.6',
      '0.4',
      '0.15',
      '0.1',
    ])
    expect(ratio('leverage')?.before).toEqual(rational(1n, 2n))
    expect(ratio('cashOfProfit')?.now).toBeUndefined()
    expect(found.lacking).toEqual(['经营活动产生的现金流量净额'])
  })
  test('say what stands out, with its figures', () => {
    const said = found.findings.map(({ zh }) => zh)
    expect(said).toContain('应收账款增加 200%')
    expect(said).toContain('应收账款增长 200%，快于营业收入 11.1%')
    expect(said.some((one) => one.startsWith('存货'))).toBe(false)
    expect(said.some((one) => one.includes('不等于'))).toBe(false)
  })
  test('that do not add up are named', () => {
    const broken = [{ name: '负债合计', now: rational(1n), before: undefined }, ...lines]
    expect(analyse(broken, marks).findings.map(({ zh }) => zh)).toContain('资产总计不等于负债与所有者权益之和')
  })
  test('a figure is never read out of a word', () => {
    expect(figureOf('-')).toBeUndefined()
    expect(figureOf('（1,234.50）')).toEqual(rational(-12345n, 10n))
    expect(
      statementLines([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).toEqual([])
  })
})
