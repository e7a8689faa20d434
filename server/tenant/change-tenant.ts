import { sql, type Updateable } from 'kysely'
import type { Tenant } from '#contract/tenant.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Context, one } from '#server/kernel/service.ts'
import type { Tenant as TenantTable } from '#server/kernel/tables.ts'
import { type TenantRow, shownTenant, tenants } from './tenant-rows.ts'
import { clashOf, takenBy } from './provision-tenant.ts'

export type TenantChange = Omit<Updateable<TenantTable>, 'tenant_id' | 'id'>
type Wanted = {
  /** Of tenant.id. */
  id: string
  action: string
  version?: number | undefined
  /** What it is to be called and where it is to be found, to say so if that is taken. */
  names?: { tenantName?: string; domain?: string }
  set: (now: TenantRow, db: Db) => TenantChange | Promise<TenantChange>
}

/** What a change is told by: not when, nor the count of changes. */
const audited = (row: TenantRow) => {
  const fields: Partial<Tenant> = shownTenant(row)
  delete fields.updateTime
  delete fields.version
  return fields
}

/**
 * Changes a tenant's own row as the platform: in the directory, on its own server where it has one, and in the audits of both
 * tenants. The directory goes first: what is taken there is taken everywhere.
 */
export async function changeTenant(context: Context, { id, action, version, names = {}, set }: Wanted): Promise<void> {
  const { kernel, user } = context
  const changed = await kernel.database
    .acrossTenants('the platform changes one tenant', async (db) => {
      await db.selectFrom('tenant').select('id').where('id', '=', id).forUpdate().execute()
      const before = one(await tenants(db).where('tenant.id', '=', id).execute())
      if (version !== undefined && version !== before.version) throw conflict()
      const changes = { ...(await set(before, db)), update_time: sql<Date>`now()`, version: before.version + 1 }
      await db.updateTable('tenant').set(changes).where('id', '=', id).execute()
      const after = await tenants(db).where('tenant.id', '=', id).executeTakeFirst()
      const entry = {
        action,
        bizType: 'tenant',
        bizId: before.tenantId,
        before: audited(before),
        ...(after && { after: audited(after) }),
      }
      // the two rows stand or fall together where they are on one server
      const elsewhere = before.datasourceId !== null
      await actAs(db, PLATFORM, user.id)
      await audit({ ...context, db }, entry)
      if (before.tenantId !== PLATFORM && !elsewhere) {
        await actAs(db, before.tenantId, user.id)
        await audit({ ...context, db }, entry)
      }
      return { entry, changes, elsewhere }
    })
    .catch((error: unknown) => {
      throw takenBy(clashOf(error), names) ?? error
    })
  if (!changed.elsewhere) return
  const { entry, changes } = changed
  await kernel.database.inTenant({ tenantId: entry.bizId, userId: user.id }, async (db) => {
    await db.updateTable('tenant').set(changes).where('id', '=', id).execute()
    await audit({ ...context, db }, entry)
  })
}

/** Who acts in what follows in this transaction, for the audit and for rows' own tenant. */
const actAs = (db: Db, tenantId: string, userId: string) =>
  sql`select set_config('app.tenant', ${tenantId}, true), set_config('app.user', ${userId}, true)`.execute(db)

/** The platform's own tenant, and that of who asks, are not closed or limited. */
export function refuseOwn({ user }: Context, row: { tenantId: string }): void {
  if (row.tenantId === PLATFORM) throw new Refusal('tenantIsPlatform')
  if (row.tenantId === user.homeTenantId) throw new Refusal('tenantIsOwn')
}
