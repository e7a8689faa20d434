import { heldByRoles, type Role } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import { DEMO_TENANT } from './accounts.ts'

/** A transaction of the demo firm. */
export const inTenant = <T>(kernel: Kernel, user: Pick<User, 'id'>, work: (db: Db) => Promise<T>): Promise<T> =>
  kernel.database.inTenant({ tenantId: DEMO_TENANT, userId: user.id }, work)

/** The demo account of a role, as a caller. */
export const userOf = (kernel: Kernel, account: Role): Promise<User> =>
  inTenant(kernel, { id: '' }, async (db) => {
    const { id, real_name: realName } = await db
      .selectFrom('app_user')
      .select(['id', 'real_name'])
      .where('account', '=', account)
      .where('is_deleted', '=', 0)
      .executeTakeFirstOrThrow()
    const roles = [account]
    return {
      id,
      tenantId: DEMO_TENANT,
      homeTenantId: DEMO_TENANT,
      sessionId: '',
      account,
      realName,
      deptId: '',
      roles,
      held: heldByRoles(account),
    }
  })

/** A call as this person would make it, so that rules and audit are the same. */
export const asCall = (kernel: Kernel, user: User, db: Db): Context => ({
  db,
  user,
  kernel,
  extent: true,
  language: 'zh-CN',
  address: '',
  trace: 'demo',
  afterCommit: () => {},
})
