const FIRST_REST = 15_000
const LONGEST_REST = 300_000

/** Services that failed lately, by a key that changes with their settings; of this process alone. */
export function openBreaker(now: () => number = Date.now) {
  const resting = new Map<string, { until: number; times: number }>()
  return {
    /** Until when a service is left alone, in milliseconds; undefined: it is not. */
    until(key: string): number | undefined {
      const rest = resting.get(key)
      return rest && rest.until > now() ? rest.until : undefined
    },
    /** A service failed: it rests, longer each time, and as long as it asked for. */
    failed(key: string, after = 0) {
      const times = (resting.get(key)?.times ?? 0) + 1
      const rest = Math.min(LONGEST_REST, Math.max(FIRST_REST * 2 ** (times - 1), after))
      resting.set(key, { until: now() + rest, times })
      // a key that will never be asked again must not stay
      if (resting.size > 5_000) for (const [old, { until }] of resting) if (until < now()) resting.delete(old)
    },
    worked(key: string) {
      resting.delete(key)
    },
  }
}
export type Breaker = ReturnType<typeof openBreaker>
