import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Restored, RestoreHow, Trash, TrashHold } from '#server/kernel/trash.ts'
import { note, noteAll } from './activity.ts'
import { checkCarry, checkInside, checkLock, holdFolder, holdNodes, nameOf, takenNames, touched } from './change.ts'
import { insertFolder } from './folders.ts'
import { freeName, nameKey, nameWith } from './names.ts'
import { thinVersions } from './drop.ts'
import { binned, holdsSomething, purgeNode, TRASH_DISK } from './purge.ts'
import { nextNo } from './put.ts'
import { childNamed, type DiskRow, levelOn, nodeById, nodes, rowAt, stepsOf, toRow } from './rows.ts'
import { type At, sightOf } from './sight.ts'
import { addSize, lockSpace, managesDisk, shiftUsed, spacesOf } from './spaces.ts'
import { outermost, reparent, storedBelow } from './tree.ts'

/** Who throws away, and the list it goes on. */
export type Binning = At & { kernel: Pick<Kernel, 'trash'>; address?: string; trace?: string }

/** Puts a node with all below it into the recycle bin: it keeps its bytes and its rights, and comes back as it was. */
export const trashNode = (binning: Binning, id: string): Promise<void> => trashNodes(binning, [id])

/** Several at once, all or none; what lies below another of them goes with that one. */
export async function trashNodes(
  { kernel, address = '', trace = '', ...at }: Binning,
  ids: readonly string[],
): Promise<void> {
  const { db } = at
  const { rows: held } = await holdNodes(at, ids, diskLevel.upload)
  const rows = outermost(held)
  for (const row of rows) await checkCarry(at, row)
  const where = await placesOf(at, rows)
  const stored = await storedBelowEach(db, rows)
  for (const { ancestors, bytes } of perFolder(rows)) await addSize(db, ancestors, -bytes)
  await bin(db, rows)
  for (const row of rows) {
    const item = { kind: TRASH_DISK, itemId: row.id, name: row.name, ownerId: row.createUser } as const
    await kernel.trash.put(db, { ...item, ...where(row), size: stored.get(row.id) ?? 0 })
  }
  await noteAll(db, rows, 'trash')
  const auditor = { ...at, address, trace }
  for (const row of rows) {
    const before = { name: row.name, place: where(row).place, size: stored.get(row.id) ?? 0 }
    await audit(auditor, { action: 'disk.remove', bizType: 'disk', bizId: row.id, before })
  }
}

/** Marks nodes and all below them as thrown away with them. */
async function bin(db: Db, rows: readonly DiskRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await sql`update disk_node set trashed_at = now(), trash_root = id, locked_by = '', lock_until = null
    where id = any(${ids}::uuid[])`.execute(db)
  for (const { id } of rows.filter(({ kind }) => kind === 'folder'))
    await sql`update disk_node set trashed_at = now(), trash_root = ${id}, locked_by = '', lock_until = null
      where ancestors @> array[${id}::uuid] and trashed_at is null`.execute(db)
}

/** What nodes take from the folders above them, once for each folder they lie in. */
function perFolder(rows: readonly DiskRow[]): { ancestors: string[]; bytes: number }[] {
  const folders = new Map<string, { ancestors: string[]; bytes: number }>()
  for (const { parentId, ancestors, size } of rows) {
    const folder = folders.get(parentId ?? '') ?? { ancestors, bytes: 0 }
    folder.bytes += size
    folders.set(parentId ?? '', folder)
  }
  return [...folders.values()]
}

