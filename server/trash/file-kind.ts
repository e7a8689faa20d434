import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { PurgeCaller, Restored, TrashCaller, TrashHold, TrashRow } from '#server/kernel/trash.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { heldFiles, purgeFiles } from './purge-rows.ts'

/** Tables that only say where a deleted file hung. */
const LINKS = ['doc_file']

/** Files of projects and papers, spreadsheets of one's own, and what an administrator took out of the attachments. */
export const registerFileKind = ({ trash }: Pick<Kernel, 'trash'>): void =>
  trash.register('file', { restore, purge, held: inUse })

/** The project a thing belonged to must stand. */
export async function projectStands(db: Db, projectId: string | null): Promise<void> {
  if (projectId === null) return
  const project = await db
    .selectFrom('firm_project')
    .select(['project_name', 'is_deleted'])
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!project) throw new Refusal('trashProjectPurged')
  if (project.is_deleted === 1) throw new Refusal('trashProjectGone', { project: project.project_name })
}

async function restore({ db }: TrashCaller, row: TrashRow): Promise<Restored> {
  await projectStands(db, row.projectId)
  const found = await db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', row.itemId)
    .where('is_deleted', '=', 1)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('trashGone', { name: row.name })
  if (found.purpose === FINANCIAL) {
    const same = await db
      .selectFrom('file')
      .select('name')
      .where('purpose', '=', FINANCIAL)
      .where('owner_id', '=', found.owner_id)
      .where('sha256', '=', found.sha256)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (same) throw new Refusal('trashSameFile', { name: same.name })
  }
  await reserve(db, 'storage_bytes', Number(found.size))
  await db
    .updateTable('file')
    .set({ is_deleted: 0, delete_time: null, delete_reason: '' })
    .where('id', '=', found.id)
    .execute()
  return { name: found.name, place: row.place, renamed: false }
}

async function purge({ db }: PurgeCaller, row: TrashRow): Promise<void> {
  await db.deleteFrom('doc_file').where('file_id', '=', row.itemId).execute()
  await purgeFiles(db, [row.itemId])
}

/** What a ledger, a document or an answer was made from stays as long as that. */
async function inUse(db: Db, rows: readonly TrashRow[]): Promise<Map<string, TrashHold>> {
  const ids = rows.map(({ itemId }) => itemId)
  const held = await heldFiles(db, ids, LINKS)
  return new Map(rows.filter(({ itemId }) => held.has(itemId)).map(({ id }) => [id, { reason: 'inUse', until: null }]))
}
