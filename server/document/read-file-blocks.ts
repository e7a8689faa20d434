import { readFileSync, statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { lawFacts } from '#engine/document/law-facts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { decoded, encodingOf } from '#server/ledger/read/encoding.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { defaultLimits, type ReadLimits } from '#server/ledger/read/read-limits.ts'
import { openZip } from '#server/ledger/read/zip-parts.ts'
import { BlockList } from './block-list.ts'
import { readerOf, type Reader } from './document-kind.ts'
import { refusalOf } from './file-refusal.ts'
import type { DocumentKind, DocumentLimits, DocumentReading } from './document-reading.ts'
import { docxBlocks } from './docx.ts'
import { htmlReader } from './html-blocks.ts'
import { mailBlocks } from './mail.ts'
import type { Ocr } from './ocr-port.ts'
import { ofdBlocks } from './ofd.ts'
import { slideBlocks } from './slides.ts'
import { markdownText, textBlocks } from './text-blocks.ts'
import { sheetExtents } from './sheet-extents.ts'
import { fieldRows } from './xml-fields.ts'
import { descendants, officeProperties, xmlParser, xmlPart, type Properties } from './xml-tree.ts'

const MEGABYTE = 1024 ** 2
/** Workbooks unpacked to more are read row by row, without formulas. */
const WHOLE_WORKBOOK = 60 * MEGABYTE
const WHOLE_OLD = 40 * MEGABYTE
const WHOLE_TEXT = 60 * MEGABYTE
const LONGEST_TITLE = 120

type Found = { kind: DocumentKind; pages: number; properties: Partial<Properties> }
type Source = { path: string; name: string; limits: DocumentLimits; list: BlockList; ocr: Ocr | null }

/** Reads one file into blocks, in the thread it is called in; `readDocument` is for everybody else. */
export async function readFileBlocks(path: string, name: string, limits: DocumentLimits): Promise<DocumentReading> {
  const list = new BlockList(limits)
  try {
    const { size } = statSync(path)
    if (size === 0) throw new Refusal('documentEmpty', { file: name })
    if (size > limits.bytes) throw tooLarge(name, limits.bytes)
    const head = await headOf(path, size)
    const { reader, type } = readerOf(head, name)
    const source: Source = { path, name, limits, list, ocr: await ocrOf(limits) }
    const found = reader === 'image' ? await pictureBlocks(source, type ?? '') : await blocksOf(reader, source, head)
    return finished(found, source)
  } catch (error) {
    throw error instanceof FileProblem ? refusalOf(error, name, limits) : error
  }
}

function finished({ kind, pages, properties }: Found, { name, list }: Source): DocumentReading {
  if (list.blocks.length === 0) {
    const scanned = list.unread.some(({ what }) => what === 'documentNoText')
    if (!scanned) throw new Refusal('documentNothing', { file: name })
    if (!list.unread.some(({ what }) => what === 'documentOcrFailed'))
      throw new Refusal('documentNeedsOcr', { file: name })
    throw new Refusal('documentOcrFailed')
  }
  if (list.hidden > 0) list.warn('documentHidden', { count: list.hidden })
  const blocks = list.blocks
  const heading = blocks.slice(0, 5).find((block) => block.kind === 'heading')
  const own = properties.title ?? ''
  return {
    kind,
    // programs call a text after the file it was made from, or not at all
    title:
      (/^(?:|untitled.*|无标题|未命名.*|.*\.(?:docx?|xlsx?|pptx?|wps|rtf)|microsoft word - .*|文档\d*)$/i.test(own)
        ? ''
        : own
      ).slice(0, LONGEST_TITLE) ||
      (kind === 'xlsx' || kind === 'csv' ? '' : (heading?.text.slice(0, LONGEST_TITLE) ?? '')) ||
      name.replace(/\.[^.]{1,9}$/, ''),
    author: properties.author ?? null,
    created: properties.created ?? null,
    modified: properties.modified ?? null,
    blocks,
    pages: Math.max(1, pages),
    warnings: list.warnings,
    unread: list.unread,
    hidden: list.hidden,
    law: lawFacts(blocks),
  }
}

// The readers of workbooks, PDF and pictures are large: a thread that reads another file starts without them.

async function ocrOf({ ocr }: DocumentLimits): Promise<Ocr | null> {
  if (ocr === null || ocr === '') return null
  return (await import('./ocr-port.ts')).openOcr(ocr)
}

async function wholeBook({ path, name, limits, list }: Source, lastRows?: Map<string, number>): Promise<number> {
  const { workbookBlocks } = await import('./workbook-blocks.ts')
  return await workbookBlocks(path, name, { ...limits, ...(lastRows && { lastRows }) }, list)
}

async function streamedBook({ path, name, limits, list }: Source): Promise<number> {
  const { streamedBlocks } = await import('./streamed-blocks.ts')
  return await streamedBlocks(path, name, limits, list)
}

async function blocksOf(reader: Exclude<Reader, 'image'>, source: Source, head: Uint8Array): Promise<Found> {
  const { path, name, limits, list, ocr } = source
  switch (reader) {
    case 'pdf': {
      const { pdfBlocks } = await import('./pdf.ts')
      return { kind: 'pdf', ...(await pdfBlocks(await readFile(path), name, { limits, ocr }, list)) }
    }
    case 'zip':
      return packageBlocks(source)
    case 'workbook':
      if (statSync(path).size > WHOLE_OLD) throw tooLarge(name, WHOLE_OLD)
      return { kind: 'xlsx', pages: await wholeBook(source), properties: {} }
    case 'spreadsheetml':
      return { kind: 'xlsx', pages: await streamedBook(source), properties: {} }
    case 'mail':
      if (statSync(path).size > WHOLE_TEXT) throw tooLarge(name, WHOLE_TEXT)
      return { kind: 'mail', pages: 1, properties: mailBlocks(await readFile(path), list) }
    case 'html': {
      const page = htmlReader(list)
      for await (const { text } of decoded(path, await encodingOf(path, head))) page.push(text)
      return { kind: 'html', pages: 1, properties: { title: page.end() } }
    }
    case 'xml': {
      const parser = xmlParser(name)
      for await (const { text } of decoded(path, await encodingOf(path, head))) parser.push(text.replace(/^\ufeff/, ''))
      list.table(fieldRows(parser.end()), { headerRows: 0 })
      return { kind: 'text', pages: 1, properties: {} }
    }
    case 'json':
    case 'text':
      return plainBlocks(source, head)
  }
}

/** Which text it is cannot be seen by its bytes: the name decides between its readers, all of which are harmless. */
async function plainBlocks(source: Source, head: Uint8Array): Promise<Found> {
  const { path, name, list } = source
  const encoding = await encodingOf(path, head)
  const opening = new TextDecoder(encoding).decode(head.subarray(0, 1 << 16)).slice(0, 20_000)
  if (/\.(?:csv|tsv|tab|xls|xlsx)$/i.test(name) || tabbed(opening))
    return { kind: 'csv', pages: await streamedBook(source), properties: {} }
  if (statSync(path).size > WHOLE_TEXT) throw tooLarge(name, WHOLE_TEXT)
  let text = ''
  for await (const part of decoded(path, encoding)) text += part.text
  const body = text.replace(/^\ufeff/, '')
  if (/\.(?:md|markdown)$/i.test(name)) {
    markdownText(body, list)
    return { kind: 'markdown', pages: 1, properties: {} }
  }
  textBlocks(body, list)
  return { kind: 'text', pages: 1, properties: {} }
}

/** Lines with the same number of tabs, two at least. */
function tabbed(opening: string): boolean {
  const lines = opening
    .split(/\r?\n/)
    .slice(0, 8)
    .filter((line) => line !== '')
  const counts = lines.slice(0, -1).map((line) => line.split('\t').length)
  return counts.length >= 3 && (counts[0] ?? 0) >= 3 && counts.every((count) => count === counts[0])
}

async function packageBlocks(source: Source): Promise<Found> {
  const { path, name, limits, list } = source
  const zip = await openZip(path, zipLimits(limits))
  try {
    const has = (part: string) => zip.names.includes(part)
    if (has('word/document.xml')) {
      await docxBlocks(zip, name, list)
      return { kind: 'docx', pages: 1, properties: await officeProperties(zip, name) }
    }
    if (has('ppt/presentation.xml')) {
      const pages = await slideBlocks(zip, name, limits, list)
      return { kind: 'pptx', pages, properties: await officeProperties(zip, name) }
    }
    if (has('OFD.xml')) return { kind: 'ofd', ...(await ofdBlocks(zip, name, limits, list)) }
    const mime = has('mimetype') ? await firstText(zip.text('mimetype')) : ''
    if (/opendocument\.(?:text|presentation)/.test(mime))
      throw new Refusal('documentOld', {
        file: name,
        kind: mime.includes('text') ? 'odt' : 'odp',
        wanted: 'docx / pptx',
      })
    if (mime.includes('epub')) throw new Refusal('documentOther', { file: name, kind: 'EPUB' })
    const book = zip.names.some((part) => /(?:^|\/)workbook\.(?:xml|bin)$/i.test(part)) || /spreadsheet/.test(mime)
    if (!book) throw new Refusal('documentArchive', { file: name, kind: 'ZIP' })
    const unpacked = zip.names.filter((part) => !/\/media\//.test(part)).reduce((sum, part) => sum + zip.size(part), 0)
    const properties = await officeProperties(zip, name)
    const pictures = zip.names.filter((part) => part.startsWith('xl/media/')).length
    if (pictures > 0) list.notRead('documentPictures', { count: pictures })
    let comments = 0
    for (const part of zip.names.filter((one) => /^xl\/(?:comments\d*|threadedComments\/.*)\.xml$/i.test(one)))
      comments += descendants((await xmlPart(zip, part, name)) ?? { name: '', raw: '', children: [] }, 'comment').length
    if (comments > 0) list.warn('documentComments', { count: comments })
    if (unpacked <= WHOLE_WORKBOOK) {
      const lastRows = await sheetExtents(zip, name)
      try {
        return { kind: 'xlsx', pages: await wholeBook(source, lastRows), properties }
      } catch (error) {
        // some exporters leave parts out that only formulas and formats need
        if (!(error instanceof Refusal) || error.key !== 'documentDamaged') throw error
      }
    }
    list.warn('documentValuesOnly')
    return { kind: 'xlsx', pages: await streamedBook(source), properties }
  } finally {
    zip.close()
  }
}

async function firstText(parts: AsyncIterable<{ text: string }>): Promise<string> {
  for await (const { text } of parts) return text.slice(0, 200)
  return ''
}

/** A picture by the recognition service; without one it is refused, and says why. */
async function pictureBlocks({ path, name, list, ocr }: Source, type: string): Promise<Found> {
  if (!ocr) throw new Refusal('documentNeedsOcr', { file: name })
  const { layoutBlocks } = await import('#engine/document/page-layout.ts')
  const { pieces, width, height } = await ocr.recognise({ bytes: readFileSync(path), type })
  for (const block of layoutBlocks([{ page: 1, width, height, pieces }]).blocks) list.take(block)
  return { kind: 'image', pages: 1, properties: {} }
}

const zipLimits = ({ unpackedBytes, columns }: DocumentLimits): ReadLimits => ({
  ...defaultLimits,
  unpackedBytes,
  columns,
})

const tooLarge = (file: string, bytes: number) =>
  new Refusal('documentTooLarge', { file, limit: Math.round(bytes / MEGABYTE) })

async function headOf(path: string, size: number): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const bytes = new Uint8Array(Math.min(size, 1 << 16))
    await handle.read(bytes, 0, bytes.length, 0)
    // a compound file's directory may stand anywhere in it
    return bytes[0] === 0xd0 && bytes[1] === 0xcf && size <= WHOLE_OLD ? await readFile(path) : bytes
  } finally {
    await handle.close()
  }
}
