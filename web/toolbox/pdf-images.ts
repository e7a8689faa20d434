import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { bareJpeg, jpegHead } from './jpeg-parts.ts'

/** A picture of a document, ready to be coded again: as JPEG, or as points of red, green, blue and 255. */
export type Drawn =
  | { kind: 'jpeg'; bytes: Uint8Array; width: number; height: number }
  | { kind: 'points'; points: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** Pixels of one picture; larger ones stay as they are. */
const MOST_PIXELS = 100_000_000
/** Bytes below which nothing is worth winning. */
const LEAST = 24_000
const name = (text: string) => PDFName.of(text)

/** The images of a document that can be coded again; `left` counts those that stay, as masks, few colours or print colours do. */
export function drawnImages(context: PDFContext): { images: { ref: PDFRef; stream: PDFRawStream }[]; left: number } {
  const objects = context.enumerateIndirectObjects()
  const images = objects.flatMap(([ref, stream]) =>
    stream instanceof PDFRawStream && stream.dict.get(name('Subtype')) === name('Image') ? { ref, stream } : [],
  )
  const masks = new Set(images.flatMap(({ stream }) => [stream.dict.get(name('SMask')), stream.dict.get(name('Mask'))]))
  const some = images.filter(({ ref, stream }) => !masks.has(ref) && stream.getContentsSize() >= LEAST)
  const fit = some.filter(({ stream: { dict } }) => recodable(context, dict))
  return { images: fit, left: images.length - fit.length }
}

function recodable(context: PDFContext, dict: PDFDict): boolean {
  const bits = dict.lookup(name('BitsPerComponent'))
  if (dict.lookup(name('ImageMask')) === PDFBool.True || dict.has(name('Decode'))) return false
  if (!(bits instanceof PDFNumber) || bits.asNumber() !== 8) return false
  // a mask by colours would no longer meet them
  if (dict.lookup(name('Mask')) instanceof PDFArray) return false
  const soft = dict.lookup(name('SMask'))
  if (soft instanceof PDFRawStream && soft.dict.has(name('Matte'))) return false
  return channelsOf(context, dict) !== undefined
}

/** 1: greys, 3: red, green and blue; undefined for others. */
function channelsOf(context: PDFContext, dict: PDFDict): 1 | 3 | undefined {
  const space = dict.lookup(name('ColorSpace'))
  const kind = space instanceof PDFArray ? context.lookup(space.get(0)) : space
  if (kind === name('DeviceRGB') || kind === name('CalRGB')) return 3
  if (kind === name('DeviceGray') || kind === name('CalGray')) return 1
  if (kind !== name('ICCBased') || !(space instanceof PDFArray)) return undefined
  const profile = context.lookup(space.get(1))
  const count = profile instanceof PDFRawStream ? profile.dict.lookup(name('N')) : undefined
  const channels = count instanceof PDFNumber ? count.asNumber() : 0
  return channels === 1 || channels === 3 ? channels : undefined
}

/** The one filter of a stream; undefined where there are several or none. */
function filterOf(dict: PDFDict): string | undefined {
  const filter = dict.lookup(name('Filter'))
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  return only instanceof PDFName ? only.asString() : undefined
}

/** What an image shows; undefined where it is coded in a way that stays. */
export function drawnOf(context: PDFContext, stream: PDFRawStream): Drawn | undefined {
  const { dict } = stream
  const filter = filterOf(dict)
  if (filter === '/DCTDecode') {
    const head = jpegHead(stream.getContents())
    if (!head || dict.has(name('DecodeParms')) || head.width * head.height > MOST_PIXELS) return undefined
    if (head.channels !== channelsOf(context, dict)) return undefined
    return { kind: 'jpeg', bytes: bareJpeg(stream.getContents()), width: head.width, height: head.height }
  }
  return filter === '/FlateDecode' ? points(context, stream) : undefined
}

function points(context: PDFContext, stream: PDFRawStream): Drawn | undefined {
  const { dict } = stream
  const [width, height] = [numberIn(dict, 'Width'), numberIn(dict, 'Height')]
  const channels = channelsOf(context, dict)
  if (channels === undefined || width < 1 || height < 1 || width * height > MOST_PIXELS) return undefined
  const parms = dict.lookup(name('DecodeParms'))
  const row = parms instanceof PDFArray ? parms.lookup(0) : parms
  const predictor = row instanceof PDFDict ? numberIn(row, 'Predictor') : 0
  if (predictor === 2) return undefined
  const stride = width * channels + (predictor >= 10 ? 1 : 0)
  // never more than the picture has, whatever the stream would unpack to
  const raw = new Uint8Array(decodePDFRawStream(stream).getBytes(stride * height))
  if (raw.length < stride * height) return undefined
  const plain = predictor >= 10 ? unpredicted(raw, { stride, height, channels }) : raw
  const coloured = new Uint8ClampedArray(width * height * 4)
  for (let at = 0, from = 0; at < coloured.length; at += 4, from += channels) {
    coloured[at] = plain[from] ?? 0
    coloured[at + 1] = plain[channels === 3 ? from + 1 : from] ?? 0
    coloured[at + 2] = plain[channels === 3 ? from + 2 : from] ?? 0
    coloured[at + 3] = 255
  }
  return { kind: 'points', points: coloured, width, height }
}

const numberIn = (dict: PDFDict, key: string): number => {
  const value = dict.lookup(name(key))
  return value instanceof PDFNumber ? value.asNumber() : 0
}

/** Rows as PNG filters them (ISO 15948, clause 9), taken back; every row begins with the filter it has. */
function unpredicted(
  raw: Uint8Array,
  { stride, height, channels }: { stride: number; height: number; channels: number },
) {
  const wide = stride - 1
  const plain = new Uint8Array(wide * height)
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * stride] ?? 0
    const to = row * wide
    for (let at = 0; at < wide; at += 1) {
      const left = at >= channels ? (plain[to + at - channels] ?? 0) : 0
      const up = row > 0 ? (plain[to + at - wide] ?? 0) : 0
      const corner = row > 0 && at >= channels ? (plain[to + at - wide - channels] ?? 0) : 0
      plain[to + at] = (raw[row * stride + 1 + at] ?? 0) + guess(filter, { left, up, corner })
    }
  }
  return plain
}

function guess(filter: number, { left, up, corner }: Record<'left' | 'up' | 'corner', number>): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const wanted = left + up - corner
  const [a, b, c] = [Math.abs(wanted - left), Math.abs(wanted - up), Math.abs(wanted - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** The image coded anew in the place of the old one, seen through the same mask. */
export function replaceImage(
  context: PDFContext,
  { ref, stream }: { ref: PDFRef; stream: PDFRawStream },
  { bytes, width, height }: { bytes: Uint8Array; width: number; height: number },
): void {
  const dict = stream.dict.clone(context)
  dict.delete(name('DecodeParms'))
  dict.set(name('Filter'), name('DCTDecode'))
  dict.set(name('Width'), PDFNumber.of(width))
  dict.set(name('Height'), PDFNumber.of(height))
  // greys are written as colours
  if (channelsOf(context, dict) === 1) dict.set(name('ColorSpace'), name('DeviceRGB'))
  context.assign(ref, PDFRawStream.of(dict, bytes))
}
