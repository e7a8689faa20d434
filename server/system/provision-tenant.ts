import { type Role, roles } from '#contract/grants.ts'
import type { Database, Db } from '#server/kernel/database.ts'
import { hashPassword } from '../auth/password.ts'

export type NewTenant = {
  tenantId: string
  tenantName: string
  kind: 'platform' | 'firm' | 'school' | 'person'
  domain?: string
}
export type NewUser = {
  account: string
  realName: string
  /** md5 hex, as clients send it. */
  password: string
  roles: readonly Role[]
  /** The password's stored form, where it is known already. */
  hash?: string
}

const roleNames: Record<Role, string> = {
  administrator: '超级管理员',
  admin: '管理员',
  zxs: '咨询师',
  teacher: '老师',
  student: '学生',
  personal: '个人版',
  normal: '普通用户',
  user: '用户',
}

/** Makes a tenant with its roles, its department and, unless it is the platform, its firm, in one transaction. Answers the firm's id. */
export function provisionTenant(
  database: Database,
  { tenantId, tenantName, kind, domain = '' }: NewTenant,
): Promise<string> {
  return database.inTenant({ tenantId, userId: '' }, async (db) => {
    await db.insertInto('tenant').values({ tenant_id: tenantId, tenant_name: tenantName, kind, domain }).execute()
    await db.insertInto('dept').values({ dept_name: tenantName }).execute()
    const rows = roles.map((alias, sort) => ({ role_alias: alias, role_name: roleNames[alias], sort }))
    await db.insertInto('role').values(rows).execute()
    if (kind === 'platform') return ''
    const firm = { firm_name: tenantName }
    const { id } = await db.insertInto('firm').values(firm).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

/** Adds a user with these roles to the transaction's tenant. Answers his id. */
export async function addUser(db: Db, { account, realName, password, roles, hash }: NewUser): Promise<string> {
  const stored = hash ?? (await hashPassword(password))
  const dept = await db.selectFrom('dept').select('id').orderBy('create_time').limit(1).executeTakeFirst()
  const { id } = await db
    .insertInto('app_user')
    .values({ account, name: realName, real_name: realName, password_hash: stored, dept_id: dept?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (roles.length === 0) return id
  await db
    .insertInto('user_role')
    .columns(['user_id', 'role_id'])
    .expression((eb) =>
      eb
        .selectFrom('role')
        .where('role_alias', 'in', [...roles])
        .where('is_deleted', '=', 0)
        .select((of) => [of.val(id).$castTo<string>().as('user_id'), 'id as role_id']),
    )
    .execute()
  return id
}
