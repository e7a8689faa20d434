import { type Cell, cellRef, readXlsx, resolveThemeColor, type Sheet, type Workbook } from 'hucre/xlsx'
import {
  type BookCell,
  type BookImage,
  type BookNote,
  type BookSheet,
  emptySheet,
  imageTypes,
  MOST_BOOK_CELLS,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  type SheetBook,
} from '#contract/sheet-book.ts'
import { storedCell, styleTable } from '#contract/sheet-ops.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { bookStyle } from './book-style.ts'
import { keepCharts } from './chart-parts.ts'
import { keptRules } from './sheet-rules.ts'
import { callsOut } from './calls-out.ts'
import { shiftFormula } from '#engine/sheet/shift-formula.ts'

export type ReadBook = { book: SheetBook; notes: BookNote[] }
export type Reading = {
  styles: ReturnType<typeof styleTable>
  notes: BookNote[]
  color: (theme: number, tint: number | undefined) => string
  cells: number
}

/** Reads xlsx, xlsm and ods with their looks. Throws a Refusal where it is more than a spreadsheet on screen holds. */
export async function readSheetBook(bytes: Uint8Array, kind: 'xlsx' | 'ods'): Promise<ReadBook> {
  const read = kind === 'ods' ? (await import('hucre/ods')).readOds : readXlsx
  const book = await read(bytes, { readStyles: true })
  const theme = book.themeColors ?? []
  const reading = readingOf((at, tint) => resolveThemeColor(theme, at, tint))
  const sheets = book.sheets.map((sheet, at) => sheetOf(sheet, at, reading))
  const charts = kind === 'xlsx' ? keepCharts(bytes, sheets) : []
  return { book: bookOf(sheets, reading, book), notes: [...reading.notes, ...fileNotes(book), ...charts] }
}

export const readingOf = (color: Reading['color']): Reading => ({ styles: styleTable([]), notes: [], color, cells: 0 })

export function bookOf(sheets: BookSheet[], { styles }: Reading, book: Pick<Workbook, 'namedRanges'>): SheetBook {
  const names = (book.namedRanges ?? []).filter(({ scope, range }) => scope === undefined && !callsOut(range))
  return {
    sheets: sheets.length > 0 ? sheets : [emptySheet('s1', 'Sheet1')],
    styles: styles.all,
    names: names.map(({ name, range }) => ({ name, range })),
  }
}

const fileNotes = ({ externalLinks, sheets }: Workbook): BookNote[] => [
  ...(externalLinks ?? []).map((link): BookNote => ({ kind: 'externalLink', sheet: '', cell: '', text: link.target })),
  ...sheets.flatMap(({ name, pivotTables }): BookNote[] =>
    (pivotTables ?? []).map((pivot): BookNote => ({ kind: 'pivot', sheet: name, cell: '', text: pivot.name })),
  ),
]

export function sheetOf(sheet: Sheet, at: number, reading: Reading): BookSheet {
  const cells: BookCell[] = []
  const comments: BookSheet['comments'] = []
  const masters = sharedFormulas(sheet)
  const details = new Map(sheet.cells ?? [])
  const add = (row: number, column: number, cell: Partial<Cell>) => {
    const made = cellOf({ sheet: sheet.name, row, column, cell, masters }, reading)
    if (made) {
      if (made.c >= MOST_COLUMNS) throw new Refusal('sheetTooManyColumns', { sheet: sheet.name, limit: MOST_COLUMNS })
      reading.cells += 1
      if (reading.cells > MOST_BOOK_CELLS) throw new Refusal('sheetTooManyCells', { limit: MOST_BOOK_CELLS })
      cells.push(made)
    }
    if (cell.comment) comments.push(commentOf(row, column, cell.comment))
  }
  for (const [row, values] of sheet.rows.entries())
    for (const [column, value] of values.entries()) {
      const key = `${row},${column}`
      const detail = details.get(key)
      details.delete(key)
      if (detail || value !== null) add(row, column, detail ?? { value })
    }
  for (const [key, detail] of details) {
    const [row = 0, column = 0] = key.split(',').map(Number)
    add(row, column, detail)
  }
  cells.sort((a, b) => a.r - b.r || a.c - b.c)
  return { ...shapeOf(sheet, at, reading), cells, comments, ...extent(sheet, cells) }
}

/** As far as anything stands, and a little more to write into. */
function extent(sheet: Pick<Sheet, 'merges' | 'columns'>, cells: readonly BookCell[]) {
  let rows = 60
  let columns = Math.max(18, sheet.columns?.length ?? 0)
  for (const { r, c } of cells) {
    rows = Math.max(rows, r + 11)
    columns = Math.max(columns, c + 3)
  }
  for (const { endRow, endCol } of sheet.merges ?? []) {
    rows = Math.max(rows, endRow + 1)
    columns = Math.max(columns, endCol + 1)
  }
  return { rows: Math.min(rows, 1_048_576), columns: Math.min(columns, MOST_COLUMNS) }
}

