import { sql } from 'kysely'
import type { Actor, Db } from '#server/kernel/database.ts'
import type { ProjectRow } from '../project/reach.ts'

/**
 * Makes a verified dataset the one that counts; the one before is superseded but stays, papers may rest on it. A lock of
 * the relation was a word on the former accounts and ends. The caller holds the project's row and audits.
 */
export async function activate(
  db: Db,
  actor: Actor,
  { project, datasetId }: { project: ProjectRow; datasetId: string },
): Promise<void> {
  if (project.dataset_id !== null) {
    await db
      .updateTable('dataset')
      .set({ state: 'superseded', update_time: sql`now()` })
      .where('id', '=', project.dataset_id)
      .execute()
  }
  await db
    .updateTable('dataset')
    .set({ state: 'active', update_time: sql`now()` })
    .where('id', '=', datasetId)
    .execute()
  await db
    .updateTable('firm_project')
    .set({
      dataset_id: datasetId,
      relation_locked_by: '',
      relation_locked_time: null,
      update_user: actor.userId,
      update_time: sql`now()`,
    })
    .where('id', '=', project.id)
    .execute()
}
