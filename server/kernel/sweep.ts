import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import type { Push } from './push.ts'
import { sweepScratch } from './scratch.ts'

const EVERY_MS = 15 * 60_000

type Parts = { database: Database; push: Push; log: Logger; /** Where temporary files lie. */ scratch: string }

/**
 * Deletes what has a term: idempotency keys and pushed events after a day, captchas, counters, sessions long over, and temporary
 * files of processes that were killed.
 */
export function openSweeping({ database, push, log, scratch }: Parts): { stop(): void } {
  const sweep = async () => {
    await sweepScratch(scratch)
    await push.sweep()
    await database.onEveryServer('idempotency keys are kept one day, ended sessions ninety', async (db) => {
      await db
        .deleteFrom('idempotency')
        .where('create_time', '<', sql<Date>`now() - interval '1 day'`)
        .execute()
      await db
        .deleteFrom('session')
        .where('expire_time', '<', sql<Date>`now() - interval '90 days'`)
        .execute()
    })
    await database.outside
      .deleteFrom('captcha')
      .where('expire_time', '<', sql<Date>`now()`)
      .execute()
    await database.outside
      .deleteFrom('attempt')
      .where('opens', '<', sql<Date>`now() - interval '2 days'`)
      .execute()
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, 'old rows could not be swept; tried again in a quarter of an hour'),
    )
  }, EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
