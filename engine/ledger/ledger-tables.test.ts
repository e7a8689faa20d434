import { expect, test } from 'vitest'

import type { Cell } from './cell.ts'
import { detectSheet } from './detect.ts'
import { parseDimensionBalances } from './dimension-balance.ts'
import { journalReader } from './journal-lines.ts'
import { parseStatement } from './statement.ts'
import { parseTrialBalance } from './trial-balance.ts'

type Table = Cell[][]
const sheet = (table: Table, file = 'x.xlsx') => {
  const rows = table.map((cells, index) => ({ row: index + 1, cells }))
  return { rows, reading: detectSheet({ rows, sheet: 'S', file }) }
}
const balances = (table: Table, file?: string) => {
  const { rows, reading } = sheet(table, file)
  const parsed = parseTrialBalance(rows, reading, 0)
  return {
    ...parsed,
    reading,
    shown: parsed.accounts.map(({ code, opening, debit, credit, closing }) => [code, opening, debit, credit, closing]),
  }
}
const journal = (table: Table, year: number | null = 2025) => {
  const { rows, reading } = sheet(table)
  const reader = journalReader(reading, { file: 0, year, resolve: (code) => code })
  // Two batches, so that a voucher crosses from one to the next.
  return { lines: [...reader.push(rows.slice(0, 3)), ...reader.push(rows.slice(3))], notes: reader.notes, reading }
}

test('balances signed by the account’s own side become debit positive', () => {
  const { shown, reading } = balances([
    ['科目编码', '科目名称', '期初余额', '本期借方', '本期贷方', '期末余额'],
    ['1001', '库存现金', 100, 50, 20, 130],
    ['2202', '应付账款', 100, 20, 50, 130],
    ['1602', '累计折旧', 40, 0, 0, 40],
    ['2203', '预收账款', -10, 0, 5, -5],
  ])
  expect(reading.balanceStyle).toBe('normal_side')
  expect(shown).toEqual([
    ['1001', 10_000n, 5000n, 2000n, 13_000n],
    ['2202', -10_000n, 2000n, 5000n, -13_000n],
    ['1602', -4000n, 0n, 0n, -4000n],
    ['2203', 1000n, 0n, 500n, 500n],
  ])
})

test('a table that shows only the closing side still gives the opening its sign', () => {
  const { shown } = balances([
    ['科目编码', '科目名称', '期初余额', '本期借方', '本期贷方', '期末余额', '方向'],
    ['2202', '应付账款', 100, 20, 50, 130, '贷'],
    ['1122', '应收账款', 30, 10, 60, 20, '贷'],
    ['1001', '库存现金', 0, 0, 0, 0, '平'],
  ])
  expect(shown.map(([, opening, , , closing]) => [opening, closing])).toEqual([
    [-10_000n, -13_000n],
    [3000n, -2000n],
    [0n, 0n],
  ])
})

test('a December table is read by 年初 and 本年累计, whatever the order of its columns', () => {
  const { shown, movement } = balances(
    [
      ['科目余额表 2025年12月'],
      [
        '科目编码',
        '科目名称',
        '本期借方',
        '本期贷方',
        '期初余额',
        '年初余额',
        '本年累计借方',
        '本年累计贷方',
        '期末余额',
      ],
      ['1001', '库存现金', 5, 0, 95, 10, 200, 110, 100],
      ['1002', '银行存款', 0, 0, 7, 7, 0, 0, 7],
    ],
    '余额表.xlsx',
  )
  expect(shown).toEqual([
    ['1001', 1000n, 20_000n, 11_000n, 10_000n],
    ['1002', 700n, 0n, 0n, 700n],
  ])
  expect(movement).toEqual({ from: '2025-01', to: '2025-12' })
})

