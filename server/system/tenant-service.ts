import type { tenant } from '#contract/system.ts'
import type { Service } from '#server/kernel/service.ts'

/** The host of a full URL or an origin, in lower case; empty for what is neither. */
export function hostOf(address: string): string {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return URL.canParse(text) ? new URL(text).host : ''
}

export const tenantService: Service<typeof tenant> = {
  select: ({ kernel }) =>
    kernel.database.acrossTenants('whoever signs in chooses his tenant', async (db) => {
      const rows = await db
        .selectFrom('tenant')
        .select(['id', 'tenant_id', 'tenant_name', 'domain'])
        .where('status', '=', 1)
        .orderBy('create_time')
        .limit(500)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        tenantId: row.tenant_id,
        tenantName: row.tenant_name,
        domain: row.domain,
      }))
    }),

  info: ({ kernel }, { domain }) =>
    kernel.database.acrossTenants('a domain names its tenant before anybody signed in', async (db) => {
      const wanted = hostOf(domain)
      if (!wanted) return {}
      const rows = await db
        .selectFrom('tenant')
        .select(['tenant_id', 'tenant_name', 'domain'])
        .where('status', '=', 1)
        .where('domain', '<>', '')
        .execute()
      const found = rows.find((row) => hostOf(row.domain) === wanted)
      return found ? { tenantId: found.tenant_id, tenantName: found.tenant_name, domain: found.domain } : {}
    }),
}
