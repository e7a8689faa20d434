import { describe, expect, test } from 'vitest'
import { foretold, monthlyDeadline } from '#engine/taxlaw/tax-calendar.ts'
import { taxCalendar } from './tax-calendar.ts'

const months = Array.from({ length: 12 }, (_, at) => at + 1)

describe('the tax calendar', () => {
  test('says the announced days of 2026 with their document', () => {
    const said = months.map((month) => monthlyDeadline(taxCalendar, 2026, month))
    expect(said.map(({ date }) => date)).toEqual(taxCalendar.monthly[0]?.dates)
    expect(said.every(({ predicted, source }) => !predicted && source.includes('〔2025〕64号'))).toBe(true)
  })

  test('foretells from the holidays of 2026 exactly the days that were announced', () => {
    expect(months.map((month) => foretold(taxCalendar, 2026, month))).toEqual(taxCalendar.monthly[0]?.dates)
  })

  test('foretells a year without a holiday notice by its weekends, and says that it does', () => {
    const said = months.map((month) => monthlyDeadline(taxCalendar, 2027, month))
    // 15 May and 15 August 2027 are a Saturday and a Sunday
    expect([said[0]?.date, said[4]?.date, said[7]?.date]).toEqual(['2027-01-15', '2027-05-17', '2027-08-16'])
    expect(said.every(({ predicted, source }) => predicted && source.includes('待税务总局公布'))).toBe(true)
  })

  test('names the law of every date that comes each year', () => {
    expect(taxCalendar.annual.map(({ id, month, day }) => [id, month, day])).toEqual([
      ['cit_settlement', 5, 31],
      ['annual_report', 6, 30],
    ])
    expect(taxCalendar.annual.every(({ basis }) => basis.length > 0 && basis.every(({ doc }) => doc !== ''))).toBe(true)
  })
})