test('amounts in 万元 are exact, currencies are not added twice, subtotals and footers are listed', () => {
  const { shown, subtotals, dropped } = balances([
    ['单位:万元'],
    ['科目编码', '科目名称', '币别', '期初余额', '借方', '贷方', '期末余额'],
    ['1002', '银行存款', '人民币', 1.5, 0, 0, 1.5],
    ['1002', '银行存款', '美元', 2, 0, 0, 2],
    ['1002', '银行存款', '综合本位币', 3.5, 0, 0, 3.5],
    ['4001', '实收资本', '人民币', -3.5, 0, 0, -3.5],
    ['科目编码', '科目名称', '币别', '期初余额', '借方', '贷方', '期末余额'],
    ['资产小计', null, null, 3.5, 0, 0, 3.5],
    ['制表人:某'],
  ])
  expect(shown.map(([code, opening]) => [code, opening])).toEqual([
    ['1002', 3_500_000n],
    ['4001', -3_500_000n],
  ])
  expect(subtotals.map(({ label }) => label)).toEqual(['资产小计'])
  expect(dropped.map(({ origin, reason }) => [origin.row, reason])).toEqual([
    [1, 'title'],
    [2, 'header'],
    [7, 'header_repeat'],
    [8, 'subtotal'],
    [9, 'footer'],
    [3, 'currency_detail'],
    [4, 'currency_detail'],
  ])
})

test('rows by customer under their account are dimensions, not accounts', () => {
  const { shown, dimensions } = balances([
    ['科目编码', '科目名称', '核算维度', '期初余额', '借方', '贷方', '期末余额'],
    ['1001', '库存现金', null, 5, 0, 0, 5],
    ['1122', '应收账款', null, 30, 0, 0, 30],
    ['1122', '应收账款', '甲公司', 10, 0, 0, 10],
    ['1122', '应收账款', '乙公司', 20, 0, 0, 20],
    ['1221', '其他应收款', null, 1, 0, 0, 1],
    ['2202', '应付账款', '丙公司', -4, 0, 0, -4],
    ['2202', '应付账款', '丁公司', -6, 0, 0, -6],
    ['4001', '实收资本', null, -26, 0, 0, -26],
  ])
  expect(shown.map(([code, opening]) => [code, opening])).toEqual([
    ['1001', 500n],
    ['1122', 3000n],
    ['1221', 100n],
    ['4001', -2600n],
    ['2202', -1000n],
  ])
  expect(dimensions.map(({ account, name, opening }) => [account, name, opening])).toEqual([
    ['1122', '甲公司', 1000n],
    ['1122', '乙公司', 2000n],
    ['2202', '丙公司', -400n],
    ['2202', '丁公司', -600n],
  ])
})

test('in a table by customer a blank account is the account above', () => {
  const { rows, reading } = sheet([
    ['科目编码', '科目名称', '客户编码', '客户名称', '期初余额', '借方', '贷方', '期末余额'],
    ['1122', '应收账款', 'C1', '甲', 1, 0, 0, 1],
    [null, null, 'C2', '乙', 2, 0, 0, 2],
    [null, null, 'C3', '丙', 3, 0, 0, 3],
    [null, '小计', null, null, 6, 0, 0, 6],
  ])
  expect(reading.kind).toBe('aux_balance')
  const { balances, dropped } = parseDimensionBalances(rows, reading, 0, (code) => code)
  expect(balances.map(({ account, kind, code, closing }) => [account, kind, code, closing])).toEqual([
    ['1122', 'customer', 'C1', 100n],
    ['1122', 'customer', 'C2', 200n],
    ['1122', 'customer', 'C3', 300n],
  ])
  expect(dropped.map(({ reason }) => reason)).toEqual(['header', 'subtotal'])
})

test('blank dates, numbers and summaries belong to the voucher above, and only to it', () => {
  const { lines, notes } = journal([
    ['日期', '凭证字号', '摘要', '科目编码', '科目名称', '借方金额', '贷方金额', '制单人'],
    ['2025-01-02', '记-1', '购办公用品', '660201', '办公费', '5.00', null, '甲'],
    [null, null, null, '1001', '库存现金', null, '5.00', null],
    ['2025-01-03', '记-2', null, '1002', '银行存款', '7.00', null, '乙'],
    [null, null, '收回', '1122', '应收账款', null, '7.00', null],
    ['2025-01-31', '本月合计', null, null, null, '12.00', '12.00', null],
  ])
  expect(
    lines.map(({ date, number, line, summary, maker, debit, credit }) => [
      date,
      number,
      line,
      summary,
      maker,
      debit,
      credit,
    ]),
  ).toEqual([
    ['2025-01-02', 1, 1, '购办公用品', '甲', 500n, 0n],
    ['2025-01-02', 1, 2, '购办公用品', '甲', 0n, 500n],
    ['2025-01-03', 2, 1, '', '乙', 700n, 0n],
    ['2025-01-03', 2, 2, '收回', '乙', 0n, 700n],
  ])
  expect(notes.dropped.map(({ reason }) => reason)).toEqual(['header', 'subtotal'])
  expect(notes.inherited).toBe(3)
})

