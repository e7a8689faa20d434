import { bareJpeg, jpegHead } from './jpeg-parts.ts'

/** Pixels of a picture; more are not opened. */
const MOST_PIXELS = 100_000_000
const QUALITY = 0.92

/** Width and height as a PNG says them; undefined where it is none. */
function pngHead(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes[0] !== 0x89 || bytes[1] !== 0x50 || bytes.length < 24) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** A picture as a document takes it: JPEG and PNG as they are, others and photos with a turning of their own drawn upright as JPEG. */
export async function readyPicture(file: File): Promise<ArrayBuffer | 'broken' | 'large'> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const jpeg = jpegHead(bytes)
  const head = jpeg ?? pngHead(bytes)
  if (head && head.width * head.height > MOST_PIXELS) return 'large'
  try {
    const bitmap = await createImageBitmap(new Blob([bytes]))
    try {
      if (bitmap.width * bitmap.height > MOST_PIXELS) return 'large'
      const plain = jpeg ? jpeg.channels < 4 && bareJpeg(bytes).length === bytes.length : head !== undefined
      if (plain) return bytes.buffer
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const pen = canvas.getContext('2d')
      if (!pen) return 'broken'
      // what is clear in it is white on paper
      pen.fillStyle = 'white'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.drawImage(bitmap, 0, 0)
      return await (await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })).arrayBuffer()
    } finally {
      bitmap.close()
    }
  } catch {
    return 'broken'
  }
}
