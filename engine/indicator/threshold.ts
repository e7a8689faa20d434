import { compare, decimal, decimalText, subtract } from '../binding/rational.ts'

/** A firm's own warning value. Empty industry or region and null year: for all of them. */
export type Threshold = {
  /** A row of the paper: `K03`, `K10b`. */
  indicator: string
  /** A section of GB/T 4754, A to T. */
  industry: string
  /** Leading digits of a division code (GB/T 2260): 44, 4403, 440305. */
  region: string
  year: number | null
  /** What is held against it: the value itself, or how far it moved since last year. */
  measure: 'value' | 'change'
  /** Exact decimals; empty: no bound on that side. */
  low: string
  high: string
}

export type Client = { industry: string; region: string; year: number }

const applies = (one: Threshold, client: Client): boolean =>
  (one.industry === '' || one.industry === client.industry) &&
  client.region.startsWith(one.region) &&
  (one.year === null || one.year === client.year)

/** Trade before place before year: margins differ more between trades than between towns. */
const weight = ({ industry, region, year }: Threshold): number =>
  (industry === '' ? 0 : 100) + region.length * 10 + (year === null ? 0 : 1)

/** Of a firm's thresholds the most specific that fits the client, for each measure of an indicator's row. */
export function fittingThresholds<T extends Threshold>(all: readonly T[], indicator: string, client: Client): T[] {
  const fitting = all.filter((one) => one.indicator === indicator && applies(one, client))
  const best = (measure: Threshold['measure']) =>
    fitting.filter((one) => one.measure === measure).toSorted((a, b) => weight(b) - weight(a)).slice(0, 1) // prettier-ignore
  return [...best('value'), ...best('change')]
}

/** How far an exact decimal moved; null where either is not there. */
export function changeOf(now: string | null, before: string | null): string | null {
  const [a, b] = [now, before].map((text) => (text === null ? undefined : decimal(text)))
  return a && b ? decimalText(subtract(a, b)) : null
}

export type Verdict = 'inside' | 'outside' | 'noThreshold' | 'noValue'

/** A figure against its bounds; the bounds themselves are inside. Without a threshold nothing is judged. */
export function verdictOf(
  threshold: Pick<Threshold, 'measure' | 'low' | 'high'> | undefined,
  figures: { value: string | null; change: string | null },
): Verdict {
  const figure = threshold?.measure === 'change' ? figures.change : figures.value
  if (!threshold) return figures.value === null ? 'noValue' : 'noThreshold'
  const value = figure === null ? undefined : decimal(figure)
  if (!value) return 'noValue'
  const [low, high] = [decimal(threshold.low), decimal(threshold.high)]
  return (low && compare(value, low) < 0) || (high && compare(value, high) > 0) ? 'outside' : 'inside'
}

/** The verdict over all thresholds of a row: one that is crossed decides, then one that could not be tried. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['outside', 'noValue', 'inside', 'noThreshold']
  return order.find((one) => verdicts.includes(one)) ?? 'noThreshold'
}
