import { rm } from 'node:fs/promises'
import type { TenantKey } from './blob-keys.ts'
import { leaveYoung, type Place } from './blob-row.ts'
import type { Actor, Database } from './database.ts'
import { Refusal } from './errors.ts'
import { inTurns } from './in-turns.ts'
import { contentKey, sealFile } from './sealed-blob.ts'
import type { Stores } from './stores.ts'
import { untangled } from './untangled.ts'

/** Where content is to lie, and under which key; without one plain. */
export type Wanted = { store: string; key: TenantKey | undefined }
export type LocalContent = { path: string; sha256: string }

/** Files are written through to the disk together: each by itself waits for the disk, eight wait hardly longer. */
const AT_ONCE = 8

/** The key of an object: content by its hash under its tenant, sealed content under the version of the key as well. */
export function storageKeyOf(tenantId: string, sha256: string, sealed: number): string {
  const fan = `${sha256.slice(0, 2)}/${sha256}`
  return sealed ? `${tenantId}/e${sealed}/${fan}` : `${tenantId}/${fan}`
}

type Parts = { database: Database; stores: Stores; temporary: () => Promise<string> }

/** Stores local files of plain content, which may be used up, as they are wanted. No row says so yet. */
export async function layContents(
  { database, stores, temporary }: Parts,
  actor: Actor,
  contents: readonly LocalContent[],
  { store, key }: Wanted,
): Promise<Place[]> {
  const sealed = key?.version ?? 0
  const places = contents.map(({ sha256 }) => ({
    store,
    storageKey: storageKeyOf(actor.tenantId, sha256, sealed),
    sealed,
  }))
  // until a row names them, they are on the list of what is to go: an old object of such a name has gone by now or no longer will
  // for a while, what a dying process leaves is found, and a store that is about to hold them is not removed
  await untangled(() => database.inTenant(actor, (db) => leaveYoung(db, places)))
  if (!(await stores.stands(store))) throw new Refusal('storeGone')
  const target = await stores.of(store)
  const lay = async ({ path, sha256 }: LocalContent, storageKey: string) => {
    if (!key) return target.take(storageKey, path)
    const draft = await temporary()
    try {
      await sealFile(path, draft, contentKey(key.key, sha256))
      await target.take(storageKey, draft)
    } finally {
      await rm(draft, { force: true })
    }
  }
  await inTurns(contents, AT_ONCE, (content, at) => lay(content, places[at]?.storageKey ?? ''))
  return places
}

/** The same for one of them. */
export async function layContent(parts: Parts, actor: Actor, content: LocalContent, want: Wanted): Promise<Place> {
  const [place] = await layContents(parts, actor, [content], want)
  if (!place) throw new Error('content was laid nowhere')
  return place
}
