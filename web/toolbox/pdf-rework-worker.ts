import type { Drawn } from './pdf-images.ts'
import { PdfRefused, type PdfWhy } from './pdf-open.ts'
import { lockPdf, type PdfSecret, unlockPdf } from './pdf-secret.ts'
import { type Shrunk, type ShrinkLevel, shrinkLevels, shrinkPdf } from './pdf-shrink.ts'
import { type PictureSheet, picturesPdf } from './pictures-pdf.ts'

export type ReworkOrder =
  | { task: 'lock'; source: ArrayBuffer; secret: PdfSecret }
  | { task: 'unlock'; source: ArrayBuffer; password: string }
  | { task: 'shrink'; source: ArrayBuffer; level: ShrinkLevel }
  | { task: 'pictures'; pictures: readonly ArrayBuffer[]; sheet: PictureSheet }
/** What the thread answers: the document, or why there is none. */
export type Reworked = Shrunk | { why: PdfWhy | 'failed' }

async function recode(drawn: Drawn, level: ShrinkLevel) {
  const { side, quality } = shrinkLevels[level]
  try {
    // its colours are those the document says, not those of a profile inside the picture
    const bitmap = await createImageBitmap(
      drawn.kind === 'jpeg'
        ? new Blob([new Uint8Array(drawn.bytes)])
        : new ImageData(drawn.points, drawn.width, drawn.height),
      { colorSpaceConversion: 'none' },
    )
    const share = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * share))
    const height = Math.max(1, Math.round(bitmap.height * share))
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d')
    if (!pen) return undefined
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    return { bytes: new Uint8Array(await blob.arrayBuffer()), width, height }
  } catch {
    // an image nobody can read stays as it is
    return undefined
  }
}

async function reworked(order: ReworkOrder): Promise<Reworked> {
  switch (order.task) {
    case 'lock':
      return { ...(await lockPdf(order.source, order.secret)), recoded: 0, left: 0 }
    case 'unlock':
      return { ...(await unlockPdf(order.source, order.password)), recoded: 0, left: 0 }
    case 'shrink':
      return shrinkPdf(order.source, order.level, recode)
    case 'pictures':
      return { bytes: await picturesPdf(order.pictures, order.sheet), signed: false, recoded: 0, left: 0 }
  }
}

async function answer(order: ReworkOrder): Promise<void> {
  try {
    postMessage(await reworked(order))
  } catch (error) {
    postMessage({ why: error instanceof PdfRefused ? error.why : 'failed' } satisfies Reworked)
  }
}

addEventListener('message', ({ data }: MessageEvent<ReworkOrder>) => void answer(data))
