import { Worker } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { Refusal } from './errors.ts'

/** What a worker says to the thread that started it. */
export type WorkerSays<R> =
  | { kind: 'progress'; percent: number; step: TextKey; params: Params }
  | { kind: 'done'; result: R }
  | { kind: 'refused'; key: TextKey; params: Params }

type Watch = {
  signal?: AbortSignal
  /** Hears how far it is; where it answers a promise that fails, the work is stopped. */
  progress?: (percent: number, step: TextKey, params: Params) => unknown
  /** Bound of its heap in MB. */
  memory?: number
  /** What a person reads when it outgrows its memory (`limit` in MB), or ends before it is done. */
  says?: { memory: TextKey; died: TextKey }
}

/**
 * Runs a module in a thread of its own and answers what it says when done, so that no calculation over a ledger ever holds up the
 * server. Settles once the thread is gone: after it, nothing of it touches files or rows. An abort ends the thread, and with it its
 * database transaction. A refusal passes through as one.
 */
export async function runWorker<R>(
  module: URL,
  data: object,
  { signal, progress, memory = 2048, says = { memory: 'workerMemory', died: 'workerDied' } }: Watch = {},
): Promise<R> {
  if (signal?.aborted) throw abortion(signal)
  const { promise, resolve, reject } = Promise.withResolvers<R>()
  const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memory } })
  const terminate = () => void worker.terminate()
  const stop = () => {
    reject(signal === undefined ? new Error('the worker was stopped') : abortion(signal))
    terminate()
  }
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', (said: WorkerSays<R>) => {
    if (said.kind === 'progress') {
      const heard = progress?.(said.percent, said.step, said.params)
      if (heard instanceof Promise) heard.catch(terminate)
    } else if (said.kind === 'done') resolve(said.result)
    else reject(new Refusal(said.key, said.params))
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal(says.memory, { limit: memory }) : error)
  })
  // the last event
  const ended = new Promise<void>((over) => {
    worker.on('exit', () => {
      reject(new Refusal(says.died)) // settled already if it was done
      over()
    })
  })
  try {
    return await promise
  } finally {
    await ended
    signal?.removeEventListener('abort', stop)
  }
}

const abortion = (signal: AbortSignal): unknown => signal.reason ?? new Error('aborted')
