import type { PaperSheet } from '#contract/paper.ts'
import type { BookCell, BookSheet, BookStyle } from '#contract/sheet-book.ts'
import type { CellResult, Generation } from '#engine/workpaper/generate.ts'
import type { TemplateSheet } from './project-papers.ts'

type Printed = PaperSheet['rows'][number]['cells'][number]
const DEFAULT_WIDTH = 10
const yesNo = { zh: ['是', '否'], en: ['Yes', 'No'] } as const

/**
 * A firm's sheet with its figures in it: widths, heights, merges, looks and ordinary formulas as uploaded, each bound cell with
 * its value. The sheet ends with the last cell that holds or looks like something.
 */
export function printTemplate(
  paper: { id: string; name: string },
  { sheet, styles, cells }: TemplateSheet,
  computed: Generation['cells'],
  language: 'zh' | 'en',
): PaperSheet {
  const bound = new Map(cells.map(({ row, column, key }) => [`${row} ${column}`, `${paper.id}.${key}`]))
  const rows = new Map<number, Map<number, BookCell>>()
  let [height, width] = [0, 0]
  const reaches = (row: number, column: number) => {
    height = Math.max(height, row + 1)
    width = Math.max(width, column + 1)
  }
  for (const cell of sheet.cells) {
    const row = rows.get(cell.r) ?? new Map<number, BookCell>()
    rows.set(cell.r, row.set(cell.c, cell))
    reaches(cell.r, cell.c)
  }
  for (const { row, column } of cells) reaches(row, column)
  for (const { bottom, right } of sheet.merges) reaches(bottom, right)
  const merged = new Merges(sheet)
  const used = new Looks(styles)
  const out: PaperSheet['rows'] = Array.from({ length: height }, (_, r) => {
    const line: Printed[] = []
    for (let c = 0; c < width;) {
      const { span, down, covered } = merged.at(r, c)
      const binding = bound.get(`${r} ${c}`)
      const cell = printed(
        rows.get(r)?.get(c),
        binding,
        binding === undefined ? undefined : computed.get(binding),
        language,
      )
      // a person may fill in what the firm left blank
      if (cell.value === null && cell.style === 'label' && !covered) cell.style = 'text'
      const look = used.of(rows.get(r)?.get(c)?.s)
      line.push({ ...cell, ...(look !== undefined && { look }), ...(span > 1 && { span }), ...(down > 1 && { down }) })
      c += span
    }
    const high = sheet.heights[String(r)]
    return { ...(high !== undefined && { height: high }), cells: line }
  })
  const widths = Array.from({ length: width }, (_, c) => sheet.widths[String(c)] ?? DEFAULT_WIDTH)
  return { id: paper.id, name: paper.name, widths, rows: out, looks: used.list }
}

function printed(
  cell: BookCell | undefined,
  binding: string | undefined,
  result: CellResult | undefined,
  language: 'zh' | 'en',
): Printed {
  if (binding !== undefined) return { value: figure(result, language), style: styleOf(result), binding }
  // worked out on the sheet (engine/workbook/composed-sheet.ts); what the file had there belongs to other figures
  if (cell?.f !== undefined) return { value: null, style: 'number', formula: cell.f }
  const v = cell?.v ?? null
  const value = typeof v === 'boolean' ? yesNo[language][v ? 0 : 1] : v
  return { value, style: typeof value === 'number' ? 'number' : 'label' }
}

/** A double holds fen exactly far beyond any ledger. */
function figure(result: CellResult | undefined, language: 'zh' | 'en'): string | number | null {
  const value = result?.value
  if (!value) return null
  if (value.kind === 'money') return Number(value.fen) / 100
  if (value.kind === 'bool') return yesNo[language][value.value ? 0 : 1]
  return value.kind === 'text' ? value.value : Number(value.decimal)
}

const styleOf = (result: CellResult | undefined) =>
  result === undefined || result.unit === 'bool' || result.unit === 'text' ? 'text' : result.unit

type Extent = { span: number; down: number; covered: boolean }
/** How many columns and rows a cell covers; one covered from above stands alone. */
class Merges {
  readonly #first = new Map<string, Extent>()
  constructor({ merges }: BookSheet) {
    for (const { top, left, bottom, right } of merges) {
      this.#first.set(`${top} ${left}`, { span: right - left + 1, down: bottom - top + 1, covered: false })
      for (let row = top + 1; row <= bottom; row += 1)
        this.#first.set(`${row} ${left}`, { span: right - left + 1, down: 1, covered: true })
    }
  }
  at(row: number, column: number): Extent {
    return this.#first.get(`${row} ${column}`) ?? { span: 1, down: 1, covered: false }
  }
}

/** The looks a sheet uses, each once. */
class Looks {
  readonly list: BookStyle[] = []
  readonly #styles: readonly BookStyle[]
  readonly #at = new Map<number, number>()
  constructor(styles: readonly BookStyle[]) {
    this.#styles = styles
  }
  of(style: number | undefined): number | undefined {
    const look = style === undefined ? undefined : this.#styles[style]
    if (style === undefined || look === undefined) return undefined
    const known = this.#at.get(style)
    if (known !== undefined) return known
    this.#at.set(style, this.list.length)
    return this.list.push(look) - 1
  }
}
