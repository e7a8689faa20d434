import { z } from 'zod'

/** What an online spreadsheet takes: more cells are read and written as files, not edited on screen. */
export const MOST_BOOK_CELLS = 200_000
/** A spreadsheet has no more columns than XFD. */
export const MOST_COLUMNS = 16_384
export const MOST_ROWS = 1_048_576
/** Characters a cell holds. */
export const MOST_CHARACTERS = 32_767

const rgb = z.string().regex(/^[0-9A-F]{6}$/)
export const lineStyles = [
  'thin', 'medium', 'thick', 'dotted', 'dashed', 'double', 'hair', 'mediumDashed', 'dashDot', 'mediumDashDot', 'dashDotDot',
  'mediumDashDotDot', 'slantDashDot',
] as const // prettier-ignore
const Edge = z.object({ style: z.enum(lineStyles), color: rgb.optional() })
const Border = z.object({
  top: Edge.optional(),
  right: Edge.optional(),
  bottom: Edge.optional(),
  left: Edge.optional(),
})
/** The look of a cell: sizes in points, colours RRGGBB (those of themes resolved), angles in degrees. */
export const BookStyle = z.object({
  font: z.string().max(100).optional(),
  size: z.number().positive().max(409).optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  color: rgb.optional(),
  fill: rgb.optional(),
  border: Border.optional(),
  horizontal: z
    .enum(['left', 'center', 'right', 'fill', 'justify', 'centerContinuous', 'distributed', 'general'])
    .optional(),
  vertical: z.enum(['top', 'center', 'bottom', 'justify', 'distributed']).optional(),
  wrap: z.boolean().optional(),
  indent: z.number().int().min(0).max(250).optional(),
  rotation: z.number().int().min(-90).max(180).optional(),
  /** Number format code, e.g. `#,##0.00`; without one General. */
  format: z.string().max(1000).optional(),
})
export type BookStyle = z.output<typeof BookStyle>

const row = z
  .number()
  .int()
  .min(0)
  .max(MOST_ROWS - 1)
const column = z
  .number()
  .int()
  .min(0)
  .max(MOST_COLUMNS - 1)
/** A cell that holds something or looks like something. Places count from 0. */
export const BookCell = z.object({
  r: row,
  c: column,
  v: z.union([z.string().max(MOST_CHARACTERS), z.number(), z.boolean(), z.null()]),
  /** Formula without the equals sign; `v` is its last result. */
  f: z.string().max(8192).optional(),
  /** Index into the book's styles. */
  s: z.number().int().min(0).optional(),
})
export type BookCell = z.output<typeof BookCell>
export const BookRange = z.object({ top: row, left: column, bottom: row, right: column })
export type BookRange = z.output<typeof BookRange>
export const imageTypes = ['png', 'jpeg', 'gif', 'webp'] as const
/** A picture and the cells it hangs on; pixels at 96 dpi; `data` is base64. */
export const BookImage = z.object({
  row,
  column,
  toRow: row.optional(),
  toColumn: column.optional(),
  width: z.number().positive().optional(),
  height: z.number().positive().optional(),
  type: z.enum(imageTypes),
  data: z.base64(),
  alt: z.string().max(1000).optional(),
})
export type BookImage = z.output<typeof BookImage>
/**
 * A chart over cells: kept for the file, not drawn on screen. `xml` is its part, references with sheets by id (`{s1}!$A$1:$A$9`);
 * its ranges do not move with rows or columns.
 */
