import type { PDFDocumentProxy } from 'pdfjs-dist'
import { printPictures } from './print-pictures.ts'

/** A longer one is printed by a program that need not hold all pages as pictures. */
export const MOST_PRINTED = 60
/** Dots per inch over the 72 of a PDF. */
const SHARP = 150 / 72

/** Prints all pages of a PDF as pictures. */
export async function printPdf(document: PDFDocumentProxy): Promise<void> {
  const pages: string[] = []
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale: SHARP })
      const canvas = window.document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      await page.render({ canvas, viewport, intent: 'print' }).promise
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
      if (blob) pages.push(URL.createObjectURL(blob))
      canvas.width = 0
    }
    await printPictures(pages)
  } finally {
    for (const url of pages) URL.revokeObjectURL(url)
  }
}
