import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'

import { archiveBudget, openArchive, type ArchiveBudget } from './archive.ts'
import { sniff } from './container.ts'
import { delimitedRows, delimiterOf } from './delimited.ts'
import { decoded, encodingOf, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import { fixedColumns, fixedWidthRows } from './fixed-width.ts'
import { htmlRows } from './html-table.ts'
import { jsonSheets } from './json-tables.ts'
import { defaultLimits, type ReadLimits } from './read-limits.ts'
import type { SheetSource, Workbook } from './sheet-source.ts'
import { spreadsheetmlRows, spreadsheetmlSheets } from './spreadsheetml.ts'
import { xmlSheets } from './xml-tables.ts'
import { cellStyles, sharedStrings, workbookPart } from './xlsx-parts.ts'
import { xlsxRows, type CellContext } from './xlsx-sheet.ts'
import { openZip } from './zip-parts.ts'

type OpenOptions = { limits?: ReadLimits; signal?: AbortSignal; budget?: ArchiveBudget }

/**
 * Opens a file of tables, recognised by its content; `file` is the name the client gave it, used in messages and as
 * the sheet's name where the container has none. Throws `FileProblem` with what is wrong and, in its text, what to do.
 */
export async function openWorkbook(path: string, file: string, options: OpenOptions = {}): Promise<Workbook> {
  const limits = options.limits ?? defaultLimits
  try {
    const size = statSync(path).size
    if (size === 0) throw new FileProblem('fileNoBytes')
    if (size > limits.fileBytes) {
      throw new FileProblem('fileTooLarge', { limit: Math.round(limits.fileBytes / 1024 ** 2) })
    }
    const head = await headOf(path)
    const kind = sniff(head)
    if (kind === 'zip') return named(await zipWorkbook(path, file, { ...options, limits }), file)
    if (kind === 'ole2' || kind === 'biff' || kind === 'sylk' || kind === 'dif') {
      // the reader of old workbooks is large: a thread that reads another file starts without it
      const { xlsSheets } = await import('./xls.ts')
      const text = kind === 'sylk' || kind === 'dif' ? await encodingOf(path, head, options.signal) : undefined
      const sheets = xlsSheets(path, size, limits, text)
      const container = kind === 'sylk' || kind === 'dif' ? kind : 'xls'
      return named({ file, container, encoding: text ?? null, sheets, close() {} }, file)
    }
    const encoding = await encodingOf(path, head, options.signal)
    if (kind === 'json') {
      const sheets = jsonSheets(path, size, encoding, limits)
      return named({ file, container: kind, encoding, sheets, close() {} }, file)
    }
    const sheets = await textSheets(kind, { path, encoding, total: size, limits }, options.signal)
    return named({ file, container: kind, encoding, sheets, close() {} }, file)
  } catch (error) {
    throw error instanceof FileProblem ? error.of(file) : error
  }
}

type TextSource = { path: string; encoding: Encoding; total: number; limits: ReadLimits }

async function textSheets(
  kind: 'html' | 'spreadsheetml' | 'xml' | 'text',
  source: TextSource,
  signal?: AbortSignal,
): Promise<SheetSource[]> {
  if (kind === 'html') {
    return [{ name: '', hidden: false, batches: (signal) => htmlRows(source.path, source, signal) }]
  }
  if (kind === 'xml') return xmlSheets(source, signal)
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
  const columns = fixedColumns(opening.slice(0, 1 << 16))
  if (columns) return [{ name: '', hidden: false, batches: (signal) => fixedWidthRows(source, columns, signal) }]
  const delimiter = delimiterOf(opening.slice(0, 1 << 16))
  return [
    {
      name: '',
      hidden: false,
      batches: (signal, wanted) => delimitedRows(source.path, { ...source, delimiter }, signal, wanted),
    },
  ]
}

async function zipWorkbook(
  path: string,
  file: string,
  options: OpenOptions & { limits: ReadLimits },
): Promise<Workbook> {
  const { limits } = options
  // names that are no UTF-8 or leave the folder are an archive's business, no workbook has them
  const zip = await openZip(path, limits).catch((error: unknown) => {
    if (error instanceof FileProblem && error.code === 'fileUnsafePath') return null
    throw error
  })
  try {
    const other = zip === null ? 'ZIP' : otherPackage(zip.names)
    if (other === 'ZIP') {
      const budget = options.budget ?? archiveBudget(limits)
      const open = (at: string, name: string) => openWorkbook(at, name, { ...options, budget })
      return await openArchive(path, limits, open, { signal: options.signal, budget })
    }
    if (other === 'xlsb' || other === 'ods') {
      const { xlsSheets } = await import('./xls.ts')
      const sheets = xlsSheets(path, statSync(path).size, limits)
      return { file, container: other, encoding: null, sheets, close() {} }
    }
    if (other || zip === null) throw new FileProblem('fileOtherFormat', { kind: other ?? 'ZIP' })
    const book = await workbookPart(zip, limits)
    let context: Promise<CellContext> | undefined
    const loaded = () =>
      (context ??= Promise.all([sharedStrings(zip, book, limits), cellStyles(zip, book, limits)]).then(
        ([strings, styles]) => ({ strings, styles, date1904: book.date1904 }),
      ))
    const sheets = book.sheets.map(({ name, hidden, part }) => ({
      name,
      hidden,
      batches: (signal?: AbortSignal) => xlsxRows(zip, part, { context: loaded, limits }, signal),
      mayBeRed: async () => (await loaded()).styles.some(({ red }) => red),
    }))
    return { file: '', container: 'xlsx', encoding: null, sheets, close: () => zip.close() }
  } catch (error) {
    zip?.close()
    throw error
  }
}

/** What an archive is if it is no xlsx; undefined if it may be one. */
function otherPackage(names: string[]): string | undefined {
  if (names.some((name) => /(?:^|\/)workbook\.bin$/i.test(name))) return 'xlsb'
  if (names.includes('word/document.xml')) return 'docx'
  if (names.includes('ppt/presentation.xml')) return 'pptx'
  if (names.includes('OFD.xml')) return 'OFD'
  if (names.includes('content.xml')) return 'ods'
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
