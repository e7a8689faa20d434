import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { readParam } from '../system/param-store.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { registerSchedule } from '../watch/schedules.ts'

/** Every night: lines of the logs of links past their days. */
export function registerShareRetention(kernel: Kernel): void {
  registerSchedule(kernel, 'share.retention', {
    title: { zh: '清理过期的分享访问记录', en: 'Delete old lines of the logs of share links' },
    cron: '35 2 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'deleting old logs of links', forgetOldVisits)
      return { deleted: done.reduce((sum, { result }) => sum + result, 0), failed: failed.length }
    },
  })
}

/** Deletes what is older than the parameter shareLogKeepDays says, and what visits that are long over have taken; answers how many lines of the log. */
export async function forgetOldVisits(db: Db): Promise<number> {
  const days = await readParam(db, 'shareLogKeepDays')
  const gone = await db
    .deleteFrom('share_log')
    .where('create_time', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  // a ticket opens for half a day: nobody resumes after that
  await db
    .deleteFrom('share_take')
    .where('create_time', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
  return Number(gone.numDeletedRows)
}
