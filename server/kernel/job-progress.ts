import type { Logger } from 'pino'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Actor, Database, Db } from './database.ts'
import type { JobRow } from './job-queue.ts'

/** How a running job tells what it does and hears that it should stop. */
export type Progress = {
  signal: AbortSignal
  /** 0 to 100 and what it is doing; stored and pushed at most every 200 ms. Throws once the job should stop. */
  at(percent: number, step: TextKey, params?: Params): Promise<void>
}

const PROGRESS_MS = 200

type Parts = {
  database: Database
  log: Logger
  actor: Actor
  row: JobRow
  runner: string
  signal: AbortSignal
  tell: (db: Db, now: object) => Promise<void>
}

/** Progress is news, not a record: the newest replaces what was not written yet. `settle` waits for what is being written. */
export function openProgress({ database, log, actor, row, runner, signal, tell }: Parts) {
  let next: { progress: number; step: string; stepParams: Params } | undefined
  let writing: Promise<void> | undefined
  let written = 0

  const write = async () => {
    while (next) {
      const wait = written + PROGRESS_MS - Date.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const { progress, step, stepParams } = next
      next = undefined
      written = Date.now()
      await database.inTenant(actor, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('job')
          .set({ progress, step, step_params: JSON.stringify(stepParams) })
          .where('id', '=', row.id)
          .where('runner', '=', runner)
          .executeTakeFirst()
        // taken for dead meanwhile: its owner was told so, and hears no more of us
        if (numUpdatedRows) await tell(db, { state: 'running', progress, step, stepParams })
      })
    }
  }
  const progress: Progress = {
    signal,
    async at(percent, step, params = {}) {
      signal.throwIfAborted()
      next = { progress: Math.max(0, Math.min(100, Math.round(percent))), step, stepParams: params }
      writing ??= write()
        .catch((error: unknown) => log.warn({ err: error, job: row.id }, 'progress could not be written'))
        .finally(() => {
          writing = undefined
        })
    },
  }
  const settle = async (): Promise<void> => writing
  return { progress, settle }
}
