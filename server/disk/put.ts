import { sql } from 'kysely'
import { type ConflictChoice, DISK_FILE, diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { note } from './activity.ts'
import { checkLock, holdFolder, holdNode, nameOf, takenNames, touched } from './change.ts'
import { thinVersions } from './drop.ts'
import { extensionOf, freeName, mimeOf, nameKey, nodeName, pathNames } from './names.ts'
import { type DiskRow, namedIn, nodeById } from './rows.ts'
import { makeFolders } from './folders.ts'
import { makeRoom } from './purge.ts'
import { addSize, charge, type LockedSpace } from './spaces.ts'
import type { At } from './sight.ts'
import { wantText } from './text-queue.ts'

/** Whoever stores bytes, outside a transaction. */
export type By = { kernel: Pick<Kernel, 'database' | 'blobs'>; user: User }
export type Stored = { node: DiskRow; fileId: string; skipped: boolean }
export type Content = { sha256: string; size: number }
export type PutBlob = Content & {
  parentId: string
  /** Folders below it, made where they are not there. */
  relPath?: string | undefined
  name: string
  /** What happens to a name that is taken; left out: a new version. */
  conflict?: ConflictChoice | undefined
  comment?: string | undefined
}

/** A local file, which is used up, into a folder. */
export async function putFile(
  { kernel, user }: By,
  { path, ...what }: Omit<PutBlob, 'sha256' | 'size'> & { path: string },
): Promise<Stored> {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const content = await kernel.blobs.putFile(actor, path, { name: what.name })
  return kernel.database.inTenant(actor, (db) => putBlob({ db, user }, { ...what, ...content }))
}

/**
 * Content that the tenant's store holds already into a folder: a new file, or by `conflict` a new version of the one of that
 * name. Whoever calls has made sure that the person may read the content. The same content again makes no version.
 */
export async function putBlob(at: At, what: PutBlob): Promise<Stored> {
  const name = nodeName(what.name)
  const held = await holdFolder(at, what.parentId)
  const folder = what.relPath ? await makeFolders(at, held.row.id, pathNames(what.relPath).join('/')) : held.row
  const conflict = what.conflict ?? 'version'
  if (conflict === 'rename') {
    const free = freeName(name, await takenNames(at.db, folder.id))
    return addNode(at, { ...what, name: free, folder, space: held.space })
  }
  const node = await namedIn(at, folder.id, name)
  if (!node) return addNode(at, { ...what, name, folder, space: held.space })
  if (conflict === 'ask') throw new Refusal('diskNameTaken', { name: node.name }, { name: node.name })
  if (conflict === 'skip') return { node, fileId: node.fileId ?? '', skipped: true }
  if (node.kind === 'folder') throw new Refusal('diskNameFolder', { name: node.name })
  return addVersion(at, { ...what, node, space: held.space })
}

/** Content as a new version of one file, whatever it is called. */
export async function putVersion(at: At, nodeId: string, what: Content & { comment?: string }): Promise<Stored> {
  const { row, space } = await holdNode(at, nodeId, diskLevel.edit)
  if (row.kind !== 'file') throw new Refusal('diskNotFile', { name: row.name })
  return addVersion(at, { ...what, node: row, space })
}

/** A row of `file` for content the tenant holds; its bytes cannot be cleaned away before this commits. */
export async function fileRow(db: Db, { sha256, size }: Content, nodeId: string, name: string): Promise<string> {
  await db.selectFrom('blob').select('sha256').where('sha256', '=', sha256).forShare().executeTakeFirstOrThrow(notFound)
  const { id } = await db
    .insertInto('file')
    .values({ name, sha256, size: BigInt(size), purpose: DISK_FILE, owner_id: nodeId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Adding = PutBlob & { folder: DiskRow; space: LockedSpace }

async function addNode(at: At, { folder, space, name, ...what }: Adding): Promise<Stored> {
  const { db, user } = at
  await makeRoom(db, space, what.size)
  await charge(db, space, what.size)
  const { id } = await db
    .insertInto('disk_node')
    .values({
      space_id: folder.spaceId,
      parent_id: folder.id,
      ancestors: sql<string[]>`${[...folder.ancestors, folder.id]}::uuid[]`,
      name,
      name_key: nameKey(name),
      kind: 'file',
      ext: extensionOf(name),
      mime: mimeOf(name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fileId = await setVersion(db, { id, no: 1, name, userId: user.id }, what)
  await addSize(db, [...folder.ancestors, folder.id], what.size)
  const node = await nodeById(at, id)
  await note(db, node, 'upload', { size: what.size })
  await wantText(db, node)
  return { node, fileId, skipped: false }
}

async function addVersion(
  at: At,
  {
    node,
    space,
    ...what
  }: Content & { node: DiskRow; space: LockedSpace; comment?: string | undefined; reserved?: number | undefined },
): Promise<Stored> {
  const { db, user } = at
  checkLock(node, user.id, await nameOf(db, node.lockedBy))
  if (node.level < diskLevel.edit) throw new Refusal('diskMayNot', { name: node.name })
  if (node.sha256 === what.sha256) return { node, fileId: node.fileId ?? '', skipped: false }
  await makeRoom(db, space, what.size)
  await charge(db, space, what.size)
  const no = await nextNo(db, node.id)
  const fileId = await setVersion(db, { id: node.id, no, name: node.name, userId: user.id }, what)
  await addSize(db, node.ancestors, what.size - node.size)
  await thinVersions(db, node.id, space)
  const now = await nodeById(at, node.id)
  await note(db, now, 'version', { no, size: what.size })
  await wantText(db, now)
  return { node: now, fileId, skipped: false }
}

export async function nextNo(db: Db, nodeId: string): Promise<number> {
  const { last } = await db
    .selectFrom('disk_version')
    .select((eb) => eb.fn.max('no').as('last'))
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** A version that is the current one from now on; its bytes are charged by whoever calls. Answers its file's id. */
export async function setVersion(
  db: Db,
  { id, no, name, userId }: { id: string; no: number; name: string; userId: string },
  what: Content & { comment?: string | undefined },
): Promise<string> {
  const fileId = await fileRow(db, what, id, name)
  await db
    .insertInto('disk_version')
    .values({ node_id: id, no, file_id: fileId, comment: what.comment ?? '' })
    .execute()
  await db
    .updateTable('disk_node')
    .set({ file_id: fileId, version_no: no, size: BigInt(what.size), ...touched(userId) })
    .where('id', '=', id)
    .execute()
  return fileId
}
