import type { diskFile } from '#contract/disk-file.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { extentOf } from '#contract/grants.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { importFiles } from '../knowledge/add-from-elsewhere.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachableProject, under } from '../project/reach.ts'
import { sheetTask } from '../sheet/sheet-files.ts'
import { CUSTOM_SHEET, reachableThrough } from '../template/doc-file-store.ts'
import { noteAll } from './activity.ts'
import { type DiskRow, nodeById, nodesById } from './rows.ts'
import type { At } from './sight.ts'

type Calls = Service<typeof diskFile>

/** Files the person may download, of nodes that are files. */
export async function filesOf(at: At, ids: readonly string[]): Promise<(DiskRow & { fileId: string })[]> {
  const rows = await nodesById(at, ids, diskLevel.download)
  const folder = rows.find(({ kind }) => kind === 'folder')
  if (folder) throw new Refusal('diskNotFile', { name: folder.name })
  return rows.flatMap((row) => (row.fileId === null ? [] : [{ ...row, fileId: row.fileId }]))
}

/** A row of `file` of another purpose over the same content: each is removed by itself. */
async function copyRow(db: Db, row: DiskRow, to: { purpose: string; ownerId: string }): Promise<string> {
  await reserve(db, 'storage_bytes', row.size)
  const { id } = await db
    .insertInto('file')
    .values({ name: row.name, sha256: row.sha256, size: BigInt(row.size), purpose: to.purpose, owner_id: to.ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Copies the rows whose content the owner has no file of yet, each content once; answers them. */
export async function copyNew(
  db: Db,
  rows: readonly DiskRow[],
  to: { purpose: string; ownerId: string },
): Promise<DiskRow[]> {
  const there = await db
    .selectFrom('file')
    .select('sha256')
    .where('purpose', '=', to.purpose)
    .where('owner_id', '=', to.ownerId)
    .where('is_deleted', '=', 0)
    .execute()
  const known = new Set(there.map(({ sha256 }) => sha256))
  const taken = rows.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256))
  for (const row of taken) await copyRow(db, row, to)
  return taken
}

/** Into the material of a project, whose ledgers are imported from it; what is there by its content is left out. */
export const toProject: Calls['toProject'] = async (context, { ids, projectId }) => {
  const { db, user } = context
  const project = await reachableProject(under(db, user, 'ledger.import'), projectId, { lock: true })
  const rows = (await filesOf({ db, user }, ids)).filter(({ size }) => size > 0)
  const taken = await copyNew(db, rows, { purpose: FINANCIAL, ownerId: projectId })
  await noteAll(db, taken, 'toProject', { to: project.project_name })
  const after = { files: taken.map(({ id, name, sha256 }) => ({ id, name, sha256 })) }
  await audit(context, { action: 'disk.toProject', bizType: 'project', bizId: projectId, after })
  return { added: taken.length }
}

/** Into a knowledge base, as its documents. */
export const toKnowledge: Calls['toKnowledge'] = async (context, { ids, baseId }) => {
  const { kernel, user } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  const rows = await kernel.database.inTenant(actor, (db) => filesOf({ db, user }, ids))
  const fileIds = rows.map(({ fileId }) => fileId)
  if (fileIds.length === 0) throw new Refusal('diskNothing')
  // who may only import from projects does not add by way of the disk
  if (extentOf(user.held, 'docFile.add') === undefined) throw new Refusal('knowledgeReadOnly')
  const { jobId, added, duplicates } = await importFiles(context, { baseId, fileIds, evenSo: false })
  await kernel.database.inTenant(actor, (db) => noteAll(db, rows, 'toKnowledge'))
  return { jobId, added: added.length, duplicates: duplicates.length }
}

/** As a sheet of a project, to be worked on there; the file of the disk stays as it is. */
export const toPaper: Calls['toPaper'] = async (context, { id, projectId }) => {
  const { kernel, user } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  const reached = async (db: Db): Promise<DiskRow> => {
    await reachableThrough(under(db, user, 'docFile.add'), projectId)
    await reachableProject(under(db, user, 'project.edit'), projectId)
    const row = await nodeById({ db, user }, id, diskLevel.download)
    if (!['xlsx', 'xls', 'xlsm'].includes(row.ext)) throw new Refusal('diskPaperKind')
    return row
  }
  const row = await kernel.database.inTenant(actor, reached)
  // only a spreadsheet that opens becomes a paper
  await kernel.blobs.asPath(actor, row.sha256, (path) => sheetTask('read', { path, name: row.name }))
  // asked again after an answer that was lost, it is the same paper
  const once = context.once ?? ((effect) => kernel.database.inTenant(actor, effect))
  return once(async (db) => {
    const now = await reached(db)
    const fileId = await copyRow(db, { ...row, name: now.name }, { purpose: CUSTOM_SHEET, ownerId: projectId })
    await db
      .insertInto('doc_file')
      .values({ file_id: fileId, project_id: projectId, paper_id: '', kind: 'sheet', custom_type: '' })
      .execute()
    await noteAll(db, [now], 'toPaper')
    const after = { projectId, name: now.name, node: id }
    await audit({ ...context, db }, { action: 'disk.toPaper', bizType: 'file', bizId: fileId, after })
    return { fileId, name: now.name }
  })
}
