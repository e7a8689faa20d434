import { sql } from 'kysely'
import { type ConflictChoice, DEEPEST, diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { note } from './activity.ts'
import { checkCarry, checkChange, holdNode, holdNodes, takenNames, touched } from './change.ts'
import { extensionOf, freeName, mimeOf, nameKey, nodeName } from './names.ts'
import { childNamed, type DiskRow, nodeById, rowAt } from './rows.ts'
import { addSize, type LockedSpace, shiftUsed } from './spaces.ts'
import type { At } from './sight.ts'

/** Gives a folder or file another name; one that is taken is refused. */
export async function renameNode(at: At, id: string, given: string): Promise<DiskRow> {
  const { db, user } = at
  const name = nodeName(given)
  const { row } = await holdNode(at, id, diskLevel.upload)
  await checkChange(at, row)
  if (name === row.name) return row
  const there = row.parentId ? await childNamed(db, row.parentId, name) : undefined
  if (there && there.id !== row.id) throw new Refusal('diskNameTaken', { name: there.name }, { name: there.name })
  await setName(db, row, name, user.id)
  const now = await nodeById(at, id)
  await note(db, now, 'rename', { from: row.name, to: name })
  return now
}

/** The name of a node and of the files of its versions, which is what they are downloaded under. */
async function setName(db: Db, row: DiskRow, name: string, userId: string): Promise<void> {
  const kind = row.kind === 'file' ? { ext: extensionOf(name), mime: mimeOf(name) } : {}
  await db
    .updateTable('disk_node')
    .set({ name, name_key: nameKey(name), ...kind, ...touched(userId) })
    .where('id', '=', row.id)
    .execute()
  if (row.kind === 'file')
    await db
      .updateTable('file')
      .set({ name })
      .where('id', 'in', db.selectFrom('disk_version').select('file_id').where('node_id', '=', row.id))
      .execute()
}

export type Move = { id: string; targetId: string; conflict?: ConflictChoice; name?: string }

/**
 * Puts a node into a folder, of another space too, under another name if one is given. Refuses cycles, locks of others and
 * missing rights; undefined where the name was taken and it was left out (`skip`). Any choice but `skip` and `rename` refuses.
 */
export async function moveNode(at: At, { id, name, ...move }: Move): Promise<DiskRow | undefined> {
  const [moved] = await moveNodes(at, { ids: [id], ...move }, name)
  return moved
}

type Moves = Omit<Move, 'id' | 'name'> & { ids: readonly string[] }

/** Several at once, all or none; what lies below another of them goes with that one. Left out are those whose name was taken. */
export async function moveNodes(
  at: At,
  { ids, targetId, conflict = 'ask' }: Moves,
  name?: string,
): Promise<(DiskRow | undefined)[]> {
  const { rows, spaces } = await holdNodes(at, [...new Set([...ids, targetId])], diskLevel.upload)
  const target = rows.find(({ id }) => id === targetId)
  if (target?.kind !== 'folder') throw new Refusal('diskNotFolder')
  const inside = rows.find(({ id }) => ids.includes(id) && (id === targetId || target.ancestors.includes(id)))
  if (inside) throw new Refusal('diskIntoItself', { name: inside.name })
  const moved: (DiskRow | undefined)[] = []
  for (const row of outermost(rows.filter(({ id }) => id !== targetId)))
    moved.push(
      await moveHeld(at, { row, target, spaces, conflict, name: name === undefined ? row.name : nodeName(name) }),
    )
  return moved
}

/** Those that lie below none of the others. */
export function outermost(rows: readonly DiskRow[]): DiskRow[] {
  const ids = new Set(rows.map(({ id }) => id))
  return rows.filter(({ ancestors }) => !ancestors.some((id) => ids.has(id)))
}

type Held = {
  row: DiskRow
  target: DiskRow
  spaces: ReadonlyMap<string, LockedSpace>
  conflict: ConflictChoice
  name: string
}

async function moveHeld(at: At, { row, target, spaces, conflict, name: wanted }: Held): Promise<DiskRow | undefined> {
  const { db, user } = at
  const stays = row.parentId === target.id
  await (stays ? checkChange(at, row) : checkCarry(at, row))
  let name = wanted
  if (stays && name === row.name) return row
  const there = await childNamed(db, target.id, name)
  if (there && there.id !== row.id) {
    if (conflict === 'skip') return undefined
    if (conflict !== 'rename') throw new Refusal('diskNameTaken', { name: there.name }, { name: there.name })
    name = freeName(name, await takenNames(db, target.id))
  }
  await checkDepth(db, row, target)
  const [from, to] = [spaces.get(row.spaceId), spaces.get(target.spaceId)]
  if (from && to && from !== to) await shiftUsed(db, from, to, await storedBelow(db, row.id))
  await addSize(db, row.ancestors, -row.size)
  await reparent(db, row, target, name)
  if (name !== row.name) await setName(db, row, name, user.id)
  await addSize(db, [...target.ancestors, target.id], row.size)
  const now = await rowAt(at, row.id, target.level)
  await note(db, now, 'move', { to: target.name, from: row.name })
  return now
}

/** All versions of a node and of what is below it, in bytes, what was thrown away from it before too. */
export async function storedBelow(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`select coalesce(sum(f.size), 0)::bigint as bytes
    from disk_node n join disk_version v on v.node_id = n.id join file f on f.id = v.file_id
    where n.id = ${id} or n.ancestors @> array[${id}::uuid]`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

async function checkDepth(db: Db, row: DiskRow, target: DiskRow): Promise<void> {
  if (target.ancestors.length + 1 >= DEEPEST) throw new Refusal('diskTooDeep', { most: DEEPEST })
  if (row.kind === 'file') return
  const { rows } = await sql<{ deepest: number | null }>`select max(cardinality(ancestors)) as deepest
    from disk_node where ancestors @> array[${row.id}::uuid]`.execute(db)
  const below = (rows[0]?.deepest ?? row.ancestors.length) - row.ancestors.length
  if (target.ancestors.length + 1 + below >= DEEPEST) throw new Refusal('diskTooDeep', { most: DEEPEST })
}

/** Hangs a node, with all below it, what was thrown away from there too, under another folder, where its name is free. */
export async function reparent(
  db: Db,
  row: Pick<DiskRow, 'id' | 'ancestors'>,
  target: DiskRow,
  name: string,
): Promise<void> {
  const above = [...target.ancestors, target.id]
  await sql`update disk_node set space_id = ${target.spaceId},
      ancestors = ${above}::uuid[] || ancestors[${row.ancestors.length + 1}::int:]
    where ancestors @> array[${row.id}::uuid]`.execute(db)
  await sql`update disk_node set space_id = ${target.spaceId}, parent_id = ${target.id}, ancestors = ${above}::uuid[],
      name = ${name}, name_key = ${nameKey(name)}
    where id = ${row.id}`.execute(db)
}
