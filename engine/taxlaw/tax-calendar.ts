import type { Certainty, LegalBasis } from './rule-pack.ts'

/** When returns are due: what was announced, what comes every year, and what the working days are. Days are `yyyy-MM-dd`. */
export type TaxCalendar = {
  version: string
  /** Announced monthly deadlines, January to December. */
  monthly: readonly { year: number; dates: readonly string[]; basis: readonly LegalBasis[]; certainty: Certainty }[]
  /** How a month is foretold that nobody has announced. */
  prediction: { day: number; run: number; basis: readonly LegalBasis[]; certainty: Certainty; note: string }
  annual: readonly AnnualDeadline[]
  holidays: readonly {
    year: number
    basis: readonly LegalBasis[]
    off: readonly string[]
    /** Days of a weekend on which people work. */
    work: readonly string[]
  }[]
}
export type AnnualDeadline = {
  id: string
  title: { zh: string; en: string }
  month: number
  day: number
  /** Of the year after the one it is for. */
  yearsAfter: number
  /** Whom it is for: clients that declare this tax; empty: every client. */
  taxType: string
  /** Service types (dictionary tax_project_category) whose projects are due then. */
  projectCategories: readonly number[]
  basis: readonly LegalBasis[]
  certainty: Certainty
  note: string
}
/** `predicted`: nobody has announced it. */
export type Deadline = { date: string; predicted: boolean; source: string }

const two = (number: number) => String(number).padStart(2, '0')
export const dayOf = (year: number, month: number, day: number) => `${year}-${two(month)}-${two(day)}`

const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number) =>
  month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** 0 is Sunday (Sakamoto's rule for the Gregorian calendar). */
function weekday(year: number, month: number, day: number): number {
  const y = month < 3 ? year - 1 : year
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0
  return (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + shift + day) % 7
}

/** The day by which a month's returns are in: as announced, otherwise foretold (征管法实施细则第一百零九条). */
export function monthlyDeadline(calendar: TaxCalendar, year: number, month: number): Deadline {
  const announced = calendar.monthly.find((one) => one.year === year)
  const date = announced?.dates[month - 1]
  if (announced && date) return { date, predicted: false, source: announced.basis.map(({ doc }) => doc).join('；') }
  return { date: foretold(calendar, year, month), predicted: true, source: calendar.prediction.note }
}

/** The 15th, later by as many working days as a holiday of three days or more before it has, and never on a free day. */
export function foretold({ prediction, holidays }: TaxCalendar, year: number, month: number): string {
  const known = holidays.find((one) => one.year === year)
  const off = new Set(known?.off)
  const work = new Set(known?.work)
  const isWorkday = (day: number) => {
    const text = dayOf(year, month, day)
    return work.has(text) || (!off.has(text) && ![0, 6].includes(weekday(year, month, day)))
  }
  let longest = 0
  for (let day = 1, run = 0; day <= prediction.day; day += 1) {
    run = off.has(dayOf(year, month, day)) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  let due = prediction.day
  for (let left = longest >= prediction.run ? longest : 0; left > 0 && due < daysIn(year, month);) {
    due += 1
    if (isWorkday(due)) left -= 1
  }
  while (!isWorkday(due) && due < daysIn(year, month)) due += 1
  return dayOf(year, month, due)
}
