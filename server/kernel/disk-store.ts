import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SEALED_CHUNK } from './sealed-blob.ts'
import { isMarked, StoreAway } from './store-marker.ts'
import { isStorageKey, ObjectGone, type ObjectStore, type StoredObject } from './object-store.ts'

/** Fewer and larger reads cost less; four sealed chunks at a time are opened without being copied. */
const PIECE = 4 * SEALED_CHUNK
/** Where a file from another file system is copied to before it gets its name; no storage key. */
const INCOMING = '.incoming'

/**
 * Objects as files under one folder that bears its mark (`markFolder`); without it nothing is written and nothing counts as gone.
 * A file taken in from the same file system is renamed, from another one copied.
 */
export function diskStore(folder: string): ObjectStore {
  const standing = async () => {
    if (!(await isMarked(folder))) throw new StoreAway(folder)
  }
  const place = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`not a storage key: ${key}`)
    return join(folder, key)
  }
  const find = (key: string) =>
    stat(place(key)).then(
      ({ size, mtime: time }) => ({ key, size, time }),
      async (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
        await standing()
        return undefined
      },
    )
  return {
    async take(key, path) {
      const target = place(key)
      await standing()
      // what was long on its way is young here: nobody takes it for something that was left behind
      await synced(path, new Date())
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target).catch((error: unknown) => {
        if (codeOf(error) !== 'EXDEV') throw error
        return copiedIn(folder, path, target)
      })
      await synced(dirname(target))
      // a folder that was just made exists after a power loss only if its parents were written, too
      if (made) for (let at = dirname(target); at.length >= made.length; at = dirname(at)) await synced(dirname(at))
    },
    async get(key, range) {
      const file = await open(place(key), 'r').catch(async (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
        // where the disk is not there, no object of it is lost
        await standing()
        throw new ObjectGone(key)
      })
      // a stream makes its whole buffer before it reads a byte: thousands of large ones for small files are costly to collect
      const { size } = await file.stat()
      return createReadStream('', { fd: file, highWaterMark: Math.max(1, Math.min(PIECE, size)), ...range })
    },
    has: async (key) => (await find(key)) !== undefined,
    find,
    remove: (key) => rm(place(key), { force: true }),
    list: (prefix = '') => walk(folder, prefix.replace(/\/$/, '')),
    pathOf: place,
  }
}

async function copiedIn(folder: string, path: string, target: string) {
  await mkdir(join(folder, INCOMING), { recursive: true, mode: 0o700 })
  const draft = join(folder, INCOMING, randomUUID())
  try {
    await copyFile(path, draft)
    await synced(draft)
    await rename(draft, target)
    await rm(path, { force: true })
  } finally {
    await rm(draft, { force: true })
  }
}

async function* walk(folder: string, under: string): AsyncGenerator<StoredObject> {
  let entries: Dirent[] = []
  try {
    entries = await readdir(join(folder, under), { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  for (const entry of entries) {
    const key = under ? `${under}/${entry.name}` : entry.name
    if (entry.isDirectory() && entry.name !== INCOMING) yield* walk(folder, key)
    if (!entry.isFile()) continue
    // one that went meanwhile is not there
    const known = await stat(join(folder, key)).catch(() => undefined)
    if (known) yield { key, size: known.size, time: known.mtime }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Writes a file or folder through to the disk, as of `time` if one is given. */
async function synced(path: string, time?: Date) {
  const handle = await open(path, 'r')
  try {
    if (time) await handle.utimes(time, time)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
