import { type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { zlibSync } from 'fflate'
import { type Drawn, drawnImages, drawnOf, replaceImage } from './pdf-images.ts'
import { dropUnreached, isSigned, openWhole, written } from './pdf-open.ts'

/** How far images are made smaller: the longer side in pixels at most, and the quality of JPEG. */
export const shrinkLevels = {
  clear: { side: 2600, quality: 0.82 },
  balanced: { side: 1800, quality: 0.72 },
  small: { side: 1200, quality: 0.6 },
} as const
export type ShrinkLevel = keyof typeof shrinkLevels
/** Codes an image as JPEG within the bounds of the level; undefined where it cannot be read. */
export type Recode = (
  drawn: Drawn,
  level: ShrinkLevel,
) => Promise<{ bytes: Uint8Array; width: number; height: number } | undefined>
export type Shrunk = {
  /** Undefined where nothing was won: it is never made bigger. */
  bytes?: Uint8Array
  signed: boolean
  /** Images coded again, and images that stayed as they were. */
  recoded: number
  left: number
}

/** What an image has to win at least, else it stays as it is: every coding loses something. */
const WORTH = 0.9

/** A document with its images coded smaller, its other streams packed and what nothing refers to left out; throws PdfRefused. */
export async function shrinkPdf(source: ArrayBuffer, level: ShrinkLevel, recode: Recode): Promise<Shrunk> {
  const document = await openWhole(source)
  const { context } = document
  const signed = isSigned(document)
  dropUnreached(document)
  const { images, left } = drawnImages(context)
  let recoded = 0
  for (const image of images) {
    const drawn = drawnOf(context, image.stream)
    const coded = drawn && (await recode(drawn, level))
    if (!coded || coded.bytes.length > image.stream.getContentsSize() * WORTH) continue
    replaceImage(context, image, coded)
    recoded += 1
  }
  packStreams(document)
  const bytes = await written(document)
  const told = { signed, recoded, left: left + images.length - recoded }
  return bytes.length < source.byteLength ? { ...told, bytes } : told
}

/** Streams that were never packed; what describes the file stays readable for those who only look for it. */
function packStreams({ context }: PDFDocument): void {
  for (const [ref, stream] of context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFRawStream) || stream.dict.has(PDFName.of('Filter'))) continue
    if (stream.dict.get(PDFName.of('Type')) === PDFName.of('Metadata') || stream.getContentsSize() < 200) continue
    const packed = zlibSync(stream.getContents())
    if (packed.length >= stream.getContentsSize()) continue
    const dict = stream.dict.clone(context)
    dict.delete(PDFName.of('DecodeParms'))
    dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
    context.assign(ref, PDFRawStream.of(dict, packed))
  }
}
