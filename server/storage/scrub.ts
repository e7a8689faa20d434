import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readBlob, verifying } from '#server/kernel/blob-read.ts'
import { type BlobRow, blobsAfter, type Damage, findBlob } from '#server/kernel/blob-row.ts'
import type { Actor } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { ObjectGone } from '#server/kernel/object-store.ts'
import { release } from '#server/kernel/release.ts'
import { tenantsOf } from '../watch/storage-scan.ts'

const BATCH = 100
/** Read in one go before it rests as long as that took: requests come first. */
const STRETCH = 8 * 1024 * 1024
/** Content that was looked at within these days is not looked at again at night. */
const FRESH_DAYS = 7

export type Scrubbed = { checked: number; bytes: number; damaged: number; healed: number; unread: number }
type Tell = (tenantId: string, done: Scrubbed) => Promise<void>

/**
 * Reads content again and compares it with its checksum: all of it, or until the time is up what was not looked at for longest.
 * What is not right is marked and told; what is right again (brought back from a backup) is unmarked.
 */
export async function scrub(
  kernel: Kernel,
  signal: AbortSignal,
  { until, tell }: { until?: number; tell?: Tell } = {},
): Promise<Scrubbed> {
  const done: Scrubbed = { checked: 0, bytes: 0, damaged: 0, healed: 0, unread: 0 }
  const over = () => until !== undefined && Date.now() > until
  for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
    if (over()) break
    const actor = { tenantId, userId: '' }
    try {
      for await (const row of until === undefined ? everyBlob(kernel, actor) : oldestFirst(kernel, actor)) {
        signal.throwIfAborted()
        if (over()) break
        await checkOne(kernel, actor, { row, done, signal })
        await tell?.(tenantId, done)
      }
    } catch (error) {
      signal.throwIfAborted()
      kernel.log.error({ err: error, tenant: tenantId }, 'the files of a tenant could not be checked')
    }
  }
  return done
}

async function* everyBlob({ database }: Kernel, actor: Actor): AsyncGenerator<BlobRow> {
  for (let after = ''; ;) {
    const batch = await database.inTenant(actor, (db) => blobsAfter(db, after, BATCH))
    yield* batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.sha256
  }
}

async function* oldestFirst({ database }: Kernel, actor: Actor): AsyncGenerator<BlobRow> {
  const seen = new Set<string>()
  for (;;) {
    const batch = await database.inTenant(actor, async (db) => {
      const due = await db
        .selectFrom('blob')
        .select('sha256')
        .where((eb) =>
          eb.or([
            eb('checked_time', 'is', null),
            eb('checked_time', '<', sql<Date>`now() - make_interval(days => ${FRESH_DAYS})`),
          ]),
        )
        .orderBy('checked_time', (order) => order.asc().nullsFirst())
        .limit(BATCH)
        .execute()
      const rows = await Promise.all(due.map(({ sha256 }) => findBlob(db, sha256)))
      return rows.flatMap((row) => row ?? [])
    })
    // one that could not be read keeps its old time
    const fresh = batch.filter(({ sha256 }) => !seen.has(sha256))
    if (fresh.length === 0) return
    for (const row of fresh) seen.add(row.sha256)
    yield* fresh
  }
}

type Check = { row: BlobRow; done: Scrubbed; signal: AbortSignal }

async function checkOne(kernel: Kernel, actor: Actor, { row, done, signal }: Check) {
  let damage: Damage | undefined
  try {
    damage = await damageOf(kernel, actor, row, signal)
    // twice, for a line may fail as well as a disk; and it may have been moved meanwhile
    const now = damage && (await kernel.database.inTenant(actor, (db) => findBlob(db, row.sha256)))
    if (damage) damage = now && (await damageOf(kernel, actor, now, signal))
  } catch (error) {
    signal.throwIfAborted()
    done.unread++
    kernel.log.warn(
      { err: error, tenant: actor.tenantId, sha256: row.sha256 },
      'content could not be read for its check',
    )
    return
  }
  done.checked++
  done.bytes += row.size
  if (damage) {
    done.damaged++
    await kernel.blobs.damaged(actor, row.sha256, damage)
  } else if (row.damage !== '') done.healed++
  await kernel.database.inTenant(actor, (db) =>
    db
      .updateTable('blob')
      .set({ checked_time: sql<Date>`now()`, ...(damage ? {} : { damage: '', damage_time: null }) })
      .where('sha256', '=', row.sha256)
      .where('store', '=', row.store)
      .execute(),
  )
}

/** Reads content to its end, with rests; undefined where it is as it was stored. */
async function damageOf(kernel: Kernel, actor: Actor, row: BlobRow, signal: AbortSignal): Promise<Damage | undefined> {
  const { stores, blobKeys: keys } = kernel
  try {
    const body = await readBlob({ stores, keys, actor, damaged: () => {} }, row)
    // sealed content has proved its chunks by then, not yet that they are what the row says
    await pipeline(body, verifying(row.sha256, row.size), slowly, { signal })
    return undefined
  } catch (error) {
    if (error instanceof ObjectGone) return 'missing'
    if (error instanceof Refusal && error.key === 'fileDamaged') return 'bits'
    throw error
  }
}

/** Takes bytes and rests as long as the last stretch took. */
async function slowly(body: AsyncIterable<Buffer>) {
  let stretch = 0
  let began = Date.now()
  for await (const chunk of body) {
    stretch += chunk.length
    release(chunk)
    if (stretch < STRETCH) continue
    await sleep(Date.now() - began)
    stretch = 0
    began = Date.now()
  }
}
