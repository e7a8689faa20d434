/** Yuan with thousands separators: 1,234.50. */
export function moneyShown(yuan: string): string {
  const [, minus = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(yuan) ?? []
  return `${minus}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part.padEnd(2, '0')}`
}

/** An exact decimal as a rate in per cent: 0.25 is 25%. The point is moved, nothing is rounded. */
export function rateShown(decimal: string): string {
  const [, minus = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const digits = part.padEnd(2, '0')
  const moved = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = digits.slice(2).replace(/0+$/, '')
  return `${minus}${moved}${rest && `.${rest}`}%`
}

type Valued = { unit: string; value: string | null }
/** A cell's value as a document shows it; empty when it has none. */
export function figureShown({ unit, value }: Valued, english: boolean): string {
  if (value === null) return ''
  if (unit === 'money') return moneyShown(value)
  if (unit === 'rate') return rateShown(value)
  if (unit !== 'boolean') return value
  return value === 'true' ? (english ? 'yes' : '是') : english ? 'no' : '否'
}
