import { type Cell, type WriteOptions, writeXlsx } from 'hucre/xlsx'
import type { BookSheet, SheetBook } from '#contract/sheet-book.ts'
import { callsOut } from './calls-out.ts'
import { heldCharts, putCharts } from './chart-parts.ts'
import { fileStyle } from './book-style.ts'
import { fileRules } from './sheet-rules.ts'

type FileSheet = WriteOptions['sheets'][number]

/**
 * The book as xlsx. What is text stays text, whatever it begins with; a formula that would reach out of the workbook is written
 * as what it last came to.
 */
export async function writeSheetBook(book: SheetBook, title = ''): Promise<Uint8Array> {
  const styles = book.styles.map(fileStyle)
  const file = await writeXlsx({
    sheets: book.sheets.map((sheet) => fileSheet(sheet, styles)),
    namedRanges: book.names.filter(({ range }) => !callsOut(range)),
    properties: { creator: 'Digao 底稿', ...(title === '' ? {} : { title }) },
  })
  return putCharts(file, book)
}

function fileSheet(sheet: BookSheet, styles: NonNullable<Cell['style']>[]): FileSheet {
  const cells = new Map<string, Partial<Cell>>()
  for (const { r, c, v, f, s } of sheet.cells) {
    const style = s === undefined ? undefined : styles[s]
    const shown = f === undefined || callsOut(f) ? { value: v } : { formula: f, formulaResult: v }
    cells.set(`${r},${c}`, { ...shown, ...(style ? { style } : {}) })
  }
  for (const { row, column, author, text } of sheet.comments) {
    const key = `${row},${column}`
    cells.set(key, { ...(cells.get(key) ?? { value: null }), comment: { author, text } })
  }
  const rowDefs = rowsOf(sheet)
  // the writer knows only rows that have a cell
  const filled = new Set(Array.from(cells.keys(), (key) => Number(key.split(',')[0])))
  for (const row of rowDefs.keys()) if (!filled.has(row)) cells.set(`${row},0`, { value: null, style: {} })
  return {
    name: sheet.name,
    cells,
    columns: columnsOf(sheet),
    rowDefs,
    merges: sheet.merges.map(({ top, left, bottom, right }) => ({
      startRow: top,
      startCol: left,
      endRow: bottom,
      endCol: right,
    })),
    ...(sheet.frozen.rows > 0 || sheet.frozen.columns > 0
      ? {
          freezePane: {
            ...(sheet.frozen.rows > 0 ? { rows: sheet.frozen.rows } : {}),
            ...(sheet.frozen.columns > 0 ? { columns: sheet.frozen.columns } : {}),
          },
        }
      : {}),
    ...(sheet.hidden ? { hidden: true } : {}),
    view: { showGridLines: sheet.gridlines },
    ...fileRules(sheet),
    charts: heldCharts(sheet),
    images: sheet.images.map((image) => ({
      data: new Uint8Array(Buffer.from(image.data, 'base64')),
      type: image.type,
      anchor: {
        from: { row: image.row, col: image.column },
        ...(image.toRow === undefined || image.toColumn === undefined
          ? {}
          : { to: { row: image.toRow, col: image.toColumn } }),
      },
      ...(image.width === undefined ? {} : { width: image.width }),
      ...(image.height === undefined ? {} : { height: image.height }),
      ...(image.alt === undefined ? {} : { altText: image.alt }),
    })),
  }
}

function columnsOf({ widths, hiddenColumns }: BookSheet): NonNullable<FileSheet['columns']> {
  const last = Math.max(-1, ...Object.keys(widths).map(Number), ...hiddenColumns)
  const hidden = new Set(hiddenColumns)
  return Array.from({ length: last + 1 }, (_, column) => {
    const width = widths[column]
    return { ...(width === undefined ? {} : { width }), ...(hidden.has(column) ? { hidden: true } : {}) }
  })
}

function rowsOf({ heights, hiddenRows }: BookSheet) {
  const rows = new Map<number, { height?: number; hidden?: boolean }>()
  for (const [row, height] of Object.entries(heights)) rows.set(Number(row), { height })
  for (const row of hiddenRows) rows.set(row, { ...rows.get(row), hidden: true })
  return rows
}
