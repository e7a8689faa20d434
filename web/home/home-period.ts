/** Periods a home can be asked for; each is days of China, the last of them today at most. */
export const periods = ['thisYear', 'thisQuarter', 'thisMonth', 'lastYear', 'twelveMonths'] as const
export type PeriodName = (typeof periods)[number]

const two = (number: number) => String(number).padStart(2, '0')

/** The first and last day of a period, seen from `today` (`yyyy-MM-dd`). */
export function daysOf(period: PeriodName, today: string): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  switch (period) {
    case 'thisYear':
      return { from: `${year}-01-01`, to: today }
    case 'thisQuarter':
      return { from: `${year}-${two(month - ((month - 1) % 3))}-01`, to: today }
    case 'thisMonth':
      return { from: `${year}-${two(month)}-01`, to: today }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    case 'twelveMonths':
      return { from: month === 12 ? `${year}-01-01` : `${year - 1}-${two(month + 1)}-01`, to: today }
    default:
      return period satisfies never
  }
}

/** Today where the customers are, wherever the browser stands. */
export const chinaToday = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** A day so many later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whole days from one to another; negative when the other is before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
