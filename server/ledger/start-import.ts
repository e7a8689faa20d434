import { sql } from 'kysely'
import type { ColumnAnswers } from '#engine/ledger/column-signature.ts'
import { fitsAsk } from '#engine/ledger/sheet-answers.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { every, type Context } from '#server/kernel/service.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import type { ProjectRow } from '../project/reach.ts'
import { remember, rememberedAnswers } from './column-memory.ts'
import { IMPORT, type ImportInput } from './import-job.ts'

/** The project's financial files of these ids, in the order asked for; all or not found. */
export async function financialFilesOf(db: Db, projectId: string, fileIds: readonly string[]) {
  const ids = [...new Set(fileIds)]
  const rows = await db
    .selectFrom('file')
    .where('id', 'in', ids)
    .where('purpose', '=', FINANCIAL)
    .where('owner_id', '=', projectId)
    .where('is_deleted', '=', 0)
    .select(['id', 'name', 'sha256'])
    .execute()
  every(ids)(rows)
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/**
 * Stages a new version of the project's ledger from its files and queues the reading, with the answers of now and what the
 * client's memory holds; the answers are remembered. The caller holds the project's row. Throws `importSameAsActive` where
 * nothing new is asked for: the same contents, read with the same answers.
 */
export async function startImport(
  context: Context,
  project: ProjectRow,
  fileIds: readonly string[],
  answers: ColumnAnswers | undefined,
) {
  const { db, user, kernel } = context
  for (const layout of Object.values(answers ?? {}))
    for (const [signature, answer] of Object.entries(layout))
      if (!fitsAsk(signature, answer)) throw new Refusal('answerNotFitting', { signature, answer })
  const files = await financialFilesOf(db, project.id, fileIds)
  const before = await rememberedAnswers(db, project.enterprise_id)
  const same = answers === undefined ? await activeVersionOf(db, project.dataset_id, files) : undefined
  if (same !== undefined) throw new Refusal('importSameAsActive', { version: same })
  const dataset = await db
    .insertInto('dataset')
    .values({
      project_id: project.id,
      version: sql`(select coalesce(max(version), 0) + 1 from dataset where project_id = ${project.id})`,
      year: project.year,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('dataset_file')
    .values(
      files.map(({ id, name, sha256 }, fileNo) => ({
        dataset_id: dataset.id,
        file_no: fileNo,
        file_id: id,
        name,
        sha256,
      })),
    )
    .execute()
  if (answers) await remember(db, project.enterprise_id, answers)
  const jobId = await kernel.jobs.start(
    db,
    { tenantId: user.tenantId, userId: user.id },
    {
      type: IMPORT,
      title: project.project_name,
      bizType: 'project',
      bizId: project.id,
      input: {
        datasetId: dataset.id,
        ...(answers && { answers }),
        ...(Object.keys(before).length > 0 && { remembered: before }),
      } satisfies ImportInput,
    },
  )
  await db.updateTable('dataset').set({ job_id: jobId }).where('id', '=', dataset.id).execute()
  const after = {
    projectId: project.id,
    version: dataset.version,
    files: files.map(({ name, sha256 }) => ({ name, sha256 })),
    ...(answers && { answers }),
  }
  await audit(context, { action: 'ledger.import', bizType: 'dataset', bizId: dataset.id, after })
  return { jobId, datasetId: dataset.id }
}

/** The version that counts, if it was made of exactly these contents. */
async function activeVersionOf(
  db: Db,
  datasetId: string | null,
  files: readonly { sha256: string }[],
): Promise<number | undefined> {
  if (datasetId === null) return undefined
  const rows = await db
    .selectFrom('dataset_file')
    .innerJoin('dataset', 'dataset.id', 'dataset_file.dataset_id')
    .where('dataset.id', '=', datasetId)
    .select(['dataset_file.sha256', 'dataset.version'])
    .execute()
  const held = new Set(rows.map(({ sha256 }) => sha256))
  const same = held.size === files.length && files.every(({ sha256 }) => held.has(sha256))
  return same ? rows[0]?.version : undefined
}
