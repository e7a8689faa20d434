import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import type { DocumentReading } from './document-reading.ts'
import type { DocumentOrder } from './read-document.ts'
import { readFileBlocks } from './read-file-blocks.ts'

// The thread that reads one document.

const { path, name, limits }: DocumentOrder = workerData
const tell = (said: WorkerSays<DocumentReading>) => parentPort?.postMessage(said, [])

try {
  tell({ kind: 'done', result: await readFileBlocks(path, name, limits) })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  tell({ kind: 'refused', key: error.key, params: error.params })
}
