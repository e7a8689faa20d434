import { expect, test } from 'vitest'
import { isStale, TOKEN_TIME_MS } from './renewal.ts'

test('a token is renewed from its 3000th second on, and never when signed out', () => {
  expect(TOKEN_TIME_MS).toBe(3_000_000)
  expect(isStale({ issuedAt: 1000, refreshToken: 'r' }, 1000 + 2_999_999)).toBe(false)
  expect(isStale({ issuedAt: 1000, refreshToken: 'r' }, 1000 + 3_000_000)).toBe(true)
  expect(isStale({ issuedAt: 0, refreshToken: '' }, 9_000_000)).toBe(false)
})
