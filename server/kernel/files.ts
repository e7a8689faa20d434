import { type Extent, extentOf, type Grant } from '#contract/grants.ts'
import type { Blobs } from './blobs.ts'
import type { Database, Db } from './database.ts'
import { reserve } from './entitlement.ts'
import { Refusal } from './errors.ts'
import type { User } from './service.ts'

/** Who asks, inside a transaction of his tenant. */
export type FileCaller = { db: Db; user: User; extent: Extent }
export type StoredFile = { id: string; name: string; size: number; sha256: string; ownerId: string }

/** What a slice says about the files it owns. The checks throw a refusal; they see only the tenant's rows. */
export type Purpose = {
  mayAdd: Grant
  mayRead: Grant
  checkAdd(caller: FileCaller, ownerId: string): Promise<void>
  checkRead(caller: FileCaller, ownerId: string): Promise<void>
  /** Spreadsheets of this purpose may be edited on screen, by whom; without it they are only read. */
  edit?: EditRules
  /** Runs in the transaction that stores the file's row. */
  added?(caller: FileCaller, file: StoredFile): Promise<void>
  /** Takes resumable uploads its own way, beside or instead of `added`. */
  uploads?: UploadRules
}

export type EditRules = {
  may: Grant
  check(caller: FileCaller, ownerId: string): Promise<void>
  /** Somebody has kept what he edited under a name: the workbook at `path`, which may be used up. */
  kept?(user: User, file: StoredFile, version: { path: string; name: string }): Promise<void>
}

/** A resumable upload; `metadata` is what the client said, unchecked. */
export type UploadBegun = {
  id: string
  ownerId: string
  name: string
  size: number
  metadata: Readonly<Record<string, string | null>>
}
/** What a slice does with uploads that are more than a file under an owner. */
export type UploadRules = {
  /** Files without a byte are taken, too. */
  empty?: true
  /** In the transaction that allows it to begin; a refusal ends it before a byte is sent. */
  opened(caller: FileCaller, upload: UploadBegun): Promise<void>
  /**
   * Takes the finished file at `path` in; it may be used up. Asked again for the same upload, where the process died or the
   * answer was lost, it answers the same and stores nothing twice. The headers go to the client.
   */
  finish(
    user: User,
    upload: UploadBegun & { path: string },
  ): Promise<{ fileId: string; headers: Record<string, string> }>
  /** The client has ended it; what it had been promised is free again. */
  dropped(user: User, uploadId: string): Promise<void>
}

export type Files = {
  register(purpose: string, rules: Purpose): void
  /** Throws unless the user may add a file of this purpose to this owner. */
  mayAdd(user: User, purpose: string, ownerId: string): Promise<void>
  /** Throws unless the user may begin this upload; the purpose is told of it. */
  openUpload(user: User, purpose: string, upload: UploadBegun): Promise<void>
  /** How a purpose takes uploads, where that is its own way. */
  uploadsOf(purpose: string): UploadRules | undefined
  /** How files of a purpose are edited on screen. */
  editOf(purpose: string): EditRules | undefined
  /** Takes a finished local file in: blob, row, and what its purpose does with it. */
  add(user: User, what: { purpose: string; ownerId: string; name: string; path: string }): Promise<StoredFile>
  /** A file the user may read; not found otherwise. */
  find(user: User, id: string): Promise<StoredFile & { purpose: string }>
  /** The same in a transaction of his tenant: for what stands or falls with another file. */
  findIn(at: { db: Db; user: User }, id: string): Promise<StoredFile & { purpose: string }>
  /** Whether the user may edit what is in a file he has found. */
  mayEdit(user: User, file: Pick<StoredFile, 'ownerId'> & { purpose: string }): Promise<boolean>
}

const LONGEST_NAME = 200

const caller = (db: Db, user: User, grant: Grant): FileCaller => {
  const extent = extentOf(user.held, grant)
  if (extent === undefined) throw new Refusal('forbidden')
  return { db, user, extent }
}

export function openFiles(database: Database, blobs: Blobs): Files {
  const purposes = new Map<string, Purpose>()
  const rulesOf = (purpose: string) => {
    const rules = purposes.get(purpose)
    if (!rules) throw new Refusal('purposeUnknown')
    return rules
  }
  const inTenant = <T>(user: User, work: (db: Db) => Promise<T>) =>
    database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)

  const findIn: Files['findIn'] = async ({ db, user }, id) => {
    const row = await db
      .selectFrom('file')
      .selectAll()
      .where('id', '=', id)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    const rules = row && purposes.get(row.purpose)
    if (!row || !rules) throw new Refusal('notFound')
    await rules.checkRead(caller(db, user, rules.mayRead), row.owner_id)
    const { purpose, owner_id: ownerId } = row
    return { id, name: row.name, size: Number(row.size), sha256: row.sha256, ownerId, purpose }
  }

  return {
    register(purpose, rules) {
      if (purposes.has(purpose)) throw new Error(`two owners of files called ${purpose}`)
      purposes.set(purpose, rules)
    },

    mayAdd: (user, purpose, ownerId) =>
      inTenant(user, (db) => rulesOf(purpose).checkAdd(caller(db, user, rulesOf(purpose).mayAdd), ownerId)),

    openUpload: (user, purpose, upload) =>
      inTenant(user, async (db) => {
        const rules = rulesOf(purpose)
        const who = caller(db, user, rules.mayAdd)
        await rules.checkAdd(who, upload.ownerId)
        await rules.uploads?.opened(who, upload)
      }),
    uploadsOf: (purpose) => purposes.get(purpose)?.uploads,
    editOf: (purpose) => purposes.get(purpose)?.edit,

    async add(user, { purpose, ownerId, name, path }) {
      const rules = rulesOf(purpose)
      const { sha256, size } = await blobs.putFile({ tenantId: user.tenantId, userId: user.id }, path, { name })
      if (size === 0) throw new Refusal('fileEmpty')
      return inTenant(user, async (db) => {
        // asked again: what was allowed when an upload of an hour began need not be now
        const who = caller(db, user, rules.mayAdd)
        await rules.checkAdd(who, ownerId)
        await reserve(db, 'storage_bytes', size)
        const shown = fileName(name)
        const { id } = await db
          .insertInto('file')
          .values({ name: shown, sha256, size: BigInt(size), purpose, owner_id: ownerId })
          .returning('id')
          .executeTakeFirstOrThrow()
        const stored = { id, name: shown, size, sha256, ownerId }
        await rules.added?.(who, stored)
        return stored
      })
    },

    find: (user, id) => inTenant(user, (db) => findIn({ db, user }, id)),
    findIn,

    mayEdit: (user, { purpose, ownerId }) =>
      inTenant(user, async (db) => {
        const edit = purposes.get(purpose)?.edit
        const extent = edit && extentOf(user.held, edit.may)
        if (!edit || extent === undefined) return false
        try {
          await edit.check({ db, user, extent }, ownerId)
          return true
        } catch (error) {
          if (error instanceof Refusal) return false
          throw error
        }
      }),
  }
}

const unsafe = /[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/gu

/** A name to show and to save under: no path, no control or direction characters, the extension kept. */
export function fileName(given: string): string {
  const clean = given.normalize('NFC').split(/[/\\]/).at(-1)?.replace(unsafe, '').trim() || 'file'
  const chars = Array.from(clean)
  if (chars.length <= LONGEST_NAME) return clean
  const dot = clean.lastIndexOf('.')
  const extension = dot > 0 && clean.length - dot <= 12 ? clean.slice(dot) : ''
  return chars.slice(0, LONGEST_NAME - extension.length).join('') + extension
}
