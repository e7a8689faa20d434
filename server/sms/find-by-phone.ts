import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'

/** Whoever of the transaction's tenant has this phone and may sign in: neither he nor his tenant is locked or over. */
export const findByPhone = (db: Db, phone: string) =>
  db
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.tenant_id', 'app_user.tenant_id')
    .where('phone', '=', phone)
    .where('app_user.is_deleted', '=', 0)
    .where('app_user.status', '=', 1)
    .where('tenant.status', '=', 1)
    .where('tenant.is_deleted', '=', 0)
    .where((eb) => eb.or([eb('tenant.expire_time', 'is', null), eb('tenant.expire_time', '>', sql<Date>`now()`)]))
    .select(['app_user.id', 'account', 'real_name', 'app_user.dept_id'])
    .executeTakeFirst()