export const BookChart = z.object({ row, column, toRow: row, toColumn: column, xml: z.string().max(2_000_000) })
export type BookChart = z.output<typeof BookChart>
export const BookComment = z.object({ row, column, author: z.string().max(200), text: z.string().max(MOST_CHARACTERS) })
export type BookComment = z.output<typeof BookComment>
const range = z.string().min(1).max(8192)
const formula = z.string().max(8192)
const operator = z.enum(['between', 'notBetween', 'equal', 'notEqual', 'greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual']) // prettier-ignore
const stops = z.array(
  z.object({ type: z.enum(['min', 'max', 'num', 'percent', 'percentile']), value: z.string().max(255).optional() }),
)
const iconStops = z.array(
  z.object({ type: z.enum(['min', 'num', 'percent', 'percentile']), value: z.string().max(255).optional() }),
)
const hue = z.string().max(20)
/** A conditional format: kept for the file, not drawn on screen. Ranges as A1. */
export const BookRule = z.object({
  type: z.enum(['cellIs', 'expression', 'colorScale', 'dataBar', 'iconSet', 'top10', 'aboveAverage', 'duplicateValues', 'uniqueValues', 'containsText', 'notContainsText', 'beginsWith', 'endsWith', 'containsBlanks', 'notContainsBlanks']), // prettier-ignore
  priority: z.number().int(),
  range,
  operator: operator.optional(),
  formula: z.union([formula, z.array(formula).max(3)]).optional(),
  style: BookStyle.optional(),
  stopIfTrue: z.boolean().optional(),
  colorScale: z.object({ cfvo: stops, colors: z.array(hue).max(3) }).optional(),
  dataBar: z.object({ cfvo: stops, color: hue }).optional(),
  iconSet: z
    .object({
      iconSet: z.string().max(40),
      cfvo: iconStops,
      reverse: z.boolean().optional(),
      showValue: z.boolean().optional(),
    })
    .optional(),
  text: z.string().max(255).optional(),
})
/** What may be entered into a range: kept for the file, not asked on screen. */
export const BookValidation = z.object({
  type: z.enum(['list', 'whole', 'decimal', 'date', 'time', 'textLength', 'custom']),
  range,
  operator: operator.optional(),
  formula1: formula.optional(),
  formula2: formula.optional(),
  values: z.array(z.string().max(255)).max(1000).optional(),
  allowBlank: z.boolean().optional(),
  showInputMessage: z.boolean().optional(),
  showErrorMessage: z.boolean().optional(),
  inputTitle: z.string().max(255).optional(),
  inputMessage: z.string().max(2000).optional(),
  errorTitle: z.string().max(255).optional(),
  errorMessage: z.string().max(2000).optional(),
  errorStyle: z.enum(['stop', 'warning', 'information']).optional(),
})
const sizes = z.record(z.string().regex(/^\d{1,7}$/), z.number().min(0).max(4096))
export const BookSheet = z.object({
  /** Stays when the sheet is renamed. */
  id: z.string().min(1).max(40),
  name: z.string().min(1).max(31),
  hidden: z.boolean().optional(),
  /** How far the grid reaches. */
  rows: z.number().int().min(1).max(MOST_ROWS),
  columns: z.number().int().min(1).max(MOST_COLUMNS),
  /** By row, then column. */
  cells: z.array(BookCell).max(MOST_BOOK_CELLS),
  merges: z.array(BookRange).max(20_000),
  /** Column → characters wide. */
  widths: sizes,
  /** Row → points high. */
  heights: sizes,
  hiddenRows: z.array(row),
  hiddenColumns: z.array(column),
  /** Rows above and columns left that stay in sight. */
  frozen: z.object({ rows: row, columns: column }),
  comments: z.array(BookComment),
  images: z.array(BookImage),
  charts: z.array(BookChart).max(500).optional(),
  rules: z.array(BookRule).max(2000).optional(),
  validations: z.array(BookValidation).max(2000).optional(),
  gridlines: z.boolean(),
})
export type BookSheet = z.output<typeof BookSheet>
/** A spreadsheet without its file: what is edited on screen, kept as versions and written as xlsx. */
export const SheetBook = z.object({
  sheets: z.array(BookSheet).min(1).max(500),
  styles: z.array(BookStyle).max(65_000),
  /** Defined names of the workbook: `C15.allowed` → `'C15 业务招待费'!$B$4`. */
  names: z.array(z.object({ name: z.string().max(255), range: z.string().max(8192) })),
})
export type SheetBook = z.output<typeof SheetBook>

/** What was left out or disarmed when a file was read. */
export const noteKinds = [
  'externalFormula', 'externalLink', 'macro', 'chart', 'chartKept', 'pivot', 'stylesLost', 'image', 'conditional',
  'validation',
] as const // prettier-ignore
/** What a download of the spreadsheet no longer has. */
export const lostKinds = ['macro', 'chart', 'pivot', 'stylesLost', 'image', 'externalLink'] as const
export const BookNote = z.object({
  kind: z.enum(noteKinds),
  sheet: z.string(),
  /** A1, or empty for the whole sheet or file. */
  cell: z.string(),
  /** What stood there. */
  text: z.string(),
})
export type BookNote = z.output<typeof BookNote>

/** A sheet with nothing on it. */
export const emptySheet = (id: string, name: string): BookSheet => ({
  id,
  name,
  rows: 100,
  columns: 26,
  cells: [],
  merges: [],
  widths: {},
  heights: {},
  hiddenRows: [],
  hiddenColumns: [],
  frozen: { rows: 0, columns: 0 },
  comments: [],
  images: [],
  gridlines: true,
})
