import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { BlobKeys } from './blob-keys.ts'
import { type Admitted, keepContents } from './blob-keep.ts'
import type { Wanted } from './blob-lay.ts'
import { readBlob } from './blob-read.ts'
import { type BlobRow, type Damage, findBlob, noteDamage, type ScanState } from './blob-row.ts'
import type { Actor, Database, Db } from './database.ts'
import { notFound, Refusal } from './errors.ts'
import { fileSink } from './file-sink.ts'
import { inTurns } from './in-turns.ts'
import { ObjectGone } from './object-store.ts'
import { releasing } from './release.ts'
import type { Stores } from './stores.ts'

export type Blob = { sha256: string; size: number }

/** What is known of bytes on their way in. */
export type Incoming = {
  /** The name they came under, for what is said when they are refused. */
  name?: string
  /** Made by us: nothing that a scanner need see. */
  ours?: boolean
}

/** What the deployment has decided about content; until somebody says so, it lies plain and unscanned. */
export type BlobRules = {
  /** Whether new content of the transaction's tenant is sealed. */
  seals(db: Db): Promise<boolean>
  /** Looks into a file before it is stored; throws a refusal for what may not come in. No transaction is open. */
  admit(actor: Actor, file: Blob & { path: string; name: string }): Promise<ScanState>
  /** Told once when content is found damaged. */
  damaged(actor: Actor, sha256: string, damage: Damage): Promise<void>
}

