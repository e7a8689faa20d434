import { parseAmount } from './amounts.ts'
import { isBlank, textOf, wordsOf, type SheetRow } from './cell.ts'
import { headerKey } from './column-roles.ts'
import type { Header } from './header.ts'
import type { ReturnFigure } from './model.ts'
import { rowNotes, type DroppedRow, type RowRemark } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'

const formCode = /A\s?(1\d{5})(?!\d)/
const lineWords = /^行次$|^序号$/
const lineNumber = /^\d{1,2}(?:\.\d{1,2})?$/

/** The form a sheet of the return is (企业所得税年度纳税申报表): its code in the sheet's name or the lines above the table. */
export function formOf(sheet: string, rows: readonly SheetRow[]): string | undefined {
  for (const text of [sheet, ...rows.slice(0, 6).flatMap(({ cells }) => cells.map(textOf))]) {
    const code = formCode.exec(text.slice(0, 80))?.[1]
    if (code) return `A${code}`
  }
  return undefined
}

/** The header of a form: the row that says 行次, with the rows below it up to the first numbered line. */
export function formHeader(rows: readonly SheetRow[]): Header | undefined {
  const place = rows.findIndex(({ cells }) => cells.some((cell) => lineWords.test(headerKey(textOf(cell)))))
  const first = rows[place]
  if (!first) return undefined
  const line = first.cells.findIndex((cell) => lineWords.test(headerKey(textOf(cell))))
  const block = [first]
  for (const row of rows.slice(place + 1, place + 5)) {
    if (lineNumber.test(textOf(row.cells[line])) && !numbersColumns(row, line)) break
    block.push(row)
  }
  const width = Math.max(...rows.slice(place, place + 40).map(({ cells }) => cells.length))
  const paths = Array.from({ length: width }, (_, column) => {
    const words = block.map(({ cells }) => textOf(cells[column])).filter((text) => text !== '')
    return [...new Set(words)].join('/')
  })
  return { rows: block.map(({ row }) => row), paths, firstDataRow: (block.at(-1)?.row ?? 0) + 1 }
}

/** A row under the header that numbers the columns 1, 2, 3 … */
function numbersColumns(row: SheetRow, line: number): boolean {
  const numbers = row.cells
    .filter((_, column) => column !== line)
    .map(textOf)
    .filter((text) => /^\d{1,2}(?:\(.*\))?$/.test(text))
    .map((text) => Number.parseInt(text, 10))
  return numbers.length >= 1 && numbers[0] === 1 && numbers.every((number, index) => number === index + 1) && row.cells.every((cell, column) => column === line || isBlank(cell) || /^(?:\d{1,2}(?:\(.*\))?|[=+\-*×÷()\d ]+|行次|项目|类别|栏次)$/.test(textOf(cell))) // prettier-ignore
}

const notAmounts = /^(?:行次|序号|类别|项目|名称|栏次|备注)/

/** The columns that hold figures, with the form's own number of each (from 1); a form of one column has none. */
function figureColumns(
  { paths }: Header,
  line: number,
  rows: readonly SheetRow[],
): { column: number; number: string }[] {
  const filled = (column: number) => rows.some(({ cells }) => isFigure(cells[column]))
  const columns = paths
    .map((path, column) => ({ column, path }))
    .filter(({ column, path }) => column !== line && !notAmounts.test(path.replaceAll(' ', '')))
    .filter(({ column, path }) => path !== '' || filled(column))
    .filter(({ column, path }) => column > line || filled(column) || /金额|额$/.test(path))
  return columns.map(({ column, path }, index) => {
    const own = /(?:^|\/)(\d{1,2})(?:\([^)]*\))?$/.exec(path)?.[1]
    return { column, number: columns.length === 1 ? '' : (own ?? String(index + 1)) }
  })
}

const isFigure = (cell: SheetRow['cells'][number] | undefined): boolean =>
  !isBlank(cell) && parseAmount(typeof cell === 'string' ? cell.replace('%', '') : cell) !== undefined

/**
 * The cells of one form of a filed return. `A105060.13.1` is form, line and column; forms of one column leave the last
 * out. An amount is fen; a share (15%), a year or a word keeps its text and has no amount. Blank cells are not said.
 */
export function parseTaxReturn(
  rows: readonly SheetRow[],
  reading: SheetReading,
  file: number,
): { figures: ReturnFigure[]; dropped: DroppedRow[]; remarks: RowRemark[] } {
  const notes = rowNotes(file, reading.sheet)
  const figures: ReturnFigure[] = []
  const form = formOf(reading.sheet, rows)
  const { header } = reading
  if (!header || form === undefined) return { figures, dropped: notes.dropped, remarks: notes.remarks }
  const line = header.paths.findIndex((path) => path.split('/').some((word) => lineWords.test(headerKey(word))))
  const data = rows.filter(({ row }) => row >= header.firstDataRow)
  const columns = figureColumns(header, line, data)
  for (const row of rows) {
    if (row.row < header.firstDataRow) {
      notes.drop(row, header.rows.includes(row.row) ? 'header' : 'title')
      continue
    }
    const number = textOf(row.cells[line])
    if (!lineNumber.test(number)) {
      notes.drop(row, row.cells.every(isBlank) ? 'blank' : 'no_item')
      continue
    }
    for (const { column, number: place } of columns) {
      const cell = row.cells[column]
      const text = wordsOf(cell)
      if (text === '' || /^[-—*]+$/.test(text)) continue
      const shown = row.shown?.[column] ?? text
      const amount = /%/.test(shown) ? undefined : parseAmount(cell, reading.multiplier)
      figures.push({
        cell: `${form}.${number}${place === '' ? '' : `.${place}`}`,
        amount: amount && !amount.rounded ? amount.fen : null,
        text: shown,
        origin: notes.origin(row.row),
      })
    }
  }
  return { figures, dropped: notes.dropped, remarks: notes.remarks }
}
