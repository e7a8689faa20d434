import { onceIn } from './once-in.ts'
import type { PdfMade, PdfMarks } from './pdf-edit.ts'
import type { Picked } from './picked-files.ts'
import { runPdfEdit } from './run-pdf-edit.ts'
import { sealPicture, watermarkPicture } from './watermark-picture.ts'

export type MarkOptions = {
  watermark: boolean
  text: string
  tiled: boolean
  /** Percent. */
  strength: number
  /** Points. */
  size: number
  numbers: boolean
  at: 'center' | 'right'
  from: number
  seam: boolean
  mm: number
}
type Fault = { name: string; why: 'locked' | 'broken' | 'failed' }

/** Marks every file by itself; those that cannot be opened are named, the others done. */
export async function markPdf(files: readonly Picked[], options: MarkOptions, seal: File | undefined) {
  const marks: PdfMarks = {
    ...(options.watermark && {
      watermark: {
        ...(await watermarkPicture(options.text.trim(), { size: options.size, strength: options.strength / 100 })),
        tiled: options.tiled,
      },
    }),
    ...(options.numbers && { numbers: { first: options.from, at: options.at } }),
    ...(options.seam && seal && { seam: await sealPicture(seal, options.mm) }),
  }
  const made: PdfMade[] = []
  const faults: Fault[] = []
  const names = new Set<string>()
  for (const { name, file } of files) {
    if (!file) continue
    const outputs = [{ name: onceIn(names, name) }]
    const edited = await runPdfEdit({ sources: [await file.arrayBuffer()], outputs, marks })
    if ('made' in edited) made.push(...edited.made)
    else faults.push({ name, why: edited.why })
  }
  return { made, faults }
}
