import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { unseal } from '#server/kernel/vault.ts'
import type { SocialType } from '#contract/identity.ts'
import { returnAddresses } from './public-origin.ts'
import type { Client } from './social-port.ts'

/** What a social client's secret is sealed for (server/kernel/vault.ts). */
export const SOCIAL_SECRET = 'social client'

const rows = (db: Db) =>
  db
    .selectFrom('social_client')
    .where('is_deleted', '=', 0)
    .where('status', '=', 1)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'tenant_id', 'type', 'name', 'client_id', 'secret_encrypted', 'redirect_uri', 'issuer', 'corp_id'])

/** The social clients the transaction's tenant signs in through: its own, and the platform's of types it has none of. */
export async function clientsOf(db: Db, tenantId: string) {
  const all = await rows(db).where('tenant_id', 'in', [tenantId, PLATFORM]).execute()
  const own = all.filter((row) => row.tenant_id === tenantId)
  return [...own, ...all.filter((row) => row.tenant_id !== tenantId && !own.some(({ type }) => type === row.type))]
}
type Row = Awaited<ReturnType<typeof clientsOf>>[number]

/** The one a `source` names: by its id, or the first of that type. */
export async function clientOf(kernel: Kernel, db: Db, tenantId: string, source: string): Promise<Client> {
  const clients = await clientsOf(db, tenantId)
  const row = clients.find(({ id }) => id === source) ?? clients.find(({ type }) => type === source)
  if (!row) throw new Refusal('socialUnknown')
  return opened(kernel, row)
}

/** A client with its secret open, and where people come back to from it. */
export function opened({ secrets, config }: Kernel, row: Row): Client {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    // the column's check allows no other
    type: row.type as SocialType,
    name: row.name,
    clientId: row.client_id,
    secret: unseal(secrets, SOCIAL_SECRET, row.secret_encrypted),
    redirectUri: row.redirect_uri || (returnAddresses(config)[0] ?? ''),
    issuer: row.issuer,
    corpId: row.corp_id,
  }
}
