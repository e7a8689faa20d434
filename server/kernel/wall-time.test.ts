import { expect, test } from 'vitest'
import { wallTime } from './wall-time.ts'

test('a moment is said in China’s time, across midnight and the new year', () => {
  expect(wallTime(new Date('2026-11-21T04:05:06.789Z'))).toBe('2026-11-21 12:05:06')
  expect(wallTime(new Date('2025-12-31T16:00:00Z'))).toBe('2026-01-01 00:00:00')
})
