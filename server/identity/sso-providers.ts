import { z } from 'zod'
import { attributeNames } from '#contract/identity-provider.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { unseal } from '#server/kernel/vault.ts'
import type { OidcClient } from './oidc.ts'

/** What an identity provider's secret is sealed for (server/kernel/vault.ts). */
export const SSO_SECRET = 'sso provider'

const Attributes = z.partialRecord(z.enum(attributeNames), z.string())
export type Attributes = z.output<typeof Attributes>
/** The claims of OpenID Connect Core 5.1, unless a tenant's provider names them otherwise. */
const usual = { account: 'preferred_username', realName: 'name', email: 'email', phone: 'phone_number' } as const
export const attributesOf = (stored: unknown): Attributes => Attributes.safeParse(stored).data ?? {}

/** A tenant's identity provider, with its secret open. */
export type SsoProvider = OidcClient & {
  id: string
  name: string
  attributes: Record<keyof typeof usual, string>
  jit: boolean
  roleId: string | null
  emailDomains: readonly string[]
  linkEmail: boolean
  linkPhone: boolean
}

/** An identity provider of the transaction's tenant; `enabled` only one that people may sign in through. */
export async function ssoProviderOf({ secrets }: Kernel, db: Db, id: string, enabled: boolean): Promise<SsoProvider> {
  const row = await db
    .selectFrom('sso_provider')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .$if(enabled, (query) => query.where('status', '=', 1))
    .selectAll()
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    secret: unseal(secrets, SSO_SECRET, row.secret_encrypted),
    scopes: row.scopes,
    attributes: { ...usual, ...attributesOf(row.attributes) },
    jit: row.jit,
    roleId: row.role_id,
    emailDomains: row.email_domains,
    linkEmail: row.link_email,
    linkPhone: row.link_phone,
  }
}
