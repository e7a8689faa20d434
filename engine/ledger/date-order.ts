import { textOf, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'
import { parseMonth } from './day.ts'

/**
 * Whether dates such as 03/04/2025 put the day or the month first: by a part above twelve, else by the period column.
 * Unknown if neither says; dates in other forms say themselves (`day`). DD.MM.YYYY always puts the day first.
 */
export function dateOrder(columns: readonly ColumnReading[], rows: readonly SheetRow[]): 'day' | 'month' | 'unknown' {
  const { date, period } = columnsByRole(columns)
  if (date === undefined) return 'day'
  let day = 0
  let month = 0
  let open = 0
  for (const { cells } of rows) {
    const parts = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?: \d.*)?$/.exec(textOf(cells[date]))
    if (!parts) continue
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    const printed = period === undefined ? undefined : Number(parseMonth(cells[period]))
    if (first > 12 && second <= 12) day += 1
    else if (second > 12 && first <= 12) month += 1
    else if (first !== second && printed === first) month += 1
    else if (first !== second && printed === second) day += 1
    else if (first !== second) open += 1
  }
  if (day > 0 || month > 0) return day >= month ? 'day' : 'month'
  return open > 0 ? 'unknown' : 'day'
}

/** Columns in which a date column with the month first says so. */
export function withDateOrder(columns: readonly ColumnReading[], rows: readonly SheetRow[]): ColumnReading[] {
  const turned = dateOrder(columns, rows) === 'month'
  return columns.map((column) =>
    turned && column.role === 'date' && !column.answered ? { ...column, role: 'date_month_first' } : column,
  )
}
