import { expect, test } from 'vitest'
import { amountText, amountTyped, markOf, shareOf } from './metric-amount.ts'

test('bytes are read and typed as GB, other amounts as they are', () => {
  expect(amountText('storage_bytes', 1.5 * 1024 ** 3)).toBe('1.5')
  expect(amountText('storage_bytes', 40 * 1024 ** 2)).toBe('0.04')
  expect(amountText('storage_bytes', 1)).toBe('<0.01')
  expect(amountText('enterprise', 12_345)).toBe('12,345')
  expect(amountTyped('storage_bytes', 0.5)).toBe(536_870_912)
  expect(amountTyped('seat', 5)).toBe(5)
  expect(amountTyped('storage_bytes', 1e9)).toBe(Number.MAX_SAFE_INTEGER)
})

test.each([
  [{ used: 79, limit: 100 }, undefined],
  [{ used: 80, limit: 100 }, 'near'],
  [{ used: 95, limit: 100 }, 'almost'],
  [{ used: 100, limit: 100 }, 'full'],
  [{ used: 130, limit: 100 }, 'full'],
  [{ used: 0, limit: 0 }, 'full'],
  [{ used: 9, limit: null }, undefined],
] as const)('%j is marked %s', (usage, mark) => {
  expect(markOf(shareOf(usage))).toBe(mark)
})
