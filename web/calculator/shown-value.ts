import { decimal, decimalText, multiply, rational, roundHalfUp } from '#engine/binding/rational.ts'
import type { Bracket, Parameter } from '#engine/calculator/law.ts'
import type { Shown, Unit } from '#engine/calculator/work.ts'
import type { Text } from '#contract/texts.ts'
import { moneyText } from '../kit/money-text.ts'
import type { texts } from './texts.ts'

type Say = (text: Text) => string
type T = (key: keyof typeof texts, params?: Record<string, string | number>) => string

/** `0.125` as `12.5%`, at most six decimals. */
export function percentText(ratio: string): string {
  const value = decimal(ratio)
  return value ? `${decimalText(roundHalfUp(multiply(value, rational(100n)), 6))}%` : ratio
}

/** A value as it is read: amounts with thousands, ratios in percent. A zero amount is written out. */
export function shownValue(value: Shown, unit: Unit, say: Say): string {
  if (typeof value !== 'string') return say(value)
  if (unit === 'money') return moneyText(value).zero ? '0.00' : moneyText(value).text
  return unit === 'percent' ? percentText(value) : value
}

const bracketText = ({ upTo, rate, quick }: Bracket, t: T, ratio: boolean) =>
  [
    upTo === null ? t('above') : t('upTo', { value: ratio ? percentText(upTo) : moneyText(upTo).text }),
    percentText(rate),
    quick === '0' ? '' : t('quick', { value: ratio ? percentText(quick) : moneyText(quick).text }),
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** A figure of the law in words; a scale as its steps, one a line. */
export function parameterLines({ value, unit, id }: Parameter, t: T): string[] {
  if (typeof value !== 'string') return value.map((step) => bracketText(step, t, id.startsWith('landvat')))
  if (unit === 'ratio') return [percentText(value)]
  if (unit === 'yuan') return [t('yuan', { value: moneyText(value).text })]
  if (unit === 'count' || unit === 'brackets') return [value]
  return [t(unit, { value })]
}
