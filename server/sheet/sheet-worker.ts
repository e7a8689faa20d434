import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type BookNote, SheetBook } from '#contract/sheet-book.ts'
import type { SheetChange } from '#contract/sheet-file.ts'
import { applyOps, diffBooks, type SheetOp } from '#contract/sheet-ops.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { FileProblem } from '../ledger/read/file-problem.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { listChanges } from './list-changes.ts'

// The thread that reads, replays, compares and writes spreadsheets: nothing of them is ever executed.

/** A book as it is kept: gzipped JSON. */
export type Packed = Uint8Array
/** A kept book and the steps since. */
export type Kept = { packed: Packed; steps: SheetOp[][] }
/** What a thread is asked, by `task`, and what it answers. */
export type SheetTasks = {
  read: { ask: { path: string; name: string }; answer: { packed: Packed; cells: number; notes: BookNote[] } }
  pack: { ask: Kept; answer: { packed: Packed; cells: number } }
  book: { ask: Kept; answer: SheetBook }
  xlsx: { ask: Kept & { title: string }; answer: Uint8Array }
  write: { ask: { book: SheetBook; title: string }; answer: Uint8Array }
  compare: { ask: { before: Kept; after: Kept }; answer: { ops: SheetOp[]; changes: SheetChange[] } }
}
export type SheetTask = { [K in keyof SheetTasks]: { task: K } & SheetTasks[K]['ask'] }[keyof SheetTasks]

const order: SheetTask = workerData

// it went through the contract when it was kept
const unpack = (packed: Packed) => JSON.parse(gunzipSync(packed).toString('utf8')) as SheetBook
const pack = (book: SheetBook) => ({
  packed: new Uint8Array(gzipSync(JSON.stringify(book))),
  cells: book.sheets.reduce((sum, { cells }) => sum + cells.length, 0),
})

/** The book after its steps; one that would leave no sheet, or too many cells, changes nothing. */
const replay = ({ packed, steps }: Kept): SheetBook => steps.reduce(applied, unpack(packed))

function applied(book: SheetBook, ops: SheetOp[]): SheetBook {
  try {
    return applyOps(book, ops)
  } catch (error) {
    if (error instanceof RangeError) return book
    throw error
  }
}

async function answer(): Promise<SheetTasks[keyof SheetTasks]['answer']> {
  switch (order.task) {
    // each task loads only what it needs: a thread begins with every one
    case 'read': {
      const { readBookFile } = await import('./read-book-file.ts')
      const { book, notes } = await readBookFile(readFileSync(order.path), order)
      return { ...pack(SheetBook.parse(book)), notes: notes.slice(0, 1000) }
    }
    case 'pack':
      return pack(replay(order))
    case 'book':
      return replay(order)
    case 'xlsx':
      return (await import('./write-sheet-book.ts')).writeSheetBook(replay(order), order.title)
    case 'write':
      return (await import('./write-sheet-book.ts')).writeSheetBook(order.book, order.title)
    case 'compare': {
      const before = replay(order.before)
      const after = replay(order.after)
      return { ops: diffBooks(before, after), changes: listChanges(before, after) }
    }
  }
}

const tell = (said: WorkerSays<SheetTasks[keyof SheetTasks]['answer']>) => parentPort?.postMessage(said, [])
try {
  tell({ kind: 'done', result: await answer() })
} catch (error) {
  if (error instanceof Refusal) tell({ kind: 'refused', key: error.key, params: error.params })
  else if (error instanceof FileProblem) tell({ kind: 'refused', key: error.code, params: error.params })
  else throw error
}
