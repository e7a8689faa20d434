import { sql } from 'kysely'
import { type Metric, metrics } from '#contract/entitlement.ts'
import type { TenantPackage } from '#contract/package.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { one } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** Packages with their limits; they are the platform's, and any tenant may read them. */
export const packages = (db: Db) =>
  db
    .selectFrom('tenant_package')
    .where('tenant_package.tenant_id', '=', PLATFORM)
    .where('tenant_package.is_deleted', '=', 0)
    .select([
      'tenant_package.id',
      'code',
      'package_name as packageName',
      'edition',
      'rank',
      'is_trial as isTrial',
      'trial_days as trialDays',
      'trash_days as trashDays',
      'own_menus as ownMenus',
      'remark',
      'status',
      'create_time as createTime',
      'update_time as updateTime',
      'version',
      sql<Record<string, number>>`coalesce((select json_object_agg(metric, amount) from package_limit l
        where l.tenant_id = ${PLATFORM} and l.package_id = tenant_package.id), '{}')`.as('limits'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof packages>['execute']>>[number]
const isMetric = (name: string): name is Metric => (metrics as readonly string[]).includes(name)

export const shownPackage = (row: Row): Omit<TenantPackage, 'tenants'> => ({
  ...row,
  edition: row.edition as TenantPackage['edition'],
  limits: Object.fromEntries(Object.entries(row.limits).filter(([metric]) => isMetric(metric))),
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
})

export const shownPackageOf = async (db: Db, id: string) =>
  shownPackage(one(await packages(db).where('tenant_package.id', '=', id).execute()))

/** The package of this id for a tenant of this kind; null for none. Refuses one that cannot be chosen. */
export async function packageFor(db: Db, id: string, kind: string) {
  if (id === '') return null
  const found = await db
    .selectFrom('tenant_package')
    .selectAll()
    .where('tenant_id', '=', PLATFORM)
    .where('id', '=', id)
    .where('status', '=', 1)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  if (!found) throw new Refusal('packageMissing')
  if (found.edition !== kind) throw new Refusal('packageEdition', { name: found.package_name })
  return found
}
