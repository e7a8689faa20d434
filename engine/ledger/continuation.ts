import { printedCode } from './account-code.ts'
import { parseAmount } from './amounts.ts'
import { isBlank, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import type { SheetReading } from './sheet-reading.ts'

/**
 * A sheet that goes on where another was full (65,536 or 1,048,576 rows) has no header of its own: its reading is that
 * of the sheet before, if its cells fit those columns. Undefined if they do not.
 */
export function continuationOf(
  before: SheetReading,
  { rows, sheet, file }: { rows: readonly SheetRow[]; sheet: string; file: string },
): SheetReading | undefined {
  if (before.kind !== 'journal' || before.header === null || before.questions.length + before.asks.length > 0)
    return undefined
  const { account_code: code, debit, credit, amount } = columnsByRole(before.columns)
  const figures = [debit, credit, amount].filter((column) => column !== undefined)
  if (code === undefined) return undefined
  const filled = rows.filter(({ cells }) => cells.some((cell) => !isBlank(cell)))
  const fitting = filled.filter(
    ({ cells }) =>
      printedCode(cells[code]) !== undefined &&
      figures.some((column) => parseAmount(cells[column])) &&
      figures.every((column) => parseAmount(cells[column]) !== undefined),
  )
  if (filled.length === 0 || fitting.length < filled.length * 0.9) return undefined
  const header = { rows: [], paths: before.header.paths, firstDataRow: 1 }
  return {
    ...before,
    file,
    sheet,
    header,
    evidence: [...before.evidence, { code: 'evidenceContinues', params: { sheet: before.sheet } }],
  }
}
