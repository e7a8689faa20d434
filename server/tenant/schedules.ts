import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { recount } from '#server/kernel/entitlement.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { administratorsOf, sendMessage } from '../watch/messages.ts'
import { registerSchedule } from '../watch/schedules.ts'

/** Days before its date at which a tenant's administrators are told. */
const WARN_DAYS = [30, 7, 1] as const

/** What comes round for tenants: counters set right at night, warnings in the morning before a tenant expires. */
export function registerTenantSchedules(kernel: Kernel): void {
  registerSchedule(kernel, 'usage.recount', {
    title: { zh: '重新统计资源用量', en: 'Recount what tenants use' },
    cron: '30 3 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'recounting what is used', recount)
      return { corrected: done.filter(({ result }) => result.length > 0).length, failed: failed.length }
    },
  })
  registerSchedule(kernel, 'tenant.expiry', {
    title: { zh: '租户到期提醒', en: 'Warn tenants before they expire' },
    cron: '0 9 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'warning of expiry', (db) => warn(kernel, db))
      return { warned: done.filter(({ result }) => result).length, failed: failed.length }
    },
  })
}

/** Tells the transaction's tenant's administrators once for each of the days, the nearest that has come. */
async function warn(kernel: Kernel, db: Db): Promise<boolean> {
  const due = await db
    .selectFrom('tenant')
    .select(['tenant_id', 'expire_time', 'warned_days'])
    .select(sql<number>`ceil(extract(epoch from expire_time - now()) / 86400)::int`.as('days'))
    .where('tenant_id', '=', sql<string>`current_tenant()`)
    .where('status', '=', 1)
    .where('is_deleted', '=', 0)
    .where('expire_time', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!due?.expire_time) return false
  const step = WARN_DAYS.findLast((days) => due.days <= days)
  if (step === undefined || (due.warned_days !== null && due.warned_days <= step)) return false
  await db.updateTable('tenant').set({ warned_days: step }).where('tenant_id', '=', due.tenant_id).execute()
  const params = { days: due.days, date: wallTime(due.expire_time).slice(0, 10) }
  for (const userId of await administratorsOf(db)) {
    await sendMessage(kernel, db, {
      userId,
      type: 'system',
      level: step === 1 ? 'bad' : 'warn',
      title: { key: 'tenantExpiresTitle', params },
      body: { key: 'tenantExpiresBody', params },
      link: '/system/usage',
    })
  }
  return true
}
