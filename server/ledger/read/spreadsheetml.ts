import type { Cell, SheetRow } from '#engine/ledger/cell.ts'

import { decoded, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import { attribute, markupScanner } from './markup.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch } from './sheet-source.ts'

type Source = { path: string; encoding: Encoding; total: number; limits: ReadLimits }

/** The names of the sheets of a SpreadsheetML 2003 file, in order; the file is read once through. */
export async function spreadsheetmlSheets(source: Source, signal?: AbortSignal): Promise<string[]> {
  const names: string[] = []
  const scanner = markupScanner(
    {
      open(name, attributes) {
        if (name === 'Worksheet') names.push(attribute(attributes, 'Name') ?? '')
      },
      close: nothing,
      text: nothing,
    },
    source.limits.pieceCharacters,
  )
  for await (const { text } of decoded(source.path, source.encoding, signal)) scanner.push(text)
  scanner.end()
  return names
}

/** The rows of the sheet at `index`, in batches. */
export async function* spreadsheetmlRows(
  source: Source,
  index: number,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const rows: SheetRow[] = []
  const scanner = spreadsheetmlScanner(source.limits, index, rows)
  for await (const { text, consumed } of decoded(source.path, source.encoding, signal)) {
    scanner.push(text)
    if (rows.length >= source.limits.batchRows) yield { rows: rows.splice(0), consumed, total: source.total }
  }
  scanner.end()
  if (rows.length > 0) yield { rows: rows.splice(0), consumed: source.total, total: source.total }
}

function spreadsheetmlScanner(limits: ReadLimits, wanted: number, rows: SheetRow[]) {
  let sheet = -1
  let row = 0
  let column = -1
  let span = 0
  let cells: Cell[] = []
  let type = ''
  let value: string | null = null

  const put = () => {
    if (value === null || value === '') return
    if (column >= limits.columns) throw new FileProblem('fileTooManyColumns', { row, limit: limits.columns })
    while (cells.length < column) cells.push(null)
    if (type === 'Number') cells[column] = Number(value)
    else if (type === 'Boolean') cells[column] = value === '1'
    else if (type === 'DateTime') cells[column] = value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '')
    else cells[column] = value
  }

  return markupScanner(
    {
      open(name, attributes) {
        if (name === 'Worksheet') {
          sheet += 1
          row = 0
        } else if (sheet !== wanted) return
        else if (name === 'Row') {
          row = Number(attribute(attributes, 'Index') ?? row + 1)
          cells = []
          column = -1
          span = 0
        } else if (name === 'Cell') {
          column = Number(attribute(attributes, 'Index') ?? column + span + 2) - 1
          span = Number(attribute(attributes, 'MergeAcross') ?? 0)
          value = null
        } else if (name === 'Data') {
          type = attribute(attributes, 'Type') ?? 'String'
          value = ''
        }
      },
      close(name) {
        if (sheet !== wanted) return
        if (name === 'Data') {
          put()
          value = null
        } else if (name === 'Row' && cells.length > 0) rows.push({ row, cells })
      },
      text(text) {
        if (value === null || sheet !== wanted) return
        value += text
        if (value.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row })
      },
    },
    limits.pieceCharacters,
  )
}

function nothing() {}
