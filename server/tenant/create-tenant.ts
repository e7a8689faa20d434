import type { Tenant } from '#contract/tenant.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { md5 } from '../auth/password.ts'
import { generatedPassword } from '../system/seed-platform.ts'
import { packageFor } from './package-rows.ts'
import { defaultPackages, provision } from './provision-tenant.ts'
import { expiryOf, shownTenant, type TenantDraft, tenantNamed } from './tenant-rows.ts'

const FIRST_ACCOUNT = 'admin'

/** A whole tenant from the platform's form; the password of its administrator is answered here and nowhere else. */
export async function createTenant(
  context: Context,
  draft: TenantDraft,
): Promise<Tenant & { account: string; password: string }> {
  const { db, kernel } = context
  const { tenantId, tenantName, kind, administrator } = draft
  if (!tenantName) throw new Refusal('tenantName')
  const password = administrator?.password ? '' : generatedPassword()
  const chosen = draft.packageId ? await packageFor(db, draft.packageId, kind) : undefined
  const byDefault = draft.packageId === undefined ? defaultPackages[kind] : undefined
  const packageCode = chosen?.code ?? byDefault
  const expires = draft.expireTime ? expiryOf(draft.expireTime) : null
  const account = administrator?.account ?? FIRST_ACCOUNT
  const made = await provision(kernel.database, {
    ...(tenantId !== undefined && { tenantId }),
    tenantName,
    kind,
    domain: draft.domain ?? '',
    linkman: draft.linkman ?? '',
    contactNumber: draft.contactNumber ?? '',
    address: draft.address ?? '',
    accountNumber: draft.accountNumber ?? -1,
    ...(packageCode !== undefined && { packageCode }),
    ...(expires && { expireTime: expires }),
    administrator: {
      account,
      realName: administrator?.realName || draft.linkman || tenantName,
      phone: administrator?.phone ?? '',
      password: administrator?.password ?? md5(password),
      mustChangePassword: password !== '',
    },
    by: context,
  })
  const row = await kernel.database.acrossTenants('the platform administers its tenants', async (all) =>
    shownTenant(one(await tenantNamed(all, made.tenantId).execute())),
  )
  await audit(context, { action: 'tenant.create', bizType: 'tenant', bizId: made.tenantId, after: row })
  return { ...row, account, password }
}
