import { sql } from 'kysely'
import { DEEPEST, diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { note } from './activity.ts'
import { holdFolder } from './change.ts'
import { nameKey, nodeName, pathNames } from './names.ts'
import { type DiskRow, namedIn, rowAt } from './rows.ts'
import type { At } from './sight.ts'

/** A new folder; a name that is taken is refused. */
export async function makeFolder(
  at: At,
  { parentId, name: given }: { parentId: string; name: string },
): Promise<DiskRow> {
  const name = nodeName(given)
  const { row: parent } = await holdFolder(at, parentId)
  const there = await namedIn(at, parent.id, name)
  if (there) throw new Refusal('diskNameTaken', { name: there.name }, { name: there.name })
  return insertFolder(at, parent, name)
}

/** Folders of a path below a folder, made where they are not there; the last of them. */
export async function makeFolders(at: At, parentId: string, relPath: string): Promise<DiskRow> {
  const names = pathNames(relPath)
  let { row } = await holdFolder(at, parentId)
  for (const name of names) {
    row = (await namedIn(at, row.id, name)) ?? (await insertFolder(at, row, name))
    if (row.kind !== 'folder') throw new Refusal('diskNameFile', { name })
  }
  if (row.level < diskLevel.upload) throw new Refusal('diskMayNot', { name: row.name })
  return row
}

/** A folder in one whose space is held, where its name is free; it has the level of that one. */
export async function insertFolder(at: At, parent: DiskRow, name: string): Promise<DiskRow> {
  const { db } = at
  if (parent.level < diskLevel.upload) throw new Refusal('diskMayNot', { name: parent.name })
  if (parent.ancestors.length + 1 >= DEEPEST) throw new Refusal('diskTooDeep', { most: DEEPEST })
  const { id } = await db
    .insertInto('disk_node')
    .values({
      space_id: parent.spaceId,
      parent_id: parent.id,
      ancestors: sql<string[]>`${[...parent.ancestors, parent.id]}::uuid[]`,
      name,
      name_key: nameKey(name),
      kind: 'folder',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await rowAt(at, id, parent.level)
  await note(db, row, 'folder')
  return row
}
