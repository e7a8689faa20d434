import { Refusal } from '#server/kernel/errors.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { OfdRange, OfdReading } from './ofd-reading.ts'

export type { OfdReading } from './ofd-reading.ts'

/** What the thread is told. */
export type OfdOrder = { path: string; name: string; range: OfdRange }

const SECONDS = 60
const MEMORY_MB = 768

/**
 * The pages of an OFD (GB/T 33190) as text, paths and pictures in millimetres, with seals and annotations drawn in and the
 * data of an invoice beside them. Read in a thread with limits of time and memory. Without a range all pages.
 * Refuses like readDocument: documentDamaged, documentTruncated, documentEncrypted, documentBomb, documentUnsafe,
 * documentTooSlow, documentMemory, documentDied.
 */
export async function readOfdPages(
  path: string,
  name: string,
  range: OfdRange = { from: 1, count: 3000 },
  signal?: AbortSignal,
): Promise<OfdReading> {
  const late = AbortSignal.timeout(SECONDS * 1000)
  try {
    return await runWorker<OfdReading>(
      new URL('ofd-worker.ts', import.meta.url),
      { path, name, range } satisfies OfdOrder,
      {
        signal: signal ? AbortSignal.any([signal, late]) : late,
        memory: MEMORY_MB,
        says: { memory: 'documentMemory', died: 'documentDied' },
      },
    )
  } catch (error) {
    if (late.aborted && !signal?.aborted) throw new Refusal('documentTooSlow', { file: name, seconds: SECONDS })
    if (error instanceof Refusal || signal?.aborted) throw error
    const died = new Refusal('documentDied')
    died.cause = error
    throw died
  }
}
