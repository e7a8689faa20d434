import { paletteOf } from '#web/kernel/palettes.ts'
import type { Picture } from './pdf-edit.ts'

const POINTS = 72 / 96
/** Drawn at this many pixels a point, so that it prints clean. */
const SHARP = 3

async function pngOf(canvas: HTMLCanvasElement): Promise<ArrayBuffer> {
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png')
  })
  if (!blob) throw new Error('no picture')
  return blob.arrayBuffer()
}

/** Words as a slanted picture with nothing behind them, in the fonts of this machine; `strength` from 0 to 1. */
export async function watermarkPicture(
  text: string,
  { size, strength }: { size: number; strength: number },
): Promise<Picture> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const font = `${size * SHARP}px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`
  pen.font = font
  const wide = pen.measureText(text).width
  const angle = -Math.PI / 6
  const [cos, sin] = [Math.cos(angle), Math.abs(Math.sin(angle))]
  const high = size * SHARP * 1.3
  canvas.width = Math.ceil(wide * cos + high * sin)
  canvas.height = Math.ceil(wide * sin + high * cos)
  pen.font = font
  pen.globalAlpha = strength
  pen.fillStyle = paletteOf('default', 'light').ink2
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate(angle)
  pen.fillText(text, 0, 0)
  return { bytes: await pngOf(canvas), width: canvas.width / SHARP, height: canvas.height / SHARP }
}

/** A picture of a seal as PNG, `mm` wide. */
export async function sealPicture(file: File, mm: number): Promise<Picture> {
  const image = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(image.width, 1200)
  canvas.height = Math.round((canvas.width * image.height) / image.width)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const width = (mm / 25.4) * 96 * POINTS
  return { bytes: await pngOf(canvas), width, height: (width * canvas.height) / canvas.width }
}
