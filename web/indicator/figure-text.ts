import { decimal, decimalText, multiply, type Rational, rational, roundHalfUp } from '#engine/binding/rational.ts'
import { moneyText } from '#web/kit/money-text.ts'

/** Ratios that people read as times, not as a share of a hundred: matching and turnover. */
const asTimes = new Set(['K06', 'K07', 'K08', 'K10', 'K10b', 'K11'])

const shown = (value: Rational, places: number): string => {
  const [whole = '0', part = ''] = decimalText(roundHalfUp(value, places)).split('.')
  return places === 0 ? whole : `${whole}.${part.padEnd(places, '0')}`
}

type Figure = { unit: string; value: string | null; key?: string }

/** A figure as people read it: rounded for the eye, the exact one stands in its cell; '' where it is not known. */
export function figureText({ unit, value, key = '' }: Figure): string {
  const exact = value === null ? undefined : decimal(value)
  if (value === null || !exact) return value ?? ''
  if (unit === 'money') return moneyText(value).text
  if (unit === 'rate' && !asTimes.has(key)) return `${shown(multiply(exact, rational(100n)), 2)}%`
  return unit === 'rate' || value.includes('.') ? shown(exact, 2) : value
}

/** A change between years: points of a percentage, times, or a plain difference; with its sign. */
export function changeText(key: string, unit: string, change: string | null): { text: string; points: boolean } {
  const exact = change === null ? undefined : decimal(change)
  if (!exact) return { text: '', points: false }
  const points = unit === 'rate' && !asTimes.has(key)
  const text = unit === 'count' ? decimalText(exact) : shown(points ? multiply(exact, rational(100n)) : exact, 2)
  return { text: exact.n > 0n ? `+${text}` : text, points }
}

/** A bound in the unit of its row. */
export const boundText = (key: string, bound: string): string =>
  figureText({ unit: /^K(?:25|29|32)$/.test(key) ? 'count' : 'rate', value: bound, key })
