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
