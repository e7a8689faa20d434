import { expect, test } from 'vitest'
import { icsOf } from './ics.ts'

const entry = {
  id: 'm-2026-02',
  day: '2026-02-24',
  title: '2 月征期截止',
  says: '依据：税总办征科函〔2025〕64号, 含节假日顺延; 以通知为准\n第二行'.repeat(3),
  remindDays: 3,
}
const text = icsOf('办税日历 2026', [entry], '20260101T000000Z')

test('a calendar has lines of at most 75 octets that unfold to what was said', () => {
  expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
  const whole = text.replaceAll('\r\n ', '')
  expect(whole).toContain('DTSTART;VALUE=DATE:20260224\r\nSUMMARY:2 月征期截止')
  expect(whole).toContain('〔2025〕64号\\, 含节假日顺延\\; 以通知为准\\n第二行')
  expect(whole).toContain('TRIGGER:-P3D')
  expect(text.startsWith('BEGIN:VCALENDAR\r\n') && text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})
