import { decodePDFRawStream, degrees, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { editPdf, inPieces, type PdfMarks, type PdfOrder } from './pdf-edit.ts'

const whole = (bytes: Uint8Array) => new Uint8Array(bytes).buffer
/** Pages of these widths, so that each can be told from the others. */
async function pdfOf(widths: readonly number[]): Promise<ArrayBuffer> {
  const document = await PDFDocument.create()
  for (const width of widths) document.addPage([width, 400])
  return whole(await document.save())
}
const edited = async (order: Partial<PdfOrder> & Pick<PdfOrder, 'sources'>) => {
  const made = await editPdf({ outputs: [{ name: 'a.pdf' }], marks: {}, ...order })
  return Promise.all(made.map(({ bytes }) => PDFDocument.load(bytes)))
}
const widths = (document: PDFDocument | undefined) => document?.getPages().map((page) => page.getWidth())
const contents = (document: PDFDocument | undefined): string[] =>
  (document?.getPages() ?? []).map((page) => {
    const streams = page.node.Contents() ? page.node.normalizedEntries().Contents : undefined
    return (streams?.asArray() ?? []).map((_, at) => decoded(streams?.lookup(at))).join('\n')
  })
const decoded = (stream: unknown): string =>
  stream instanceof PDFRawStream ? new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()) : ''

describe('pages of PDF', () => {
  test('are taken out, ordered over several files and turned', async () => {
    const sources = [await pdfOf([100, 200, 300]), await pdfOf([500])]
    const pages = [
      { source: 1, page: 0, turn: 90 },
      { source: 0, page: 2, turn: 0 },
      { source: 0, page: 0, turn: -90 },
      { source: 0, page: 0, turn: 0 },
    ]
    const [made] = await edited({ sources, outputs: [{ name: 'a.pdf', pages }] })
    expect(widths(made)).toEqual([500, 300, 100, 100])
    expect(made?.getPages().map((page) => page.getRotation().angle)).toEqual([90, 0, 270, 0])
  })

  test('are divided into pieces, the last with what is left', async () => {
    const pages = [100, 200, 300].map((_, page) => ({ source: 0, page, turn: 0 }))
    const outputs = inPieces(pages, 2, '账册')
    expect(outputs.map(({ name }) => name)).toEqual(['账册 (1).pdf', '账册 (2).pdf'])
    const made = await edited({ sources: [await pdfOf([100, 200, 300])], outputs })
    expect(made.map(widths)).toEqual([[100, 200], [300]])
  })

  test('of a file that cannot be read are refused by its name', async () => {
    const broken = whole(new TextEncoder().encode('%PDF-1.4 nothing'))
    await expect(edited({ sources: [await pdfOf([1]), broken] })).rejects.toMatchObject({ source: 1, why: 'broken' })
  })
})

/** One red point. */
const png = whole(
  Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='),
    (sign) => sign.charCodeAt(0),
  ),
)

const marked = async (marks: PdfMarks, count = 3) =>
  (await edited({ sources: [await pdfOf(Array.from({ length: count }, () => 300))], marks }))[0]

describe('marks on every page', () => {
  test('page numbers begin where they are told to', async () => {
    const pages = contents(await marked({ numbers: { first: 7, at: 'right' } }))
    expect(pages.map((text) => /<([0-9A-F]+)> Tj/i.exec(text)?.[1])).toEqual(['37', '38', '39'])
  })

  test('a watermark stands once in the middle, or all over', async () => {
    const picture = { bytes: png, width: 100, height: 50 }
    const once = contents(await marked({ watermark: { ...picture, tiled: false } }))
    expect(once.map((text) => text.match(/100\.00 0 0 50\.00 100\.00 175\.00 cm/g)?.length)).toEqual([1, 1, 1])
    const all = contents(await marked({ watermark: { ...picture, tiled: true } }))
    expect(all[0]?.match(/ Do/g)?.length).toBeGreaterThan(10)
  })

  test('a seal is cut into as many slices as pages, which meet again when the pages are laid together', async () => {
    const pages = contents(await marked({ seam: { bytes: png, width: 90, height: 90 } }))
    const places = pages.map((text) => [
      /([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re/.exec(text)?.slice(1).map(Number),
      Number(/90\.00 0 0 90\.00 ([-\d.]+)/.exec(text)?.[1]),
    ])
    // each slice is 30 wide at the right edge of a page of 300; the picture behind it moves on by a slice
    expect(places).toEqual([
      [[270, 30], 270],
      [[270, 30], 240],
      [[270, 30], 210],
    ])
  })

  test('a single page has no edge to seal, and forty-one pages are three groups', async () => {
    const seam = { bytes: png, width: 90, height: 90 }
    expect(contents(await marked({ seam }, 1))[0]).not.toContain(' Do')
    const parts = contents(await marked({ seam }, 41)).map((text) => / ([\d.]+) [\d.]+ re/.exec(text)?.[1])
    expect(parts).toHaveLength(41)
    expect(parts.every((part) => part !== undefined)).toBe(true)
  })

  test('on a page shown turned the number still stands at its foot', async () => {
    const document = await PDFDocument.create()
    document.addPage([300, 400]).setRotation(degrees(90))
    const [made] = await edited({
      sources: [whole(await document.save())],
      marks: { numbers: { first: 1, at: 'center' } },
    })
    expect(contents(made)[0]).toMatch(/0\.00 1\.00 -1\.00 0\.00 300\.00 0\.00 cm/)
  })
})
