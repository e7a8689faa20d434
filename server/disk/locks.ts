import { sql } from 'kysely'
import { diskLevel, LOCK_HOURS } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { note } from './activity.ts'
import { checkLock, holdNode, nameOf } from './change.ts'
import { type DiskRow, nodeById } from './rows.ts'
import type { At } from './sight.ts'

/** Holds a file for the person, or goes on holding it; refused while somebody else does. */
export async function lockNode(at: At, id: string, hours: number = LOCK_HOURS): Promise<DiskRow> {
  const { db, user } = at
  const { row } = await holdNode(at, id, diskLevel.edit)
  if (row.kind !== 'file') throw new Refusal('diskLockFolder')
  checkLock(row, user.id, await nameOf(db, row.lockedBy))
  await db
    .updateTable('disk_node')
    .set({ locked_by: user.id, lock_until: sql<Date>`now() + make_interval(secs => ${hours * 3600})` })
    .where('id', '=', id)
    .execute()
  if (row.lockedBy === '') await note(db, row, 'lock')
  return nodeById(at, id)
}

/** Lets a file go: one's own, or by force, which whoever manages the folder may. */
export async function unlockNode(at: At, id: string, force = false): Promise<DiskRow> {
  const { db, user } = at
  const { row } = await holdNode(at, id, diskLevel.view)
  if (row.lockedBy === '') throw new Refusal('diskNotLocked', { name: row.name })
  const own = row.lockedBy === user.id
  if (!own && !force) checkLock(row, user.id, await nameOf(db, row.lockedBy))
  if (!own && row.level < diskLevel.manage) throw new Refusal('diskMayNot', { name: row.name })
  await db.updateTable('disk_node').set({ locked_by: '', lock_until: null }).where('id', '=', id).execute()
  await note(db, row, own ? 'unlock' : 'forceUnlock', own ? {} : { from: await nameOf(db, row.lockedBy) })
  return nodeById(at, id)
}
