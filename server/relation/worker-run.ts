import { Worker } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** What a worker says to the thread that started it. */
export type WorkerSays<R> =
  | { kind: 'progress'; percent: number; step: TextKey; params: Params }
  | { kind: 'done'; result: R }
  | { kind: 'refused'; key: TextKey; params: Params }

type Watch = {
  signal?: AbortSignal
  progress?: (percent: number, step: TextKey, params: Params) => void
  memory?: number
}

/**
 * Runs a module in a thread of its own and resolves with what it says when done, so that no calculation over a ledger ever holds
 * up the server. An abort ends the thread, and with it the thread's database transaction. A refusal passes through as one.
 * `memory` bounds its heap in MB.
 */
export function runWorker<R>(module: URL, data: object, { signal, progress, memory = 2048 }: Watch = {}): Promise<R> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortion(signal))
    const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } })
    const stop = () => {
      reject(signal === undefined ? new Error('the worker was stopped') : abortion(signal))
      void worker.terminate()
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.on('message', (said: WorkerSays<R>) => {
      if (said.kind === 'progress') progress?.(said.percent, said.step, said.params)
      else if (said.kind === 'done') resolve(said.result)
      else reject(new Refusal(said.key, said.params))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      signal?.removeEventListener('abort', stop)
      reject(new Error(`the worker ended with code ${code} before it was done`)) // settled already if it was
    })
  })
}

const abortion = (signal: AbortSignal): Error => (signal.reason instanceof Error ? signal.reason : new Error('aborted'))
