import type { Db } from '#server/kernel/database.ts'
import { purgeFiles } from '../trash/purge-rows.ts'
import { discharge, type LockedSpace } from './spaces.ts'

/** Removes the oldest versions beyond the number that the space keeps; named ones stay and are not counted. */
export async function thinVersions(db: Db, nodeId: string, space: LockedSpace): Promise<void> {
  const old = await db
    .selectFrom('disk_version')
    .innerJoin('disk_node', 'disk_node.id', 'disk_version.node_id')
    .select('disk_version.id')
    .where('node_id', '=', nodeId)
    .where('pinned', '=', false)
    .where('legal_hold', '=', false)
    .whereRef('disk_version.file_id', '<>', 'disk_node.file_id')
    .orderBy('no', 'desc')
    .offset(space.keep - 1)
    .execute()
  await dropVersions(
    db,
    space,
    old.map(({ id }) => id),
  )
}

/** Removes versions for good, with what they took. */
export async function dropVersions(db: Db, space: LockedSpace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await db.deleteFrom('disk_version').where('id', 'in', ids).returning('file_id').execute()
  await dropFiles(
    db,
    space,
    gone.map((row) => row.file_id),
  )
}

export async function dropFiles(db: Db, space: LockedSpace, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const files = await db
    .updateTable('file')
    .set({ is_deleted: 1 })
    .where('id', 'in', fileIds)
    .where('is_deleted', '=', 0)
    .returning('size')
    .execute()
  await discharge(
    db,
    space,
    files.reduce((sum, { size }) => sum + Number(size), 0),
  )
  // a row that stayed would keep its content in the store for good
  await purgeFiles(db, fileIds)
}
