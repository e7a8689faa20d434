import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor, Db } from '#server/kernel/database.ts'
import { leave } from '#server/kernel/blob-row.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { isStorageKey, type StoredObject } from '#server/kernel/object-store.ts'
import { HOME } from '#server/kernel/stores.ts'

export const SCAN_SCHEDULE = 'storage.scan'
const BATCH = 500
const AT_ONCE = 8
/** Of files whose content is gone, so many are named. */
const MOST_NAMED = 100
const DAY_MS = 86_400_000

/** What a scan found: stored content that no file names, objects that no row knows, and files whose content is gone. */
export const Scan = z.object({
  blobs: z.number().int(),
  bytes: z.number().int(),
  strays: z.number().int().default(0),
  strayBytes: z.number().int().default(0),
  missing: z.array(z.object({ tenantId: z.string(), fileId: z.string(), name: z.string() })),
  missingCount: z.number().int(),
})
export type Scan = z.output<typeof Scan>

type Tell = (done: number, of: number, tenantId: string) => Promise<void>

export const tenantsOf = ({ database }: Kernel) =>
  database.acrossTenants('the store is looked after for all tenants', (db) =>
    db.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute(),
  )

/** That no file names content, and none has for a day, so that an upload under way is not meant. */
const unnamed = sql<boolean>`blob.create_time < now() - interval '1 day' and not exists (select from file where file.sha256 = blob.sha256)`

/** Content of the transaction's tenant that no file names. */
const orphansOf = (db: Db) => db.selectFrom('blob').where(unnamed)

/** Walks through all tenants; a tenant whose server is down is left out and logged. Changes nothing. */
export async function scanStorage(kernel: Kernel, signal: AbortSignal, tell?: Tell): Promise<Scan> {
  const found: Scan = { blobs: 0, bytes: 0, strays: 0, strayBytes: 0, missing: [], missingCount: 0 }
  const tenants = await tenantsOf(kernel)
  const storeIds = await storeIdsOf(kernel)
  for (const [at, { tenant_id: tenantId }] of tenants.entries()) {
    signal.throwIfAborted()
    await tell?.(at, tenants.length, tenantId)
    const actor = { tenantId, userId: '' }
    try {
      await scanTenant(kernel, actor, found, signal)
      for (const id of storeIds)
        for await (const { size } of straysIn(kernel, actor, id, signal)) {
          found.strays++
          found.strayBytes += size
        }
    } catch (error) {
      signal.throwIfAborted()
      kernel.log.error({ err: error, tenant: tenantId }, 'the files of a tenant could not be scanned')
    }
  }
  return found
}

async function storeIdsOf({ database }: Kernel): Promise<string[]> {
  const rows = await database.acrossTenants('which stores there are', (db) =>
    db.selectFrom('object_store').select('id').orderBy('id').execute(),
  )
  return [HOME, ...rows.map(({ id }) => id)]
}

/**
 * Objects of the tenant in a store that neither a row nor the list of what is to go names, a day old, so that none is of an upload
 * under way. Only tenants of this deployment are asked for: what else lies there belongs to somebody else.
 */
async function* straysIn(kernel: Kernel, actor: Actor, storeId: string, signal: AbortSignal) {
  const store = await kernel.stores.of(storeId)
  let some: StoredObject[] = []
  for await (const object of store.list(`${actor.tenantId}/`)) {
    signal.throwIfAborted()
    if (!isStorageKey(object.key) || object.time.getTime() > Date.now() - DAY_MS) continue
    some.push(object)
    if (some.length < BATCH) continue
    yield* await unknownOf(kernel, actor, storeId, some)
    some = []
  }
  yield* await unknownOf(kernel, actor, storeId, some)
}

async function unknownOf({ database }: Kernel, actor: Actor, storeId: string, objects: readonly StoredObject[]) {
  if (objects.length === 0) return []
  const keys = objects.map(({ key }) => key)
  const known = await database.inTenant(actor, async (db) => {
    const rows = await Promise.all(
      (['blob', 'blob_leftover'] as const).map((table) =>
        db
          .selectFrom(table)
          .select('storage_key')
          .where('store', '=', storeId)
          .where('storage_key', 'in', keys)
          .execute(),
      ),
    )
    return new Set(rows.flat().map(({ storage_key: key }) => key))
  })
  return objects.filter(({ key }) => !known.has(key))
}

async function scanTenant(kernel: Kernel, actor: Actor, found: Scan, signal: AbortSignal) {
  const { database, stores } = kernel
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
        .select(['sha256', 'store', 'storage_key'])
        .where('sha256', '>', after)
        .orderBy('sha256')
        .limit(BATCH)
        .execute(),
    )
    const gone: string[] = []
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      const some = batch.slice(at, at + AT_ONCE)
      const there = await Promise.all(some.map(async (row) => (await stores.of(row.store)).has(row.storage_key)))
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

/** Deletes content that no file has named for a day, and objects that no content has; answers how much that was. */
export async function cleanStorage(
  kernel: Kernel,
  signal: AbortSignal,
  tell?: (count: number) => Promise<void>,
): Promise<{ blobs: number; bytes: number; strays: number; strayBytes: number }> {
  const done = { blobs: 0, bytes: 0, strays: 0, strayBytes: 0 }
  const storeIds = await storeIdsOf(kernel)
  for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
    const actor = { tenantId, userId: '' }
    const all = await kernel.database.inTenant(actor, (db) => orphansOf(db).select('sha256').execute())
    for (const { sha256 } of all) {
      signal.throwIfAborted()
      done.bytes += await cleanOne(kernel, actor, sha256)
      done.blobs++
      await tell?.(done.blobs + done.strays)
    }
    for (const id of storeIds)
      for await (const { key, size } of straysIn(kernel, actor, id, signal)) {
        if (!(await cleanStray(kernel, actor, id, key))) continue
        done.strays++
        done.strayBytes += size
        await tell?.(done.blobs + done.strays)
      }
  }
  return done
}

/**
 * The object goes while its row is locked, the one wait for a store inside a transaction: an upload of the same content waits for
 * the row, and then finds the object gone, rather than relying on one that is about to go (blobs.ts).
 */
const cleanOne = ({ database, stores }: Kernel, actor: Actor, sha256: string) =>
  database.inTenant(actor, async (db) => {
    const row = await db
      .deleteFrom('blob')
      .where('sha256', '=', sha256)
      .where(unnamed)
      .returning(['store', 'storage_key', 'size'])
      .executeTakeFirst()
    if (!row) return 0
    await (await stores.of(row.store)).remove(row.storage_key)
    return Number(row.size)
  })

/**
 * Looks once more: while others were removed, the same content may have been stored again under this name. It goes on the list of
 * what is to go, as whoever is just storing it does too: in some minutes it goes, unless a row names it by then. Answers whether
 * it is on the list.
 */
async function cleanStray(kernel: Kernel, actor: Actor, storeId: string, key: string): Promise<boolean> {
  const store = await kernel.stores.of(storeId)
  const now = await store.find(key)
  if (!now || now.time.getTime() > Date.now() - DAY_MS) return false
  const [stray] = await unknownOf(kernel, actor, storeId, [now])
  if (!stray) return false
  await kernel.database.inTenant(actor, (db) => leave(db, { store: storeId, storageKey: key }))
  return true
}
