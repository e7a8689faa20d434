/** What a picture's first bytes say it is, and its pixels; undefined for anything a word processor does not draw. */
export type PictureSize = { type: 'png' | 'jpg' | 'gif' | 'bmp' | 'webp'; width: number; height: number }

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const of = (type: PictureSize['type'], width: number, height: number) =>
    width > 0 && height > 0 ? { type, width, height } : undefined
  if (ascii(bytes, 1, 4) === 'PNG') return of('png', view.getUint32(16), view.getUint32(20))
  if (ascii(bytes, 0, 4) === 'GIF8') return of('gif', view.getUint16(6, true), view.getUint16(8, true))
  if (ascii(bytes, 0, 2) === 'BM') return of('bmp', view.getInt32(18, true), Math.abs(view.getInt32(22, true)))
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return webpSize(bytes, view)
  if (view.getUint16(0) === 0xffd8) return jpegSize(view)
  return undefined
}

function webpSize(bytes: Uint8Array, view: DataView): PictureSize | undefined {
  const kind = ascii(bytes, 12, 16)
  if (kind === 'VP8X')
    return {
      type: 'webp',
      width: 1 + (view.getUint32(24, true) & 0xffffff),
      height: 1 + (view.getUint32(26, true) >>> 8),
    }
  if (kind === 'VP8 ')
    return { type: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = view.getUint32(21, true)
  return { type: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** The frame header is some segments in; each says how long it is. */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (frame) return { type: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // fill bytes stand alone
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
