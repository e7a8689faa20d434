import { sql } from 'kysely'
import type { z } from 'zod'
import type { FinancialFile } from '#contract/project.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { datasetStands } from './dataset-stands.ts'

/** What tus uploads, and `file` rows, of a project's ledgers and statements are marked with. */
export const FINANCIAL = 'financial'

/** The project's financial files, newest first, each with the newest dataset version that holds it. */
export async function financialFiles(db: Db, projectId: string): Promise<z.input<typeof FinancialFile>[]> {
  const rows = await db
    .selectFrom('file')
    .where('purpose', '=', FINANCIAL)
    .where('owner_id', '=', projectId)
    .where('is_deleted', '=', 0)
    .select((eb) => [
      'file.id',
      'file.name',
      'file.size',
      'file.sha256',
      'file.create_time',
      sql<string | null>`person_name(file.create_user)`.as('creator'),
      eb
        .selectFrom('dataset_file')
        .innerJoin('dataset', 'dataset.id', 'dataset_file.dataset_id')
        .whereRef('dataset_file.file_id', '=', 'file.id')
        .where('dataset.project_id', '=', projectId)
        .where(datasetStands)
        .orderBy('dataset.version', 'desc')
        .limit(1)
        .select('dataset.id')
        .as('dataset_id'),
    ])
    .orderBy('file.create_time', 'desc')
    .orderBy('file.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId,
    name: row.name,
    size: Number(row.size),
    sha256: row.sha256,
    createUserName: row.creator ?? '',
    createTime: wallTime(row.create_time),
    datasetId: row.dataset_id ?? '',
  }))
}
