import { daysIn } from '../ledger/day.ts'

const before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** The day counted from 0001-01-01 as 1 (proleptic Gregorian), without a clock: differences are days. */
export function dayNumber(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const past = year - 1
  const leap = month > 2 && daysIn(year, 2) === 29 ? 1 : 0
  return (
    past * 365 +
    Math.floor(past / 4) -
    Math.floor(past / 100) +
    Math.floor(past / 400) +
    (before[month - 1] ?? 0) +
    leap +
    date
  )
}

/** 0 for Monday up to 6 for Sunday: 0001-01-01, day 1, was a Monday. */
export const weekday = (day: string): number => (dayNumber(day) + 6) % 7

/** Days from a date to the end of its month. */
export function daysToMonthEnd(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return daysIn(year, month) - date
}
