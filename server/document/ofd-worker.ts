import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { refusalOf } from './file-refusal.ts'
import { ofdPackage } from './ofd-package.ts'
import type { OfdOrder } from './ofd-pages.ts'
import type { OfdReading } from './ofd-reading.ts'

// The thread that reads the pages of one OFD.

const LARGEST = 200 * 1024 ** 2
const { path, name, range }: OfdOrder = workerData
const tell = (said: WorkerSays<OfdReading>) => parentPort?.postMessage(said, [])

try {
  tell({ kind: 'done', result: await ofdPackage(path, name, range) })
} catch (error) {
  const refusal = error instanceof FileProblem ? refusalOf(error, name, { bytes: LARGEST }) : error
  if (!(refusal instanceof Refusal)) throw error
  tell({ kind: 'refused', key: refusal.key, params: refusal.params })
}
