import type { Cell, SheetRow } from '#engine/ledger/cell.ts'
import { dayOfSerial } from '#engine/ledger/day.ts'

import { FileProblem } from './file-problem.ts'
import { markupScanner } from './markup.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch } from './sheet-source.ts'
import { unescapeControl, zeroPadded, type CellStyle } from './xlsx-parts.ts'
import type { ZipParts } from './zip-parts.ts'

/** What a sheet's cells refer to. */
export type CellContext = { strings: string[]; styles: CellStyle[]; date1904: boolean }

/** Attributes written as ` r="A1"`; much faster than a pattern, and sheets are nothing but these. */
function quick(attributes: string, name: string): string {
  const at = attributes.indexOf(` ${name}="`)
  if (at < 0) return ''
  const from = at + name.length + 3
  return attributes.slice(from, attributes.indexOf('"', from))
}

/** The column (from 0) of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Turns one sheet's markup into rows: values only, formulas by the result they were saved with. */
export function sheetScanner(context: CellContext, limits: ReadLimits, rows: SheetRow[]) {
  let rowNumber = 0
  let cells: Cell[] = []
  let shown: Record<number, string> | undefined
  let red: number[] | undefined
  let uncalculated: number[] | undefined
  let column = -1
  let kind = ''
  let style = 0
  let value = ''
  let reading: '' | 'v' | 't' = ''
  let phonetic = false
  let complete = false
  let formula = false

  const put = () => {
    // a result that was never worked out is not zero: `<v></v>` is an empty text, no `<v>` is nothing at all
    if (formula) (uncalculated ??= []).push(column)
    const cell = cellValue()
    if (cell === null) return
    if (column >= limits.columns) throw new FileProblem('fileTooManyColumns', { row: rowNumber, limit: limits.columns })
    while (cells.length < column) cells.push(null)
    cells[column] = cell
  }
  const cellValue = (): Cell => {
    if (value === '') return null
    if (kind === 's') {
      const text = context.strings[Number(value)]
      if (text === undefined) throw new FileProblem('fileDamaged')
      return text === '' ? null : text
    }
    if (kind === 'inlineStr' || kind === 'str') return unescapeControl(value)
    if (kind === 'b') return value === '1' || value === 'true'
    if (kind === 'e') return value
    if (kind === 'd') return value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '')
    const number = Number(value)
    if (!Number.isFinite(number)) throw new FileProblem('fileDamaged')
    const { how, red: inRed } = context.styles[style] ?? { how: 'plain', red: false }
    if (inRed && number > 0) (red ??= []).push(column)
    if (how === 'date') return dayOfSerial(number, context.date1904) ?? number
    if (how !== 'plain') (shown ??= {})[column] = zeroPadded(number, how)
    return number
  }

  const scanner = markupScanner(
    {
      open(name, attributes, empty) {
        if (name === 'c') {
          const reference = quick(attributes, 'r')
          column = reference ? columnOf(reference) : column + 1
          kind = quick(attributes, 't')
          style = Number(quick(attributes, 's'))
          value = ''
          formula = false
        } else if (name === 'f') formula = true
        else if (name === 'v') reading = empty ? '' : 'v'
        else if (name === 't') reading = empty || phonetic ? '' : 't'
        else if (name === 'row') {
          const reference = quick(attributes, 'r')
          rowNumber = reference ? Number(reference) : rowNumber + 1
          cells = []
          shown = undefined
          red = undefined
          uncalculated = undefined
          column = -1
        } else if (name === 'rPh') phonetic = true
      },
      close(name) {
        if (name === 'v') formula = false
        if (name === 'v' || name === 't') reading = ''
        else if (name === 'c') put()
        else if (name === 'row') {
          if (cells.length > 0)
            rows.push({
              row: rowNumber,
              cells,
              ...(shown && { shown }),
              ...(red && { red }),
              ...(uncalculated && { uncalculated }),
            })
        } else if (name === 'rPh') phonetic = false
        else if (name === 'worksheet') complete = true
      },
      text(text) {
        if (reading === '') return
        value += text
        if (value.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row: rowNumber })
      },
    },
    limits.pieceCharacters,
  )
  return {
    push: (chunk: string) => scanner.push(chunk),
    end() {
      scanner.end()
      if (!complete) throw new FileProblem('fileTruncated')
    },
  }
}

/** The rows of one sheet part, in batches, in constant memory beside the shared texts. */
export async function* xlsxRows(
  zip: ZipParts,
  part: string,
  how: { context: () => Promise<CellContext>; limits: ReadLimits },
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const rows: SheetRow[] = []
  const scanner = sheetScanner(await how.context(), how.limits, rows)
  const total = zip.size(part)
  for await (const { text, consumed } of zip.text(part, signal)) {
    scanner.push(text)
    if (rows.length >= how.limits.batchRows) yield { rows: rows.splice(0), consumed, total }
  }
  scanner.end()
  if (rows.length > 0) yield { rows: rows.splice(0), consumed: total, total }
}
