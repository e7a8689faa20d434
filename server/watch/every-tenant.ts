import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'

/**
 * Does the same in every tenant that is not deleted, one short transaction each, so that a tenant whose server is down stops no
 * other. Answers what each gave, and the tenants in which it failed (logged).
 */
export async function everyTenant<T>(
  { database, log }: Kernel,
  what: string,
  work: (db: Db, tenantId: string) => Promise<T>,
): Promise<{ done: { tenantId: string; result: T }[]; failed: string[] }> {
  const tenants = await database.acrossTenants('scheduled work goes through the list of tenants', (db) =>
    db.selectFrom('tenant').select('tenant_id').where('is_deleted', '=', 0).orderBy('tenant_id').execute(),
  )
  const done: { tenantId: string; result: T }[] = []
  const failed: string[] = []
  for (const { tenant_id: tenantId } of tenants) {
    try {
      done.push({ tenantId, result: await database.inTenant({ tenantId, userId: '' }, (db) => work(db, tenantId)) })
    } catch (error) {
      failed.push(tenantId)
      log.error({ err: error, tenant: tenantId }, `${what} failed in a tenant; the others go on`)
    }
  }
  return { done, failed }
}