/** What stands below a folder; what had been thrown away from it before lies in the bin by itself, with its own size. */
async function storedWith(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`select coalesce(sum(f.size), 0)::bigint as bytes
    from disk_node n join disk_version v on v.node_id = n.id join file f on f.id = v.file_id
    where n.ancestors @> array[${id}::uuid] and n.trashed_at is null`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

async function storedBelowEach(db: Db, rows: readonly DiskRow[]): Promise<Map<string, number>> {
  const ids = rows.flatMap(({ id, kind }) => (kind === 'file' ? [id] : []))
  const { rows: files } = await sql<{ id: string; bytes: bigint }>`select v.node_id as id, sum(f.size)::bigint as bytes
    from disk_version v join file f on f.id = v.file_id where v.node_id = any(${ids}::uuid[]) group by 1`.execute(db)
  const stored = new Map(files.map(({ id, bytes }) => [id, Number(bytes)]))
  for (const { id } of rows.filter(({ kind }) => kind === 'folder')) stored.set(id, await storedWith(db, id))
  return stored
}

type Place = { place: string; enterpriseId?: string; projectId?: string }

/** The folders above nodes in words, their space first, and whose space it is. */
async function placesOf(at: At, rows: readonly DiskRow[]): Promise<(row: DiskRow) => Place> {
  const spaces = new Map<string, Omit<Place, 'place'> & { first: string }>()
  const steps = new Map<string, string[]>()
  for (const spaceId of new Set(rows.map((row) => row.spaceId))) {
    const [space] = await spacesOf(at, { spaceId })
    const first = space?.type === 'firm' ? '事务所云盘' : space?.type === 'user' ? '我的云盘' : (space?.name ?? '')
    spaces.set(spaceId, {
      first,
      ...(space?.type === 'enterprise' ? { enterpriseId: space.ownerId } : {}),
      ...(space?.type === 'project' ? { projectId: space.ownerId } : {}),
    })
    const here = rows.filter((row) => row.spaceId === spaceId)
    for (const [id, names] of await stepsOf(at, await sightOf(at, spaceId), here))
      steps.set(
        id,
        names.map(({ name }) => name),
      )
  }
  return ({ id, spaceId }) => {
    const { first = '', ...whose } = spaces.get(spaceId) ?? {}
    return { place: [first, ...(steps.get(id) ?? [])].filter(Boolean).join(' / '), ...whose }
  }
}

const placeOf = async (at: At, row: DiskRow): Promise<string> => (await placesOf(at, [row]))(row).place

/**
 * Brings a node back to its place, or into another folder. A place that is gone is made again; where the name is taken it gets
 * the suffix, or its versions become the newest of the file there.
 */
export async function restoreNode({ kernel, ...at }: Binning, id: string, how: RestoreHow): Promise<Restored> {
  const { db, user } = at
  const { row, space } = await binned(db, id)
  const folder = await folderFor(at, row, how.folderId)
  const there = await childNamed(db, folder.id, row.name)
  if (there && how.taken === 'version' && row.kind === 'file') {
    const node = await nodeById(at, there.id, diskLevel.edit)
    if (node.kind !== 'file') throw new Refusal('diskRestoreKind')
    checkLock(node, user.id, await nameOf(db, node.lockedBy))
    await mergeInto(at, row.id, node)
    await thinVersions(db, node.id, await lockSpace(db, node.spaceId))
    await kernel.trash.forget(db, TRASH_DISK, [id])
    return { name: node.name, place: await placeOf(at, node), renamed: false }
  }
  const name = there ? freeName(nameWith(row.name, how.suffix), await takenNames(db, folder.id)) : row.name
  if (folder.spaceId !== row.space_id)
    await shiftUsed(db, space, await lockSpace(db, folder.spaceId), await storedBelow(db, row.id))
  if (folder.id !== row.parent_id) await reparent(db, row, folder, name)
  await db
    .updateTable('disk_node')
    .set({ name, name_key: nameKey(name), ...touched(user.id) })
    .where('id', '=', row.id)
    .execute()
  // under its new name: the old one is another's
  await sql`update disk_node set trashed_at = null, trash_root = null where trash_root = ${row.id}`.execute(db)
  await addSize(db, [...folder.ancestors, folder.id], Number(row.size))
  await kernel.trash.forget(db, TRASH_DISK, [id])
  const now = await rowAt(at, row.id, diskLevel.manage)
  await note(db, now, 'restore')
  return { name, place: await placeOf(at, now), renamed: there !== undefined }
}

type Binned = Awaited<ReturnType<typeof binned>>['row']

/**
 * Where it goes: the folder asked for, its old one, or the old one made again from the names it had. Who may bring it back the
 * list has decided; only a folder of his own choosing needs the right to put things there.
 */
async function folderFor(at: At, row: Binned, folderId: string | undefined): Promise<DiskRow> {
  if (folderId) {
    // where it was, his rights were as they were; elsewhere he might have others
    const was = toRow(
      row,
      await levelOn(at, { id: row.id, spaceId: row.space_id, ancestors: row.ancestors }),
      at.user.id,
    )
    if (was.level < diskLevel.edit) throw new Refusal('diskMayNot', { name: was.name })
    await checkInside(at, was)
    return (await holdFolder(at, folderId)).row
  }
  const above = await nodes(at.db).where('disk_node.id', 'in', row.ancestors).execute()
  const byId = new Map(above.map((one) => [one.id, one]))
  // the deepest folder that still stands, and those below it that do not
  const gone: Binned[] = []
  for (const id of row.ancestors.toReversed()) {
    const one = byId.get(id)
    if (one && one.trashed_at === null) {
      let folder = toRow(one, diskLevel.manage, at.user.id)
      for (const one of gone.toReversed()) folder = await madeAgain(at, folder, one)
      return folder
    }
    if (one) gone.push(one)
  }
  throw notFound()
}

/** A folder in place of one that is gone, with its rules; one that has been made in its place meanwhile, if it has the same. */
async function madeAgain(at: At, folder: DiskRow, gone: Binned): Promise<DiskRow> {
  const { db } = at
  const there = await childNamed(db, folder.id, gone.name)
  if (there?.kind === 'folder' && (await sameRules(db, there.id, gone.id)))
    return toRow(there, diskLevel.manage, at.user.id)
  const name = there ? freeName(gone.name, await takenNames(db, folder.id)) : gone.name
  const made = await insertFolder(at, folder, name)
  if (gone.own_rules) {
    await sql`insert into disk_acl (node_id, subject, subject_id, level)
      select ${made.id}::uuid, subject, subject_id, level from disk_acl where node_id = ${gone.id}`.execute(db)
    await sql`update disk_node set own_rules = true, inherits = (select inherits from disk_node where id = ${gone.id})
      where id = ${made.id}`.execute(db)
  }
  return made
}

async function sameRules(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{
    id: string
  }>`select distinct n.inherits, (select array_agg(row (a.subject, a.subject_id, a.level)
      order by a.subject, a.subject_id) from disk_acl a where a.node_id = n.id)::text as rules
    from disk_node n where n.id in (${one}, ${other})`.execute(db)
  return rows.length === 1
}

/** All versions of a file from the recycle bin become the newest of another. */
async function mergeInto({ db, user }: At, fromId: string, node: DiskRow): Promise<void> {
  const versions = await db
    .selectFrom('disk_version')
    .innerJoin('file', 'file.id', 'disk_version.file_id')
    .select(['disk_version.id', 'file_id', 'file.size'])
    .where('node_id', '=', fromId)
    .orderBy('no')
    .execute()
  let no = await nextNo(db, node.id)
  for (const { id } of versions)
    await db.updateTable('disk_version').set({ node_id: node.id, no: no++ }).where('id', '=', id).execute()
  const last = versions.at(-1)
  if (!last) return
  await db
    .updateTable('file')
    .set({ owner_id: node.id, name: node.name })
    .where(
      'id',
      'in',
      versions.map(({ file_id: fileId }) => fileId),
    )
    .execute()
  await db
    .updateTable('disk_node')
    .set({ file_id: last.file_id, version_no: no - 1, size: last.size, ...touched(user.id) })
    // what was held is held on
    .set('legal_hold', sql<boolean>`legal_hold or (select n.legal_hold from disk_node n where n.id = ${fromId})`)
    .where('id', '=', node.id)
    .execute()
  await addSize(db, node.ancestors, Number(last.size) - node.size)
  await db.deleteFrom('disk_node').where('id', '=', fromId).execute()
  await note(db, node, 'version', { no: no - 1 })
}

/** Which of these may not be purged: under legal hold, or holding something that is. */
async function heldOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select r.id from unnest(${[...ids]}::uuid[]) as r(id)
    where ${holdsSomething(sql.ref('r.id'))}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** By hand a person purges what lay in a space of his own, or where he manages; elsewhere others rely on its days in the recycle bin. */
async function checkPurge(at: At, id: string): Promise<void> {
  const { row } = await binned(at.db, id)
  const level = await levelOn(at, { id, spaceId: row.space_id, ancestors: row.ancestors })
  if (level < diskLevel.manage && !managesDisk(at)) throw new Refusal('diskPurgeShared', { name: row.name })
}

export function registerDiskTrash(trash: Trash): void {
  trash.register(TRASH_DISK, {
    folders: true,
    restore: ({ db, user, kernel }, row, how) => restoreNode({ db, user, kernel }, row.itemId, how),
    async purge({ db, user }, row) {
      if (user) await checkPurge({ db, user }, row.itemId)
      await purgeNode(db, row.itemId)
    },
    // whoever throws away holds the space first, too
    async lock(db, row) {
      const node = await db.selectFrom('disk_node').select('space_id').where('id', '=', row.itemId).executeTakeFirst()
      if (node) await lockSpace(db, node.space_id)
    },
    async along(db, row) {
      const { rows } = await sql<{
        id: string
      }>`select t.id from trash_item t join disk_node n on t.item_id = n.id::text
        where t.kind = ${TRASH_DISK} and n.trash_root = n.id and n.ancestors @> array[${row.itemId}::uuid]`.execute(db)
      return rows.map(({ id }) => id)
    },
    async held(db, rows) {
      const held = await heldOf(
        db,
        rows.map(({ itemId }) => itemId),
      )
      return new Map(
        rows.flatMap(({ id, itemId }): [string, TrashHold][] =>
          held.has(itemId) ? [[id, { reason: 'legalHold', until: null }]] : [],
        ),
      )
    },
  })
}
