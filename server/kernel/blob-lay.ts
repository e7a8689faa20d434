import { rm } from 'node:fs/promises'
import type { TenantKey } from './blob-keys.ts'
import type { Place } from './blob-row.ts'
import type { Actor, Database } from './database.ts'
import { contentKey, sealFile } from './sealed-blob.ts'
import type { Stores } from './stores.ts'

/** Where content is to lie, and under which key; without one plain. */
export type Wanted = { store: string; key: TenantKey | undefined }

/** The key of an object: content by its hash under its tenant, sealed content under the version of the key as well. */
export function storageKeyOf(tenantId: string, sha256: string, sealed: number): string {
  const fan = `${sha256.slice(0, 2)}/${sha256}`
  return sealed ? `${tenantId}/e${sealed}/${fan}` : `${tenantId}/${fan}`
}

type Parts = { database: Database; stores: Stores; temporary: () => Promise<string> }

/** Stores a local file of plain content, which may be used up, as it is wanted. No row says so yet. */
export async function layContent(
  { database, stores, temporary }: Parts,
  actor: Actor,
  content: { path: string; sha256: string },
  { store, key }: Wanted,
): Promise<Place> {
  const sealed = key?.version ?? 0
  const storageKey = storageKeyOf(actor.tenantId, content.sha256, sealed)
  const target = await stores.of(store)
  // an old object of this name that was to go: whoever removes it has done so by now, or no longer will
  await database.inTenant(actor, (db) =>
    db.deleteFrom('blob_leftover').where('store', '=', store).where('storage_key', '=', storageKey).execute(),
  )
  if (!key) {
    await target.take(storageKey, content.path)
    return { store, storageKey, sealed }
  }
  const path = await temporary()
  try {
    await sealFile(content.path, path, contentKey(key.key, content.sha256))
    await target.take(storageKey, path)
  } finally {
    await rm(path, { force: true })
  }
  return { store, storageKey, sealed }
}
