import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'

import { sniff } from './container.ts'
import { delimitedRows, delimiterOf } from './delimited.ts'
import { decoded, encodingOf, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import { htmlRows } from './html-table.ts'
import { defaultLimits, type ReadLimits } from './read-limits.ts'
import type { SheetSource, Workbook } from './sheet-source.ts'
import { spreadsheetmlRows, spreadsheetmlSheets } from './spreadsheetml.ts'
import { numberStyles, sharedStrings, workbookPart } from './xlsx-parts.ts'
import { xlsxRows, type CellContext } from './xlsx-sheet.ts'
import { openZip } from './zip-parts.ts'

/**
 * Opens a file of tables, recognised by its content; `file` is the name the client gave it, used in messages and as
 * the sheet's name where the container has none. Throws `FileProblem` with what is wrong and, in its text, what to do.
 */
export async function openWorkbook(
  path: string,
  file: string,
  options: { limits?: ReadLimits; signal?: AbortSignal } = {},
): Promise<Workbook> {
  const limits = options.limits ?? defaultLimits
  try {
    const size = statSync(path).size
    if (size === 0) throw new FileProblem('fileNoBytes')
    if (size > limits.fileBytes) {
      throw new FileProblem('fileTooLarge', { limit: Math.round(limits.fileBytes / 1024 ** 2) })
    }
    const head = await headOf(path)
    const kind = sniff(head)
    if (kind === 'zip') return named(await xlsxWorkbook(path, limits), file)
    if (kind === 'ole2' || kind === 'biff') {
      // the reader of old workbooks is large: a thread that reads another file starts without it
      const { xlsSheets } = await import('./xls.ts')
      const sheets = xlsSheets(path, size, limits)
      return named({ file, container: 'xls', encoding: null, sheets, close() {} }, file)
    }
    const encoding = await encodingOf(path, head, options.signal)
    const sheets = await textSheets(kind, { path, encoding, total: size, limits }, options.signal)
    return named({ file, container: kind, encoding, sheets, close() {} }, file)
  } catch (error) {
    throw error instanceof FileProblem ? error.of(file) : error
  }
}

type TextSource = { path: string; encoding: Encoding; total: number; limits: ReadLimits }

async function textSheets(
  kind: 'html' | 'spreadsheetml' | 'text',
  source: TextSource,
  signal?: AbortSignal,
): Promise<SheetSource[]> {
  if (kind === 'html') {
    return [{ name: '', hidden: false, batches: (signal) => htmlRows(source.path, source, signal) }]
  }
  if (kind === 'spreadsheetml') {
    const names = await spreadsheetmlSheets(source, signal)
    return names.map((name, index) => ({
      name,
      hidden: false,
      batches: (signal) => spreadsheetmlRows(source, index, signal),
    }))
  }
  let opening = ''
  for await (const { text } of decoded(source.path, source.encoding, signal)) {
    opening += text
    if (opening.length > 1 << 16) break
  }
  const delimiter = delimiterOf(opening.slice(0, 1 << 16))
  return [
    { name: '', hidden: false, batches: (signal) => delimitedRows(source.path, { ...source, delimiter }, signal) },
  ]
}

async function xlsxWorkbook(path: string, limits: ReadLimits): Promise<Workbook> {
  const zip = await openZip(path, limits)
  try {
    const other = otherPackage(zip.names)
    if (other) throw new FileProblem('fileOtherFormat', { kind: other })
    const book = await workbookPart(zip, limits)
    let context: Promise<CellContext> | undefined
    const loaded = () =>
      (context ??= Promise.all([sharedStrings(zip, book, limits), numberStyles(zip, book, limits)]).then(
        ([strings, styles]) => ({ strings, styles, date1904: book.date1904 }),
      ))
    const sheets = book.sheets.map(({ name, hidden, part }) => ({
      name,
      hidden,
      batches: (signal?: AbortSignal) => xlsxRows(zip, part, { context: loaded, limits }, signal),
    }))
    return { file: '', container: 'xlsx', encoding: null, sheets, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** What an archive is if it is no xlsx; undefined if it may be one. */
function otherPackage(names: string[]): string | undefined {
  if (names.some((name) => /(?:^|\/)workbook\.bin$/i.test(name))) return 'xlsb'
  if (names.includes('word/document.xml')) return 'docx'
  if (names.includes('ppt/presentation.xml')) return 'pptx'
  if (names.includes('OFD.xml')) return 'OFD'
  if (names.includes('content.xml')) return 'ODS'
  return names.some((name) => /(?:^|\/)workbook\.xml$/i.test(name)) ? undefined : 'ZIP'
}

/** Errors met while reading know the file's name too. */
const named = (book: Workbook, file: string): Workbook => ({
  ...book,
  file,
  sheets: book.sheets.map((sheet) => ({
    ...sheet,
    async *batches(signal) {
      try {
        yield* sheet.batches(signal)
      } catch (error) {
        throw error instanceof FileProblem ? error.of(file) : error
      }
    },
  })),
})

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const bytes = new Uint8Array(1 << 16)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
