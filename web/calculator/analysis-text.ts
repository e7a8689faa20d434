import { decimalText, type Rational, roundHalfUp } from '#engine/binding/rational.ts'
import type { RatioUnit } from '#engine/calculator/ratios.ts'
import { yuanText } from '#engine/calculator/work.ts'
import { percentText } from './shown-value.ts'

/** A ratio as it reads: percent and times with two decimals, days with one; a dash where it is not known. */
export function ratioText(value: Rational | undefined, unit: RatioUnit): string {
  if (!value) return '—'
  if (unit === 'percent') return percentText(decimalText(roundHalfUp(value, 4)))
  return decimalText(roundHalfUp(value, unit === 'days' ? 1 : 2))
}

/** An amount of a statement, or nothing where there is none. */
export const figureText = (value: Rational | undefined): string => (value ? yuanText(value) : '')
