import { decimalText, type Rational, roundHalfUp } from '#engine/binding/rational.ts'
import type { RatioUnit } from '#engine/calculator/ratios.ts'
import { yuanText } from '#engine/calculator/work.ts'
import { percentText } from './shown-value.ts'
import type { OutCell } from './write-table.ts'

/** A ratio as it reads: percent and times with two decimals, days with one; a dash where it is not known. */
export function ratioText(value: Rational | undefined, unit: RatioUnit): string {
  if (!value) return '—'
  if (unit === 'percent') return percentText(decimalText(roundHalfUp(value, 4)))
  return decimalText(roundHalfUp(value, unit === 'days' ? 1 : 2))
}

/** An amount of a statement, or nothing where there is none. */
export const figureText = (value: Rational | undefined): string => (value ? yuanText(value) : '')

/** A ratio as a cell: the number as it is read, shown as it is read; empty where it is not known. */
export function ratioCell(value: Rational | undefined, unit: RatioUnit): OutCell {
  if (!value) return ''
  if (unit === 'percent') return { value: Number(decimalText(roundHalfUp(value, 4))), format: '0.00%' }
  const places = unit === 'days' ? 1 : 2
  return { value: Number(decimalText(roundHalfUp(value, places))), format: unit === 'days' ? '0.0' : '0.00' }
}
