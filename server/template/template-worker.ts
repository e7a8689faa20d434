import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { SheetBook } from '#contract/sheet-book.ts'
import type { Language } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { FileProblem } from '../ledger/read/file-problem.ts'
import { readBookFile } from '../sheet/read-book-file.ts'
import { readTemplate, type ReadTemplate } from './read-template.ts'

// The thread that reads an uploaded template: nothing of it is ever executed.

export type ReadTemplateTask = { path: string; name: string; language: Language }
/** As `readTemplate` says, the sheets as JSON text. */
export type ReadTemplateFile = Omit<ReadTemplate, 'book'> & { book: string }

const { path, name, language }: ReadTemplateTask = workerData
const MOST_NOTES = 1000

const tell = (said: WorkerSays<ReadTemplateFile>) => parentPort?.postMessage(said, [])
try {
  const { book, notes } = await readBookFile(readFileSync(path), { path, name })
  const read = readTemplate(SheetBook.parse(book), notes.slice(0, MOST_NOTES), language)
  tell({ kind: 'done', result: { ...read, book: JSON.stringify(read.book) } })
} catch (error) {
  if (error instanceof Refusal) tell({ kind: 'refused', key: error.key, params: error.params })
  else if (error instanceof FileProblem) tell({ kind: 'refused', key: error.code, params: error.params })
  else throw error
}
