import { expect, test } from 'vitest'
import { shortDate } from './short-date.ts'

test('a moment of the wire is shown as month, day, hour and minute', () => {
  expect(shortDate('2026-03-05 09:07:31', 'zh-CN')).toBe('03月05日 09:07')
  expect(shortDate('2026-03-05 09:07:31', 'en')).toBe('03-05 09:07')
  expect(shortDate('2026-03-05T09:07', 'zh-CN')).toBe('03月05日 09:07')
})
test('a moment with its zone is shown by the clock of China', () => {
  expect(shortDate('2026-03-04T17:30:00Z', 'zh-CN')).toBe('03月05日 01:30')
  expect(shortDate('2026-03-05T01:30:00.000+08:00', 'en')).toBe('03-05 01:30')
})
test('a day without a time begins at midnight', () => {
  expect(shortDate('2026-12-31', 'zh-CN')).toBe('12月31日 00:00')
})
test('what is no moment is shown unchanged', () => {
  const none = [
    '',
    '昨天',
    'null',
    '2026-02-30 10:00:00',
    '2026-13-01',
    '2026-01-01 25:00:00',
    '2026-02-30T99:00Z',
    '05/03/2026',
  ]
  for (const text of none) {
    expect(shortDate(text, 'zh-CN')).toBe(text)
  }
})
