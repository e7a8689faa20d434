import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type DiskRow, nodesById } from './rows.ts'
import { type LockedSpace, lockSpaces } from './spaces.ts'
import { type At, sightOf } from './sight.ts'

export type Held = { rows: DiskRow[]; spaces: ReadonlyMap<string, LockedSpace> }

/** Nodes as they stand once their spaces are held: what was looked up before may have gone elsewhere while others wrote. */
export async function holdNodes(at: At, ids: readonly string[], least: number): Promise<Held> {
  const before = await nodesById(at, ids, least)
  const spaces = await lockSpaces(
    at.db,
    before.map(({ spaceId }) => spaceId),
  )
  const rows = await nodesById(at, ids, least)
  if (rows.some(({ spaceId }) => !spaces.has(spaceId))) throw conflict()
  return { rows, spaces }
}

export async function holdNode(at: At, id: string, least: number): Promise<{ row: DiskRow; space: LockedSpace }> {
  const { rows, spaces } = await holdNodes(at, [id], least)
  const [row] = rows
  const space = row && spaces.get(row.spaceId)
  if (!row || !space) throw conflict()
  return { row, space }
}

/** A folder one may put things into, its space held. */
export async function holdFolder(
  at: At,
  id: string,
  least: number = diskLevel.upload,
): Promise<{ row: DiskRow; space: LockedSpace }> {
  const found = await holdNode(at, id, least)
  if (found.row.kind !== 'folder') throw new Refusal('diskNotFolder')
  return found
}

/**
 * Refuses to change a node that somebody else holds, or that holds something so. Who may only upload changes what is all his
 * own; the top of a space nobody renames, moves or throws away.
 */
export async function checkChange({ db, user }: At, row: DiskRow): Promise<void> {
  if (row.parentId === null) throw new Refusal('diskTop')
  checkLock(row, user.id, await nameOf(db, row.lockedBy))
  if (row.kind === 'file') {
    if (row.level < diskLevel.edit) throw new Refusal('diskMayNot', { name: row.name })
    return
  }
  const inside = () =>
    db
      .selectFrom('disk_node')
      .select(['name', 'locked_by', 'lock_until', sql<string | null>`person_name(locked_by)`.as('who')])
      .where(sql<boolean>`ancestors @> array[${row.id}::uuid]`)
      .where('trashed_at', 'is', null)
      .limit(1)
  const locked = await inside()
    .where('locked_by', 'not in', ['', user.id])
    .where('lock_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (locked) throw lockedRefusal(locked.name, locked.who ?? '', locked.lock_until)
  if (row.level >= diskLevel.edit) return
  if (row.level < diskLevel.upload || row.createUser !== user.id) throw new Refusal('diskMayNot', { name: row.name })
  if (await inside().where('create_user', '<>', user.id).executeTakeFirst())
    throw new Refusal('diskOthersInside', { name: row.name })
}

/** Refuses to carry a folder away with something in it that is closed to the person: it would be open to him elsewhere. */
export async function checkCarry(at: At, row: DiskRow): Promise<void> {
  await checkChange(at, row)
  await checkInside(at, row)
}

export async function checkInside(at: At, row: Pick<DiskRow, 'id' | 'spaceId' | 'name' | 'level'>): Promise<void> {
  const least = Math.min(row.level, diskLevel.edit)
  const { ruled } = await sightOf(at, row.spaceId)
  if ([...ruled.values()].some(({ ancestors, level }) => level < least && ancestors.includes(row.id)))
    throw new Refusal('diskClosedInside', { name: row.name })
}

/** Refuses a file that somebody else holds. */
export function checkLock(row: Pick<DiskRow, 'name' | 'lockedBy' | 'lockUntil'>, userId: string, who: string): void {
  if (row.lockedBy !== '' && row.lockedBy !== userId) throw lockedRefusal(row.name, who, row.lockUntil)
}

const lockedRefusal = (name: string, who: string, until: Date | null) =>
  new Refusal('diskLocked', { name, who, until: until ? wallTime(until) : '' })

export async function nameOf(db: Db, userId: string): Promise<string> {
  if (userId === '') return ''
  const { rows } = await sql<{ name: string | null }>`select person_name(${userId}) as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** Keys of the names in a folder that begin as `name` does: enough to find a free one like it. */
export async function takenNames(db: Db, parentId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disk_node')
    .select('name_key')
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.name_key))
}

/** Those of people whose nodes changed say so. */
export const touched = (userId: string) => ({ update_user: userId, update_time: sql<Date>`now()` })
