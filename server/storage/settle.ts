import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { layContent, type Wanted } from '#server/kernel/blob-lay.ts'
import { readBlob } from '#server/kernel/blob-read.ts'
import { type BlobRow, findBlob, layBlob, leave } from '#server/kernel/blob-row.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { fileSink } from '#server/kernel/file-sink.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { ObjectGone } from '#server/kernel/object-store.ts'
import { release } from '#server/kernel/release.ts'
import { tenantsOf } from '../watch/storage-scan.ts'

const BATCH = 100
/** So long an object stays after its content has moved: who found it before may still be reading it. */
const GRACE_MS = 600_000

export type Settled = { moved: number; bytes: number; failed: number }

/** Content of the transaction's tenant that does not lie as wanted. Damaged content is left: there is nothing right to move. */
export const misplacedOf = (db: Db, { store, version }: { store: string; version: number }) =>
  db
    .selectFrom('blob')
    .where('damage', '=', '')
    .where((eb) => eb.or([eb('store', '<>', store), eb('sealed', '<>', version)]))

const versioned = ({ store, key }: Wanted) => ({ store, version: key?.version ?? 0 })

/**
 * Moves all content to where and how the settings say. Each blob is copied, read back and compared before its row says so; until
 * then it is read where it was. Whenever this ends, however it ends, everything can be read, and the next run goes on from there.
 */
export async function settle(
  kernel: Kernel,
  signal: AbortSignal,
  tell?: (count: number, of: number) => Promise<void>,
): Promise<Settled> {
  const done: Settled = { moved: 0, bytes: 0, failed: 0 }
  // what was chosen a moment ago counts
  await kernel.stores.refresh()
  const work: { actor: Actor; want: Wanted; count: number }[] = []
  for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
    const actor = { tenantId, userId: '' }
    try {
      const want = await kernel.blobs.placeFor(actor)
      const { n } = await kernel.database.inTenant(actor, (db) =>
        misplacedOf(db, versioned(want))
          .select(sql<number>`count(*)::int`.as('n'))
          .executeTakeFirstOrThrow(),
      )
      if (n) work.push({ actor, want, count: n })
    } catch (error) {
      kernel.log.error({ err: error, tenant: tenantId }, 'what of a tenant is to be moved could not be told')
    }
  }
  const of = work.reduce((sum, { count }) => sum + count, 0)
  for (const { actor, want } of work)
    for await (const row of misplaced(kernel, actor, want)) {
      signal.throwIfAborted()
      await tell?.(done.moved + done.failed, of)
      await settleOne(kernel, actor, { row, want, done })
    }
  await removeLeftovers(kernel, signal)
  return done
}

async function* misplaced({ database }: Kernel, actor: Actor, want: Wanted): AsyncGenerator<BlobRow> {
  for (let after = ''; ;) {
    const batch = await database.inTenant(actor, async (db) => {
      const next = await misplacedOf(db, versioned(want))
        .select('sha256')
        .where('sha256', '>', after)
        .orderBy('sha256')
        .limit(BATCH)
        .execute()
      const rows = await Promise.all(next.map(({ sha256 }) => findBlob(db, sha256)))
      return rows.flatMap((row) => row ?? [])
    })
    yield* batch
    const last = batch.at(-1)
    if (!last) return
    after = last.sha256
  }
}

async function settleOne(
  kernel: Kernel,
  actor: Actor,
  { row, want, done }: { row: BlobRow; want: Wanted; done: Settled },
) {
  try {
    await moveOne(kernel, actor, row, want)
    done.moved++
    done.bytes += row.size
  } catch (error) {
    const damage =
      error instanceof ObjectGone
        ? 'missing'
        : error instanceof Refusal && error.key === 'fileDamaged'
          ? 'bits'
          : undefined
    if (error instanceof Refusal && error.key === 'fileKeyLost') {
      // others have theirs
      done.failed++
      return
    }
    // a store that is full or away stops the work; content that is damaged stays where it is and is told
    if (!damage) throw error
    done.failed++
    await kernel.blobs.damaged(actor, row.sha256, damage)
  }
}

async function moveOne(kernel: Kernel, actor: Actor, row: BlobRow, want: Wanted) {
  const { database, stores, blobs, blobKeys: keys } = kernel
  const reading = { stores, keys, actor, damaged: () => {} }
  const path = await blobs.temporary()
  try {
    await pipeline(await readBlob(reading, row), fileSink(path))
    const parts = { database, stores, temporary: () => blobs.temporary() }
    const place = await layContent(parts, actor, { path, sha256: row.sha256 }, want)
    // what the new place gives back, held against the checksum
    await pipeline(await readBlob(reading, { ...row, ...place }), nowhere())
    await database.inTenant(actor, async (db) => {
      const now = await findBlob(db, row.sha256)
      // deleted meanwhile: then nothing names the copy either, unless it is just being stored again
      if (!now) await leave(db, place)
      else if (now.store === row.store && now.storageKey === row.storageKey) await layBlob(db, row, place)
    })
  } finally {
    await rm(path, { force: true })
  }
}

const nowhere = () =>
  new Writable({
    write(piece: Buffer, _encoding, done) {
      release(piece)
      done()
    },
  })

/** Removes objects whose content has moved a while ago. */
export async function removeLeftovers(kernel: Kernel, signal: AbortSignal, grace = GRACE_MS): Promise<number> {
  let removed = 0
  for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
    const actor = { tenantId, userId: '' }
    try {
      const old = await kernel.database.inTenant(actor, (db) =>
        db
          .selectFrom('blob_leftover')
          .select(['store', 'storage_key'])
          .where('create_time', '<=', sql<Date>`now() - make_interval(secs => ${grace / 1000})`)
          .execute(),
      )
      for (const { store, storage_key: key } of old) {
        signal.throwIfAborted()
        if (await removeLeftover(kernel, actor, store, key)) removed++
      }
    } catch (error) {
      signal.throwIfAborted()
      kernel.log.warn(
        { err: error, tenant: tenantId },
        'old objects of a tenant could not be removed; they are tried again',
      )
    }
  }
  return removed
}

/** While its row is locked: whoever stores content under this key again waits, and then finds the name free (blob-lay.ts). */
const removeLeftover = ({ database, stores }: Kernel, actor: Actor, store: string, key: string) =>
  database.inTenant(actor, async (db) => {
    const row = await db
      .deleteFrom('blob_leftover')
      .where('store', '=', store)
      .where('storage_key', '=', key)
      .returning('storage_key')
      .executeTakeFirst()
    if (!row) return false
    const named = await db
      .selectFrom('blob')
      .select('sha256')
      .where('store', '=', store)
      .where('storage_key', '=', key)
      .executeTakeFirst()
    if (named) return false
    await (await stores.of(store)).remove(key)
    return true
  })
