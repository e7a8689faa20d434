import { rm } from 'node:fs/promises'
import { layContents, type LocalContent, type Wanted } from './blob-lay.ts'
import {
  type BlobRow, findBlobs, holdBlobs, layBlobs, noteScan, type Place, renewBlobs, type ScanState,
} from './blob-row.ts' // prettier-ignore
import type { Actor, Database, Db } from './database.ts'
import { Refusal } from './errors.ts'
import type { Stores } from './stores.ts'
import { untangled } from './untangled.ts'

/** A local file that a scanner has let in. */
export type Admitted = LocalContent & { size: number; scan: ScanState }

type Parts = {
  database: Database
  stores: Stores
  temporary: () => Promise<string>
  placeFor: (actor: Actor) => Promise<Wanted>
}

/** Stores local files, which are used up, and says in rows where their content lies; what the tenant has is not stored again. */
export async function keepContents(parts: Parts, actor: Actor, files: readonly Admitted[]): Promise<void> {
  const { database, stores, placeFor } = parts
  const once = [...new Map(files.map((file) => [file.sha256, file])).values()]
  const hashes = once.map(({ sha256 }) => sha256)
  const isThere = async (row: BlobRow) => row.damage === '' && (await stores.of(row.store)).has(row.storageKey)
  const lay = async (some: readonly Admitted[]): Promise<Map<string, Place>> => {
    if (some.length === 0) return new Map()
    const layNow = async () => layContents(parts, actor, some, await placeFor(actor))
    const places = await layNow().catch((error: unknown) => {
      // the store was removed a moment ago: where content goes now is known by then
      if (error instanceof Refusal && error.key === 'storeGone') return layNow()
      throw error
    })
    return new Map(some.flatMap(({ sha256 }, at) => (places[at] ? [[sha256, places[at]] as const] : [])))
  }
  const known = await database.inTenant(actor, (db) => findBlobs(db, hashes))
  const whole = new Set<string>()
  for (const row of known.values()) if (await isThere(row)) whole.add(row.sha256)
  // the bytes are durable before a row says so
  const laid = await lay(once.filter(({ sha256 }) => !whole.has(sha256)))
  const inOne = <T>(work: (db: Db) => Promise<T>) => untangled(() => database.inTenant(actor, work))
  const stayed = await inOne(async (db) => {
    await holdBlobs(db, hashes)
    const now = await findBlobs(db, [...whole])
    const rows = once.flatMap(({ sha256, size }) => {
      // content that was moved meanwhile stays where it is now
      const place = now.has(sha256) ? undefined : (laid.get(sha256) ?? known.get(sha256))
      return place ? [{ sha256, size, place }] : []
    })
    await layBlobs(db, rows)
    await renewBlobs(db, [...now.keys()])
    for (const { sha256, scan } of once) await noteScan(db, sha256, scan)
    return now
  })
  // unless they were content that nothing named, and were cleaned away meanwhile
  const gone: Admitted[] = []
  for (const file of once) {
    const row = stayed.get(file.sha256) ?? known.get(file.sha256)
    if (whole.has(file.sha256) && row && !(await isThere(row))) gone.push(file)
  }
  if (gone.length) {
    const again = await lay(gone)
    await inOne((db) =>
      layBlobs(
        db,
        gone.flatMap(({ sha256, size }) => {
          const place = again.get(sha256)
          return place ? [{ sha256, size, place }] : []
        }),
      ),
    )
  }
  for (const { path } of files) await rm(path, { force: true })
}
