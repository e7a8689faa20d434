import { sql } from 'kysely'
import { diskUploadMetadata, type DiskUploadMetadata } from '#contract/disk-file.ts'
import { DISK_FILE, diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { UploadBegun, UploadRules } from '#server/kernel/files.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { checkLock, holdFolder, holdNode, nameOf } from './change.ts'
import { nodeName, pathNames, plainText } from './names.ts'
import { makeRoom } from './purge.ts'
import { putBlob, putVersion, type Stored } from './put.ts'
import { type DiskRow, namedIn, nodeById } from './rows.ts'
import { checkPackage, keepRoom, type LockedSpace, lockSpace } from './spaces.ts'
import { keepSheet } from './sheet-versions.ts'
import type { At } from './sight.ts'

type Parts = Pick<Kernel, 'files' | 'database' | 'blobs' | 'config'>

/** Files of the disk belong to their node: who may download it reads every version, who may edit it edits sheets on screen. */
export function registerDiskFiles(kernel: Parts): void {
  const { files } = kernel
  files.register(DISK_FILE, {
    mayAdd: 'disk.use',
    mayRead: 'disk.use',
    // an upload names the folder it goes to
    checkAdd: async (at, folderId) => {
      const row = await nodeById(at, folderId, diskLevel.upload)
      if (row.kind !== 'folder') throw new Refusal('diskNotFolder')
    },
    checkRead: async (at, nodeId) => void (await nodeById(at, nodeId, diskLevel.download)),
    edit: {
      may: 'disk.use',
      check: async (at, nodeId) => {
        const row = await nodeById(at, nodeId, diskLevel.edit)
        checkLock(row, at.user.id, await nameOf(at.db, row.lockedBy))
      },
      async kept(user, file, { path, name }) {
        const actor = { tenantId: user.tenantId, userId: user.id }
        const content = await kernel.blobs.putFile(actor, path, { name: file.name })
        await kernel.database.inTenant(actor, (db) =>
          keepSheet({ db, user }, file, { ...content, comment: plainText(name) }),
        )
      },
    },
    added: () => Promise.reject(new Refusal('purposeUnknown')),
    uploads: diskUploads(kernel),
  })
}

/** Uploads to the disk: room is kept when one begins, the name is settled when it ends, once, whoever asks and how often. */
function diskUploads({ database, blobs, config }: Parts): UploadRules {
  const giveUp = (user: User, uploadId: string) =>
    database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
      const upload = await begun(db, uploadId)
      await dropUploads(db, await lockSpace(db, upload.space_id), [uploadId])
    })
  return {
    empty: true,
    async opened(at, upload) {
      const said = metadataOf(upload)
      const name = nodeName(upload.name)
      pathNames(said.relPath)
      const { row, space } = said.node
        ? await holdNode(at, said.node, diskLevel.edit)
        : await holdFolder(at, upload.ownerId)
      if (!said.node) await checkPlace(at, row, { said, name })
      await dropOld(at.db, space, config.UPLOAD_HOURS)
      await checkPackage(at.db, upload.size)
      await makeRoom(at.db, space, upload.size)
      await keepRoom(at.db, space, upload.size)
      await at.db
        .insertInto('disk_upload')
        .values({ tus_id: upload.id, space_id: space.id, size: BigInt(upload.size) })
        .execute()
    },

    async finish(user, { path, ...upload }) {
      const actor = { tenantId: user.tenantId, userId: user.id }
      const before = await database.inTenant(actor, (db) => begun(db, upload.id))
      if (before.file_id) return answer(before.file_id, before.node_id ?? '', before.skipped)
      const content = await blobs.putFile(actor, path, { name: upload.name })
      const said = metadataOf(upload)
      if (said.sha256 && said.sha256 !== content.sha256) {
        // nothing that could come later makes these bytes right
        await giveUp(user, upload.id)
        throw new Refusal('diskHashWrong', { name: upload.name })
      }
      const taken = database.inTenant(actor, async (db) => {
        const at: At = { db, user }
        const spaceId = (await begun(db, upload.id)).space_id
        const space = await lockSpace(db, spaceId)
        // another request may have taken it in meanwhile
        const now = await begun(db, upload.id)
        if (now.file_id) return answer(now.file_id, now.node_id ?? '', now.skipped)
        if (now.state === 'dropped') throw new Refusal('diskUploadGone')
        await keepRoom(db, space, -Number(now.size))
        const stored = await store(at, upload, { said, content })
        await db
          .updateTable('disk_upload')
          .set({ state: 'done', node_id: stored.node.id, file_id: stored.fileId, skipped: stored.skipped })
          .where('tus_id', '=', upload.id)
          .execute()
        return answer(stored.fileId, stored.node.id, stored.skipped)
      })
      return taken.catch(async (error: unknown) => {
        if (!(error instanceof Refusal) || error.key !== 'notFound') throw error
        // the folder was thrown away, or closed to him, while he was sending: nothing is promised to it any more
        await giveUp(user, upload.id)
        throw new Refusal('diskPlaceGone', { name: upload.name })
      })
    },

    dropped: giveUp,
  }
}

