import { sql } from 'kysely'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { tenants } from './tenant-rows.ts'

/** From now on the session works in the other tenant. Both audits say why; the other tenant's before anything can be done there. */
export async function enterTenant(context: Context, { tenantId, reason }: { tenantId: string; reason: string }) {
  const { db, kernel, user, afterCommit } = context
  if (tenantId === user.homeTenantId) throw new Refusal('enterOwn')
  const row = await kernel.database.acrossTenants('the platform administers its tenants', async (all) =>
    one(await tenants(all).where('tenant.tenant_id', '=', tenantId).execute()),
  )
  const entry = { action: 'tenant.enter', bizType: 'tenant', bizId: tenantId, after: { reason } }
  await kernel.database.inTenant({ tenantId, userId: user.id }, async (there) => {
    const name = { real_name: user.realName || user.account, last_time: sql<Date>`now()` }
    await there
      .insertInto('visitor')
      .values({ user_id: user.id, ...name })
      .onConflict((known) => known.columns(['tenant_id', 'user_id']).doUpdateSet(name))
      .execute()
    await audit({ ...context, db: there }, entry)
  })
  await db.updateTable('session').set({ acting_tenant: tenantId }).where('id', '=', user.sessionId).execute()
  await audit(context, entry)
  afterCommit(() => kernel.sessions.forget(user.id))
  return { tenantId, tenantName: row.tenantName }
}

/** Back at home. Runs in the home tenant, so that a tenant whose server is gone can be left too. */
export async function leaveTenant(context: Context) {
  const { db, kernel, user, trace, afterCommit } = context
  const { tenantId, homeTenantId } = user
  // also of who is at home because he runs the platform no more: the session must not remember the other tenant
  await db.updateTable('session').set({ acting_tenant: '' }).where('id', '=', user.sessionId).execute()
  if (tenantId === homeTenantId) return { tenantId }
  const entry = { action: 'tenant.leave', bizType: 'tenant', bizId: tenantId }
  await audit(context, entry)
  afterCommit(async () => {
    kernel.sessions.forget(user.id)
    await kernel.database
      .inTenant({ tenantId, userId: user.id }, (there) => audit({ ...context, db: there }, entry))
      .catch((error: unknown) =>
        kernel.log.warn({ err: error, trace, tenant: tenantId }, 'leaving was noted at home only'),
      )
  })
  return { tenantId: homeTenantId }
}
