import type { SheetDone, SheetOrder } from './sheet-work-worker.ts'

/** Works on sheets in a thread of its own that ends with the work. */
export function runSheetWork(order: SheetOrder): Promise<SheetDone> {
  const worker = new Worker(new URL('./sheet-work-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<SheetDone>((done) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SheetDone>) => done(data))
    worker.addEventListener('error', () => done({ failed: -1 }))
    worker.postMessage(order, [])
  }).finally(() => worker.terminate())
}
