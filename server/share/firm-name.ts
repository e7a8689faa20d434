import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'

/** The firm of the transaction's tenant as strangers may read it; the tenant's name where no firm has been entered. */
export async function firmNameOf(db: Db): Promise<string> {
  const firm = await db
    .selectFrom('firm')
    .select('firm_name')
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (firm?.firm_name) return firm.firm_name
  const tenant = await db
    .selectFrom('tenant')
    .select('tenant_name')
    .where('tenant_id', '=', sql<string>`current_tenant()`)
    .executeTakeFirst()
  return tenant?.tenant_name ?? ''
}