/** Content-addressed files of tenants over the object stores. */
export type Blobs = {
  /** Stores a stream, returns its sha256 and size; the same content of one tenant is stored once. */
  put(actor: Actor, body: Readable, what?: Incoming): Promise<Blob>
  /** The same for a local file, which is used up. */
  putFile(actor: Actor, path: string, what?: Incoming): Promise<Blob>
  /**
   * The same for some hundred small ones at once, which costs much less, by what whoever wrote them has counted of their bytes. One
   * that may not come in answers its refusal.
   */
  putFiles(actor: Actor, files: readonly (Blob & { path: string; name: string })[]): Promise<(Blob | Refusal)[]>
  /**
   * `end` is inclusive. Not found if the tenant has no such content; refuses what is known to be damaged or infected. Content that
   * proves to be damaged while it is read ends in an error before its last bytes.
   */
  open(actor: Actor, sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** Runs `work` with the plain content as a local file, which workers can read by path; a remote or sealed one is written to a temporary file first. */
  asPath<T>(actor: Actor, sha256: string, work: (path: string) => Promise<T>): Promise<T>
  /** Sets what holds for all content from now on. */
  govern(rules: BlobRules): void
  /** Where new content of the tenant goes, and the key it is sealed with. */
  placeFor(actor: Actor): Promise<Wanted>
  /** Marks damaged content and tells whoever is to know. */
  damaged(actor: Actor, sha256: string, damage: Damage): Promise<void>
  /** A path for a temporary file. */
  temporary(): Promise<string>
}

type Parts = {
  database: Database
  stores: Stores
  keys: BlobKeys
  log: Logger
  /** Best on the home store's file system. */
  scratch: string
}

/** Files that are scanned at the same time. */
const AT_ONCE = 4

const lax: BlobRules = { seals: async () => false, admit: async () => 'none', damaged: async () => {} }

export function openBlobs({ database, stores, keys, log, scratch }: Parts): Blobs {
  let rules = lax
  const temporary = async () => {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    return join(scratch, `blob-${randomUUID()}`)
  }
  const placeFor = async (actor: Actor): Promise<Wanted> => {
    const key = await database.inTenant(actor, async (db) =>
      (await rules.seals(db)) ? keys.newest(db, actor.tenantId) : undefined,
    )
    return { store: stores.idFor(actor.tenantId), key }
  }
  const admit = async (
    actor: Actor,
    path: string,
    { blob, what }: { blob: Blob; what: Incoming },
  ): Promise<Admitted> => {
    const scan = what.ours ? 'none' : await rules.admit(actor, { ...blob, path, name: what.name ?? '' })
    return { ...blob, path, scan }
  }
  const keep = (actor: Actor, files: readonly Admitted[]) =>
    keepContents({ database, stores, temporary, placeFor }, actor, files)

  const locate = async (actor: Actor, sha256: string): Promise<BlobRow> => {
    const row = await database.inTenant(actor, (db) => findBlob(db, sha256))
    if (!row) throw notFound()
    if (row.damage !== '') throw new Refusal(row.damage === 'missing' ? 'fileLost' : 'fileDamaged')
    if (row.scan === 'infected') throw new Refusal('contentInfected', { virus: row.virus })
    return row
  }
  const damaged = async (actor: Actor, sha256: string, damage: Damage) => {
    if (await database.inTenant(actor, (db) => noteDamage(db, sha256, damage)))
      await rules.damaged(actor, sha256, damage)
  }
  const read = (actor: Actor, row: BlobRow, range?: { start: number; end: number }) => {
    const mark = () => {
      damaged(actor, row.sha256, 'bits').catch((error: unknown) =>
        log.error({ err: error, sha256: row.sha256 }, 'damaged content could not be marked; the scrub will find it'),
      )
    }
    return readBlob({ stores, keys, actor, damaged: mark }, row, range)
  }

  /** Content may be moved between the look at its row and the look into its store: then it is where the row says now. */
  const found = async <T>(actor: Actor, sha256: string, use: (row: BlobRow) => Promise<T>): Promise<T> => {
    const row = await locate(actor, sha256)
    try {
      return await use(row)
    } catch (error) {
      if (!(error instanceof ObjectGone)) throw error
      const now = await locate(actor, sha256)
      if (now.store !== row.store || now.storageKey !== row.storageKey) return use(now)
      await damaged(actor, sha256, 'missing')
      throw new Refusal('fileLost')
    }
  }

  return {
    async put(actor, body, what = {}) {
      const path = await temporary()
      try {
        const { sha256, size, counting } = counter()
        await pipeline(body, counting, createWriteStream(path, { mode: 0o600 }))
        const blob = { sha256: sha256(), size: size() }
        await keep(actor, [await admit(actor, path, { blob, what })])
        return blob
      } finally {
        await rm(path, { force: true })
      }
    },

    async putFile(actor, path, what = {}) {
      const { size } = await stat(path)
      const blob = { size, sha256: await hashOf(path, size) }
      await keep(actor, [await admit(actor, path, { blob, what })])
      return blob
    },

    async putFiles(actor, files) {
      const taken = await inTurns(files, AT_ONCE, ({ path, name, sha256, size }) =>
        admit(actor, path, { blob: { sha256, size }, what: { name } }).catch((error: unknown) => {
          if (error instanceof Refusal) return error
          throw error
        }),
      )
      await keep(
        actor,
        taken.flatMap((one) => (one instanceof Refusal ? [] : [one])),
      )
      return taken.map((one) => (one instanceof Refusal ? one : { sha256: one.sha256, size: one.size }))
    },

    open: (actor, sha256, range) => found(actor, sha256, async (row) => releasing(await read(actor, row, range))),

    async asPath(actor, sha256, work) {
      const path = await temporary()
      try {
        const local = await found(actor, sha256, async (row) => {
          const store = await stores.of(row.store)
          const lies = row.sealed === 0 ? store.pathOf(row.storageKey) : undefined
          if (lies && (await store.has(row.storageKey))) return lies
          await pipeline(await read(actor, row), fileSink(path))
          return path
        })
        return await work(local)
      } finally {
        await rm(path, { force: true })
      }
    },

    govern(now) {
      rules = now
    },
    placeFor,
    damaged,
    temporary,
  }
}

/** Passes bytes on and reckons their hash and number. */
export function counter() {
  const hash = createHash('sha256')
  let size = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, pass) {
      hash.update(chunk)
      size += chunk.length
      pass(null, chunk)
    },
  })
  return { sha256: () => hash.digest('hex'), size: () => size, counting }
}

const HASHED_AT_ONCE = 512 * 1024

/**
 * SHA-256 of a file, about `size` bytes of it. One buffer serves all reads, no larger than it must be: new ones, and large ones for
 * small files, would cost more to collect than to hash.
 */
export async function hashOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(HASHED_AT_ONCE, size)))
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}
