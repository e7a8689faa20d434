import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IColumnData,
  type IRowData,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
  type LocaleType,
  type Nullable,
} from '@univerjs/core'
import {
  type BookCell,
  type BookSheet,
  type BookStyle,
  emptySheet,
  MOST_CHARACTERS,
  type SheetBook,
} from '#contract/sheet-book.ts'
import { storedCell, styleTable } from '#contract/sheet-ops.ts'
import { shiftFormula } from '#engine/sheet/shift-formula.ts'
import { rowHeights } from './row-heights.ts'
import { bookStyleOf, gridStyle } from './univer-style.ts'

const { TRUE: YES, FALSE: NO } = BooleanNumber
const { STRING, NUMBER, BOOLEAN } = CellValueType
const DEFAULT_COLUMN_PX = 72
const DEFAULT_ROW_PX = 20

const columnPx = (characters: number) => Math.round(characters * 7) + 5
const rowPx = (points: number) => Math.round((points * 4) / 3)
const round = (size: number) => Math.round(size * 100) / 100

/** What a cell carries besides what it shows: a comment and the pictures that hang on it move with it. */
export type CellExtras = { comment?: { author: string; text: string }; images?: number[] }
export const extrasOf = (custom: unknown): CellExtras => (typeof custom === 'object' && custom !== null ? custom : {})

const styleId = (index: number) => `b${index}`

/** The book as the grid takes it: cached results, no calculation at opening. */
export function univerData(book: SheetBook, { locale, id }: { locale: LocaleType; id: string }): IWorkbookData {
  return {
    id,
    name: id,
    appVersion: '0.25.1',
    locale,
    styles: Object.fromEntries(book.styles.map((style, at) => [styleId(at), gridStyle(style)])),
    sheetOrder: book.sheets.map((sheet) => sheet.id),
    sheets: Object.fromEntries(book.sheets.map((sheet) => [sheet.id, worksheet(sheet, book.styles)])),
  }
}

function worksheet(sheet: BookSheet, styles: readonly BookStyle[]): Partial<IWorksheetData> {
  const cellData: Record<number, Record<number, ICellData>> = {}
  const at = (row: number, column: number) => {
    const line = (cellData[row] ??= {})
    return (line[column] ??= {})
  }
  for (const { r, c, v, f, s } of sheet.cells) Object.assign(at(r, c), dataOf(v, f, s))
  const extra = (row: number, column: number, more: CellExtras) => {
    const cell = at(row, column)
    cell.custom = { ...cell.custom, ...more }
  }
  for (const { row, column, author, text } of sheet.comments) extra(row, column, { comment: { author, text } })
  for (const [index, { row, column }] of sheet.images.entries())
    extra(row, column, { images: [...(extrasOf(at(row, column).custom).images ?? []), index] })
  const rowData: Record<number, Partial<IRowData>> = {}
  const columnData: Record<number, Partial<IColumnData>> = {}
  const widthOf = (column: number) => {
    const width = sheet.widths[String(column)]
    return width === undefined ? DEFAULT_COLUMN_PX : columnPx(width)
  }
  // measured here, not the file's own: it is never saved
  for (const [row, ah] of rowHeights(sheet, { styles, widthOf, usual: DEFAULT_ROW_PX })) rowData[row] = { ah, ia: YES }
  for (const [row, points] of Object.entries(sheet.heights)) rowData[Number(row)] = { h: rowPx(points), ia: NO }
  for (const row of sheet.hiddenRows) rowData[row] = { ...rowData[row], hd: YES }
  for (const [column, width] of Object.entries(sheet.widths)) columnData[Number(column)] = { w: columnPx(width) }
  for (const column of sheet.hiddenColumns) columnData[column] = { ...columnData[column], hd: YES }
  const { rows, columns } = sheet.frozen
  return {
    id: sheet.id,
    name: sheet.name,
    hidden: sheet.hidden ? YES : NO,
    rowCount: sheet.rows,
    columnCount: sheet.columns,
    cellData,
    rowData,
    columnData,
    mergeData: sheet.merges.map(({ top, left, bottom, right }) => ({
      startRow: top,
      startColumn: left,
      endRow: bottom,
      endColumn: right,
    })),
    showGridlines: sheet.gridlines ? YES : NO,
    defaultRowHeight: DEFAULT_ROW_PX,
    defaultColumnWidth: DEFAULT_COLUMN_PX,
    freeze: { xSplit: columns, ySplit: rows, startRow: rows > 0 ? rows : -1, startColumn: columns > 0 ? columns : -1 },
  }
}

function dataOf(v: BookCell['v'], f: string | undefined, s: number | undefined): ICellData {
  return {
    ...(v === null
      ? {}
      : typeof v === 'boolean'
        ? { v: v ? 1 : 0, t: BOOLEAN }
        : { v, t: typeof v === 'number' ? NUMBER : STRING }),
    ...(f === undefined ? {} : { f: `=${f}` }),
    ...(s === undefined ? {} : { s: styleId(s) }),
  }
}

