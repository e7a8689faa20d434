import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { ObjectStore } from './object-store.ts'
import { StartError } from './start-error.ts'
import { isFilled, isMarked, MARKER, markFolder } from './store-marker.ts'

const SAMPLE = 6

/** Keys of a few objects that rows say lie in a store, the newest of each server. */
export async function sampleOf(database: Database, storeId: string): Promise<string[]> {
  const found = await database.onEveryServer('whether a store is the one that rows speak of', (db) =>
    db
      .selectFrom('blob')
      .select('storage_key')
      .where('store', '=', storeId)
      .where('damage', '=', '')
      .orderBy('create_time', 'desc')
      .limit(SAMPLE)
      .execute(),
  )
  return found.flat().map(({ storage_key: key }) => key)
}

/** Whether most of these objects lie there; one that was lost is no sign of another store. */
async function holdsMost(store: ObjectStore, keys: readonly string[]): Promise<boolean> {
  const there = await Promise.all(keys.map((key) => store.has(key)))
  return there.filter(Boolean).length * 2 >= keys.length
}

/** Marks a folder as the store's where it is new, or holds what rows say; answers whether it bears the mark then. */
export async function adopted(folder: string, store: ObjectStore, keys: readonly string[]): Promise<boolean> {
  if (await isMarked(folder)) return true
  // without rows there is nothing that could lie elsewhere
  if (keys.length > 0 && !(await isFilled(folder))) return false
  await markFolder(folder)
  if (await holdsMost(store, keys)) return true
  await rm(join(folder, MARKER), { force: true })
  return false
}

/**
 * Refuses to start over a home store that is not the one the rows speak of: a disk that is not mounted, or an environment that was
 * switched between disk and S3 while the files stayed where they were. Everything else would count them as lost.
 */
export async function checkHome(config: Config, database: Database, home: ObjectStore): Promise<void> {
  const folder = join(config.DIGAO_DATA, 'blobs')
  const bucket = config.S3_BUCKET
  if (!bucket) {
    if (await isMarked(folder)) return
    if (await adopted(folder, home, await sampleOf(database, 'home'))) return
    throw new StartError(
      `The stored files are not in ${folder}: its disk is not mounted, or they lie in the S3 bucket this deployment used before. Mount it, copy them there, or set S3_BUCKET again. If they are lost and Digao is to start all the same, put an empty file ${MARKER} into that folder.`,
    )
  }
  // once the bucket has been found to hold them, the folder is a leftover
  if (!(await isMarked(folder))) return
  const keys = await sampleOf(database, 'home')
  if (!(await holdsMost(home, keys)))
    throw new StartError(
      `The stored files still lie in ${folder}, not in the bucket ${bucket}. Copy them there with their paths (for example: rclone copy ${folder} remote:${bucket}), then start again; or unset S3_BUCKET, start, add the bucket as a store on the storage page and let Digao move them.`,
    )
  await rm(join(folder, MARKER), { force: true })
}
