import { wordsOf, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'

/** The parts of a printed name that shows its parents: `银行存款/工行`, `银行存款\工行`, `银行存款-工行`, `银行存款_工行`. */
export const nameParts = (name: string): string[] =>
  name
    .split(/\s*[-_/\\—–>:：|]+\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/**
 * How a sheet without account codes names an account, from the first level down and joined by `/`: by its columns
 * 一级科目 … 四级科目, else by the path in the name itself. '' if the row names none.
 */
export function namePathOf(columns: readonly ColumnReading[]): (row: SheetRow) => string {
  const levels = columns.filter(({ role }) => role === 'level_name').map(({ column }) => column)
  const name = columnsByRole(columns).account_name
  return (row) => {
    const parts = levels.map((column) => wordsOf(row.cells[column])).filter((part) => part !== '' && part !== '-')
    if (parts.length > 0) return parts.filter((part, index) => part !== parts[index - 1]).join('/')
    return name === undefined ? '' : nameParts(wordsOf(row.cells[name])).join('/')
  }
}
