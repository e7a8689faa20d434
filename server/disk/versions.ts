import { sql } from 'kysely'
import type { z } from 'zod'
import { diskLevel, type DiskVersion } from '#contract/disk-shapes.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { note } from './activity.ts'
import { checkLock, holdNode, nameOf } from './change.ts'
import { dropVersions } from './drop.ts'
import { labelText } from './names.ts'
import { putVersion } from './put.ts'
import { type DiskRow, nodeById } from './rows.ts'
import type { At } from './sight.ts'

const versionRows = ({ db }: At, nodeId: string) =>
  db
    .selectFrom('disk_version')
    .innerJoin('file', 'file.id', 'disk_version.file_id')
    .select(['disk_version.id', 'no', 'file_id', 'size', 'sha256', 'comment', 'pinned', 'disk_version.create_time'])
    .select(sql<string>`coalesce(person_name(disk_version.create_user), '')`.as('maker'))
    .where('node_id', '=', nodeId)
    .orderBy('no', 'desc')

/** The versions of a file the person may read, newest first. */
export async function versionsOf(at: At, id: string): Promise<z.input<typeof DiskVersion>[]> {
  const node = await nodeById(at, id)
  const rows = await versionRows(at, id).execute()
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    fileId: row.file_id,
    size: Number(row.size),
    sha256: node.level < diskLevel.download ? '' : row.sha256,
    comment: row.comment,
    pinned: row.pinned,
    current: row.file_id === node.fileId,
    createUserName: row.maker,
    createTime: wallTime(row.create_time),
  }))
}

/** A version of a node that is held, whom nobody else holds. */
async function heldVersion(at: At, id: string, versionId: string) {
  const { row, space } = await holdNode(at, id, diskLevel.edit)
  checkLock(row, at.user.id, await nameOf(at.db, row.lockedBy))
  const version = await versionRows(at, id).where('disk_version.id', '=', versionId).executeTakeFirst()
  if (!version) throw notFound()
  return { row, space, version }
}

/** The content of an old version as the newest one; those between stay. */
export async function restoreVersion(at: At, id: string, versionId: string): Promise<DiskRow> {
  const { row, version } = await heldVersion(at, id, versionId)
  const { node } = await putVersion(at, id, { sha256: version.sha256, size: Number(version.size) })
  if (node.versionNo !== row.versionNo) await note(at.db, node, 'restoreVersion', { no: version.no })
  return node
}

/** A name keeps a version beside the number of versions that are kept; without one it goes with the others. */
export async function nameVersion(
  at: At,
  id: string,
  { versionId, comment: given }: { versionId: string; comment: string },
) {
  const comment = labelText(given)
  const { row, version } = await heldVersion(at, id, versionId)
  await at.db
    .updateTable('disk_version')
    .set({ comment, pinned: comment !== '' })
    .where('id', '=', version.id)
    .execute()
  await note(at.db, row, 'nameVersion', { no: version.no, to: comment })
}

/** Removes a version for good: not the current one, not a named one, none of what is under legal hold. */
export async function removeVersion(at: At, id: string, versionId: string): Promise<void> {
  const { row, space, version } = await heldVersion(at, id, versionId)
  if (version.file_id === row.fileId) throw new Refusal('diskVersionCurrent')
  if (version.pinned) throw new Refusal('diskVersionPinned')
  if (row.legalHold) throw new Refusal('diskHeld', { name: row.name })
  await dropVersions(at.db, space, [version.id])
  await note(at.db, row, 'removeVersion', { no: version.no })
}
