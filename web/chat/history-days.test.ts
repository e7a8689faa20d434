import { expect, test } from 'vitest'
import { byPeriod, periodOf } from './history-days.ts'

const now = '2026-03-01 09:30:00'

test.each([
  ['2026-03-01 00:00:00', 'today'],
  ['2026-02-28 23:59:59', 'yesterday'],
  ['2026-02-27 10:00:00', 'thisWeek'],
  ['2026-02-23 00:00:00', 'thisWeek'],
  ['2026-02-22 23:59:59', 'earlier'],
  ['2024-12-31 12:00:00', 'earlier'],
  // a clock of the server that runs ahead
  ['2026-03-02 00:01:00', 'today'],
])('%s was %s', (time, period) => expect(periodOf(time, now)).toBe(period))

test('rows keep their order, and a period without rows is not there', () => {
  const rows = ['2026-03-01 08:00:00', '2026-03-01 07:00:00', '2026-01-01 07:00:00'].map((updateTime) => ({
    updateTime,
  }))
  expect(byPeriod(rows, now)).toEqual([
    ['today', rows.slice(0, 2)],
    ['earlier', rows.slice(2)],
  ])
})
