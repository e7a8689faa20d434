import { dayOf } from './days.ts'
import type { Field } from './work.ts'

export const yearField: Field = {
  key: 'year',
  label: { zh: '纳税年度', en: 'Tax year' },
  kind: 'year',
  start: 'thisYear',
  needed: true,
}

/** The figures of a tax year are those in force on its last day (a calendar year). */
export const lastDayOf = (year: number) => dayOf(year, 12, 31)
