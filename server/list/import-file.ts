import { Refusal } from '#server/kernel/errors.ts'
import { runWorker } from '#server/kernel/worker-run.ts'

export type ReadOrder = { path: string; name: string; mostRows: number }
/** Rows of the first sheet that are not empty: the sheet's own row number, and its cells as text. */
export type SheetTable = { row: number; cells: string[] }[]

/** Rows taken at a time: all of them are written in one transaction. */
export const MOST_ROWS = 5_000
/** The file itself. */
export const MOST_BYTES = 20 * 1024 * 1024
const MEMORY_MB = 384

/** Reads a person's workbook (xlsx, xls, csv, recognised by content) in a thread of its own; refuses what is hostile or too large. */
export async function readTable(path: string, name: string, signal: AbortSignal): Promise<SheetTable> {
  const order: ReadOrder = { path, name, mostRows: MOST_ROWS }
  try {
    return await runWorker<SheetTable>(new URL('import-worker.ts', import.meta.url), order, {
      signal,
      memory: MEMORY_MB,
    })
  } catch (error) {
    const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw outOfMemory ? new Refusal('importHeavy') : error
  }
}
