import { add, decimal, decimalText, type Rational, roundHalfUp } from '../binding/rational.ts'
import { type Amount, empty } from './return-formula.ts'
import type { ReturnUnit } from './return-model.ts'

export type CellStanding = 'ok' | 'missing' | 'error' | 'stale' | 'overridden'

/** The amount of a value as it is stored: yuan or a decimal; words and blanks are no amount. */
export const amountOf = (value: string | null | undefined, status: CellStanding = 'ok'): Amount => {
  if (status === 'missing' || status === 'error') return { kind: 'absent', status }
  const number = value === null || value === undefined ? undefined : decimal(value)
  return number === undefined ? empty : { kind: 'number', value: number }
}

/** Yuan with two decimals, half-up; rates and counts exactly. */
export function valueText(value: Rational, unit: ReturnUnit): string {
  if (unit !== 'money') return decimalText(value)
  const [whole = '0', fraction = ''] = decimalText(roundHalfUp(value, 2)).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Lines in the form's order: 22.1 stands between 22 and 23. */
export const byLine = (a: string, b: string): number => {
  const [left = [], right = []] = [a, b].map((line) => line.split('.').map(Number))
  return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0)
}

/** A sum in which blanks add nothing and an absent part makes it absent. */
export const plus = (a: Amount, b: Amount): Amount => {
  if (a.kind === 'absent' || b.kind === 'empty') return a
  if (b.kind === 'absent' || a.kind === 'empty') return b
  return { kind: 'number', value: add(a.value, b.value) }
}
