import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { type MergeOrder, mergeReceipts } from './merge-receipts.ts'
import type { RunFigure, RunOutcome } from './runner.ts'

// The thread that merges receipts into one PDF.

export type Merged = { outcomes: RunOutcome[]; figures: RunFigure[]; pages: number }

const order: MergeOrder = workerData
const tell = (said: WorkerSays<Merged>) => parentPort?.postMessage(said, [])

const { bytes, ...merged } = await mergeReceipts(order, (percent, step, params) =>
  tell({ kind: 'progress', percent, step, params }),
)
if (bytes) writeFileSync(order.to, bytes, { mode: 0o600 })
tell({ kind: 'done', result: merged })
