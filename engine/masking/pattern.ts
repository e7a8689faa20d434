import { isDigit, isHan, isLetter } from './normal-text.ts'
import type { Spot } from './spot.ts'

/** Signs of a firm's own pattern: `#` one digit, `@` one letter, `*` one letter, digit or ideograph; others are themselves. */
const fits = (sign: string, unit: number) => {
  if (sign === '#') return isDigit(unit)
  if (sign === '@') return isLetter(unit)
  if (sign === '*') return isDigit(unit) || isLetter(unit) || isHan(unit)
  return sign.charCodeAt(0) === unit
}

/** Where a firm's own pattern (`HT-####-@@`) occurs. Every place is tried once over its length: no pattern can hang. */
export function patternSpots(text: string, pattern: string): Spot[] {
  const spots: Spot[] = []
  const signs = Array.from(pattern)
  if (signs.length < 3) return spots
  for (let at = 0; at + signs.length <= text.length; at += 1) {
    if (!signs.every((sign, index) => fits(sign, text.charCodeAt(at + index)))) continue
    const last = at + signs.length
    const glued = (edge: number, beside: number) => isDigit(text.charCodeAt(edge)) && isDigit(text.charCodeAt(beside))
    if (glued(at, at - 1) || glued(last - 1, last)) continue
    spots.push({ kind: 'custom', first: at, last, by: 'shape' })
    at = last - 1
  }
  return spots
}
