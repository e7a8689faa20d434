import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import type { StoredFile } from '#server/kernel/files.ts'
import { sheetName } from '../sheet/own-sheets.ts'
import { note } from './activity.ts'
import { checkLock, holdNode, nameOf, touched } from './change.ts'
import { thinVersions } from './drop.ts'
import { makeRoom } from './purge.ts'
import { type Content, fileRow, nextNo, putBlob, putVersion } from './put.ts'
import { type DiskRow, nodeById } from './rows.ts'
import type { At } from './sight.ts'
import { addSize, charge, type LockedSpace } from './spaces.ts'
import { wantText } from './text-queue.ts'

type Kept = Content & { comment: string }

/**
 * A spreadsheet of the disk that was edited on screen and kept under a name becomes the newest version of its file, which keeps
 * it. What was no xlsx before gets one beside it.
 */
export async function keepSheet(at: At, file: Pick<StoredFile, 'id' | 'ownerId'>, kept: Kept): Promise<void> {
  const { row, space } = await holdNode(at, file.ownerId, diskLevel.edit)
  checkLock(row, at.user.id, await nameOf(at.db, row.lockedBy))
  if (row.ext !== 'xlsx') {
    const beside = { parentId: row.parentId ?? '', name: sheetName(row.name), conflict: 'version' as const }
    await pin(at, (await putBlob(at, { ...beside, ...kept })).fileId, kept.comment)
  } else if (row.fileId === file.id) await turnInto(at, { row, space, fileId: file.id }, kept)
  // an older version was edited
  else await pin(at, (await putVersion(at, row.id, kept)).fileId, kept.comment)
}

/**
 * The file that is open on screens stays the current one, so that whoever goes on with it, or opens it next, sees all of its
 * steps: it has the new content from now on, and its old content goes under a file of its own.
 */
async function turnInto(
  at: At,
  { row, space, fileId }: { row: DiskRow; space: LockedSpace; fileId: string },
  { sha256, size, comment }: Kept,
): Promise<void> {
  const { db, user } = at
  if (row.sha256 === sha256) return pin(at, fileId, comment)
  await makeRoom(db, space, size)
  await charge(db, space, size)
  const before = await fileRow(db, row, row.id, row.name)
  await db.updateTable('disk_version').set({ file_id: before }).where('file_id', '=', fileId).execute()
  await db.selectFrom('blob').select('sha256').where('sha256', '=', sha256).forShare().executeTakeFirstOrThrow()
  await db
    .updateTable('file')
    .set({ sha256, size: BigInt(size) })
    .where('id', '=', fileId)
    .execute()
  const no = await nextNo(db, row.id)
  await db.insertInto('disk_version').values({ node_id: row.id, no, file_id: fileId, comment, pinned: true }).execute()
  await db
    .updateTable('disk_node')
    .set({ version_no: no, size: BigInt(size), ...touched(user.id) })
    .where('id', '=', row.id)
    .execute()
  await addSize(db, row.ancestors, size - row.size)
  await thinVersions(db, row.id, space)
  // its words are read again
  await db.deleteFrom('disk_text').where('node_id', '=', row.id).execute()
  const now = await nodeById(at, row.id)
  await note(db, now, 'version', { no, size })
  await wantText(db, now)
}

const pin = async ({ db }: At, fileId: string, comment: string): Promise<void> => {
  await sql`update disk_version set comment = ${comment}, pinned = true where file_id = ${fileId}`.execute(db)
}
