import type { Voucher } from './model.ts'

/** A run of numbers that no voucher has, `from` to `to`, in one period and word. */
export type NumberGap = { period: string; word: string; from: number; to: number }

/** Whether numbers begin again every month or run through the year. */
export type NumberScope = 'month' | 'year'

/** The scope of one word's numbers: through the year if months mostly go on where the month before ended. */
export function numberScope(byPeriod: ReadonlyMap<string, number[]>): NumberScope {
  const periods = [...byPeriod].toSorted(([one], [other]) => (one < other ? -1 : 1))
  let restarts = 0
  let continues = 0
  let highest = 0
  for (const [index, [, numbers]] of periods.entries()) {
    const lowest = Math.min(...numbers)
    if (index > 0) {
      if (lowest > highest) continues += 1
      else restarts += 1
    }
    highest = Math.max(highest, ...numbers)
  }
  // One period alone cannot tell; a first number far from one is a range of the year's.
  return periods.length === 1
    ? Math.min(...(periods[0]?.[1] ?? [1])) > 20
      ? 'year'
      : 'month'
    : continues > restarts
      ? 'year'
      : 'month'
}

/** The numbers missing between the first and the last of each word: monthly numbers begin at 1, yearly ones where the range begins. */
export function numberGaps(vouchers: readonly Voucher[]): { gaps: NumberGap[]; scopes: Record<string, NumberScope> } {
  const gaps: NumberGap[] = []
  const scopes: Record<string, NumberScope> = {}
  for (const [word, ofWord] of Map.groupBy(vouchers, (voucher) => voucher.word)) {
    const byPeriod = new Map<string, number[]>()
    for (const [period, ofPeriod] of Map.groupBy(ofWord, (voucher) => voucher.period)) {
      byPeriod.set(
        period,
        ofPeriod.map(({ number }) => number),
      )
    }
    const scope = numberScope(byPeriod)
    scopes[word] = scope
    if (scope === 'month') {
      for (const [period, numbers] of byPeriod) {
        for (const { from, to } of holes(numbers, 1)) gaps.push({ period, word, from, to })
      }
      continue
    }
    const periodOf = new Map(ofWord.map(({ number, period }) => [number, period]))
    const numbers = ofWord.map(({ number }) => number)
    const lowest = Math.min(...numbers)
    for (const hole of holes(numbers, lowest <= 20 ? 1 : lowest)) {
      const period = periodOf.get(hole.to + 1) ?? periodOf.get(hole.from - 1) ?? ''
      const before = periodOf.get(hole.from - 1)
      gaps.push({ period: before ?? period, word, ...hole })
    }
  }
  return { gaps, scopes }
}

function holes(numbers: readonly number[], first: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let next = first
  for (const number of numbers.toSorted((one, other) => one - other)) {
    if (number > next) found.push({ from: next, to: number - 1 })
    next = Math.max(next, number + 1)
  }
  return found
}
