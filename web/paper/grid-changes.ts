import type { ICellData, IWorkbookData } from '@univerjs/core'

type Cells = Record<number, Record<number, ICellData>>

const onlySheet = (book: IWorkbookData) => book.sheets[book.sheetOrder[0] ?? '']
const resolved = (cell: ICellData | undefined, book: IWorkbookData): ICellData | null => {
  if (!cell) return null
  const { s, ...rest } = cell
  const style = typeof s === 'string' ? book.styles[s] : s
  return { ...rest, f: cell.f ?? null, custom: cell.custom ?? null, s: style ?? null }
}

/** What to draw anew: cells by row and column, and rows that became higher or lower, in pixels. */
export type Changes = { cells: Cells; heights: { row: number; height: number }[] }

/**
 * What differs between two pictures of one paper, styles written out; null where it is more than cells and heights (rows came or
 * went, another paper, another width), so that it must be drawn anew.
 */
export function changedCells(before: IWorkbookData, after: IWorkbookData): Changes | null {
  const [old, next] = [onlySheet(before), onlySheet(after)]
  if (!old || !next) return null
  const { cellData: was = {}, rowData: high = {}, ...shape } = old
  const { cellData: now = {}, rowData: higher = {}, ...nextShape } = next
  if (before.locale !== after.locale || JSON.stringify(shape) !== JSON.stringify(nextShape)) return null
  const cells: Cells = {}
  const heights: Changes['heights'] = []
  for (let row = 0; row < (next.rowCount ?? 0); row++) {
    const height = higher[row]?.h ?? 0
    if (height !== high[row]?.h) heights.push({ row, height })
    for (let column = 0; column < (next.columnCount ?? 0); column++) {
      const cell = resolved(now[row]?.[column], after)
      if (JSON.stringify(resolved(was[row]?.[column], before)) === JSON.stringify(cell)) continue
      cells[row] = { ...cells[row], [column]: cell ?? { v: null, f: null, custom: null } }
    }
  }
  return { cells, heights }
}
