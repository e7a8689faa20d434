import { describe, expect, test } from 'vitest'
import { compared, dividedBy, once, stacked, unpivoted } from './sheet-work.ts'

const sheet = (name: string, ...rows: (string | number | null)[][]) => ({ name, rows })

const moment = (time: string) => new Date(`2025-01-03T${time}Z`)

describe('work on sheets', () => {
  test('puts sheets under each other by the names of their columns', () => {
    const january = sheet('一月', ['科目', '借方'], ['1001', 5], [null, null])
    const february = sheet('二月', ['借方 ', '科目', '摘要'], [7, '1002', '付款'])
    expect(stacked([january, february], '来源')).toEqual([
      ['科目', '借方', '摘要', '来源'],
      ['1001', 5, null, '一月'],
      ['1002', 7, '付款', '二月'],
    ])
  })

  test('divides a sheet by a column, what has no value by itself', () => {
    const parts = dividedBy(sheet('台账', ['部门', '金额'], ['财务', 1], ['', 2], ['财务 ', 3]), '部门', '空')
    expect(parts.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['财务', 3],
      ['空', 2],
    ])
  })

  test('keeps the first row of each key, and shows what it took out', () => {
    const table = sheet('表', ['号码', '金额'], ['A', 1], ['Ａ', 2], ['B', 1])
    expect(once(table, ['号码'])).toEqual({
      kept: [
        ['号码', '金额'],
        ['A', 1],
        ['B', 1],
      ],
      dropped: [
        ['号码', '金额'],
        ['Ａ', 2],
      ],
    })
    expect(once(table, []).dropped).toHaveLength(1)
  })

  test('finds what differs between two sheets, and takes 1,234.50 for 1234.5', () => {
    const left = sheet(
      '账面',
      ['凭证', '金额', '摘要'],
      ['1', '1,234.50', '甲'],
      ['2', 5, '乙'],
      ['3', 1, '丙'],
      ['3', 1, '丁'],
    )
    const right = sheet('银行', ['金额', '凭证'], [1234.5, '1'], [6, '2'], [9, '4'])
    expect(compared(left, right, '凭证')).toEqual({
      left: 3,
      right: 3,
      found: [
        { key: '3', what: 'twice', column: '账面', left: null, right: null },
        { key: '2', what: 'changed', column: '金额', left: 5, right: 6 },
        { key: '3', what: 'left', column: '', left: null, right: null },
        { key: '4', what: 'right', column: '', left: null, right: null },
      ],
    })
  })

  test('turns columns into rows and leaves empty cells out', () => {
    const wide = sheet('预算', ['科目', '1月', '2月'], ['差旅', 10, null], ['办公', 3, 4])
    expect(unpivoted(wide, 1, { item: '月份', value: '数值' })).toEqual([
      ['科目', '月份', '数值'],
      ['差旅', '1月', 10],
      ['办公', '1月', 3],
      ['办公', '2月', 4],
    ])
  })

  test('keeps both columns of one name, as under merged headings', () => {
    const printed = sheet('余额', ['科目', '借方', '贷方', '借方', '贷方'], ['1001', 1, 2, 3, 4])
    const other = sheet('另一页', ['科目', '借方'], ['2001', 100])
    expect(stacked([printed, other], '来源')).toEqual([
      ['科目', '借方', '贷方', '借方 (2)', '贷方 (2)', '来源'],
      ['1001', 1, 2, 3, 4, '余额'],
      ['2001', 100, null, null, null, '另一页'],
    ])
  })

  test('tells long numbers apart that a computer would round to one', () => {
    const left = sheet('账面', ['号', '发票'], ['A', '25312000000000000001'], ['B', '0100'], ['C', 0.1 + 0.2])
    const right = sheet('银行', ['号', '发票'], ['A', '25312000000000000002'], ['B', '100'], ['C', '0.30'])
    expect(compared(left, right, '号').found.map(({ key }) => key)).toEqual(['A', 'B'])
  })

  test('takes two moments of one day for two', () => {
    const rows = [
      [moment('09:00:00'), 5],
      [moment('10:00:00'), 5],
      [moment('10:00:00.001'), 5],
    ]
    expect(once({ name: '流水', rows: [['时间', '金额'], ...rows] }, []).dropped).toHaveLength(2)
  })
})
