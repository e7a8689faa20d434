import { editPdf, type PdfMade, type PdfOrder, PdfTrouble } from './pdf-edit.ts'

/** What the thread answers: the documents, or which source is in the way. */
export type PdfEdited = { made: PdfMade[] } | { source: number; why: 'locked' | 'broken' | 'failed' }

addEventListener('message', ({ data }: MessageEvent<PdfOrder>) => {
  editPdf(data).then(
    (made) => postMessage({ made } satisfies PdfEdited),
    (error: unknown) => {
      const trouble = error instanceof PdfTrouble ? error : { source: -1, why: 'failed' as const }
      postMessage({ source: trouble.source, why: trouble.why } satisfies PdfEdited)
    },
  )
})
