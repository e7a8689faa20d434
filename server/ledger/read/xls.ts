import { readFileSync } from 'node:fs'

import { read, set_cptable, type CellObject, type WorkSheet } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'

import type { Cell, SheetRow } from '#engine/ledger/cell.ts'
import { dayOfSerial } from '#engine/ledger/day.ts'

import type { Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch, SheetSource } from './sheet-source.ts'
import { styleOf, zeroPadded } from './xlsx-parts.ts'

/**
 * The sheets of an old workbook (BIFF 2 to 8, also WPS `.et`), read whole: such a file holds at most 65,536 rows a
 * sheet. Also those of xlsb, ods, SYLK and DIF, which come small; `encoding` is that of the last two,
 * which are text. Throws `FileProblem` fileEncrypted, fileTruncated, fileDamaged, fileOtherFormat, fileTooLarge, fileTooManyColumns.
 */
export function xlsSheets(path: string, size: number, limits: ReadLimits, encoding?: Encoding): SheetSource[] {
  if (size > limits.wholeBytes) {
    throw new FileProblem('fileTooLarge', { limit: Math.round(limits.wholeBytes / 1024 ** 2) })
  }
  const bytes = readFileSync(path)
  if (bytes[0] === 0xd0) checkCompound(bytes)
  set_cptable(codePages)
  try {
    const book = read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      codepage: 936,
    })
    const date1904 = book.Workbook?.WBProps?.date1904 === true
    return book.SheetNames.map((name, index) => ({
      name,
      hidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
      batches: (signal) => xlsRows(book.Sheets[name], { date1904, encoding }, limits, signal),
    }))
  } catch (error) {
    throw refusal(error)
  }
}

function refusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileProblem) return error
  if (/password|encrypt|ECMA-376/i.test(error.message)) return new FileProblem('fileEncrypted')
  if (/cannot find workbook|unsupported file|cannot find file/i.test(error.message)) {
    return new FileProblem('fileOtherFormat', { kind: 'OLE2' })
  }
  return new FileProblem('fileDamaged')
}

type CellReading = { date1904: boolean; encoding: Encoding | undefined }

/** The library hands over the bytes of DIF and SYLK texts as characters. */
const textOfBytes = (text: string, encoding: Encoding): string =>
  /[^\0-\xff]/.test(text) || !/[\x80-\xff]/.test(text)
    ? text
    : new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'))

async function* xlsRows(
  sheet: WorkSheet | undefined,
  how: CellReading,
  limits: ReadLimits,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const data: (CellObject[] | undefined)[] = sheet?.['!data'] ?? []
  let rows: SheetRow[] = []
  for (let index = 0; index < data.length; index += 1) {
    const row = rowOf(data[index] ?? [], index + 1, how)
    if (row.cells.length > limits.columns) {
      throw new FileProblem('fileTooManyColumns', { row: row.row, limit: limits.columns })
    }
    if (row.cells.length > 0) rows.push(row)
    if (rows.length < limits.batchRows) continue
    signal?.throwIfAborted()
    yield { rows, consumed: index + 1, total: data.length }
    rows = []
  }
  signal?.throwIfAborted()
  if (rows.length > 0) yield { rows, consumed: data.length, total: data.length }
}

function rowOf(stored: (CellObject | undefined)[], row: number, { date1904, encoding }: CellReading): SheetRow {
  const cells: Cell[] = []
  let shown: Record<number, string> | undefined
  for (let column = 0; column < stored.length; column += 1) {
    const cell = stored[column]
    if (!cell || cell.v === undefined || cell.v === null || cell.v === '') continue
    while (cells.length < column) cells.push(null)
    if (cell.t === 'n' && typeof cell.v === 'number') {
      const style = styleOf(0, typeof cell.z === 'string' ? cell.z : 'General')
      if (style !== 'plain' && style !== 'date') (shown ??= {})[column] = zeroPadded(cell.v, style)
      cells[column] = style === 'date' ? (dayOfSerial(cell.v, date1904) ?? cell.v) : cell.v
    } else if (cell.t === 'e') cells[column] = cell.w ?? '#ERROR!'
    else if (cell.v instanceof Date) cells[column] = cell.v.toISOString().slice(0, 10)
    else cells[column] = encoding && typeof cell.v === 'string' ? textOfBytes(cell.v, encoding) : cell.v
  }
  return shown ? { row, cells, shown } : { row, cells }
}

/** The compound file's own allocation table says how long the file must be; a shorter one was cut off. */
function checkCompound(bytes: Buffer) {
  if (bytes.length < 1536) throw new FileProblem('fileTruncated')
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new FileProblem('fileEncrypted')
  const sector = 1 << bytes.readUInt16LE(0x1e)
  if (sector !== 512 && sector !== 4096) throw new FileProblem('fileDamaged')
  const table: number[] = []
  for (let index = 0; index < Math.min(bytes.readUInt32LE(0x2c), 109); index += 1) {
    const at = (bytes.readUInt32LE(0x4c + index * 4) + 1) * sector
    if (at + sector > bytes.length) throw new FileProblem('fileTruncated')
    for (let entry = 0; entry < sector / 4; entry += 1) table.push(bytes.readInt32LE(at + entry * 4))
  }
  // the highest sector in use ends the file: free ones are marked -1, by some writers as ends of a chain (-2)
  const filler = table.at(-1) === -2 ? -2 : -1
  const last = table.findLastIndex((next) => next !== filler)
  const linked = filler === -2 ? table.reduce((most, next) => Math.max(most, next), 0) : 0
  if ((Math.max(last, linked) + 1) * sector >= bytes.length) throw new FileProblem('fileTruncated')
}
