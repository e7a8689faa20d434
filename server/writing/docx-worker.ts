import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import type { DocxRead } from './docx-in.ts'
import type { DocxOrder } from './docx-out.ts'

// The thread that reads and writes Word files: nothing in one can hold up or bring down the server.

/** What a thread is asked, by `task`, and what it answers. */
export type DocxTasks = {
  read: { ask: { path: string; name: string }; answer: DocxRead }
  write: { ask: DocxOrder; answer: Uint8Array }
}
export type DocxTask = { [K in keyof DocxTasks]: { task: K } & DocxTasks[K]['ask'] }[keyof DocxTasks]

const order: DocxTask = workerData
const tell = (said: WorkerSays<DocxTasks[keyof DocxTasks]['answer']>) => parentPort?.postMessage(said, [])

async function answer(): Promise<DocxTasks[keyof DocxTasks]['answer']> {
  // each task loads only what it needs: a thread begins with every one
  if (order.task === 'write') return (await import('./docx-out.ts')).writeDocx(order)
  return (await import('./docx-in.ts')).readDocx(order.path, order.name)
}

try {
  tell({ kind: 'done', result: await answer() })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  tell({ kind: 'refused', key: error.key, params: error.params })
}
