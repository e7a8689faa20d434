import type { Metric } from '#contract/entitlement.ts'

const GB = 1024 ** 3

/** Bytes are shown and typed as GB, everything else as it is counted. */
export const unitOf = (metric: Metric) => (metric === 'storage_bytes' ? GB : 1)

/** An amount of a metric as a person reads it, without its unit: `1,204`, `0.35`. */
export function amountText(metric: Metric, amount: number): string {
  const shown = amount / unitOf(metric)
  if (shown > 0 && shown < 0.01) return '<0.01'
  return shown.toLocaleString('en', { maximumFractionDigits: unitOf(metric) === 1 ? 0 : 2 })
}

/** What a person typed, in what is counted: whole, and never more than a number can say exactly. */
export const amountTyped = (metric: Metric, typed: number): number =>
  Math.min(Math.round(typed * unitOf(metric)), Number.MAX_SAFE_INTEGER)

/** How much of the limit is used, 0 to 1; undefined where there is none. */
export const shareOf = ({ used, limit }: { used: number; limit: number | null }): number | undefined =>
  limit === null ? undefined : limit === 0 ? 1 : Math.min(1, used / limit)

/** The mark a share has passed: 80, 95 or 100 in a hundred. */
export function markOf(share: number | undefined): 'near' | 'almost' | 'full' | undefined {
  if (share === undefined || share < 0.8) return undefined
  return share >= 1 ? 'full' : share >= 0.95 ? 'almost' : 'near'
}
