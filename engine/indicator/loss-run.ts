import type { Fen } from '../money.ts'

export type YearOfBusiness = { profit: Fen | null; revenue: Fen | null; assets: Fen | null }

const grew = (a: Fen | null | undefined, b: Fen | null | undefined) => (a == null || b == null ? null : a > b)

/**
 * K29 连续亏损经营规模扩大: how many years, this one back, end in a loss, and whether revenue or assets grew meanwhile.
 * `years` begin with this year. Null where a year that is needed is not known: missing is not zero.
 */
export function lossRun(years: readonly YearOfBusiness[]): { losses: number; growing: boolean | null } | null {
  let losses = 0
  for (const { profit } of years) {
    if (profit === null) return null
    if (profit >= 0n) break
    losses += 1
  }
  if (losses === 0) return { losses, growing: null }
  const first = years[Math.min(losses, years.length - 1)]
  const [now] = years
  const told = new Set([grew(now?.revenue, first?.revenue), grew(now?.assets, first?.assets)])
  return { losses, growing: told.has(true) ? true : told.has(null) ? null : false }
}
