import { sql } from 'kysely'
import type { ledger } from '#contract/ledger.ts'
import { audit } from '#server/kernel/audit.ts'
import { release } from '#server/kernel/entitlement.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { every, one, type Service } from '#server/kernel/service.ts'
import { datasetStands } from '../project/dataset-stands.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachableProject } from '../project/reach.ts'
import { activate } from './activation.ts'
import { deleteRows, reachableDataset, shownDatasets } from './dataset.ts'
import { shownFiles } from './dataset-file.ts'
import { IMPORT } from './import-job.ts'
import { accountPage, droppedPage, linePage, wholeVoucher } from './ledger-rows.ts'
import { shownReport } from './shown-report.ts'
import { type Summary } from './summary.ts'
import { wordOf } from './words.ts'

export const ledgerService: Service<typeof ledger> = {
  async import(context, { projectId, fileIds }) {
    const { db, user, kernel } = context
    // held until the dataset stands: two people importing at once get a version each
    const project = await reachableProject(context, projectId, { lock: true })
    const files = await financialFilesOf(db, projectId, fileIds)
    const same = await activeVersionOf(db, project.dataset_id, files)
    if (same !== undefined) throw new Refusal('importSameAsActive', { version: same })
    const dataset = await db
      .insertInto('dataset')
      .values({
        project_id: projectId,
        version: sql`(select coalesce(max(version), 0) + 1 from dataset where project_id = ${projectId})`,
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
    const jobId = await kernel.jobs.start(
      db,
      { tenantId: user.tenantId, userId: user.id },
      {
        type: IMPORT,
        title: project.project_name,
        bizType: 'project',
        bizId: projectId,
        input: { datasetId: dataset.id },
      },
    )
    await db.updateTable('dataset').set({ job_id: jobId }).where('id', '=', dataset.id).execute()
    const after = { projectId, version: dataset.version, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
    await audit(context, { action: 'ledger.import', bizType: 'dataset', bizId: dataset.id, after })
    return { jobId, datasetId: dataset.id }
  },

  async removeFile(context, { projectId, fileId }) {
    const { db } = context
    await reachableProject(context, projectId, { lock: true })
    const [file] = await financialFilesOf(db, projectId, [fileId])
    const holder = await db
      .selectFrom('dataset_file')
      .innerJoin('dataset', 'dataset.id', 'dataset_file.dataset_id')
      .where('dataset_file.file_id', '=', fileId)
      .where(datasetStands)
      .select('dataset.version')
      .orderBy('dataset.version', 'desc')
      .executeTakeFirst()
    if (holder) throw new Refusal('fileInDataset', { file: file?.name ?? '', version: holder.version })
    const [gone] = await db
      .updateTable('file')
      .set({ is_deleted: 1 })
      .where('id', '=', fileId)
      .where('is_deleted', '=', 0)
      .returning('size')
      .execute()
    if (gone) await release(db, 'storage_bytes', Number(gone.size))
    const before = { projectId, name: file?.name, sha256: file?.sha256 }
    await audit(context, { action: 'ledger.removeFile', bizType: 'file', bizId: fileId, before })
    return {}
  },

  async datasets(context, { projectId }) {
    await reachableProject(context, projectId)
    return shownDatasets(context.db, { projectId })
  },

  async files(context, { datasetId }) {
    await reachableDataset(context, datasetId)
    return shownFiles(context.db, datasetId, context.language)
  },

  async report(context, { datasetId }) {
    const dataset = await reachableDataset(context, datasetId, { read: true })
    return shownReport(context.db, dataset, context.language)
  },

  async dropped(context, { datasetId, ...paging }) {
    await reachableDataset(context, datasetId, { read: true })
    const found = await droppedPage(context.db, datasetId, paging)
    const records = found.records.map((row) => ({ ...row, reasonText: wordOf('drop', row.reason, context.language) }))
    return { ...found, records }
  },

  async activate(context, { datasetId, reason }) {
    const { db, user } = context
    const { project_id: projectId } = await reachableDataset(context, datasetId)
    const project = await reachableProject(context, projectId, { lock: true })
    // read again under the project's lock: of two who activate at once the second sees what the first did
    const dataset = await reachableDataset(context, datasetId)
    if (dataset.state === 'active') throw new Refusal('datasetAlreadyActive')
    if (dataset.state !== 'verified' && dataset.state !== 'superseded') throw new Refusal('datasetNotReady')
    if (dataset.year !== project.year)
      throw new Refusal('datasetOtherYear', { year: dataset.year, projectYear: project.year })
    if (dataset.blocking > 0 && reason === '') throw new Refusal('activateNeedsReason', { count: dataset.blocking })
    await activate(db, { tenantId: user.tenantId, userId: user.id }, { project, datasetId })
    await audit(context, {
      action: 'ledger.activate',
      bizType: 'dataset',
      bizId: datasetId,
      before: { projectId, datasetId: project.dataset_id },
      after: { projectId, datasetId, version: dataset.version, blocking: dataset.blocking, reason },
    })
    return one(await shownDatasets(db, { datasetId }))
  },

  async discard(context, { datasetId }) {
    const { db } = context
    const { project_id: projectId } = await reachableDataset(context, datasetId)
    await reachableProject(context, projectId, { lock: true })
    const [shown] = await shownDatasets(db, { datasetId })
    if (!shown) throw notFound()
    if (shown.state === 'active') throw new Refusal('datasetCounts')
    if (shown.state === 'staging') throw new Refusal('datasetImporting')
    const papers = await db.selectFrom('generation').where('dataset_id', '=', datasetId).select('id').executeTakeFirst()
    if (papers) throw new Refusal('datasetHasPapers')
    await deleteRows(db, datasetId)
    await db.deleteFrom('dataset').where('id', '=', datasetId).execute()
    const before = { projectId, version: shown.version, state: shown.state }
    await audit(context, { action: 'ledger.discard', bizType: 'dataset', bizId: datasetId, before })
    return {}
  },

  async accounts(context, { datasetId, ...paging }) {
    await reachableDataset(context, datasetId, { read: true })
    return accountPage(context.db, datasetId, paging)
  },

  async lines(context, { datasetId, ...paging }) {
    const { summary } = await reachableDataset(context, datasetId, { read: true })
    return linePage(context.db, datasetId, paging, (summary as Summary).lines)
  },

  async voucher(context, { datasetId, key }) {
    await reachableDataset(context, datasetId, { read: true })
    return wholeVoucher(context.db, datasetId, key)
  },
}

/** The project's financial files of these ids, in the order asked for; all or not found. */
async function financialFilesOf(db: Db, projectId: string, fileIds: readonly string[]) {
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
