import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, StandardFonts } from '@cantoo/pdf-lib'
import { deflateSync, inflateSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bareJpeg, jpegHead } from './jpeg-parts.ts'
import { drawnImages, drawnOf } from './pdf-images.ts'
import { lockPdf, secretFault, unlockPdf } from './pdf-secret.ts'
import { type Recode, shrinkPdf } from './pdf-shrink.ts'
import { picturesPdf } from './pictures-pdf.ts'

const whole = (bytes: Uint8Array) => new Uint8Array(bytes).buffer
const name = (text: string) => PDFName.of(text)

async function statement(): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  document.setTitle('一月对账单')
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([300, 400]).drawText('balance 16409.02', { x: 20, y: 200, font })
  return document
}
const bytesOf = async (document: PDFDocument) => whole(await document.save({ useObjectStreams: false }))
const secret = { open: '开户2025', owner: 'owner-9', rights: ['print'] as const }
const allOf = ['print', 'copy', 'change', 'annotate'] as const

/** A JPEG by its first bytes: the frame, and what a camera adds. */
function jpeg({ width = 3000, height = 2000, channels = 3, extra = 0, size = 60_000 } = {}): Uint8Array {
  const head = [0xff, 0xd8, 0xff, 0xe1, 0, 8, 69, 120, 105, 102, 0, 0, 0xff, 0xee, 0, 4, 1, 2]
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, channels, 0]
  const bytes = new Uint8Array(size + extra)
  bytes.set([...head, ...frame, 0xff, 0xda, 0, 4, 0, 0])
  return bytes
}

type Image = {
  bytes: Uint8Array
  filter?: string
  space?: string
  parms?: Record<string, number>
  more?: Record<string, unknown>
}
async function withImage({ bytes, filter = 'DCTDecode', space = 'DeviceRGB', parms, more }: Image) {
  const document = await statement()
  const { context } = document
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: 3000,
    Height: 2000,
    BitsPerComponent: 8,
    ColorSpace: space,
    Filter: filter,
    ...(parms && { DecodeParms: parms }),
  })
  for (const [key, value] of Object.entries(more ?? {})) dict.set(name(key), context.obj(value as never))
  const ref = context.register(PDFRawStream.of(dict, bytes))
  document.getPage(0).node.newXObject('Scan', ref)
  return document
}
/** Codes every image into a hundredth of a scan. */
const smaller: Recode = async () => ({ bytes: jpeg({ width: 900, height: 600, size: 600 }), width: 900, height: 600 })
const imageOf = (document: PDFDocument) =>
  document.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFRawStream && one.dict.get(name('Subtype')) === name('Image') ? one : []))

describe('a PDF under a password', () => {
  test('opens with either password, not without and not with a wrong one, and says what readers may do', async () => {
    const { bytes } = await lockPdf(await bytesOf(await statement()), secret)
    const source = whole(bytes)
    await expect(unlockPdf(source, '')).rejects.toMatchObject({ why: 'locked' })
    await expect(unlockPdf(source, 'guess')).rejects.toMatchObject({ why: 'wrongPassword' })
    for (const password of [secret.open, secret.owner]) {
      const free = await PDFDocument.load((await unlockPdf(source, password)).bytes)
      expect(free.isEncrypted).toBe(false)
      expect(free.getTitle()).toBe('一月对账单')
      expect(free.getPageCount()).toBe(1)
    }
    const { context } = await PDFDocument.load(source, { ignoreEncryption: true })
    const rules = context.lookup(context.trailerInfo.Encrypt, PDFDict)
    expect(rules.lookup(name('V'), PDFNumber).asNumber()).toBe(5)
    expect(rules.lookup(name('R'), PDFNumber).asNumber()).toBe(6)
    const permits = rules.lookup(name('P'), PDFNumber).asNumber()
    expect([3, 5, 4, 6].map((bit) => (permits >> (bit - 1)) & 1)).toEqual([1, 0, 0, 0])
  })

  test('is not closed a second time; one that is open has nothing to remove', async () => {
    const open = await bytesOf(await statement())
    const { bytes } = await lockPdf(open, secret)
    await expect(lockPdf(whole(bytes), secret)).rejects.toMatchObject({ why: 'locked' })
    await expect(unlockPdf(open, 'any')).rejects.toMatchObject({ why: 'open' })
  })

  test('that is only restricted is freed without one', async () => {
    const { bytes } = await lockPdf(await bytesOf(await statement()), { open: '', owner: 'o', rights: [] })
    expect((await PDFDocument.load((await unlockPdf(whole(bytes), '')).bytes)).isEncrypted).toBe(false)
  })

  test('is asked for what makes it hold', () => {
    expect(secretFault({ open: '', owner: '', rights: allOf })).toBe('noPassword')
    expect(secretFault({ open: 'a', owner: '', rights: allOf })).toBeUndefined()
    expect(secretFault({ open: 'a', owner: '', rights: ['print'] })).toBe('ownerMissing')
    expect(secretFault({ open: 'a', owner: 'a', rights: [] })).toBe('ownerSame')
    expect(secretFault({ open: '密'.repeat(43), owner: '', rights: allOf })).toBe('long')
  })

  test('of a damaged file, or of an archive, is refused in words of its own', async () => {
    await expect(lockPdf(whole(new TextEncoder().encode('%PDF-1.7 x')), secret)).rejects.toMatchObject({
      why: 'broken',
    })
    const archive = await statement()
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"/></rdf:RDF></x:xmpmeta>'
    const meta = archive.context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' })
    archive.catalog.set(name('Metadata'), archive.context.register(meta))
    await expect(lockPdf(await bytesOf(archive), secret)).rejects.toMatchObject({ why: 'archive' })
  })

  test('tells that a signature no longer holds', async () => {
    const document = await statement()
    document.context.register(document.context.obj({ Type: 'Sig', ByteRange: [0, 1, 2, 3] }))
    expect((await lockPdf(await bytesOf(document), secret)).signed).toBe(true)
  })
})