test('one amount with a side: positive on both sides, or signed as SAP does; red letters stay on their side', () => {
  const head = ['日期', '凭证号', '摘要', '科目编码', '借贷方向', '本位币金额']
  const lines = (rows: Table) => journal([head, ...rows]).lines.map(({ debit, credit }) => [debit, credit])
  expect(
    lines([
      ['2025-01-02', 1, 'a', '1001', '借', 5],
      ['2025-01-02', 1, 'a', '1122', '贷', 5],
      ['2025-01-02', 2, 'b', '6601', '借', -3],
      ['2025-01-02', 2, 'b', '1001', '贷', -3],
      ['2025-01-02', 3, 'c', '1001', '贷', 3],
      ['2025-01-02', 3, 'c', '6601', '借', 3],
    ]),
  ).toEqual([
    [500n, 0n],
    [0n, 500n],
    [-300n, 0n],
    [0n, -300n],
    [0n, 300n],
    [300n, 0n],
  ])
  expect(
    lines([
      ['2025-01-02', 1, 'a', '1001', 'S', '5.00'],
      ['2025-01-02', 1, 'a', '1122', 'H', '5.00-'],
      ['2025-01-02', 2, 'b', '6601', 'S', '3.00-'],
      ['2025-01-02', 2, 'b', '1001', 'H', '3.00'],
      ['2025-01-02', 3, 'c', '1122', 'H', '2.00-'],
      ['2025-01-02', 3, 'c', '1001', 'S', '2.00'],
    ]),
  ).toEqual([
    [500n, 0n],
    [0n, 500n],
    [-300n, 0n],
    [0n, -300n],
    [0n, 200n],
    [200n, 0n],
  ])
})

test('drafts and void vouchers keep their marks', () => {
  const { lines } = journal([
    ['日期', '凭证号', '摘要', '科目编码', '借方', '贷方', '记账人', '作废标志'],
    ['2025-01-02', 1, 'a', '1001', 5, null, '甲', null],
    ['2025-01-02', 1, 'a', '1122', null, 5, '甲', null],
    ['2025-01-02', 2, 'b', '1001', 6, null, null, null],
    ['2025-01-02', 3, 'c', '1001', 7, null, '甲', '是'],
  ])
  expect(lines.map(({ number, posted, voided }) => [number, posted, voided])).toEqual([
    [1, true, false],
    [1, true, false],
    [2, false, false],
    [3, true, true],
  ])
})

test('a row without account, number or date is listed, never guessed', () => {
  const { lines, notes } = journal(
    [
      ['日期', '凭证号', '摘要', '科目编码', '借方', '贷方'],
      ['2025-01-02', 1, 'a', '1001', 5, null],
      ['2025-01-02', 1, 'a', null, null, 5],
      ['13-45', 2, 'b', '1001', 5, null],
      ['2025-01-04', 'x', 'c', '1001', 5, null],
    ],
    null,
  )
  expect(lines).toHaveLength(1)
  expect(notes.dropped.map(({ origin, reason, text }) => [origin.row, reason, text])).toEqual([
    [1, 'header', '日期 | 凭证号 | 摘要 | 科目编码 | 借方 | 贷方'],
    [3, 'no_account', '2025-01-02 | 1 | a | 5'],
    [4, 'no_date', '13-45 | 2 | b | 1001 | 5'],
    [5, 'no_voucher', '2025-01-04 | x | c | 1001 | 5'],
  ])
})

test('an income statement is read by 本年累计, a blank figure stays blank', () => {
  const { rows, reading } = sheet([
    ['利润表'],
    ['项目', '行次', '本月金额', '本年累计金额', '上年金额'],
    ['一、营业收入', 1, 5, 60, 50],
    ['减:营业成本', 2, 3, 36, null],
    ['管理费用', 3, 1, 12, null],
    ['四、净利润', 4, 1, 12, null],
  ])
  expect(reading.kind).toBe('income_statement')
  const { figures } = parseStatement(rows, reading, 0)
  expect(figures.map(({ name, current, prior }) => [name, current, prior])).toEqual([
    ['一、营业收入', 6000n, 5000n],
    ['减:营业成本', 3600n, null],
    ['管理费用', 1200n, null],
    ['四、净利润', 1200n, null],
  ])
})
