import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { readParam } from '../system/param-store.ts'
import { sweepPaces } from './pace.ts'
import { sweepCodes } from './sms-code.ts'
import { openOutbox } from './sms-outbox.ts'

const SWEEP_MS = 20 * 60_000

/** Begins to deliver messages and to forget codes; ends with the web server. */
export function openSms(app: FastifyInstance, kernel: Kernel): void {
  const outbox = openOutbox(kernel)
  const forget = async () => {
    const days = await kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, async (db) => {
      await sweepCodes(db)
      await sweepPaces(db)
      return readParam(db, 'logKeepDays')
    })
    await kernel.database.onEveryServer('messages are kept as long as logs', (db) =>
      db
        .deleteFrom('sms_log')
        .where('create_time', '<', sql<Date>`now() - make_interval(days => ${days})`)
        .execute(),
    )
  }
  const sweep = () =>
    forget().catch((error: unknown) =>
      kernel.log.warn({ err: error }, 'old codes could not be swept; tried again later'),
    )
  const timer = setInterval(() => void sweep(), SWEEP_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await outbox.close()
  })
}
