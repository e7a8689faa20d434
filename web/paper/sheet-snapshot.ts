import {
  BooleanNumber,
  BorderStyleTypes,
  CellValueType,
  HorizontalAlign,
  type ICellData,
  type IColumnData,
  type IRange,
  type IRowData,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
  type LocaleType,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core'
import type { z } from 'zod'
import type { Cell, PaperSheet, SheetCell } from '#contract/paper.ts'
import { paletteOf } from '#web/kernel/palettes.ts'

type CellInfo = z.output<typeof Cell>
type Printed = z.output<typeof SheetCell>
/** How a bound cell stands, drawn on the sheet and told to the evidence pane. */
export type Mark = CellInfo['status']
/** What a spreadsheet cell carries besides its text. */
export type Bound = { binding: string; mark: Mark }
/** Words that stand in a cell which has no value. */
export type AbsentWords = { missing: string; error: string }

/** A paper is paper in every theme; in the dark the grid turns its colours itself. */
const on = paletteOf('default', 'light')

const { LEFT, CENTER, RIGHT } = HorizontalAlign
const { MIDDLE, TOP } = VerticalAlign
const { WRAP } = WrapStrategy
const { THIN, DOUBLE } = BorderStyleTypes
const { NUMBER, STRING: TEXT } = CellValueType
const { TRUE: YES, FALSE: NO } = BooleanNumber

/** Zero as a dash; the sign of a true negative is coloured by its own style. */
export const MONEY = '#,##0.00;-#,##0.00;"-"'
const COUNT = '#,##0;-#,##0;"-"'
/** Styles of figures, with how each is printed. */
const PATTERNS: Record<string, string> = {
  money: MONEY,
  total: MONEY,
  rate: '0.00%',
  count: COUNT,
  number: '#,##0.######',
}

const line = (s: BorderStyleTypes, rgb: string = on.line) => ({ s, cl: { rgb } })
const box = { t: line(THIN), r: line(THIN), b: line(THIN), l: line(THIN) }
const base: IStyleData = { fs: 10, cl: { rgb: on.ink }, vt: MIDDLE, pd: { l: 6, r: 6, t: 2, b: 2 } }

/** The look of each style name a paper uses; a name that is not here looks like a label. */
const STYLES: Record<string, IStyleData> = {
  title: { ...base, fs: 15, bl: YES, ht: CENTER },
  head: { ...base, cl: { rgb: on.ink2 } },
  header: { ...base, bl: YES, bg: { rgb: on.wash }, bd: box, ht: CENTER, tb: WRAP },
  section: { ...base, bl: YES, bg: { rgb: on.paper }, bd: box },
  label: { ...base, bd: box, ht: LEFT, tb: WRAP },
  text: { ...base, bd: box, ht: LEFT, tb: WRAP },
  money: { ...base, bd: box, ht: RIGHT, n: { pattern: MONEY } },
  rate: { ...base, bd: box, ht: RIGHT, n: { pattern: '0.00%' } },
  number: { ...base, bd: box, ht: RIGHT, n: { pattern: '#,##0.######' } },
  boolean: { ...base, bd: box, ht: CENTER },
  memo: { ...base, bd: box, ht: LEFT, tb: WRAP, cl: { rgb: on.ink2 } },
  count: { ...base, bd: box, ht: RIGHT, n: { pattern: COUNT } },
  total: {
    ...base,
    bl: YES,
    ht: RIGHT,
    n: { pattern: MONEY },
    bd: { ...box, t: line(THIN, on.ink), b: line(DOUBLE, on.ink) },
  },
  note: { ...base, cl: { rgb: on.ink2 }, tb: WRAP, vt: TOP },
}

const EXACT_NUMBER = /^-?\d+(\.\d+)?$/
/** A money value comes as decimal text; the grid shows numbers, and a double holds fen exactly far beyond any ledger. */
export const amountOf = (value: Printed['value'], style: string) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && style in PATTERNS && EXACT_NUMBER.test(value)
      ? Number(value)
      : null

type Faces = {
  styles: Record<string, IStyleData>
  face: (name: string, extra: 'plain' | 'negative' | 'missing' | 'error', left: boolean) => string
}
/** Style ids of a workbook, each made once. */
function faces(): Faces {
  const styles: Record<string, IStyleData> = {}
  return {
    styles,
    face(name, extra, left) {
      const known = STYLES[name] ? name : 'label'
      const key = `${known}-${extra}${left ? '-left' : ''}`
      if (!styles[key]) {
        const look: IStyleData = { ...STYLES[known] }
        if (left) Object.assign(look, { ht: LEFT, tb: WRAP })
        if (extra === 'negative') look.cl = { rgb: on.seal }
        if (extra === 'missing')
          Object.assign(look, { cl: { rgb: on.amber }, bg: { rgb: on['amber-wash'] }, ht: CENTER })
        if (extra === 'error') Object.assign(look, { cl: { rgb: on.seal }, bg: { rgb: on['seal-wash'] }, ht: CENTER })
        styles[key] = look
      }
      return key
    },
  }
}

const absent = (mark: Mark | undefined) => mark === 'missing' || mark === 'error'

function cellOf(cell: Printed, mark: Mark | undefined, words: AbsentWords, { face }: Faces): ICellData {
  const custom = cell.binding && mark ? { custom: { binding: cell.binding, mark } satisfies Bound } : {}
  if (absent(mark) && (cell.value === null || cell.value === '')) {
    const kind = mark === 'error' ? 'error' : 'missing'
    return { v: words[kind], t: TEXT, s: face(cell.style, kind, false), ...custom }
  }
  const number = amountOf(cell.value, cell.style)
  // A label in a total row stands left; only its amounts stand right.
  const left = number === null && cell.style in PATTERNS
  const s = face(cell.style, number !== null && number < 0 ? 'negative' : 'plain', left)
  if (number === null) return { v: cell.value ?? '', t: TEXT, s, ...custom }
  return { v: number, t: NUMBER, s, ...(cell.formula && { f: `=${cell.formula}` }), ...custom }
}

const CHAR_PX = 7
const WIDE_PX = 13.4
const LINE_PX = 16
const ROW_PX = 26
const POINT_PX = 4 / 3
const SPARE_ROWS = 4

/** Rows above the first row of amounts, when the header is near the top; they stay in sight. */
function frozenRows(rows: PaperSheet['rows']) {
  let last = -1
  for (const [at, { cells }] of rows.entries()) {
    if (cells.some((cell) => cell.style === 'header')) last = at
    else if (last >= 0) break
  }
  return last >= 0 && last < 12 ? last + 1 : 0
}

/** Pixels a column of so many characters takes. */
const columnPx = (width: number) => Math.round(width * CHAR_PX) + 12

const textPx = (text: string) => {
  let px = 0
  for (const char of text) px += (char.codePointAt(0) ?? 0) > 0x2e80 ? WIDE_PX : CHAR_PX
  return px
}

/** As high as its highest wrapped text; the grid does not measure merged cells by itself. */
function rowPx(cells: Printed[], widths: number[]) {
  let column = 0
  let most = ROW_PX
  for (const { value, style, span = 1 } of cells) {
    const px = widths.slice(column, column + span).reduce((sum, width) => sum + columnPx(width), 0)
    column += span
    if (typeof value !== 'string' || (STYLES[style]?.tb !== WRAP && style !== 'total') || px === 0) continue
    most = Math.max(most, Math.ceil(textPx(value) / (px - 14)) * LINE_PX + 8)
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

function worksheet(
  sheet: PaperSheet,
  marks: Map<string, Mark>,
  words: AbsentWords,
  made: Faces,
): Partial<IWorksheetData> {
  const cellData: Record<number, Record<number, ICellData>> = {}
  const rowData: Record<number, Partial<IRowData>> = {}
  const columnData: Record<number, Partial<IColumnData>> = {}
  const mergeData: IRange[] = []
  let columns = sheet.widths.length
  for (const [row, { height, cells }] of sheet.rows.entries()) {
    const out: Record<number, ICellData> = {}
    let column = 0
    for (const cell of cells) {
      const drawn = cellOf(cell, cell.binding ? marks.get(cell.binding) : undefined, words, made)
      out[column] = drawn
      const span = cell.span ?? 1
      if (span > 1) {
        mergeData.push({ startRow: row, endRow: row, startColumn: column, endColumn: column + span - 1 })
        for (let at = column + 1; at < column + span; at++) out[at] = { s: drawn.s ?? null }
      }
      column += span
    }
    columns = Math.max(columns, column)
    cellData[row] = out
    rowData[row] = { h: height === undefined ? rowPx(cells, sheet.widths) : Math.round(height * POINT_PX), ia: NO }
  }
  for (const [column, width] of sheet.widths.entries()) columnData[column] = { w: columnPx(width) }
  const frozen = frozenRows(sheet.rows)
  return {
    id: sheet.id,
    name: sheet.name,
    rowCount: sheet.rows.length + SPARE_ROWS,
    columnCount: columns + 1,
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
  words: AbsentWords
  /** Pixels the grid has; a paper that is somewhat wider is drawn smaller so that it fits. */
  width: number
}

/** Workbooks made; the grid wants an id of its own for each, also for the same papers in another language. */
let workbooks = 0

/**
 * The papers as one workbook for the grid: cached values (the engine computed them; the grid does not), look by style name,
 * bound cells carrying `Bound`, cells without a value saying so in `words`.
 */
export function workbookSnapshot(
  { generationId, sheets, cells }: { generationId: string; sheets: PaperSheet[]; cells: CellInfo[] },
  { locale, words, width }: SnapshotOptions,
): IWorkbookData {
  const marks = new Map(cells.map((cell) => [cell.cell, cell.status]))
  const made = faces()
  const out = Object.fromEntries(
    sheets.map((sheet) => [sheet.id, { ...worksheet(sheet, marks, words, made), zoomRatio: zoomFor(sheet, width) }]),
  )
  workbooks += 1
  const id = `${generationId}-${workbooks}`
  return {
    id,
    name: id,
    appVersion: '0.25.1',
    locale,
    styles: made.styles,
    sheetOrder: sheets.map((sheet) => sheet.id),
    sheets: out,
  }
}

/** Where a bound cell stands: sheet, row and column from 0; null if no sheet shows it. */
export function placeOf(sheets: PaperSheet[], binding: string) {
  for (const sheet of sheets)
    for (const [row, { cells }] of sheet.rows.entries()) {
      let column = 0
      for (const cell of cells) {
        if (cell.binding === binding) return { sheetId: sheet.id, row, column }
        column += cell.span ?? 1
      }
    }
  return null
}

/** What is bound at a place: its key, or '' for printed text. */
export function bindingAt(sheets: PaperSheet[], place: { sheetId: string; row: number; column: number }): string {
  let column = 0
  for (const cell of sheets.find(({ id }) => id === place.sheetId)?.rows[place.row]?.cells ?? []) {
    const next = column + (cell.span ?? 1)
    if (place.column < next) return cell.binding ?? ''
    column = next
  }
  return ''
}
