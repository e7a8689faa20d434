import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor, Database, Db } from './database.ts'
import { notFound } from './errors.ts'
import type { ObjectStore } from './object-store.ts'

export type Blob = { sha256: string; size: number }

/** Content-addressed files of tenants over an object store. */
export type Blobs = {
  /** Stores a stream, returns its sha256 and size; the same content of one tenant is stored once. */
  put(actor: Actor, body: Readable): Promise<Blob>
  /** The same for a local file, which is used up. */
  putFile(actor: Actor, path: string): Promise<Blob>
  /** `end` is inclusive. Not found if the tenant has no such content. */
  open(actor: Actor, sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** Runs `work` with the blob as a local file, which workers can read by path; a remote one is fetched to a temporary file first. */
  asPath<T>(actor: Actor, sha256: string, work: (path: string) => Promise<T>): Promise<T>
}

/** `scratch` must lie on the store's file system. */
export function openBlobs(database: Database, store: ObjectStore, scratch: string): Blobs {
  const temporary = async () => {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    return join(scratch, `blob-${randomUUID()}`)
  }

  const keep = async (actor: Actor, path: string, blob: Blob) => {
    const storageKey = `${actor.tenantId}/${blob.sha256.slice(0, 2)}/${blob.sha256}`
    const known = await database.inTenant(actor, (db) => keyOf(db, blob.sha256))
    const there = known !== undefined && (await store.has(known))
    if (!there) await store.take(storageKey, path)
    // the bytes are durable before a row says so
    await database.inTenant(actor, (db) =>
      db
        .insertInto('blob')
        .values({ sha256: blob.sha256, size: BigInt(blob.size), storage_key: storageKey })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    // unless they were content that nothing named, and were cleaned away meanwhile
    if (there && !(await store.has(storageKey))) await store.take(storageKey, path)
    await rm(path, { force: true })
    return blob
  }
  const locate = async (actor: Actor, sha256: string) => {
    const key = await database.inTenant(actor, (db) => keyOf(db, sha256))
    if (key === undefined) throw notFound()
    return key
  }

  return {
    async put(actor, body) {
      const path = await temporary()
      try {
        const hash = createHash('sha256')
        let size = 0
        const count = new Transform({
          transform(chunk: Buffer, _, pass) {
            hash.update(chunk)
            size += chunk.length
            pass(null, chunk)
          },
        })
        await pipeline(body, count, createWriteStream(path, { mode: 0o600 }))
        return await keep(actor, path, { sha256: hash.digest('hex'), size })
      } finally {
        await rm(path, { force: true })
      }
    },

    async putFile(actor, path) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const { size } = await stat(path)
      return keep(actor, path, { sha256: hash.digest('hex'), size })
    },

    open: async (actor, sha256, range) => store.get(await locate(actor, sha256), range),

    async asPath(actor, sha256, work) {
      const key = await locate(actor, sha256)
      const local = store.pathOf(key)
      if (local) return work(local)
      const path = await temporary()
      try {
        await pipeline(await store.get(key), createWriteStream(path, { mode: 0o600 }))
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

const keyOf = async (db: Db, sha256: string): Promise<string | undefined> =>
  (await db.selectFrom('blob').select('storage_key').where('sha256', '=', sha256).executeTakeFirst())?.storage_key
