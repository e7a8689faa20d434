import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tenant } from '#contract/tenant.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** How a tenant stands, from its status, its date and its package; needs the join of `tenants`. */
export const stateOf: RawBuilder<string> = sql`(case when tenant.status <> 1 then 'disabled'
  when tenant.expire_time <= now() then 'expired' when tenant_package.is_trial then 'trial' else 'active' end)`

/** Tenants that are not removed, as far as `db` sees them. */
export const tenants = (db: Db) =>
  db
    .selectFrom('tenant')
    .leftJoin('tenant_package', (join) =>
      join
        .onRef('tenant_package.id', '=', 'tenant.package_id')
        .onRef('tenant_package.tenant_id', '=', 'tenant.package_tenant'),
    )
    .leftJoin('datasource', (join) =>
      join
        .onRef('datasource.id', '=', 'tenant.datasource_id')
        .onRef('datasource.tenant_id', '=', 'tenant.datasource_tenant'),
    )
    .where('tenant.is_deleted', '=', 0)
    .select([
      'tenant.id',
      'tenant.tenant_id as tenantId',
      'tenant.tenant_name as tenantName',
      'tenant.kind',
      'tenant.domain',
      'tenant.linkman',
      'tenant.contact_number as contactNumber',
      'tenant.address',
      'tenant.account_number as accountNumber',
      'tenant.expire_time as expireTime',
      'tenant.status',
      'tenant.package_id as packageId',
      'tenant_package.package_name as packageName',
      'tenant.datasource_id as datasourceId',
      'datasource.name as datasourceName',
      'tenant.create_time as createTime',
      'tenant.update_time as updateTime',
      'tenant.version',
      stateOf.as('state'),
    ])

export type TenantRow = Awaited<ReturnType<ReturnType<typeof tenants>['execute']>>[number]

export const shownTenant = (row: TenantRow): Tenant => ({
  ...row,
  kind: row.kind as Tenant['kind'],
  state: row.state as Tenant['state'],
  expireTime: row.expireTime ? wallTime(row.expireTime) : '',
  packageId: row.packageId ?? '',
  packageName: row.packageName ?? '',
  datasourceId: row.datasourceId ?? '',
  datasourceName: row.datasourceName ?? '',
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
})

/** A tenant by its id or its tenantId. */
export const tenantNamed = (db: Db, name: string) =>
  tenants(db).where((eb) =>
    eb.or([eb('tenant.tenant_id', '=', name), eb(eb.cast<string>('tenant.id', 'text'), '=', name.toLowerCase())]),
  )

/** Whether the caller runs the platform, and is at home doing so. */
export const runsPlatform = ({ user }: Pick<Context, 'user'>) => user.held['tenant.manage'] !== undefined

/** The directory of all tenants for who runs the platform; his own transaction for anybody else, which sees his tenant. */
export const reading = <T>(context: Context, work: (db: Db) => Promise<T>): Promise<T> =>
  runsPlatform(context)
    ? context.kernel.database.acrossTenants('the platform administers its tenants', work)
    : work(context.db)

/** A day (it ends with that day) or a moment of China; null for never. Refuses days that do not exist. */
export function expiryOf(text: string | null): Date | null {
  if (!text) return null
  const moment = new Date(`${text.slice(0, 10)}T${text.slice(11) || '23:59:59'}+08:00`)
  if (Number.isNaN(moment.getTime()) || wallTime(moment).slice(0, 10) !== text.slice(0, 10))
    throw new Refusal('tenantDateWrong', { date: text })
  return moment
}

export type TenantDraft = z.output<typeof import('#contract/tenant.ts').tenant.submit.input>
