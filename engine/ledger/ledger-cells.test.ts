import { expect, test } from 'vitest'

import { codeResolver, printedCode, restoreCodes } from './account-code.ts'
import { accountTree } from './account-tree.ts'
import { accountClass, creditNormal } from './account-class.ts'
import { parseAmount } from './amounts.ts'
import { dayOfSerial, parseDay, parseMonth } from './day.ts'
import { periodIn } from './period.ts'
import { parseVoucherNumber, voucherWord } from './voucher-number.ts'
import { numberGaps } from './voucher-numbers.ts'

test.each([
  [0.1 + 0.2, 30n],
  [1234.5, 123_450n],
  [41_155_714.65, 4_115_571_465n],
  [1e21, 10n ** 23n],
  [-0.01, -1n],
  ['1,234.56-', -123_456n],
  ['(12.30)', -1230n],
  ['1.234.567,89', 123_456_789n],
  ['12,3456.70', 12_345_670n],
  ['￥-5.00', -500n],
  ['４，５００．５０', 450_050n],
  ['−7', -700n],
  ['100CR', -10_000n],
  ['△1,234.56', -123_456n],
  ['▲5', -500n],
  ['负12.30', -1230n],
  ['[红]7.77', -777n],
  ['<3.20>', -320n],
  ["1'234'567.89", 123_456_789n],
  ['贷 1,000.00', -100_000n],
  ['1,000.00借', 100_000n],
  ['借-7.77', -777n],
  ['0.00', 0n],
])('%s is exactly %s fen', (cell, fen) => {
  expect(parseAmount(cell)).toEqual({ fen, rounded: false })
})

