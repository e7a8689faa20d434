import type { Calculator, Field, Values } from '#engine/calculator/work.ts'
import { dayOf } from '#engine/calculator/days.ts'

/** The day of this computer. */
export function today(): string {
  const now = new Date()
  return dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate())
}

function startOf({ start = '' }: Field): string {
  if (start === 'today') return today()
  return start === 'thisYear' ? today().slice(0, 4) : start
}

/** What stands in fields before anybody writes. */
export const startValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [field.key, startOf(field)]))

/** A row as it begins: what the calculator says, days and years filled in. */
export const startRow = (fields: readonly Field[], row: Values = {}): Values => ({
  ...startValues(fields),
  ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === 'today' ? today() : value])),
})

export const startRows = ({ rows }: Calculator): readonly Values[] =>
  rows ? rows.start.map((row) => startRow(rows.fields, row)) : []

/** Whether a field is asked, given what stands in the others. */
export const isAsked = ({ when }: Pick<Field, 'when'>, values: Values): boolean =>
  when === undefined || when.is.includes(values[when.field] ?? '')
