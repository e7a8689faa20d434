import type { PDFDocumentProxy } from 'pdfjs-dist'

export const pictureKinds = ['png', 'jpg'] as const
export type PictureOrder = { kind: (typeof pictureKinds)[number]; dpi: number }
const types = { png: 'image/png', jpg: 'image/jpeg' } as const
/** Pixels of one picture: a page larger than this is drawn with fewer dots, which is said. */
const MOST_PIXELS = 60_000_000
const POINTS_TO_INCH = 72

/** One page as a picture on white, and the dots to the inch it has in the end. */
export async function pagePicture(
  document: PDFDocumentProxy,
  number: number,
  { kind, dpi }: PictureOrder,
): Promise<{ bytes: Uint8Array; dpi: number }> {
  const page = await document.getPage(number)
  const whole = page.getViewport({ scale: 1 })
  const most = Math.sqrt(MOST_PIXELS / (whole.width * whole.height))
  const scale = Math.min(dpi / POINTS_TO_INCH, most)
  const viewport = page.getViewport({ scale })
  const canvas = window.document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  await page.render({ canvas, viewport, intent: 'print' }).promise
  page.cleanup()
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, types[kind], 0.9)
  })
  // its pixels are given back now, not when somebody looks for them
  canvas.width = 0
  if (!blob) throw new Error('no picture')
  return { bytes: new Uint8Array(await blob.arrayBuffer()), dpi: Math.round(scale * POINTS_TO_INCH) }
}
