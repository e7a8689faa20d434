import type { Cell, SheetRow } from '#engine/ledger/cell.ts'

import { decoded, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import { attribute, markupScanner } from './markup.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch } from './sheet-source.ts'

/**
 * The tables of an HTML page saved as `.xls`, one below the other as a spreadsheet shows them. A cell over several
 * columns or rows fills its first place only. All cells are text.
 */
export async function* htmlRows(
  path: string,
  how: { encoding: Encoding; total: number; limits: ReadLimits },
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const rows: SheetRow[] = []
  const scanner = htmlScanner(how.limits, rows)
  for await (const { text, consumed } of decoded(path, how.encoding, signal)) {
    scanner.push(text)
    if (rows.length >= how.limits.batchRows) yield { rows: rows.splice(0), consumed, total: how.total }
  }
  scanner.end()
  if (rows.length > 0) yield { rows: rows.splice(0), consumed: how.total, total: how.total }
}

/** Tag soup to rows: cells and rows need no closing tags. */
export function htmlScanner(limits: ReadLimits, rows: SheetRow[]) {
  let row = 0
  let cells: Cell[] = []
  let column = 0
  let text: string | null = null
  let span = 1
  /** Columns still covered by a cell from above: column → rows left. */
  const covered = new Map<number, number>()
  let inRow = false

  const endCell = () => {
    if (text === null) return
    const value = text.replaceAll(/\s+/g, ' ').trim()
    if (value !== '') {
      if (column >= limits.columns) throw new FileProblem('fileTooManyColumns', { row, limit: limits.columns })
      while (cells.length < column) cells.push(null)
      cells[column] = value
    }
    column += span
    text = null
  }
  const endRow = () => {
    endCell()
    if (inRow && cells.length > 0) rows.push({ row, cells })
    inRow = false
  }
  const startRow = () => {
    endRow()
    row += 1
    cells = []
    column = 0
    inRow = true
    for (const [at, left] of covered) {
      if (left > 1) covered.set(at, left - 1)
      else covered.delete(at)
    }
  }
  const startCell = (attributes: string) => {
    endCell()
    if (!inRow) startRow()
    while ((covered.get(column) ?? 0) > 0 && column < limits.columns) column += 1
    text = ''
    span = spanOf(attributes, 'colspan')
    const down = spanOf(attributes, 'rowspan')
    // One more than the rows below: the count drops when the next row starts.
    if (down > 1) for (let at = column; at < column + span; at += 1) covered.set(at, down)
  }

  const scanner = markupScanner(
    {
      open(name, attributes) {
        if (name === 'tr') startRow()
        else if (name === 'td' || name === 'th') startCell(attributes)
        else if (name === 'br' && text !== null) text += ' '
      },
      close(name) {
        if (name === 'td' || name === 'th') endCell()
        else if (name === 'tr' || name === 'table') endRow()
      },
      text(piece) {
        if (text === null) return
        text += piece
        if (text.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row })
      },
    },
    limits.pieceCharacters,
    true,
  )
  return {
    push: (chunk: string) => scanner.push(chunk),
    end() {
      scanner.end()
      endRow()
    },
  }
}

/** How many columns or rows a cell covers. */
const spanOf = (attributes: string, name: string) => {
  const span = Number(attribute(attributes, name) ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, 1000) : 1
}
