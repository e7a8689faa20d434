import { type RegisterKind, registerKinds } from '#contract/register.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { readParam, readParams } from '../system/param-store.ts'

const paramOf = { firm: 'registerFirm', person: 'registerPerson', school: 'registerSchool' } as const

/** The kinds of tenant that may register by themselves now; the calls ask it as well as the page. And how short a password may be. */
export async function openRegistrations({
  database,
}: Kernel): Promise<{ kinds: RegisterKind[]; passwordMinLength: number }> {
  const set = await database.inTenant({ tenantId: PLATFORM, userId: '' }, (db) =>
    readParams(db, ['registerFirm', 'registerPerson', 'registerSchool', 'passwordMinLength']),
  )
  const kinds = registerKinds.filter((kind) => set[paramOf[kind]] === 'on')
  return { kinds, passwordMinLength: set.passwordMinLength }
}

/** Whether a tenant lets people ask it for an account. The platform's own does not, nor one that is disabled or over. */
export const isGuestOpen = async ({ database }: Kernel, tenantId: string): Promise<boolean> =>
  /^[0-9A-Za-z]{6,12}$/.test(tenantId) &&
  tenantId !== PLATFORM &&
  database.inTenant({ tenantId, userId: '' }, async (db) => {
    const tenant = await db
      .selectFrom('tenant')
      .select(['expire_time'])
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 1)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (!tenant || (tenant.expire_time && tenant.expire_time.getTime() <= Date.now())) return false
    return (await readParam(db, 'registerGuest')) === 'on'
  })
