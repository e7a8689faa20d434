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

/** Several of them, by their hashes. */
export async function findBlobs(db: Db, hashes: readonly string[]): Promise<Map<string, BlobRow>> {
  if (hashes.length === 0) return new Map()
  const found = await db.selectFrom('blob').select(columns).where('sha256', 'in', hashes).execute()
  return new Map(found.map((row) => [row.sha256, asRow(row)]))
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

/** Objects that lie where they are wanted again go no longer. */
async function forgetLeftovers(db: Db, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  const those = sql`(store, storage_key) in (select * from
    unnest(${places.map(({ store }) => store)}::text[], ${places.map(({ storageKey }) => storageKey)}::text[]))`
  // in the order in which they are left
  await sql`select from blob_leftover where ${those} order by storage_key collate "C" for update`.execute(db)
  await sql`delete from blob_leftover where ${those}`.execute(db)
}

type LaidBlob = { sha256: string; size: number; place: Place }

/**
 * Holds those of some contents that the tenant has until the transaction ends, in one order: whoever holds some of the same waits,
 * and never each for the other. Shared: they cannot be cleaned away; otherwise nobody else touches them.
 */
export async function holdBlobs(db: Db, hashes: readonly string[], shared = false): Promise<void> {
  if (hashes.length === 0) return
  await sql`select from blob where sha256 = any(${hashes}::text[]) order by sha256 collate "C"
    for ${shared ? sql`share` : sql`update`}`.execute(db)
}

/**
 * Says that content lies where it does by now; objects elsewhere that the rows named until now go later, when nobody can be
 * reading them any more. No content twice.
 */
export async function layBlobs(db: Db, laid: readonly LaidBlob[]): Promise<void> {
  if (laid.length === 0) return
  // in one order: who lays some of the same content at the same time waits, and never each for the other
  const ordered = laid.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1))
  const before = await db
    .selectFrom('blob')
    .select(columns)
    .where(
      'sha256',
      'in',
      ordered.map(({ sha256 }) => sha256),
    )
    .orderBy(sql`sha256 collate "C"`)
    .forUpdate()
    .execute()
  const places = new Map(ordered.map(({ sha256, place }) => [sha256, place]))
  for (const row of before.map(asRow)) {
    const place = places.get(row.sha256)
    if (place && !samePlace(row, place)) await leave(db, row)
  }
  await forgetLeftovers(
    db,
    ordered.map(({ place }) => place),
  )
  await db
    .insertInto('blob')
    .values(
      ordered.map(({ sha256, size, place: { store, storageKey, sealed } }) => ({
        sha256,
        size: BigInt(size),
        store,
        storage_key: storageKey,
        sealed,
        damage: '',
        damage_time: null,
      })),
    )
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'sha256']).doUpdateSet((eb) => ({
        store: eb.ref('excluded.store'),
        storage_key: eb.ref('excluded.storage_key'),
        sealed: eb.ref('excluded.sealed'),
        damage: '',
        damage_time: null,
      })),
    )
    .execute()
}

/** The same for one. */
export const layBlob = (db: Db, { sha256, size }: { sha256: string; size: number }, place: Place): Promise<void> =>
  layBlobs(db, [{ sha256, size, place }])

/** Content that is stored again is as young as new: what looks for content that no file names leaves it alone for a while. */
export async function renewBlobs(db: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await holdBlobs(db, hashes)
  await db
    .updateTable('blob')
    .set({ create_time: sql<Date>`now()` })
    .where('sha256', 'in', hashes)
    .execute()
}

/** An object that nothing names any more goes later, unless it is named again until then. */
export const leave = (db: Db, { store, storageKey }: Pick<Place, 'store' | 'storageKey'>) =>
  db
    .insertInto('blob_leftover')
    .values({ store, storage_key: storageKey })
    .onConflict((clash) => clash.doNothing())
    .execute()

/** The same for several, none twice, from now on: also where one had been left before. */
export async function leaveYoung(db: Db, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  // in one order: who leaves some of the same waits, and never each for the other
  const ordered = places.toSorted((one, other) => (one.storageKey < other.storageKey ? -1 : 1))
  await db
    .insertInto('blob_leftover')
    .values(ordered.map(({ store, storageKey }) => ({ store, storage_key: storageKey })))
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'store', 'storage_key']).doUpdateSet({ create_time: sql<Date>`now()` }),
    )
    .execute()
}

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
