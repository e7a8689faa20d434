import type { BookNote, SheetBook } from '#contract/sheet-book.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { SheetTask, SheetTasks } from './sheet-worker.ts'

const SECONDS = 60
/** MB; a file of the greatest size that is read takes about half of it. */
const MEMORY = 1024

/**
 * Has a spreadsheet read, replayed, compared or written by a thread with limits of memory and time. Not inside a transaction.
 * Throws a Refusal in words where the file is broken, hostile or too much.
 */
export async function sheetTask<K extends keyof SheetTasks>(
  task: K,
  ask: SheetTasks[K]['ask'],
): Promise<SheetTasks[K]['answer']> {
  const order = { task, ...ask } as SheetTask
  try {
    return await runWorker<SheetTasks[K]['answer']>(new URL('sheet-worker.ts', import.meta.url), order, {
      signal: AbortSignal.timeout(SECONDS * 1000),
      memory: MEMORY,
    })
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Refusal) throw error
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('sheetTooLarge')
    if (error.name === 'TimeoutError') throw new Refusal('sheetTooSlow', { seconds: SECONDS })
    throw error
  }
}

/** A local file as a book, with what was disarmed or left out of it. */
export async function readBook(path: string, name: string): Promise<{ book: SheetBook; notes: BookNote[] }> {
  const { packed, notes } = await sheetTask('read', { path, name })
  return { book: await sheetTask('book', { packed, steps: [] }), notes }
}

/** A book as an xlsx file. */
export const writeBook = (book: SheetBook, title = ''): Promise<Uint8Array> => sheetTask('write', { book, title })
