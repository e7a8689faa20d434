/** Pictures that a browser draws and a PDF takes, by their first bytes; never an SVG, which is a document with scripts. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/bmp' | 'image/webp'

/** What a picture really is; undefined for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const starts = (magic: string, at = 0) =>
    Buffer.from(bytes.subarray(at, at + magic.length)).toString('latin1') === magic
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('GIF8')) return 'image/gif'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  return starts('BM') && bytes.length > 26 ? 'image/bmp' : undefined
}

/** Scans in black and white that only readers of OFD and PDF draw (ITU-T T.88); without its head known by its name alone. */
export const isJbig2 = (name: string, bytes: Uint8Array | undefined): boolean =>
  /\.(?:jb2|jbig2?|gbig2)$/i.test(name) || Buffer.from(bytes?.subarray(0, 4) ?? []).toString('latin1') === '\x97JB2'
