import { sql } from 'kysely'
import type { Db } from './database.ts'

export type Damage = 'bits' | 'missing'
/** none: no scanner was on; waiting: it was away; large: over its limit. */
export type ScanState = 'none' | 'clean' | 'waiting' | 'large' | 'infected'

/** Where and how an object lies: which store, under which key, sealed under which version of the tenant's key (0: plain). */
export type Place = { store: string; storageKey: string; sealed: number }
/** What is known of content, beside its bytes. */
export type BlobRow = Place & {
  sha256: string
  size: number
  damage: string
  scan: string
  virus: string
}

const columns = ['sha256', 'size', 'store', 'storage_key', 'sealed', 'damage', 'scan', 'virus'] as const
type Stored = Pick<BlobRow, 'sha256' | 'store' | 'sealed' | 'damage' | 'scan' | 'virus'> & {
  size: bigint
  storage_key: string
}

const asRow = ({ storage_key: storageKey, size, ...rest }: Stored): BlobRow => ({
  ...rest,
  storageKey,
  size: Number(size),
})

/** Content of the transaction's tenant. */
export async function findBlob(db: Db, sha256: string): Promise<BlobRow | undefined> {
  const found = await db.selectFrom('blob').select(columns).where('sha256', '=', sha256).executeTakeFirst()
  return found && asRow(found)
}

/** Several, by ascending hash after `after`. */
export async function blobsAfter(db: Db, after: string, limit: number): Promise<BlobRow[]> {
  const found = await db
    .selectFrom('blob')
    .select(columns)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute()
  return found.map(asRow)
}

const samePlace = (one: Place, other: Place) => one.store === other.store && one.storageKey === other.storageKey

/**
 * Says that content lies at `place`, which it does by now; an object elsewhere that the row named until now goes later, when nobody
 * can be reading it any more.
 */
export async function layBlob(db: Db, blob: { sha256: string; size: number }, place: Place): Promise<void> {
  const { store, storageKey, sealed } = place
  const before = await db
    .selectFrom('blob')
    .select(columns)
    .where('sha256', '=', blob.sha256)
    .forUpdate()
    .executeTakeFirst()
  if (before && !samePlace(asRow(before), place)) await leave(db, asRow(before))
  await db.deleteFrom('blob_leftover').where('store', '=', store).where('storage_key', '=', storageKey).execute()
  const laid = { store, storage_key: storageKey, sealed, damage: '', damage_time: null }
  await db
    .insertInto('blob')
    .values({ sha256: blob.sha256, size: BigInt(blob.size), ...laid })
    .onConflict((clash) => clash.columns(['tenant_id', 'sha256']).doUpdateSet(laid))
    .execute()
}

/** Content that is stored again is as young as new: what looks for content that no file names leaves it alone for a while. */
export const renewBlob = (db: Db, sha256: string) =>
  db
    .updateTable('blob')
    .set({ create_time: sql<Date>`now()` })
    .where('sha256', '=', sha256)
    .execute()

/** An object that nothing names any more goes later, unless it is named again until then. */
export const leave = (db: Db, { store, storageKey }: Pick<Place, 'store' | 'storageKey'>) =>
  db
    .insertInto('blob_leftover')
    .values({ store, storage_key: storageKey })
    .onConflict((clash) => clash.doNothing())
    .execute()

/** Keeps what a scanner said; that there was none today, or that it could not look, takes nothing back that one said before. */
export async function noteScan(db: Db, sha256: string, scan: ScanState, virus = ''): Promise<void> {
  if (scan === 'none') return
  await db
    .updateTable('blob')
    .set({ scan, virus, scan_time: sql<Date>`now()` })
    .where('sha256', '=', sha256)
    .$if(scan === 'waiting' || scan === 'large', (query) => query.where('scan', '<>', 'infected'))
    .execute()
}

/** Marks content that is not what was stored; answers false where that is known. */
export async function noteDamage(db: Db, sha256: string, damage: Damage): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('blob')
    .set({ damage, damage_time: sql<Date>`now()` })
    .where('sha256', '=', sha256)
    .where('damage', '=', '')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
