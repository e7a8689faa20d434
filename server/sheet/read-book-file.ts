import type { BookNote } from '#contract/sheet-book.ts'
import { type BookSheet, emptySheet, MOST_BOOK_CELLS, MOST_CHARACTERS, MOST_COLUMNS } from '#contract/sheet-book.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { FileProblem } from '../ledger/read/file-problem.ts'
import { openWorkbook } from '../ledger/read/open-workbook.ts'
import { defaultLimits, type ReadLimits } from '../ledger/read/read-limits.ts'
import { openZip } from '../ledger/read/zip-parts.ts'
import { type ReadBook, readSheetBook } from './read-sheet-book.ts'

const MB = 1024 ** 2
/** A spreadsheet on screen is small: what is far larger is a ledger, or a trap. */
const limits: ReadLimits = {
  ...defaultLimits,
  fileBytes: 60 * MB,
  wholeBytes: 20 * MB,
  unpackedBytes: 160 * MB,
  columns: MOST_COLUMNS,
}

type Named = { path: string; name: string }

/**
 * Reads a file of tables whatever its container, recognised by its content. Throws a Refusal or a FileProblem that says what is
 * wrong with it.
 */
export async function readBookFile(bytes: Uint8Array, { path, name }: Named): Promise<ReadBook> {
  if (bytes.length > limits.fileBytes) throw new FileProblem('fileTooLarge', { file: name, limit: 60 })
  const kind = await containerOf(bytes, path)
  try {
    if (kind.container === 'text') return await textBook(path, name)
    if (kind.container === 'old') {
      if (bytes.length > limits.wholeBytes) throw new FileProblem('fileTooLarge', { file: name, limit: 20 })
      // the reader of old workbooks is large
      return (await import('./read-old-book.ts')).readOldBook(bytes)
    }
    const { book, notes } = await readSheetBook(bytes, kind.container)
    return { book, notes: [...kind.notes, ...notes] }
  } catch (error) {
    if (error instanceof Refusal || error instanceof FileProblem) throw error
    throw troubleOf(error, name)
  }
}

/** Libraries say in many words that a file is not what it says it is. */
function troubleOf(error: unknown, name: string): Error {
  const says = error instanceof Error ? error.message : ''
  if (/password|encrypt/i.test(says)) return new FileProblem('fileEncrypted', { file: name })
  if (/exceeds limit|zip bomb|too large|cells/i.test(says)) return new Refusal('sheetTooLarge')
  return new FileProblem('fileDamaged', { file: name })
}

type Container = { container: 'xlsx' | 'ods' | 'old' | 'text'; notes: BookNote[] }

async function containerOf(bytes: Uint8Array, path: string): Promise<Container> {
  const starts = (...magic: number[]) => magic.every((byte, at) => bytes[at] === byte)
  if (starts(0xd0, 0xcf, 0x11, 0xe0) || (starts(0x09) && [0, 2, 4, 8].includes(bytes[1] ?? 1)))
    return { container: 'old', notes: [] }
  if (!starts(0x50, 0x4b)) return { container: 'text', notes: [] }
  // sizes, ratios and passwords are looked at before a byte is unpacked
  const zip = await openZip(path, limits)
  try {
    const notes: BookNote[] = zip.names
      .filter((part) => /vbaProject|macrosheets?\//i.test(part))
      .map((part) => ({ kind: 'macro', sheet: '', cell: '', text: part }))
    if (zip.names.includes('xl/workbook.bin')) return { container: 'old', notes }
    if (zip.names.includes('content.xml')) return { container: 'ods', notes }
    if (!zip.names.some((part) => part.endsWith('workbook.xml'))) throw new FileProblem('fileArchive', { kind: 'ZIP' })
    return { container: 'xlsx', notes }
  } finally {
    zip.close()
  }
}

/** CSV and other text, tables of web pages, SpreadsheetML: values only. What begins with = is text. */
async function textBook(path: string, name: string): Promise<ReadBook> {
  const source = await openWorkbook(path, name, { limits })
  try {
    const sheets: BookSheet[] = []
    let count = 0
    for (const [at, given] of source.sheets.entries()) {
      const sheet = emptySheet(`s${at + 1}`, given.name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1')
      for await (const { rows } of given.batches())
        for (const { row, cells, shown } of rows)
          for (const [c, value] of cells.entries()) {
            if (value === null || value === '') continue
            count += 1
            if (count > MOST_BOOK_CELLS) throw new Refusal('sheetTooManyCells', { limit: MOST_BOOK_CELLS })
            const v = valueOf(value, shown?.[c])
            sheet.cells.push({ r: row - 1, c, v })
            sheet.rows = Math.max(sheet.rows, row + 10)
            sheet.columns = Math.max(sheet.columns, c + 3)
          }
      sheets.push({ ...sheet, columns: Math.min(sheet.columns, MOST_COLUMNS) })
    }
    return {
      book: { sheets: sheets.length > 0 ? sheets : [emptySheet('s1', 'Sheet1')], styles: [], names: [] },
      notes: [],
    }
  } finally {
    source.close()
  }
}

const NUMBER = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,10})?$/
/** Numbers that lose nothing by being numbers; codes with zeros before them and long numbers stay text. */
const valueOf = (value: string | number | boolean, shown: string | undefined) => {
  if (typeof value !== 'string') return value
  const text = (shown ?? value).slice(0, MOST_CHARACTERS)
  return NUMBER.test(text) ? Number(text) : text
}
