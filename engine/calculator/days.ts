import type { Holidays } from './law.ts'

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Days of a month of the Gregorian calendar; month 1 to 12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const two = (value: number) => String(value).padStart(2, '0')

/** `yyyy-MM-dd` of a year, month and day. */
export const dayOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** Year, month and day of a text; undefined where that day does not exist. Years 1900 to 2199. */
export function partsOf(text: string): { year: number; month: number; day: number } | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const real = year >= 1900 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return real ? { year, month, day } : undefined
}

/** Days since 0000-03-01, so that the days between two dates are a difference; NaN for what is no day. */
export function numberOf(text: string): number {
  const parts = partsOf(text)
  if (!parts) return Number.NaN
  const y = parts.month <= 2 ? parts.year - 1 : parts.year
  const months = parts.month <= 2 ? parts.month + 9 : parts.month - 3
  return (
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    Math.floor((153 * months + 2) / 5) +
    parts.day -
    1
  )
}

/** The day a number of days later, or earlier if it is negative. */
export function addDays(text: string, count: number): string {
  const parts = partsOf(text)
  if (!parts) return text
  let { year, month } = parts
  let day = parts.day + count
  while (day < 1) {
    month -= 1
    if (month < 1) [year, month] = [year - 1, 12]
    day += daysInMonth(year, month)
  }
  while (day > daysInMonth(year, month)) {
    day -= daysInMonth(year, month)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  return dayOf(year, month, day)
}

/** The same day some months later; the month's last day where it has no such day. */
export function addMonths(text: string, count: number): string {
  const parts = partsOf(text)
  if (!parts) return text
  const months = parts.year * 12 + parts.month - 1 + count
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  return dayOf(year, month, Math.min(parts.day, daysInMonth(year, month)))
}

/** Days from the first to the second: 1 from a day to the next. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** 0 is Sunday. */
export const weekdayOf = (text: string): number => (numberOf(text) + 3) % 7

/** Whether the rests of that day's year were announced. */
export const isAnnounced = (holidays: Holidays, day: string): boolean =>
  holidays.years.includes(Number(day.slice(0, 4)))

/** Whether people work on that day: as announced, else Monday to Friday. */
export const isWorkday = (holidays: Holidays, day: string): boolean =>
  holidays.worked.has(day) || (!holidays.off.has(day) && ![0, 6].includes(weekdayOf(day)))

/** The day itself, or the next on which people work. */
export function workdayFrom(holidays: Holidays, day: string): string {
  let at = day
  while (!isWorkday(holidays, at)) at = addDays(at, 1)
  return at
}

/**
 * The last day of a term that would end on `last`: extended by the announced rests of three days in a row or more inside
 * it, and never on a rest (征管法实施细则第一百零九条).
 */
export function termEnd(holidays: Holidays, first: string, last: string): string {
  let longest = 0
  for (let at = first, run = 0; at <= last; at = addDays(at, 1)) {
    run = holidays.off.has(at) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  let end = last
  for (let left = longest >= 3 ? longest : 0; left > 0;) {
    end = addDays(end, 1)
    if (isWorkday(holidays, end)) left -= 1
  }
  return workdayFrom(holidays, end)
}
