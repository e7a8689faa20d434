import { notFound } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/database.ts'
import { note } from './activity.ts'
import { holdFolder } from './change.ts'
import { makeRoom } from './purge.ts'
import { nodes, standing } from './rows.ts'
import type { At } from './sight.ts'
import { checkPackage, keepRoom, lockSpace } from './spaces.ts'

const nameOf = (jobId: string) => `unzip ${jobId}`

/**
 * Keeps the room that all of an archive needs, as an upload does when it begins: what comes meanwhile takes none of it. Nobody who
 * died keeps it longer than an upload.
 */
export async function keepUnzipRoom(
  at: At,
  { jobId, targetId, bytes }: { jobId: string; targetId: string; bytes: number },
): Promise<void> {
  const { db } = at
  const { space } = await holdFolder(at, targetId)
  await checkPackage(db, bytes)
  await makeRoom(db, space, bytes)
  await keepRoom(db, space, bytes)
  await db
    .insertInto('disk_upload')
    .values({ tus_id: nameOf(jobId), space_id: space.id, size: BigInt(bytes) })
    .execute()
}

/** Gives so much of it back, or all that is left: in the transaction that charges what has come in instead. */
export async function giveUnzipRoom(db: Db, jobId: string, bytes?: number): Promise<void> {
  const kept = () =>
    db
      .selectFrom('disk_upload')
      .select(['space_id', 'size'])
      .where('tus_id', '=', nameOf(jobId))
      .where('state', '=', 'open')
      .executeTakeFirst()
  const before = await kept()
  if (!before) return
  const space = await lockSpace(db, before.space_id)
  const left = Number((await kept())?.size ?? 0)
  const given = Math.min(bytes ?? left, left)
  await db
    .updateTable('disk_upload')
    .set({ size: BigInt(left - given), ...(bytes === undefined && { state: 'dropped' }) })
    .where('tus_id', '=', nameOf(jobId))
    .where('state', '=', 'open')
    .execute()
  await keepRoom(db, space, -given)
}

/** Says in the log of the folder, wherever it is by now, what came out of which archive. */
export async function noteUnzip(
  db: Db,
  targetId: string,
  { from, count }: { from: string; count: number },
): Promise<void> {
  const row = await nodes(db).where('disk_node.id', '=', targetId).executeTakeFirstOrThrow(notFound)
  await note(db, { ...standing(row), name: row.name }, 'unzip', { from, count })
}
