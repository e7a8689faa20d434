import { parentPort, Worker } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { Refusal } from './errors.ts'
import type { WorkerSays } from './worker-run.ts'

type Watch = { signal?: AbortSignal; progress?: (percent: number, step: TextKey, params: Params) => unknown }
type Waiting = {
  task: unknown
  watch: Watch
  resolve: (result: never) => void
  reject: (reason: unknown) => void
}

export type WarmThread = {
  /** Work of the same key finds what the thread kept of it. An abort ends the thread if the work runs, else only its waiting. */
  run: <R>(task: unknown, watch?: Watch) => Promise<R>
  /** How much waits or runs. */
  load: () => number
  close: () => Promise<void>
}

/**
 * A thread that stays, so that what it has loaded serves the next question too. One task at a time, in order. It ends after a
 * while without work, and never keeps the process alive. Out of memory, it starts anew and only the task it ran is refused.
 */
export function warmThread(module: URL, { memory, idleMs = 600_000 }: { memory: number; idleMs?: number }): WarmThread {
  const queue: Waiting[] = []
  let current: Waiting | undefined
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const next = () => {
    clearTimeout(idle)
    if (current) return
    current = queue.shift()
    if (!current) {
      worker?.unref()
      idle = setTimeout(() => {
        const ended = worker
        // a task that comes while it ends begins a new one
        worker = undefined
        void ended?.terminate()
      }, idleMs).unref()
      return
    }
    worker ??= start()
    worker.ref()
    worker.postMessage(current.task, [])
  }
  const settle = (how: (waiting: Waiting) => void) => {
    const done = current
    current = undefined
    if (done) how(done)
    next()
  }
  const start = () => {
    const made = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memory } })
    let failure: unknown = new Refusal('workerDied')
    made.on('message', (said: WorkerSays<never>) => {
      if (worker !== made) return
      if (said.kind === 'progress') current?.watch.progress?.(said.percent, said.step, said.params)
      else if (said.kind === 'done') settle(({ resolve }) => resolve(said.result))
      else settle(({ reject }) => reject(new Refusal(said.key, said.params)))
    })
    made.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('workerMemory', { limit: memory }) : error
    })
    made.on('exit', () => {
      if (worker !== made) return
      worker = undefined
      if (current) settle(({ reject }) => reject(failure))
    })
    return made
  }

  return {
    run: (task, watch = {}) =>
      new Promise((resolve, reject) => {
        const { signal } = watch
        if (signal?.aborted) return reject(abortion(signal))
        const waiting: Waiting = {
          task,
          watch,
          resolve: (result) => {
            signal?.removeEventListener('abort', stop)
            resolve(result)
          },
          reject: (reason) => {
            signal?.removeEventListener('abort', stop)
            reject(reason instanceof Error ? reason : new Error(String(reason)))
          },
        }
        const stop = () => {
          const place = queue.indexOf(waiting)
          if (place >= 0) {
            queue.splice(place, 1)
            return waiting.reject(abortion(signal))
          }
          const ended = worker
          worker = undefined
          // its transaction ends with it; only then may the next begin
          void (ended?.terminate() ?? Promise.resolve(0)).then(() => settle((one) => one.reject(abortion(signal))))
        }
        signal?.addEventListener('abort', stop, { once: true })
        queue.push(waiting)
        next()
      }),
    load: () => queue.length + (current ? 1 : 0),
    close: async () => {
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}

const abortion = (signal: AbortSignal | undefined): unknown => signal?.reason ?? new Error('aborted')

const say = (said: WorkerSays<unknown>) => parentPort?.postMessage(said, [])

/** In the thread: answers each task with what `work` makes of it; a refusal passes through as one, anything else ends the thread. */
export function serveTasks(
  work: (task: never, progress: (percent: number, step: TextKey, params?: Params) => void) => Promise<unknown>,
): void {
  parentPort?.on('message', (task: unknown) => {
    work(task as never, (percent, step, params = {}) => say({ kind: 'progress', percent, step, params })).then(
      (result) => say({ kind: 'done', result }),
      (error: unknown) => {
        if (!(error instanceof Refusal))
          return queueMicrotask(() => {
            throw error
          })
        say({ kind: 'refused', key: error.key, params: error.params })
      },
    )
  })
}
