import { PDFDocument } from '@cantoo/pdf-lib'

/** `a4`: each picture as large as it fits on A4, lying or standing as it does; `own`: a page as large as the picture. */
export type PictureSheet = { size: 'a4' | 'own'; /** Space around, in mm. */ margin: number }

const MM = 72 / 25.4
const A4 = [210 * MM, 297 * MM] as const
/** Points of a pixel on a page of the picture's own size: 150 dots to the inch. */
const OWN = 72 / 150
const isPng = (bytes: Uint8Array) => bytes[0] === 0x89 && bytes[1] === 0x50

/** A document of pictures (JPEG or PNG), one to a page, in their order. */
export async function picturesPdf(
  pictures: readonly ArrayBuffer[],
  { size, margin }: PictureSheet,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const edge = margin * MM
  for (const picture of pictures) {
    const bytes = new Uint8Array(picture)
    const image = isPng(bytes) ? await document.embedPng(bytes) : await document.embedJpg(bytes)
    const lies = image.width > image.height
    const own = [image.width * OWN + edge * 2, image.height * OWN + edge * 2] as const
    const [width, height] = size === 'own' ? own : lies ? [A4[1], A4[0]] : A4
    const share = Math.min((width - edge * 2) / image.width, (height - edge * 2) / image.height)
    const [wide, high] = [image.width * share, image.height * share]
    const page = document.addPage([width, height])
    page.drawImage(image, { x: (width - wide) / 2, y: (height - high) / 2, width: wide, height: high })
  }
  return document.save({ useObjectStreams: true, addDefaultPage: false })
}
