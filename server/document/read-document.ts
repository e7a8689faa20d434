import { runWorker } from '#server/kernel/worker-run.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { defaultDocumentLimits, type DocumentLimits, type DocumentReading } from './document-reading.ts'

/**
 * Reads a file into blocks in a thread of its own, with limits of time and memory: nothing in a file can hold up or bring
 * down the server. `name` is what the client called it, for messages and as the last resort for a title; what it is, its bytes say.
 * Refuses (each text says what to do): documentEmpty, documentNothing, documentEncrypted, documentDamaged, documentTruncated,
 * documentTooLarge, documentBomb, documentUnsafe, documentOther, documentOld, documentArchive, documentEncoding,
 * documentNeedsOcr, documentTooSlow, documentMemory, documentDied. An aborted `signal` ends the thread and is thrown.
 */
export async function readDocument(
  path: string,
  name: string,
  limits: Partial<DocumentLimits> = {},
  signal?: AbortSignal,
): Promise<DocumentReading> {
  const within: DocumentLimits = { ...defaultDocumentLimits, ...limits }
  const late = AbortSignal.timeout(within.seconds * 1000)
  try {
    return await runWorker<DocumentReading>(
      new URL('document-worker.ts', import.meta.url),
      { path, name, limits: within } satisfies DocumentOrder,
      {
        signal: signal ? AbortSignal.any([signal, late]) : late,
        memory: within.memory,
        says: { memory: 'documentMemory', died: 'documentDied' },
      },
    )
  } catch (error) {
    if (late.aborted && !signal?.aborted) throw new Refusal('documentTooSlow', { file: name, seconds: within.seconds })
    if (error instanceof Refusal || signal?.aborted) throw error
    // a fault of a reader is this file's trouble, not that of those after it; the log has it
    const died = new Refusal('documentDied')
    died.cause = error
    throw died
  }
}

/** What the thread is told. */
export type DocumentOrder = { path: string; name: string; limits: DocumentLimits }