describe('a PDF made smaller', () => {
  test('has its scans coded again and its words untouched', async () => {
    const document = await withImage({ bytes: jpeg() })
    const done = await shrinkPdf(await bytesOf(document), 'balanced', smaller)
    expect(done).toMatchObject({ recoded: 1, left: 0, signed: false })
    const made = await PDFDocument.load(done.bytes ?? new Uint8Array())
    const [image] = imageOf(made)
    expect(image?.dict.lookup(name('Width'), PDFNumber).asNumber()).toBe(900)
    expect(done.bytes?.length).toBeLessThan(5000)
  })

  test('is never made bigger: what wins nothing gives no file', async () => {
    const document = await withImage({ bytes: jpeg() })
    const tight = whole(await document.save({ useObjectStreams: true }))
    const bigger: Recode = async () => ({ bytes: jpeg({ size: 90_000 }), width: 3000, height: 2000 })
    const first = await shrinkPdf(tight, 'small', bigger)
    expect(first.recoded).toBe(0)
    const again = await shrinkPdf(whole(first.bytes ?? new Uint8Array(tight)), 'small', bigger)
    expect(again.bytes).toBeUndefined()
  })

  test('leaves masks, print colours, few colours and what cannot be read as they are', async () => {
    const kinds: Image[] = [
      { bytes: jpeg({ channels: 4 }), space: 'DeviceCMYK' },
      { bytes: jpeg(), more: { Decode: [1, 0, 1, 0, 1, 0] } },
      { bytes: jpeg(), more: { ImageMask: true } },
      { bytes: jpeg(), more: { Mask: [0, 10, 0, 10, 0, 10] } },
      { bytes: jpeg(), filter: 'JPXDecode' },
      { bytes: jpeg({ channels: 1 }) },
      { bytes: jpeg({ width: 60_000, height: 60_000 }) },
    ]
    for (const kind of kinds) {
      const { recoded, left } = await shrinkPdf(await bytesOf(await withImage(kind)), 'small', smaller)
      expect({ recoded, left }).toEqual({ recoded: 0, left: 1 })
    }
    const unread = await shrinkPdf(await bytesOf(await withImage({ bytes: jpeg() })), 'small', async () => undefined)
    expect(unread.recoded).toBe(0)
  })

  test('loses what earlier revisions left behind', async () => {
    const document = await statement()
    document.context.register(document.context.stream(new Uint8Array(50_000).map((_, at) => (at * 7919) % 251)))
    const done = await shrinkPdf(await bytesOf(document), 'clear', smaller)
    expect(done.bytes?.length).toBeLessThan(4000)
  })

  test('that is under a password is refused', async () => {
    const { bytes } = await lockPdf(await bytesOf(await statement()), secret)
    await expect(shrinkPdf(whole(bytes), 'small', smaller)).rejects.toMatchObject({ why: 'locked' })
  })
})

describe('pictures inside a PDF', () => {
  test('that were packed by rows with the filters of PNG are read exactly', async () => {
    const [width, height] = [200, 200]
    const plain = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) & 255)
    const rows = new Uint8Array((width * 3 + 1) * height)
    const value = (row: number, at: number) => (row < 0 || at < 0 ? 0 : (plain[row * width * 3 + at] ?? 0))
    for (let row = 0; row < height; row += 1) {
      const filter = row % 5
      rows[row * (width * 3 + 1)] = filter
      for (let at = 0; at < width * 3; at += 1) {
        const [left, up, corner] = [value(row, at - 3), value(row - 1, at), at < 3 ? 0 : value(row - 1, at - 3)]
        const paeth =
          [left, up, corner].toSorted(
            (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
          )[0] ?? 0
        const guess = [0, left, up, (left + up) >> 1, paeth][filter] ?? 0
        rows[row * (width * 3 + 1) + 1 + at] = value(row, at) - guess
      }
    }
    const packed = deflateSync(rows, { level: 0 })
    expect(inflateSync(packed)).toEqual(rows)
    const zlib = new Uint8Array([0x78, 0x01, ...packed, 0, 0, 0, 0])
    const parms = { Predictor: 15, Colors: 3, Columns: width }
    const document = await withImage({
      bytes: zlib,
      filter: 'FlateDecode',
      parms,
      more: { Width: width, Height: height },
    })
    const { images } = drawnImages(document.context)
    const stream = images[0]?.stream
    const drawn = stream && drawnOf(document.context, stream)
    if (drawn?.kind !== 'points') throw new Error('not read')
    expect(drawn.points.filter((_, at) => at % 4 !== 3)).toEqual(new Uint8ClampedArray(plain))
  })

  test('lose what cameras add, and keep how their colours are coded', () => {
    const bare = bareJpeg(jpeg())
    expect(jpegHead(bare)).toEqual({ width: 3000, height: 2000, channels: 3 })
    expect([...bare.subarray(2, 6)]).toEqual([0xff, 0xee, 0, 4])
    expect(jpegHead(new TextEncoder().encode('no picture'))).toBeUndefined()
  })

  test('become a page each, lying or standing as they do', async () => {
    const made = await PDFDocument.load(
      await picturesPdf([whole(jpeg()), whole(jpeg({ width: 600, height: 900 }))], { size: 'a4', margin: 10 }),
    )
    const sizes = made.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())])
    expect(sizes).toEqual([
      [842, 595],
      [595, 842],
    ])
  })
})
