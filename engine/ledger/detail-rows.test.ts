import { expect, test } from 'vitest'
import { detailRowCount, type DetailMonth, detailRows } from './detail-rows.ts'

const month = (period: string, lines: number, sums: [string, string, string, string]): DetailMonth => {
  const [opening, debit, credit, closing] = sums
  return { period, opening, debit, credit, closing, lines }
}
const months = [
  month('01', 2, ['100.00', '50.05', '20.00', '130.05']),
  month('03', 1, ['130.05', '0.00', '200.00', '-69.95']),
]
const shown = (over: object) =>
  ({ opening: '100.00', months, period: '', ...over }) as Parameters<typeof detailRows<string>>[0]

test('a detail ledger begins with the opening balance and closes each month with its sum and the sum of the year', () => {
  expect(detailRows(shown({ page: { records: ['a', 'b', 'c'], current: 1, size: 50 } }))).toEqual([
    { kind: 'opening', period: '', balance: '100.00' },
    { kind: 'line', line: 'a' },
    { kind: 'line', line: 'b' },
    { kind: 'month', period: '01', debit: '50.05', credit: '20.00', balance: '130.05' },
    { kind: 'year', period: '01', debit: '50.05', credit: '20.00', balance: '130.05' },
    { kind: 'line', line: 'c' },
    { kind: 'month', period: '03', debit: '0.00', credit: '200.00', balance: '-69.95' },
    { kind: 'year', period: '03', debit: '50.05', credit: '220.00', balance: '-69.95' },
  ])
})

test('pages put together are the whole, however they are cut', () => {
  const whole = detailRows(shown({ page: { records: ['a', 'b', 'c'], current: 1, size: 3 } }))
  for (const size of [1, 2]) {
    const pages = [1, 2, 3].flatMap((current) => {
      const records = ['a', 'b', 'c'].slice((current - 1) * size, current * size)
      return detailRows(shown({ page: { records, current, size } }))
    })
    expect(pages).toEqual(whole)
  }
  expect(detailRowCount(months, '', 3)).toBe(whole.length)
})

test('one month begins with the balance before it, its sum of the year counts the months before', () => {
  const rows = detailRows(shown({ period: '03', page: { records: ['c'], current: 1, size: 50 } }))
  expect(rows[0]).toEqual({ kind: 'opening', period: '03', balance: '130.05' })
  expect(rows.at(-1)).toEqual({ kind: 'year', period: '03', debit: '50.05', credit: '220.00', balance: '-69.95' })
  expect(detailRowCount(months, '03', 1)).toBe(rows.length)
})

test('an account without postings shows its opening balance', () => {
  const page = { records: [], current: 1, size: 50 }
  expect(detailRows({ opening: '7.00', months: [], period: '', page })).toEqual([
    { kind: 'opening', period: '', balance: '7.00' },
  ])
})
