import type { ledger } from '#contract/ledger.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { release } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { one, type Service } from '#server/kernel/service.ts'
import { datasetStands } from '../project/dataset-stands.ts'
import { reachableProject } from '../project/reach.ts'
import { activate } from './activation.ts'
import { deleteRows, reachableDataset, shownDatasets } from './dataset.ts'
import { shownFiles } from './dataset-file.ts'
import { accountPage, droppedPage, linePage, wholeVoucher } from './ledger-rows.ts'
import { shownReport } from './shown-report.ts'
import { financialFilesOf, startImport } from './start-import.ts'
import { type Summary } from './summary.ts'
import { accountDetail } from './account-detail.ts'
import { narrowedDetail, narrows } from './narrowed-detail.ts'
import { voucherPage } from './voucher-list.ts'
import { wordOf } from './words.ts'

export const ledgerService: Service<typeof ledger> = {
  async import(context, { projectId, fileIds, answers }) {
    // held until the dataset stands: two people importing at once get a version each
    const project = await reachableProject(context, projectId, { lock: true })
    return startImport(context, project, fileIds, answers)
  },

  async removeFile(context, { projectId, fileId }) {
    const { db } = context
    const project = await reachableProject(context, projectId, { lock: true })
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
      .returning(['name', 'size', 'create_user'])
      .execute()
    if (gone) {
      await release(db, 'storage_bytes', Number(gone.size))
      const item = { kind: 'file', itemId: fileId, name: gone.name, size: Number(gone.size), projectId } as const
      await context.kernel.trash.put(db, { ...item, place: project.project_name, ownerId: gone.create_user })
    }
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

  async activate(context, { datasetId, reason, instead }) {
    const { db, user } = context
    const { project_id: projectId } = await reachableDataset(context, datasetId)
    const project = await reachableProject(context, projectId, { lock: true })
    // read again under the project's lock: of two who activate at once the second sees what the first did
    const dataset = await reachableDataset(context, datasetId)
    if (dataset.state === 'active') throw new Refusal('datasetAlreadyActive')
    if (dataset.state !== 'verified' && dataset.state !== 'superseded') throw new Refusal('datasetNotReady')
    if (dataset.year !== project.year)
      throw new Refusal('datasetOtherYear', { year: dataset.year, projectYear: project.year })
    if (instead !== undefined && instead !== (project.dataset_id ?? '')) throw new Refusal('activateMoved')
    const current = await versionOf(db, project.dataset_id)
    const rollback = dataset.version < current
    if (rollback && reason === '') throw new Refusal('rollbackNeedsReason', { version: dataset.version, current })
    if (dataset.blocking > 0 && reason === '') throw new Refusal('activateNeedsReason', { count: dataset.blocking })
    await activate(db, { tenantId: user.tenantId, userId: user.id }, { project, datasetId })
    await audit(context, {
      action: 'ledger.activate',
      bizType: 'dataset',
      bizId: datasetId,
      before: { projectId, datasetId: project.dataset_id, version: current },
      after: { projectId, datasetId, version: dataset.version, blocking: dataset.blocking, rollback, reason },
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

  async accountDetail(context, { datasetId, ...asked }) {
    await reachableDataset(context, datasetId, { read: true })
    const detail = await accountDetail(context.db, datasetId, asked)
    return narrows(asked) ? { ...detail, ...(await narrowedDetail(context.db, datasetId, asked)) } : detail
  },

  async vouchers(context, { datasetId, ...paging }) {
    await reachableDataset(context, datasetId, { read: true })
    return voucherPage(context.db, datasetId, paging)
  },

  async voucher(context, { datasetId, key }) {
    await reachableDataset(context, datasetId, { read: true })
    return wholeVoucher(context.db, datasetId, key)
  },
}

/** The number of a version; 0 where there is none. */
async function versionOf(db: Db, datasetId: string | null): Promise<number> {
  if (datasetId === null) return 0
  const row = await db.selectFrom('dataset').select('version').where('id', '=', datasetId).executeTakeFirst()
  return row?.version ?? 0
}