test('a blank or a dash says nothing, words are no amount, a third decimal is rounded half up and said so', () => {
  expect([null, '', ' - ', '—', '平'].map((cell) => parseAmount(cell))).toEqual([null, null, null, null, null])
  expect(['abc', '#REF!', '12-3', '1,2,3', true, Number.NaN].map((cell) => parseAmount(cell))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
  expect(parseAmount('2.675')).toEqual({ fen: 268n, rounded: true })
  expect(parseAmount(-0.005)).toEqual({ fen: -1n, rounded: true })
  expect(parseAmount('12.345678', 10_000)).toEqual({ fen: 12_345_678n, rounded: false })
  expect(parseAmount('12.3456789', 10_000)).toEqual({ fen: 12_345_679n, rounded: true })
})

test.each([
  ['2025-01-02', '2025-01-02'],
  ['2025/1/2', '2025-01-02'],
  ['Jan 2, 2025', '2025-01-02'],
  ['January 2 2025', '2025-01-02'],
  ['02/01/2025 12:00:00 AM', '2025-01-02'],
  ['二〇二五年1月2日', '2025-01-02'],
  ['114/01/02', '2025-01-02'],
  ['45659', '2025-01-02'],
  ['2025.01.02', '2025-01-02'],
  ['2025年1月2日', '2025-01-02'],
  ['20250102', '2025-01-02'],
  [20_250_102, '2025-01-02'],
  ['02.01.2025', '2025-01-02'],
  ['02-JAN-2025', '2025-01-02'],
  ['2025-01-02 10:20:30', '2025-01-02'],
  [45_659, '2025-01-02'],
  ['2025-02-29', undefined],
  ['2024-02-29', '2024-02-29'],
  ['01-02', undefined],
])('%s is the day %s', (cell, day) => {
  expect(parseDay(cell)).toBe(day)
})

test('a day without a year takes the year that is known, serial numbers follow their date system', () => {
  expect(parseDay('1月2日', 2025)).toBe('2025-01-02')
  expect([dayOfSerial(59, false), dayOfSerial(61, false), dayOfSerial(44_197, true)]).toEqual([
    '1900-02-28',
    '1900-03-01',
    '2025-01-02',
  ])
})

test.each([
  ['001', '01'],
  [12, '12'],
  ['202503', '03'],
  ['2025.04', '04'],
  ['2025年5月', '05'],
  ['016', '12'],
  ['JUN-25', '06'],
  ['第7期', '07'],
])('period %s is month %s', (cell, month) => {
  expect(parseMonth(cell)).toBe(month)
})

test('a period is read from titles and names, not from a print date', () => {
  expect(periodIn('期间:2025.01-2025.12')).toEqual({ from: '2025-01', to: '2025-12' })
  expect(periodIn('2025年1-6月')).toEqual({ from: '2025-01', to: '2025-06' })
  expect(periodIn('2025年12月31日')).toEqual({ from: '2025-12', to: '2025-12' })
  expect(periodIn('FAGLB03_TB_2024')).toEqual({ from: '2024-01', to: '2024-12' })
  expect(periodIn('打印时间:2026-01-12 09:31')).toBeUndefined()
  expect(periodIn('凭证123456')).toBeUndefined()
})

test('codes that a spreadsheet took for numbers get their zeros back, unless that would make two of one', () => {
  expect(restoreCodes(['1002', '1002.01', '1002.1', '1121.2', '2221.01.01'])).toEqual([
    '1002',
    '1002.01',
    '1002.10',
    '1121.20',
    '2221.01.01',
  ])
  expect(restoreCodes(['1002.1', '1002.10'])).toEqual(['1002.1', '1002.10'])
  expect(restoreCodes(['1002.1', '1002.2'])).toEqual(['1002.1', '1002.2'])
})

test('a code cell may hold a number, a repaired text, or code and name together', () => {
  expect(printedCode(1002.1)).toEqual({ printed: '1002.1', name: null })
  expect(printedCode(1002.1, '1002.10')).toEqual({ printed: '1002.10', name: null })
  expect(printedCode('1.00201E+09')).toEqual({ printed: '1002010000', name: null })
  expect(printedCode('100201.0')).toEqual({ printed: '100201', name: null })
  expect(printedCode('１００２\t')).toEqual({ printed: '1002', name: null })
  expect(printedCode('1001 库存现金')).toEqual({ printed: '1001', name: '库存现金' })
  expect([printedCode('合计'), printedCode(null), printedCode('')]).toEqual([undefined, undefined, undefined])
})

test('a journal’s code finds its account although zeros were lost, but never a doubtful one', () => {
  const resolve = codeResolver([
    { code: '1002.10', printed: '1002.1' },
    { code: '0010010000', printed: '0010010000' },
    { code: '1122', printed: '1122' },
  ])
  expect(['1002.1', '1002.10', '10010000', '1122', '9999'].map(resolve)).toEqual([
    '1002.10',
    '1002.10',
    '0010010000',
    '1122',
    '9999',
  ])
  const doubtful = codeResolver([
    { code: '01001', printed: '01001' },
    { code: '1001', printed: '1001' },
  ])
  expect(doubtful('001001')).toBe('001001')
})

const tree = (accounts: [string, string][]) => {
  const { places, inferred } = accountTree(accounts.map(([code, name]) => ({ code, name })))
  return { full: [...places.values()].map(({ code, fullName, leaf }) => [code, fullName, leaf]), inferred }
}

test('hierarchy: prefixes, separators, flat codes with parents in the names', () => {
  expect(
    tree([
      ['2221', '应交税费'],
      ['222101', '应交增值税'],
      ['22210101', '进项税额'],
    ]).full,
  ).toEqual([
    ['2221', '应交税费', false],
    ['222101', '应交税费/应交增值税', false],
    ['22210101', '应交税费/应交增值税/进项税额', true],
  ])
  expect(
    tree([
      ['1002', '银行存款'],
      ['1002.01', '银行存款-工行'],
      ['1122', '应收账款'],
    ]).full,
  ).toEqual([
    ['1002', '银行存款', false],
    ['1002.01', '银行存款/工行', true],
    ['1122', '应收账款', true],
  ])
  const flat = tree([
    ['0010010000', '库存现金'],
    ['0010020100', '银行存款-工行'],
    ['0010020200', '银行存款-农行'],
    ['0011220100', '甲'],
    ['0011220200', '乙'],
  ])
  expect(flat.inferred).toEqual(['0010020000'])
  expect(flat.full.filter(([code]) => code === '0010020100' || code === '0011220100')).toEqual([
    ['0010020100', '银行存款/工行', true],
    ['0011220100', '甲', true],
  ])
})

test('classes follow the standard, and the name where there is no code', () => {
  expect(accountClass({ code: '5403', fullName: '某项支出' }, 'small')).toBe('profit_loss')
  expect(accountClass({ code: '5403', fullName: '某项支出' }, 'cas')).toBe('cost')
  expect(accountClass({ code: '0066020100', fullName: '管理费用/工资' }, 'cas')).toBe('profit_loss')
  expect(creditNormal({ code: '1602', fullName: '累计折旧' }, 'cas')).toBe(true)
  expect(creditNormal({ code: '1601', fullName: '固定资产' }, 'cas')).toBe(false)
  expect(creditNormal({ code: '应交税费/应交所得税', fullName: '应交税费/应交所得税' }, 'cas')).toBe(true)
})

test.each([
  ['记-0001', '记', 1],
  ['记字第12号', '记', 12],
  ['记账凭证 3', '记', 3],
  ['付款凭证-15', '付', 15],
  ['GL-202601-0007', 'GL', 7],
  ['0100000018', '', 100_000_018],
  ['13', '', 13],
])('%s is word %s, number %d', (text, word, number) => {
  expect(parseVoucherNumber(text)).toEqual({ word, number })
})

test('voucher words lose their 字 and 凭证, and nothing else', () => {
  expect(['记字', '收款凭证', '转账', '银付', 'SA'].map(voucherWord)).toEqual(['记', '收', '转', '银付', 'SA'])
})

const vouchers = (word: string, numbers: Record<string, number[]>) =>
  Object.entries(numbers).flatMap(([period, list]) =>
    list.map((number) => ({
      key: `${period}-${word}-${number}`,
      date: `2025-${period}-01`,
      period,
      word,
      number,
      closing: false,
    })),
  )

test('number gaps: monthly numbers begin at one, numbers through the year where their range begins', () => {
  expect(numberGaps(vouchers('记', { '01': [2, 3, 5], '02': [1, 2] })).gaps).toEqual([
    { period: '01', word: '记', from: 1, to: 1 },
    { period: '01', word: '记', from: 4, to: 4 },
  ])
  const yearly = numberGaps(
    vouchers('SA', { '01': [100_000_001, 100_000_002], '02': [100_000_004], '03': [100_000_005] }),
  )
  expect(yearly).toEqual({
    gaps: [{ period: '01', word: 'SA', from: 100_000_003, to: 100_000_003 }],
    scopes: { SA: 'year' },
  })
})
