import type { PdfEdited } from './pdf-edit-worker.ts'
import type { PdfOrder } from './pdf-edit.ts'

/** Edits PDF in a thread of its own that ends with the work. */
export function runPdfEdit(order: PdfOrder): Promise<PdfEdited> {
  const worker = new Worker(new URL('./pdf-edit-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<PdfEdited>((done) => {
    worker.addEventListener('message', ({ data }: MessageEvent<PdfEdited>) => done(data))
    worker.addEventListener('error', () => done({ source: -1, why: 'failed' }))
    worker.postMessage(order, [])
  }).finally(() => worker.terminate())
}
