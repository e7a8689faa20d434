import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { type MaskedTexts, type MaskTask, maskTextsHere } from './mask-texts.ts'

const task: MaskTask = workerData
const said: WorkerSays<MaskedTexts> = { kind: 'done', result: maskTextsHere(task) }
parentPort?.postMessage(said, [])