/** The grid's workbook as a book again. What the grid does not know (pictures, names, exact widths) comes from `base`. */
export function bookOf(data: IWorkbookData, base: SheetBook): SheetBook {
  const styles = styleTable(base.styles)
  const own = new Map(base.styles.map((_, at) => [styleId(at), at]))
  const known = new Map(base.sheets.map((sheet) => [sheet.id, sheet]))
  const place = (given: Nullable<string | IStyleData>): number | undefined => {
    if (!given) return undefined
    if (typeof given !== 'string') return styles.place(bookStyleOf(given))
    const untouched = own.get(given)
    if (untouched !== undefined) return untouched
    const style = data.styles[given]
    return style ? styles.place(bookStyleOf(style)) : undefined
  }
  const sheets = data.sheetOrder.flatMap((id) => {
    const sheet = data.sheets[id]
    return sheet ? [sheetOf(id, sheet, { base: known.get(id), place })] : []
  })
  return { ...base, sheets, styles: styles.all }
}

type Line = Nullable<Record<number, Nullable<ICellData>>>
const cellsOf = (line: Line): [string, Nullable<ICellData>][] => Object.entries(line ?? {})

type Given = { base: BookSheet | undefined; place: (style: Nullable<string | IStyleData>) => number | undefined }

function sheetOf(id: string, sheet: Partial<IWorksheetData>, { base, place }: Given): BookSheet {
  const made = emptySheet(id, (sheet.name ?? id).slice(0, 31))
  const lines: [string, Line][] = Object.entries(sheet.cellData ?? {})
  const masters = mastersOf(lines)
  for (const [row, line] of lines)
    for (const [column, cell] of cellsOf(line)) {
      if (!cell) continue
      const [r, c] = [Number(row), Number(column)]
      const s = place(cell.s)
      const v = valueOf(cell)
      const f = formulaOf(cell, { r, c }, masters)
      if (v !== null || f !== undefined || s !== undefined) made.cells.push(storedCell(r, c, { v, f, s }))
      const { comment, images } = extrasOf(cell.custom)
      if (comment) made.comments.push({ row: r, column: c, ...comment })
      for (const index of images ?? []) {
        const image = base?.images[index]
        if (!image) continue
        const moved = {
          toRow: (image.toRow ?? image.row) + r - image.row,
          toColumn: (image.toColumn ?? 0) + c - image.column,
        }
        made.images.push({ ...image, row: r, column: c, ...(image.toRow === undefined ? {} : moved) })
      }
    }
  made.cells.sort((a, b) => a.r - b.r || a.c - b.c)
  sizesOf(sheet, made, base)
  return {
    ...made,
    rows: sheet.rowCount ?? made.rows,
    columns: sheet.columnCount ?? made.columns,
    ...(sheet.hidden === YES ? { hidden: true } : {}),
    merges: (sheet.mergeData ?? []).map(({ startRow, startColumn, endRow, endColumn }) => ({
      top: startRow,
      left: startColumn,
      bottom: endRow,
      right: endColumn,
    })),
    frozen: { rows: Math.max(0, sheet.freeze?.ySplit ?? 0), columns: Math.max(0, sheet.freeze?.xSplit ?? 0) },
    gridlines: sheet.showGridlines !== NO,
    ...(base?.charts && { charts: base.charts }),
    ...(base?.rules && { rules: base.rules }),
    ...(base?.validations && { validations: base.validations }),
  }
}

/** Widths and heights; one that shows as many pixels as before keeps its exact size. */
function sizesOf({ rowData, columnData }: Partial<IWorksheetData>, made: BookSheet, base: BookSheet | undefined) {
  for (const [key, row] of Object.entries(rowData ?? {})) {
    const before = base?.heights[key]
    const height = row?.h
    if (before !== undefined && height === rowPx(before)) made.heights[key] = before
    else if (height !== undefined && height !== DEFAULT_ROW_PX && height > 0)
      made.heights[key] = round((height * 3) / 4)
    if (row?.hd === YES) made.hiddenRows.push(Number(key))
  }
  for (const [key, column] of Object.entries(columnData ?? {})) {
    const before = base?.widths[key]
    const width = column?.w
    if (before !== undefined && width === columnPx(before)) made.widths[key] = before
    else if (width !== undefined && width !== DEFAULT_COLUMN_PX && width > 5) made.widths[key] = round((width - 5) / 7)
    if (column?.hd === YES) made.hiddenColumns.push(Number(key))
  }
}

function valueOf({ v, t, p }: ICellData): BookCell['v'] {
  if (p?.body)
    return p.body.dataStream
      .replace(/\r?\n$/, '')
      .replaceAll('\r', '\n')
      .slice(0, MOST_CHARACTERS)
  if (v === undefined || v === null || v === '') return null
  if (t === BOOLEAN) return v === true || v === 1 || v === '1' || v === 'TRUE'
  if (typeof v === 'string') return v.slice(0, MOST_CHARACTERS)
  return v
}

type Master = { r: number; c: number; f: string }
/** A formula that was filled down is spelled once; the others name it. */
function mastersOf(lines: [string, Line][]): Map<string, Master> {
  const masters = new Map<string, Master>()
  for (const [row, line] of lines)
    for (const [column, cell] of cellsOf(line))
      if (cell?.si && cell.f) masters.set(cell.si, { r: Number(row), c: Number(column), f: cell.f })
  return masters
}

function formulaOf({ f, si }: ICellData, { r, c }: { r: number; c: number }, masters: ReadonlyMap<string, Master>) {
  if (f) return f.replace(/^=/, '')
  const master = si ? masters.get(si) : undefined
  return master && shiftFormula(master.f.replace(/^=/, ''), r - master.r, c - master.c)
}
