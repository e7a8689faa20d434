import type { Provenance } from '#contract/paper.ts'
import { moneyText } from '#web/kit/money-text.ts'

type Valued = Pick<Provenance, 'unit' | 'value'>

/** A rate as people say it: 0.005 is 5‰, 0.6 is 60%. Exact: the decimal point is moved, nothing is rounded. */
export function rateText(decimal: string): string {
  const [, minus = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const tiny = /^0+$/.test(whole) && part.startsWith('00') && /[1-9]/.test(part)
  const places = tiny ? 3 : 2
  const digits = part.padEnd(places, '0')
  const moved = `${whole}${digits.slice(0, places)}`.replace(/^0+(?=\d)/, '')
  const rest = digits.slice(places).replace(/0+$/, '')
  return `${minus}${moved}${rest && `.${rest}`}${tiny ? '‰' : '%'}`
}

/** A cell's value as it stands in the evidence pane; '' when it has none. */
export function valueText({ unit, value }: Valued, words: { yes: string; no: string }): string {
  if (value === null) return ''
  if (unit === 'money') return moneyText(value).text
  if (unit === 'rate') return rateText(value)
  if (unit === 'boolean') return value === 'true' ? words.yes : words.no
  return value
}
