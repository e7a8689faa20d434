import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test('a short password is refused, however odd', () => {
  expect(strengthOf('aB3$x')).toBe(0)
  expect(strengthOf('Ab3$xyz', { least: 8 })).toBe(0)
  expect(strengthOf('Ab3$xyz!', { least: 12 })).toBe(0)
})
test('runs, repetitions and the own names count for little', () => {
  for (const weak of ['12345678', 'aaaaaaaa', 'qwertyuiop', 'abcdefgh']) expect(strengthOf(weak)).toBe(1)
  expect(strengthOf('zhaosuozhang1', { names: ['zhaosuozhang'] })).toBe(1)
  expect(strengthOf('13812345678', { names: ['13812345678'] })).toBe(1)
})
test('longer and more various is stronger', () => {
  expect(strengthOf('huanyanse')).toBeGreaterThanOrEqual(2)
  expect(strengthOf('Xk7-mpQ2w')).toBeGreaterThanOrEqual(3)
  expect(strengthOf('三更灯火五更鸡-正是读书时')).toBeGreaterThanOrEqual(3)
  expect(strengthOf('correct horse Battery 7 staple')).toBe(4)
})
