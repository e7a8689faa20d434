import { add, compare, divide, multiply, subtract } from './rational.ts'
import type { Operator } from './syntax.ts'
import { textPattern } from './text-pattern.ts'
import { absence, bool, failed, number, type Value } from './value.ts'

/** Two values put together; a missing or failing one makes the result so. Texts compare by their characters, as ISO dates do. */
export function operate(operator: Operator, a: Value, b: Value): Value {
  const absent = absence([a, b])
  if (absent) return absent
  if (a.kind === 'text' && b.kind === 'text') {
    if (operator !== '=~') return compared(operator, a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
    const pattern = textPattern(b.value)
    return pattern ? bool(pattern.test(a.value)) : failed({ code: 'bad_pattern', params: { pattern: b.value } })
  }
  if (a.kind === 'bool' && b.kind === 'bool')
    return bool(operator === '=' ? a.value === b.value : operator === '<>' && a.value !== b.value)
  if (a.kind !== 'number' || b.kind !== 'number')
    return failed({ code: 'mixed_kinds', params: { operator, left: a.kind, right: b.kind } })
  if (operator === '+') return number(add(a.value, b.value))
  if (operator === '-') return number(subtract(a.value, b.value))
  if (operator === '*') return number(multiply(a.value, b.value))
  if (operator !== '/') return compared(operator, compare(a.value, b.value))
  return b.value.n === 0n ? failed({ code: 'division_by_zero', params: {} }) : number(divide(a.value, b.value))
}

/** What an order of two values (below, at or above zero) answers to a comparison. */
function compared(operator: Operator, order: number): Value {
  const answers: Partial<Record<Operator, boolean>> = {
    '=': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }
  return bool(answers[operator] ?? false)
}
