export const periods = ['today', 'yesterday', 'thisWeek', 'earlier'] as const
export type Period = (typeof periods)[number]

const DAY_MS = 86_400_000
const dayOf = (time: string) => Date.parse(`${time.slice(0, 10)}T00:00:00Z`)

/** How long ago something was, in days of the calendar; both as yyyy-MM-dd HH:mm:ss. */
export function periodOf(time: string, now: string): Period {
  const days = (dayOf(now) - dayOf(time)) / DAY_MS
  if (days < 1) return 'today'
  if (days < 2) return 'yesterday'
  return days < 7 ? 'thisWeek' : 'earlier'
}

/** Rows by how long ago they were, in their order; periods without a row are left out. */
export function byPeriod<T extends { updateTime: string }>(rows: readonly T[], now: string): [Period, T[]][] {
  return periods.flatMap((period): [Period, T[]][] => {
    const of = rows.filter(({ updateTime }) => periodOf(updateTime, now) === period)
    return of.length > 0 ? [[period, of]] : []
  })
}
