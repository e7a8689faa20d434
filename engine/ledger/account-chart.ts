import { printedCode } from './account-code.ts'
import { wordsOf, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import { classifyRow, rowNotes, type DroppedRow } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'

/** A chart of accounts (会计科目): names by printed code, for tables that print codes only. */
export function parseChart(
  rows: readonly SheetRow[],
  reading: SheetReading,
  file: number,
): { names: Map<string, string>; dropped: DroppedRow[] } {
  const notes = rowNotes(file, reading.sheet)
  const roles = columnsByRole(reading.columns)
  const names = new Map<string, string>()
  for (const row of rows) {
    if (!reading.header) break
    const kind = classifyRow(row, reading.header, [roles.account_code, roles.account_name])
    const code = roles.account_code === undefined ? undefined : printedCode(row.cells[roles.account_code])
    const name = roles.account_name === undefined ? '' : wordsOf(row.cells[roles.account_name])
    if (kind !== 'data') notes.drop(row, kind)
    else if (!code || name === '') notes.drop(row, 'no_account')
    else names.set(code.printed, name)
  }
  return { names, dropped: notes.dropped }
}
