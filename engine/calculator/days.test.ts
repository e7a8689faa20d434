import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayOf, daysBetween, isWorkday, numberOf, partsOf, weekdayOf, workdayFrom } from './days.ts'

const holidays = {
  years: [2026],
  off: new Set(['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07']),
  worked: new Set(['2026-10-10']),
  basis: [],
}

describe('days', () => {
  test('agree with the calendar of the machine over two centuries', () => {
    for (let at = Date.UTC(1900, 0, 1); at < Date.UTC(2199, 11, 1); at += 86_400_000 * 17) {
      const date = new Date(at)
      const text = dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
      expect(weekdayOf(text)).toBe(date.getUTCDay())
      expect(addDays(text, 17)).toBe(new Date(at + 17 * 86_400_000).toISOString().slice(0, 10))
      expect(daysBetween(text, addDays(text, 17))).toBe(17)
    }
  })
  test('that do not exist are not days', () => {
    expect(partsOf('2025-02-29')).toBeUndefined()
    expect(partsOf('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 })
    expect(numberOf('2025-13-01')).toBeNaN()
  })
  test('go back over a year', () => expect(addDays('2026-01-01', -1)).toBe('2025-12-31'))
  test('a month after the 31st is the last of the next', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-05-15', -6)).toBe('2025-11-15')
  })
  test('of work follow the announcement, then the week', () => {
    expect(isWorkday(holidays, '2026-10-10')).toBe(true)
    expect(isWorkday(holidays, '2026-10-05')).toBe(false)
    expect(workdayFrom(holidays, '2026-10-01')).toBe('2026-10-08')
  })
})
