import { expect, test } from 'vitest'
import { multirange } from './multirange.ts'

test('neighbouring lines are kept as one range', () => {
  expect(multirange([])).toBe('{}')
  expect(multirange([7])).toBe('{[7,7]}')
  expect(multirange([0, 1, 2, 5, 8, 9])).toBe('{[0,2],[5,5],[8,9]}')
})
