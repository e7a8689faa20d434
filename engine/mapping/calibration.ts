import type { Calibration } from './chart.ts'

/** Fewer cases than this measure nothing. */
const ENOUGH = 40
/** The most that an unmeasured pattern of evidence is trusted, for the order of the queue only. */
const UNMEASURED = 0.6
/** 95 in 100, two-sided. */
const Z = 1.96

/** Lower end of the Wilson interval: what share is right at least, by this many cases. */
export function atLeastRight({ seen, right }: { seen: number; right: number }): number {
  if (seen === 0) return 0
  const share = right / seen
  const z2 = Z * Z
  const spread = Z * Math.sqrt((share * (1 - share)) / seen + z2 / (4 * seen * seen))
  return Math.max(0, (share + z2 / (2 * seen) - spread) / (1 + z2 / seen))
}

/** How sure a proposal with this pattern of evidence is: measured, never felt. 0 to 1, three digits, rounded down. */
export function confidenceOf(pattern: string, calibration: Calibration): number {
  const measured = calibration[pattern]
  if (!measured || measured.seen < ENOUGH) return UNMEASURED
  return Math.floor(atLeastRight(measured) * 1000) / 1000
}
