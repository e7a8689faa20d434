import { open, readFile } from 'node:fs/promises'
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPageEmbedder,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { MergeOptions } from '#contract/tool-run.ts'
import { type InvoiceFacts, invoiceFacts } from '#engine/invoice/invoice-facts.ts'
import { POINTS_PER_MM } from '#engine/invoice/page-grid.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { defaultLimits } from '#server/ledger/read/read-limits.ts'
import { openZip } from '#server/ledger/read/zip-parts.ts'
import { defaultDocumentLimits } from '../document/document-reading.ts'
import { ofdPackage } from '../document/ofd-package.ts'
import { readFileBlocks } from '../document/read-file-blocks.ts'
import { problemOf } from './file-words.ts'
import { ofdForm, ofdPens } from './ofd-form.ts'
import { flattenAll } from './pdf-stamps.ts'
import { type RunFile, said, type Said } from './runner.ts'

/** One page of a receipt inside the new document, not yet put anywhere: its drawing, how large, and turned how far. */
export type Sheet = { ref: PDFRef; width: number; height: number; degrees: number; largest: number }
export type Taken = { sheets: Sheet[]; says: Said[]; stamps: number }

/** Why a receipt is left out, in words. */
export class LeftOut extends Error {
  readonly key: TextKey
  readonly params: Params
  constructor(key: TextKey, params: Params = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

export type ReceiptKind = 'pdf' | 'ofd' | 'picture'

/** Dots per inch that pictures keep at the size they are shown. */
const DPI = 200
const MOST_PIXELS = 120_000_000
const FACT_PAGES = 2

/** What a file is, by its first bytes. */
export async function kindOf({ path, name }: RunFile): Promise<ReceiptKind> {
  const handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(2048), 0, 2048, 0).finally(() => handle.close())
  const ascii = buffer.toString('latin1')
  if (ascii.slice(0, 1100).includes('%PDF-')) return 'pdf'
  if (ascii.startsWith('PK')) return packageKind(path, name)
  if (/^....ftyp(?:hei|mif|msf)/s.test(ascii)) throw new LeftOut('toolHeic')
  if (/^(?:\xff\xd8\xff|\x89PNG|GIF8|II\*\0|MM\0\*|RIFF....WEBP)/s.test(ascii)) return 'picture'
  throw new LeftOut('toolNoReceipt')
}

/** An OFD, which is a package; another package is no receipt. */
async function packageKind(path: string, name: string): Promise<ReceiptKind> {
  try {
    const zip = await openZip(path, defaultLimits)
    zip.close()
    if (zip.names.some((part) => /^OFD\.xml$/i.test(part))) return 'ofd'
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const { key, params } = problemOf(error, name)
    throw new LeftOut(key === 'toolEncrypted' ? 'toolPdfLocked' : key, params)
  }
  throw new LeftOut('toolNoReceipt')
}

/** What a receipt says of itself; of pictures and scans only with a service that recognises text. Throws a Refusal where it cannot be read. */
export async function factsOf(
  { path, name }: RunFile,
  kind: ReceiptKind | 'xml',
  ocr: string | null = null,
): Promise<InvoiceFacts> {
  if (kind === 'picture' && ocr === null) return invoiceFacts([])
  const { blocks } = await readFileBlocks(path, name, {
    ...defaultDocumentLimits,
    pages: FACT_PAGES,
    blocks: 2000,
    ocr,
  })
  return invoiceFacts(
    blocks.flatMap((block) =>
      block.kind === 'table'
        ? block.rows.map(({ cells }) => cells.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\t'))
        : block.text.split('\n'),
    ),
  )
}

/** The same, or nothing: without text a receipt may still be merged, and whether it can be opened shows there. */
export async function factsIfRead(file: RunFile, kind: ReceiptKind): Promise<InvoiceFacts> {
  try {
    return await factsOf(file, kind)
  } catch {
    return invoiceFacts([])
  }
}

type Room = { pages: number; options: MergeOptions; longest: number }

/** Puts the pages of a receipt into the new document, with their stamps. Throws LeftOut with the reason where that cannot be. */
export async function takeReceipt(into: PDFDocument, file: RunFile, kind: ReceiptKind, room: Room): Promise<Taken> {
  if (kind === 'picture') return takePicture(into, file, room)
  try {
    return kind === 'pdf' ? await takePdf(into, file, room) : await takeOfd(into, file, room)
  } catch (error) {
    if (error instanceof LeftOut) throw error
    if (error instanceof EncryptedPDFError || (error instanceof Error && /password/i.test(error.message)))
      throw new LeftOut('toolPdfLocked')
    if (error instanceof Refusal) throw new LeftOut(error.key, error.params)
    if (error instanceof FileProblem) {
      const { key, params } = problemOf(error, file.name)
      throw new LeftOut(key, params)
    }
    throw new LeftOut('toolBroken')
  }
}

const wanted = (count: number, { pages, options }: Room): number => {
  const taken = options.pages === 'first' ? 1 : count
  if (taken > pages) throw new LeftOut('toolTooManyPages', { pages: taken })
  return taken
}

async function takePdf(into: PDFDocument, { path }: RunFile, room: Room): Promise<Taken> {
  // an empty password opens what is only locked against changes
  const source = await PDFDocument.load(await readFile(path), {
    password: '',
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
    capNumbers: true,
  })
  const pages = source.getPages()
  const count = wanted(pages.length, room)
  if (count === 0) throw new LeftOut('toolBroken')
  const stamps = flattenAll(source)
  const copier = PDFObjectCopier.for(source.context, into.context)
  const sheets: Sheet[] = []
  for (const page of pages.slice(0, count)) {
    const degrees = page.getRotation().angle
    const box = visible(page, cutsOf(room.options, degrees))
    // a blank page has no content at all
    if (!page.node.Contents()) page.node.set(PDFName.of('Contents'), source.context.register(source.context.stream('')))
    const embedder = await PDFPageEmbedder.for(copier.copy(page.node), box)
    const ref = await embedder.embedIntoContext(into.context)
    sheets.push({ ref, width: embedder.width, height: embedder.height, degrees, largest: 1 })
  }
  return { sheets, says: [], stamps }
}

/** What is cut off in points: top, right, bottom and left of the page before it is shown turned. */
function cutsOf({ crop }: MergeOptions, degrees: number): Cuts {
  const shown = [crop.top, crop.right, crop.bottom, crop.left].map((side) => side * POINTS_PER_MM)
  // turned clockwise by a quarter, what lies left is shown above
  const quarters = (((degrees / 90) % 4) + 4) % 4
  const [top = 0, right = 0, bottom = 0, left = 0] = shown.map((_, side) => shown[(side + quarters) % 4] ?? 0)
  return { top, right, bottom, left }
}
type Cuts = Record<'top' | 'right' | 'bottom' | 'left', number>

/** What of a page is shown: its crop box within its media box, less what is cut off. */
function visible(page: PDFPage, cuts: Cuts): Cuts {
  const [media, shown] = [page.getMediaBox(), page.getCropBox()]
  const box = {
    left: Math.max(media.x, shown.x) + cuts.left,
    bottom: Math.max(media.y, shown.y) + cuts.bottom,
    right: Math.min(media.x + media.width, shown.x + shown.width) - cuts.right,
    top: Math.min(media.y + media.height, shown.y + shown.height) - cuts.top,
  }
  if (box.right - box.left < 1 || box.top - box.bottom < 1) throw new LeftOut('toolCropped')
  return box
}

async function takeOfd(into: PDFDocument, { path, name }: RunFile, room: Room): Promise<Taken> {
  const reading = await ofdPackage(path, name, { from: 1, count: room.options.pages === 'first' ? 1 : 500 })
  wanted(reading.pages, room)
  if (reading.read.length === 0) throw new LeftOut('toolBroken')
  const pens = await ofdPens(into, reading)
  const cuts = cutsOf(room.options, 0)
  const sheets = reading.read.map((page) => cropped(into, ofdForm(into, page, pens), cuts))
  const undrawn = reading.notes.reduce((sum, { count }) => sum + count, pens.missing)
  return { sheets, says: undrawn > 0 ? [said('toolOfdParts', { count: undrawn })] : [], stamps: reading.seals }
}

type Drawing = Pick<Sheet, 'ref' | 'width' | 'height'>

/** A drawing without its edges. */
function cropped(into: PDFDocument, { ref, width, height }: Drawing, { top, right, bottom, left }: Cuts): Sheet {
  const box = [left, bottom, width - right, height - top] as const
  if (box[2] - box[0] < 1 || box[3] - box[1] < 1) throw new LeftOut('toolCropped')
  const stream = into.context.flateStream('/D Do', {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    Matrix: [1, 0, 0, 1, -left, -bottom],
    BBox: [...box],
    Resources: into.context.obj({ XObject: { D: ref } }),
  })
  return { ref: into.context.register(stream), width: box[2] - box[0], height: box[3] - box[1], degrees: 0, largest: 1 }
}

async function takePicture(into: PDFDocument, { path }: RunFile, { options, longest, pages }: Room): Promise<Taken> {
  try {
    const meta = await sharp(path, { limitInputPixels: MOST_PIXELS }).metadata()
    const count = meta.format === 'tiff' ? wanted(meta.pages ?? 1, { options, longest, pages }) : 1
    const sheets: Sheet[] = []
    for (let page = 0; page < count; page += 1) {
      const most = Math.ceil((longest / 72) * DPI)
      // as it was held when it was taken, on white
      let picture = sharp(path, { limitInputPixels: MOST_PIXELS, page }).autoOrient().flatten({ background: '#ffffff' })
      if (options.trim) picture = picture.trim({ background: '#ffffff', threshold: 24 })
      const { data, info } = await picture
        .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 85 })
        .toBuffer({ resolveWithObject: true })
      const image = await into.embedJpg(data)
      await image.embed()
      sheets.push({ ref: drawingOf(into, image.ref, info), ...info, degrees: 0, largest: Infinity })
    }
    return { sheets, says: [], stamps: 0 }
  } catch (error) {
    if (error instanceof LeftOut) throw error
    const large = error instanceof Error && /pixel limit|too large|maximum/i.test(error.message)
    throw new LeftOut(large ? 'toolPictureLarge' : 'toolBroken')
  }
}

/** A picture as a drawing of its own size, so that everything is put on pages in one way. */
function drawingOf(into: PDFDocument, ref: PDFRef, { width, height }: { width: number; height: number }): PDFRef {
  const stream = into.context.stream(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [0, 0, width, height],
    Resources: into.context.obj({ XObject: { I: ref } }),
  })
  return into.context.register(stream)
}
