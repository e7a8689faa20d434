import { Client } from 'pg'
import { sql } from 'kysely'
import { type Database, type Db, MAIN } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { tenantTables } from '#server/kernel/tenant-tables.ts'
import { asTenant, deleteRows } from './copy-tenant.ts'

/** A connection of the schema's owner on a server, for as long as `work` takes. */
export async function asOwner<T>(kernel: Kernel, server: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const config = kernel.directory.ownerOf(server)
  const owner = new Client({
    ...config,
    application_name: 'digao move',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end().catch(() => {})
  }
}

/** Where the directory says that the tenant lives, read from it and not from memory; undefined: there is no such tenant. */
export async function homeOf(database: Database, tenantId: string): Promise<string | undefined> {
  const row = await database.acrossTenants('where a tenant lives', (db) =>
    db.selectFrom('tenant').select('datasource_id').where('tenant_id', '=', tenantId).executeTakeFirst(),
  )
  return row && (row.datasource_id ?? MAIN)
}

/** The tenant is gone from the transaction's server. */
export const markAway = (db: Db, tenantId: string) =>
  sql`insert into tenant_away (tenant_id) values (${tenantId})
    on conflict (tenant_id) do update set until = null`.execute(db)

/** The tenant is about to leave the transaction's server, and starts no jobs for so long. One that has left stays so. */
export const markLeaving = (db: Db, tenantId: string, seconds: number) =>
  sql`insert into tenant_away (tenant_id, until) values (${tenantId}, now() + make_interval(secs => ${seconds}))
    on conflict (tenant_id) do update set until = excluded.until where tenant_away.until is not null`.execute(db)

export const markBack = (db: Db, tenantId: string) =>
  db.deleteFrom('tenant_away').where('tenant_id', '=', tenantId).execute()

/**
 * Puts things right after a move that ended anyhow: where the tenant lives it is let in, on the other servers of `touched` it is
 * turned away and nothing of it is left.
 */
export async function settleResidence(kernel: Kernel, tenantId: string, touched: readonly string[]): Promise<void> {
  const home = await homeOf(kernel.database, tenantId)
  if (home === undefined) return
  for (const server of touched) {
    const reason = 'a tenant is let in where it lives and nowhere else'
    if (server === home) await kernel.database.onServer(server, reason, (db) => markBack(db, tenantId))
    else {
      await kernel.database.onServer(server, reason, (db) => markAway(db, tenantId))
      await clear(kernel, server, tenantId)
    }
  }
}

/** Deletes what is left of a tenant on a server where it does not live; its row in the directory stays on the main one. */
async function clear(kernel: Kernel, server: string, tenantId: string): Promise<void> {
  await asOwner(kernel, server, async (owner) => {
    const tables = await tenantTables(owner)
    await asTenant(owner, tenantId, 'read committed')
    await deleteRows(owner, tables, tenantId)
    if (server !== MAIN) await owner.query('delete from tenant where tenant_id = $1', [tenantId])
    await owner.query('commit')
  })
}
