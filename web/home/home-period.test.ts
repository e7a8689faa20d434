import { expect, test } from 'vitest'
import { dayAfter, daysBetween, daysOf } from './home-period.ts'

test.each([
  ['thisYear', '2026-11-21', '2026-01-01', '2026-11-21'],
  ['thisQuarter', '2026-11-21', '2026-10-01', '2026-11-21'],
  ['thisQuarter', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['thisMonth', '2026-02-01', '2026-02-01', '2026-02-01'],
  ['lastYear', '2026-11-21', '2025-01-01', '2025-12-31'],
  ['twelveMonths', '2026-11-21', '2025-12-01', '2026-11-21'],
  ['twelveMonths', '2026-12-05', '2026-01-01', '2026-12-05'],
] as const)('%s on %s is %s to %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual({ from, to })
})

test('days are counted over the ends of months and years', () => {
  expect(dayAfter('2026-12-30', 7)).toBe('2027-01-06')
  expect(daysBetween('2026-12-30', '2027-01-06')).toBe(7)
  expect(daysBetween('2026-06-02', '2026-05-31')).toBe(-2)
})