const answer = (fileId: string, nodeId: string, skipped: boolean) => ({
  fileId,
  headers: { 'X-Node-Id': nodeId, ...(skipped ? { 'X-Disk-Skipped': '1' } : {}) },
})

function metadataOf({ metadata }: Pick<UploadBegun, 'metadata'>): DiskUploadMetadata {
  const { relPath, conflict, sha256, node } = metadata
  const said = Object.entries({ relPath, conflict, sha256, node }).filter(([, value]) => value)
  const parsed = diskUploadMetadata.safeParse(Object.fromEntries(said))
  if (!parsed.success) throw new Refusal('diskUploadMetadata', { field: String(parsed.error.issues[0]?.path[0] ?? '') })
  return parsed.data
}

const begun = (db: Db, id: string) =>
  db.selectFrom('disk_upload').selectAll().where('tus_id', '=', id).executeTakeFirstOrThrow(notFound)

/**
 * Refuses before a byte is sent what could not be stored at its end. Of two who are both told that a name is free, who comes first
 * keeps it, and the other gets one beside it.
 */
async function checkPlace(
  at: At,
  folder: DiskRow,
  { said, name }: { said: DiskUploadMetadata; name: string },
): Promise<void> {
  let parentId = folder.id
  for (const step of pathNames(said.relPath)) {
    const there = await namedIn(at, parentId, step)
    if (!there) return
    if (there.kind === 'file') throw new Refusal('diskNameFile', { name: there.name })
    parentId = there.id
  }
  if (said.conflict === 'rename') return
  const taken = await namedIn(at, parentId, name)
  if (!taken || said.conflict === 'skip') return
  if (said.conflict === 'ask') throw new Refusal('diskNameTaken', { name: taken.name }, { name: taken.name })
  if (taken.kind === 'folder') throw new Refusal('diskNameFolder', { name: taken.name })
  const node = await nodeById(at, taken.id, diskLevel.edit)
  checkLock(node, at.user.id, await nameOf(at.db, node.lockedBy))
}

function store(
  at: At,
  upload: UploadBegun,
  { said, content }: { said: DiskUploadMetadata; content: { sha256: string; size: number } },
): Promise<Stored> {
  if (said.node) return putVersion(at, said.node, content)
  const { ownerId: parentId, name } = upload
  // nobody can be asked any more: both are kept
  const conflict = said.conflict === 'ask' ? 'rename' : said.conflict
  return putBlob(at, { parentId, relPath: said.relPath, name, conflict, ...content })
}

/** Uploads that nobody goes on with give their room back. */
async function dropOld(db: Db, space: LockedSpace, hours: number): Promise<void> {
  const old = await db
    .selectFrom('disk_upload')
    .select('tus_id')
    .where('space_id', '=', space.id)
    .where('state', '=', 'open')
    .where('create_time', '<', sql<Date>`now() - make_interval(secs => ${hours * 3600})`)
    .execute()
  await dropUploads(
    db,
    space,
    old.map((row) => row.tus_id),
  )
}

async function dropUploads(db: Db, space: LockedSpace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .updateTable('disk_upload')
    .set({ state: 'dropped' })
    .where('tus_id', 'in', ids)
    .where('state', '=', 'open')
    .returning('size')
    .execute()
  await keepRoom(
    db,
    space,
    rows.reduce((sum, { size }) => sum - Number(size), 0),
  )
}

/** Of every space of the tenant; answers how many uploads were given up. What ended long ago is forgotten. */
export async function sweepUploads(db: Db, hours: number): Promise<number> {
  const open = await db
    .selectFrom('disk_upload')
    .select('space_id')
    .distinct()
    .where('state', '=', 'open')
    .where('create_time', '<', sql<Date>`now() - make_interval(secs => ${hours * 3600})`)
    .execute()
  for (const { space_id: id } of open.toSorted((one, other) => (one.space_id < other.space_id ? -1 : 1)))
    await dropOld(db, await lockSpace(db, id), hours)
  await db
    .deleteFrom('disk_upload')
    .where('state', '<>', 'open')
    .where('create_time', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
  await db
    .deleteFrom('disk_challenge')
    .where('create_time', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
  return open.length
}
