import {
  degrees,
  ParseSpeeds,
  PDFDocument,
  type PDFImage,
  PDFOperator,
  type PDFPage,
  StandardFonts,
} from '@cantoo/pdf-lib'

/** A page of a source, turned further clockwise by `turn` degrees. */
export type PagePick = { source: number; page: number; turn: number }
/** A picture as PNG, with its size in points. */
export type Picture = { bytes: ArrayBuffer; width: number; height: number }
export type PdfMarks = {
  /** Over every page: once in its middle, or all over it. */
  watermark?: Picture & { tiled: boolean }
  /** `first`: the number of the first page. */
  numbers?: { first: number; at: 'center' | 'right' }
  /** A seal over the right edges of the pages laid on each other: each page carries its slice. */
  seam?: Picture
}
export type PdfOrder = {
  sources: readonly ArrayBuffer[]
  /** Without pages: all of the first source. */
  outputs: readonly { name: string; pages?: readonly PagePick[] }[]
  marks: PdfMarks
}
export type PdfMade = { name: string; bytes: Uint8Array }

/** A source that cannot be worked on: under a password, or damaged. */
export class PdfTrouble extends Error {
  readonly source: number
  readonly why: 'locked' | 'broken'
  constructor(source: number, why: 'locked' | 'broken') {
    super(why)
    this.source = source
    this.why = why
  }
}

/** Pages on which one seal is divided; more would make its slices too thin to see. */
const SEAM_PAGES = 20

/** New documents of pages of the sources, with their marks. Throws PdfTrouble naming the source. */
export async function editPdf({ sources, outputs, marks }: PdfOrder): Promise<PdfMade[]> {
  const documents = await Promise.all(sources.map(opened))
  const made: PdfMade[] = []
  for (const { name, pages } of outputs) {
    const into = await PDFDocument.create({ updateMetadata: false })
    for (const { source, page, turn } of pages ?? allOf(documents[0])) {
      const document = documents[source]
      if (!document) continue
      const [copy] = await into.copyPages(document, [page])
      if (!copy) continue
      copy.setRotation(degrees((copy.getRotation().angle + turn + 360) % 360))
      into.addPage(copy)
    }
    await mark(into, marks)
    made.push({ name, bytes: await into.save({ useObjectStreams: true, addDefaultPage: false }) })
  }
  return made
}

const allOf = (document: PDFDocument | undefined): PagePick[] =>
  (document?.getPageIndices() ?? []).map((page) => ({ source: 0, page, turn: 0 }))

async function opened(bytes: ArrayBuffer, source: number): Promise<PDFDocument> {
  try {
    const rules = { password: '', updateMetadata: false, parseSpeed: ParseSpeeds.Fastest, capNumbers: true }
    const document = await PDFDocument.load(bytes, rules)
    if (document.getPageCount() === 0) throw new PdfTrouble(source, 'broken')
    return document
  } catch (error) {
    if (error instanceof PdfTrouble) throw error
    throw new PdfTrouble(
      source,
      error instanceof Error && /password|encrypt/i.test(error.message) ? 'locked' : 'broken',
    )
  }
}

async function mark(document: PDFDocument, { watermark, numbers, seam }: PdfMarks): Promise<void> {
  const pages = document.getPages()
  const over = watermark && (await document.embedPng(watermark.bytes))
  const seal = seam && (await document.embedPng(seam.bytes))
  const font = numbers && (await document.embedFont(StandardFonts.Helvetica))
  const groups = Math.ceil(pages.length / SEAM_PAGES)
  const together = Math.ceil(pages.length / groups)
  for (const [at, page] of pages.entries()) {
    const { width, height } = shownSize(page)
    const drawn: PDFOperator[] = []
    if (over) drawn.push(...watermarkOn(page, over, watermark))
    if (font) {
      const text = String(numbers.first + at)
      const wide = font.widthOfTextAtSize(text, 10)
      const x = numbers.at === 'center' ? (width - wide) / 2 : width - wide - 40
      const key = page.node.newFontDictionary('Number', font.ref)
      drawn.push(
        operator('BT'),
        operator('Tf', key.toString(), '10'),
        operator('Td', fixed(x), '22'),
        operator('Tj', font.encodeText(text).toString()),
        operator('ET'),
      )
    }
    if (seal && pages.length > 1) {
      const first = at - (at % together)
      const slices = Math.min(together, pages.length - first)
      drawn.push(...seamOn(page, seal, { seam, slice: at - first, slices, height, width }))
    }
    if (drawn.length > 0) page.pushOperators(operator('q'), upright(page), ...drawn, operator('Q'))
  }
}

function watermarkOn(
  page: PDFPage,
  image: PDFImage,
  { width, height, tiled }: Picture & { tiled: boolean },
): PDFOperator[] {
  const size = shownSize(page)
  const key = page.node.newXObject('Watermark', image.ref).toString()
  if (!tiled) return placed(key, { x: (size.width - width) / 2, y: (size.height - height) / 2, width, height })
  const drawn: PDFOperator[] = []
  for (let y = 0; y < size.height; y += height * 1.2)
    for (let x = 0; x < size.width; x += width * 1.2) drawn.push(...placed(key, { x, y, width, height }))
  return drawn
}

type Seam = { seam: Picture; slice: number; slices: number; width: number; height: number }

function seamOn(page: PDFPage, image: PDFImage, { seam, slice, slices, width, height }: Seam): PDFOperator[] {
  const key = page.node.newXObject('Seal', image.ref).toString()
  const part = seam.width / slices
  const left = width - part
  const y = (height - seam.height) / 2
  return [
    operator('q'),
    operator('re', fixed(left), fixed(y), fixed(part), fixed(seam.height)),
    operator('W'),
    operator('n'),
    ...placed(key, { x: left - slice * part, y, width: seam.width, height: seam.height }),
    operator('Q'),
  ]
}

type Place = Record<'x' | 'y' | 'width' | 'height', number>
const fixed = (value: number) => value.toFixed(2)
const operator = (name: string, ...words: string[]) => PDFOperator.of(name as never, words)
const placed = (key: string, { x, y, width, height }: Place): PDFOperator[] => [
  operator('q'),
  operator('cm', fixed(width), '0', '0', fixed(height), fixed(x), fixed(y)),
  operator('Do', key),
  operator('Q'),
]

/** The size of a page as it is seen: its crop box, turned. */
function shownSize(page: PDFPage): { width: number; height: number } {
  const { width, height } = page.getCropBox()
  return page.getRotation().angle % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** From the page as it is seen (origin at its lower left corner) to its own coordinates. */
function upright(page: PDFPage): PDFOperator {
  const { x, y, width, height } = page.getCropBox()
  const matrix = {
    90: [0, 1, -1, 0, x + width, y],
    180: [-1, 0, 0, -1, x + width, y + height],
    270: [0, -1, 1, 0, x, y + height],
  }[page.getRotation().angle] ?? [1, 0, 0, 1, x, y]
  return operator('cm', ...matrix.map(fixed))
}

/** The pages in pieces of `every`, as outputs `name (1).pdf`. */
export function inPieces(pages: readonly PagePick[], every: number, name: string): PdfOrder['outputs'] {
  const pieces = Math.ceil(pages.length / every)
  return Array.from({ length: pieces }, (_, at) => ({
    name: `${name} (${at + 1}).pdf`,
    pages: pages.slice(at * every, (at + 1) * every),
  }))
}
