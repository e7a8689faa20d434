import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor, Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'

export const SCAN_SCHEDULE = 'storage.scan'
const BATCH = 500
const AT_ONCE = 8
/** Of files whose content is gone, so many are named. */
const MOST_NAMED = 100

/** What a scan found: stored content that no file names, and files whose content is gone. */
export const Scan = z.object({
  blobs: z.number().int(),
  bytes: z.number().int(),
  missing: z.array(z.object({ tenantId: z.string(), fileId: z.string(), name: z.string() })),
  missingCount: z.number().int(),
})
export type Scan = z.output<typeof Scan>

type Tell = (done: number, of: number, tenantId: string) => Promise<void>

const tenantsOf = ({ database }: Kernel) =>
  database.acrossTenants('the store is looked after for all tenants', (db) =>
    db.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute(),
  )

/** Content of the transaction's tenant that no file names; a day old, so that an upload under way is none. */
const orphansOf = (db: Db) =>
  db
    .selectFrom('blob')
    .where('create_time', '<', sql<Date>`now() - interval '1 day'`)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('file').whereRef('file.sha256', '=', 'blob.sha256').select('file.id'))),
    )

/** Walks through all tenants; a tenant whose server is down is left out and logged. Changes nothing. */
export async function scanStorage(kernel: Kernel, signal: AbortSignal, tell?: Tell): Promise<Scan> {
  const found: Scan = { blobs: 0, bytes: 0, missing: [], missingCount: 0 }
  const tenants = await tenantsOf(kernel)
  for (const [at, { tenant_id: tenantId }] of tenants.entries()) {
    signal.throwIfAborted()
    await tell?.(at, tenants.length, tenantId)
    await scanTenant(kernel, { tenantId, userId: '' }, found, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      kernel.log.error({ err: error, tenant: tenantId }, 'the files of a tenant could not be scanned')
    })
  }
  return found
}

async function scanTenant(kernel: Kernel, actor: Actor, found: Scan, signal: AbortSignal) {
  const { database, store } = kernel
  const orphans = await database.inTenant(actor, (db) =>
    orphansOf(db)
      .select([sql<number>`count(*)::int`.as('n'), sql<bigint>`coalesce(sum(size), 0)::bigint`.as('bytes')])
      .executeTakeFirstOrThrow(),
  )
  found.blobs += orphans.n
  found.bytes += Number(orphans.bytes)
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const batch = await database.inTenant(actor, (db) =>
      db
        .selectFrom('blob')
        .select(['sha256', 'storage_key'])
        .where('sha256', '>', after)
        .orderBy('sha256')
        .limit(BATCH)
        .execute(),
    )
    const gone: string[] = []
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      const some = batch.slice(at, at + AT_ONCE)
      const there = await Promise.all(some.map(({ storage_key: key }) => store.has(key)))
      gone.push(...some.filter((_, index) => !there[index]).map(({ sha256 }) => sha256))
    }
    if (gone.length) await nameFiles(kernel, actor, gone, found)
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.sha256
  }
}

async function nameFiles({ database }: Kernel, actor: Actor, gone: readonly string[], found: Scan) {
  const files = await database.inTenant(actor, (db) =>
    db.selectFrom('file').select(['id', 'name']).where('sha256', 'in', gone).where('is_deleted', '=', 0).execute(),
  )
  found.missingCount += files.length
  const room = Math.max(0, MOST_NAMED - found.missing.length)
  found.missing.push(...files.slice(0, room).map(({ id, name }) => ({ tenantId: actor.tenantId, fileId: id, name })))
}

/** Deletes what no file has named for a day; answers how much that was. */
export async function cleanStorage(
  kernel: Kernel,
  signal: AbortSignal,
  tell?: (count: number) => Promise<void>,
): Promise<{ blobs: number; bytes: number }> {
  const done = { blobs: 0, bytes: 0 }
  for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
    const actor = { tenantId, userId: '' }
    const all = await kernel.database.inTenant(actor, (db) => orphansOf(db).select('sha256').execute())
    for (const { sha256 } of all) {
      signal.throwIfAborted()
      done.bytes += await cleanOne(kernel, actor, sha256)
      done.blobs++
      await tell?.(done.blobs)
    }
  }
  return done
}

/**
 * The object goes while its row is locked, the one wait for a store inside a transaction: an upload of the same content waits for
 * the row, and then finds the object gone, rather than relying on one that is about to go (blobs.ts).
 */
const cleanOne = ({ database, store }: Kernel, actor: Actor, sha256: string) =>
  database.inTenant(actor, async (db) => {
    const row = await db
      .deleteFrom('blob')
      .where('sha256', '=', sha256)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('file').whereRef('file.sha256', '=', 'blob.sha256').select('file.id'))),
      )
      .returning(['storage_key', 'size'])
      .executeTakeFirst()
    if (!row) return 0
    await store.remove(row.storage_key)
    return Number(row.size)
  })
