import { Refusal } from './errors.ts'
import { wallTime } from './wall-time.ts'

/** Days `yyyy-MM-dd`, both ends meant. */
export type Period = { from: string; to: string }

/** A longer one is no question of a page of numbers. */
const MOST_YEARS = 10

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** The days that are meant: what was asked, else this calendar year until today, or the last `days`. */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  days?: number,
): Period & { asOf: string } {
  const asOf = wallTime(new Date()).slice(0, 10)
  const to = asked.to ?? asOf
  const from = asked.from ?? (days === undefined ? `${to.slice(0, 4)}-01-01` : dayBefore(to, days - 1))
  if (from > to || Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > MOST_YEARS) throw new Refusal('period')
  return { from, to, asOf }
}
