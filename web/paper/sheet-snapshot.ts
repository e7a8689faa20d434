import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IColumnData,
  type IRange,
  type IRowData,
  type IWorkbookData,
  type IWorksheetData,
  type LocaleType,
} from '@univerjs/core'
import type { PaperSheet } from '#contract/paper.ts'
import { gridStyle } from '#web/sheet/univer-style.ts'
import type { OpenPaper, PaperCell, PaperRow } from './open-paper.ts'
import { amountOf, type Faces, faces, PATTERNS, STYLES } from './sheet-styles.ts'

/** How a cell stands, drawn on the sheet and said by the legend. */
export type Mark = 'ok' | 'entered' | 'stale' | 'overridden' | 'missing' | 'error' | 'typed'
/** What a spreadsheet cell carries besides its text. */
export type Marked = { mark?: Mark; commented: boolean }
/** Words that stand in a cell which has no value, and where a row is gone. */
export type SheetWords = { missing: string; error: string; stale: string; lost: string }

const { NUMBER, STRING: TEXT } = CellValueType
const { FALSE: NO } = BooleanNumber
const DECIMAL = /^-?\d+(\.\d+)?$/

const absent = (mark: Mark | undefined) => mark === 'missing' || mark === 'error' || mark === 'stale'

function drawnCell(cell: PaperCell, of: OpenPaper, words: SheetWords, { face }: Faces): ICellData {
  const mark = of.marks.get(cell.place)
  const commented = of.commented.has(cell.place)
  const custom = mark || commented ? { custom: { ...(mark && { mark }), commented } satisfies Marked } : {}
  const own = ownLook(of.sheet, cell)
  if (absent(mark) && (cell.value === null || cell.value === '')) {
    const kind = mark === 'error' ? 'error' : 'missing'
    return { v: words[mark === 'stale' ? mark : kind], t: TEXT, s: face(cell.style, { extra: kind, own }), ...custom }
  }
  if (cell.typed) return typedCell(cell, words, (style, how) => face(style, { ...how, own }), custom)
  const number = amountOf(cell.value, cell.style)
  // A label in a total row stands left; only its amounts stand right.
  const left = number === null && cell.style in PATTERNS
  const s = face(cell.style, { extra: number !== null && number < 0 ? 'negative' : 'plain', left, own })
  if (number === null) return { v: cell.value ?? '', t: TEXT, s, ...custom }
  return { v: number, t: NUMBER, s, ...(cell.formula && { f: `=${cell.formula}` }), ...custom }
}

/** The look that an uploaded sheet gives a cell. */
function ownLook({ looks }: PaperSheet, { printedLook }: PaperCell) {
  const style = printedLook === undefined ? undefined : looks?.[printedLook]
  return printedLook === undefined || style === undefined ? undefined : { number: printedLook, style: gridStyle(style) }
}

function typedCell(cell: PaperCell, words: SheetWords, face: Faces['face'], custom: object): ICellData {
  const { value, look, formula, problem } = cell
  const f = formula === undefined ? {} : { f: `=${formula}` }
  if (problem) return { v: words.error, t: TEXT, s: face(cell.style, { extra: 'error' }), ...f, ...custom }
  const text = value === null ? '' : String(value)
  const number = look?.format !== 'text' && DECIMAL.test(text) && text.length <= 15
  const s = face(cell.style, { extra: number && text.startsWith('-') ? 'negative' : 'typed', look })
  return number ? { v: Number(text), t: NUMBER, s, ...f, ...custom } : { v: text, t: TEXT, s, ...f, ...custom }
}

const CHAR_PX = 7
const WIDE_PX = 13.4
const LINE_PX = 16
const ROW_PX = 26
const POINT_PX = 4 / 3

/** Rows above the first row of amounts, when the header is near the top; they stay in sight. */
function frozenRows(rows: readonly PaperRow[]) {
  let last = -1
  for (const [at, { cells }] of rows.entries()) {
    if (cells.some((cell) => cell.style === 'header')) last = at
    else if (last >= 0) break
  }
  return last >= 0 && last < 12 ? last + 1 : 0
}

const SPARE_WIDTH = 16
/** Pixels a column of so many characters takes. */
const columnPx = (width: number) => Math.round(width * CHAR_PX) + 12