const commentOf = (row: number, column: number, comment: NonNullable<Cell['comment']>) => ({
  row,
  column,
  author: (comment.author ?? '').slice(0, 200),
  text: comment.text.slice(0, MOST_CHARACTERS),
})

type Placed = {
  sheet: string
  row: number
  column: number
  cell: Partial<Cell>
  masters: ReturnType<typeof sharedFormulas>
}

function cellOf({ sheet, row, column, cell, masters }: Placed, reading: Reading): BookCell | undefined {
  const { value = null, style } = cell
  const plain = plainValue(value)
  const s = style && reading.styles.place(bookStyle(style, reading.color))
  const formula = formulaOf({ row, column, cell, masters })
  if (formula === undefined || formula === '')
    return plain === null && s === undefined ? undefined : storedCell(row, column, { v: plain, s })
  if (!callsOut(formula)) {
    const result = cell.formulaResult === undefined ? plain : plainValue(cell.formulaResult)
    return storedCell(row, column, { v: result, f: formula.slice(0, 8192), s })
  }
  reading.notes.push({ kind: 'externalFormula', sheet, cell: cellRef(row, column), text: `=${formula}`.slice(0, 1000) })
  // what it last came to is what was on paper; without it the formula stands as words
  return storedCell(row, column, { v: plain ?? `=${formula}`.slice(0, MOST_CHARACTERS), s })
}

const DAY = 86_400_000
/** Days since 1899-12-30; the first sixty are one less, for spreadsheets believe in 29 February 1900. */
const serialOf = (date: Date) => {
  const days = date.getTime() / DAY + 25_569
  return days < 61 ? days - 1 : days
}

/** A day as spreadsheets count it; the format beside it says that it is one. */
const plainValue = (value: Cell['value']): BookCell['v'] =>
  value instanceof Date
    ? serialOf(value)
    : typeof value === 'string'
      ? value.slice(0, MOST_CHARACTERS)
      : typeof value === 'number' && !Number.isFinite(value)
        ? null
        : value

type Master = { row: number; column: number; formula: string }
/** The first cell of each filled-down formula, by its number. */
function sharedFormulas({ cells }: Sheet): Map<number, Master> {
  const masters = new Map<number, Master>()
  for (const [key, { formula, formulaType, formulaSharedIndex }] of cells ?? []) {
    if (formulaType !== 'shared' || formulaSharedIndex === undefined || !formula) continue
    const [row = 0, column = 0] = key.split(',').map(Number)
    masters.set(formulaSharedIndex, { row, column, formula })
  }
  return masters
}

function formulaOf({ row, column, cell, masters }: Omit<Placed, 'sheet'>): string | undefined {
  if (cell.formula || cell.formulaSharedIndex === undefined) return cell.formula?.replace(/^=/, '')
  const master = masters.get(cell.formulaSharedIndex)
  return master && shiftFormula(master.formula, row - master.row, column - master.column)
}

function shapeOf(sheet: Sheet, at: number, reading: Reading): BookSheet {
  const made = emptySheet(`s${at + 1}`, sheet.name.slice(0, 31) || `Sheet${at + 1}`)
  for (const [column, { width, hidden }] of (sheet.columns ?? []).entries()) {
    if (width !== undefined) made.widths[column] = Math.min(width, 255)
    if (hidden) made.hiddenColumns.push(column)
  }
  for (const [row, { height, hidden }] of sheet.rowDefs ?? []) {
    if (height !== undefined) made.heights[row] = Math.min(height, 409)
    if (hidden) made.hiddenRows.push(row)
  }
  return {
    ...made,
    ...(sheet.hidden || sheet.veryHidden ? { hidden: true } : {}),
    merges: (sheet.merges ?? []).map(({ startRow, startCol, endRow, endCol }) => ({
      top: startRow,
      left: startCol,
      bottom: endRow,
      right: endCol,
    })),
    frozen: { rows: sheet.freezePane?.rows ?? 0, columns: sheet.freezePane?.columns ?? 0 },
    gridlines: sheet.view?.showGridLines !== false,
    images: (sheet.images ?? []).flatMap((image) => imageOf(sheet.name, image, reading)),
    ...keptRules(sheet, reading),
  }
}

const isImageType = (type: string): type is BookImage['type'] => (imageTypes as readonly string[]).includes(type)

function imageOf(sheet: string, image: NonNullable<Sheet['images']>[number], { notes }: Reading): BookImage[] {
  const { from, to } = image.anchor
  // an svg may carry scripts
  if (!isImageType(image.type) || image.data.length > 5 * 1024 ** 2) {
    notes.push({ kind: 'image', sheet, cell: cellRef(from.row, from.col), text: image.type })
    return []
  }
  return [
    {
      row: from.row,
      column: from.col,
      ...(to ? { toRow: to.row, toColumn: to.col } : {}),
      ...(image.width ? { width: image.width } : {}),
      ...(image.height ? { height: image.height } : {}),
      type: image.type,
      data: Buffer.from(image.data).toString('base64'),
      ...(image.altText ? { alt: image.altText.slice(0, 1000) } : {}),
    },
  ]
}
