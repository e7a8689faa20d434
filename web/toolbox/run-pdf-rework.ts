import type { Reworked, ReworkOrder } from './pdf-rework-worker.ts'

/** Works on PDF in a thread of its own, which ends with the work or with `signal`. */
export function runPdfRework(order: ReworkOrder, signal: AbortSignal): Promise<Reworked> {
  const worker = new Worker(new URL('./pdf-rework-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Reworked>((done) => {
    const failed = () => done({ why: 'failed' })
    signal.addEventListener('abort', failed, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<Reworked>) => done(data))
    worker.addEventListener('error', failed)
    worker.postMessage(order, [])
  }).finally(() => worker.terminate())
}
