import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './object-store.ts'

const KEY = /^[0-9A-Za-z]+(\/[0-9a-f]+)+$/

/** Objects as files under one folder of the same file system as the files taken in. */
export function diskStore(folder: string): ObjectStore {
  const place = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a storage key: ${key}`)
    return join(folder, key)
  }
  return {
    async take(key, path) {
      const target = place(key)
      await synced(path)
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
      await synced(dirname(target))
      // a folder that was just made exists after a power loss only if its parents were written, too
      if (made) for (let at = dirname(target); at.length >= made.length; at = dirname(at)) await synced(dirname(at))
    },
    async get(key, range) {
      const file = await open(place(key), 'r')
      return createReadStream('', { fd: file, ...range })
    },
    has: (key) =>
      access(place(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(place(key), { force: true }),
    pathOf: place,
  }
}

/** Writes a file or folder through to the disk. */
async function synced(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