const textPx = (text: string) => {
  let px = 0
  for (const char of text) px += (char.codePointAt(0) ?? 0) > 0x2e80 ? WIDE_PX : CHAR_PX
  return px
}

/** As high as its highest wrapped text; the grid does not measure merged cells by itself. */
function rowPx(cells: readonly PaperCell[], widths: readonly number[]) {
  let most = ROW_PX
  for (const { column, value, style, span = 1 } of cells) {
    if (typeof value !== 'string' || value === '') continue
    const px = Array.from({ length: span }, (_, at) => columnPx(widths[column + at] ?? SPARE_WIDTH)).reduce(
      (sum, one) => sum + one,
      0,
    )
    if (STYLES[style]?.tb === undefined && style !== 'total') continue
    const lines = value.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(textPx(line) / (px - 14))), 0)
    most = Math.max(most, lines * LINE_PX + 8)
  }
  return most
}

const HEADINGS_PX = 70
const SMALLEST_ZOOM = 0.8
/** 1, or as much smaller as lets the paper fit the width; never so small that it tires the eye. */
function zoomFor({ widths }: PaperSheet, width: number) {
  const needed = widths.reduce((sum, one) => sum + columnPx(one), 0)
  const fits = Math.floor(((width - HEADINGS_PX) / needed) * 20) / 20
  return width === 0 ? 1 : Math.min(1, Math.max(SMALLEST_ZOOM, fits))
}

function worksheet(of: OpenPaper, words: SheetWords, made: Faces): Partial<IWorksheetData> {
  const { sheet, rows } = of
  const cellData: Record<number, Record<number, ICellData>> = {}
  const rowData: Record<number, Partial<IRowData>> = {}
  const columnData: Record<number, Partial<IColumnData>> = {}
  const mergeData: IRange[] = []
  let columns = sheet.widths.length
  for (const [row, { height, cells, key }] of rows.entries()) {
    const out: Record<number, ICellData> = {}
    for (const cell of cells) {
      const { column, span = 1, down = 1 } = cell
      const drawn = drawnCell(cell, of, words, made)
      out[column] = drawn
      if (span > 1 || down > 1) {
        mergeData.push({ startRow: row, endRow: row + down - 1, startColumn: column, endColumn: column + span - 1 })
        for (let at = column + 1; at < column + span; at++) out[at] = { s: drawn.s ?? null }
      }
      columns = Math.max(columns, column + span)
    }
    if (key === of.lostRow) out[0] = { v: words.lost, t: TEXT, s: made.face('section', {}) }
    cellData[row] = out
    rowData[row] = { h: height === undefined ? rowPx(cells, sheet.widths) : Math.round(height * POINT_PX), ia: NO }
  }
  for (let column = 0; column < columns; column++)
    columnData[column] = { w: columnPx(sheet.widths[column] ?? SPARE_WIDTH) }
  const frozen = frozenRows(rows)
  return {
    id: sheet.id,
    name: sheet.name,
    rowCount: Math.max(rows.length, 1),
    columnCount: columns,
    cellData,
    rowData,
    columnData,
    mergeData,
    showGridlines: NO,
    defaultRowHeight: ROW_PX,
    freeze: { xSplit: 0, ySplit: frozen, startRow: frozen > 0 ? frozen : -1, startColumn: -1 },
  }
}

type SnapshotOptions = {
  locale: LocaleType
  words: SheetWords
  /** Pixels the grid has; a paper that is somewhat wider is drawn smaller so that it fits. */
  width: number
}

/** Workbooks made; the grid wants an id of its own for each, also for the same paper in another language. */
let workbooks = 0

/**
 * The open paper as a workbook for the grid: cached values (the engine computed them; the grid does not), look by style name,
 * cells carrying their mark, cells without a value saying so in `words`.
 */
export function paperSnapshot(of: OpenPaper, { locale, words, width }: SnapshotOptions): IWorkbookData {
  const made = faces()
  const { sheet } = of
  const drawn = { ...worksheet(of, words, made), zoomRatio: zoomFor(sheet, width) }
  workbooks += 1
  const id = `paper-${workbooks}`
  return {
    id,
    name: id,
    appVersion: '0.25.1',
    locale,
    styles: made.styles,
    sheetOrder: [sheet.id],
    sheets: { [sheet.id]: drawn },
  }
}
