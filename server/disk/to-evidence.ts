import type { diskFile } from '#contract/disk-file.ts'
import { VOUCHER_FILE } from '#contract/voucher-attachment.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Service } from '#server/kernel/service.ts'
import { reachableProject, under } from '../project/reach.ts'
import { refuseProgram } from '../template/attachment-type.ts'
import { paperFileId } from '../template/doc-file-store.ts'
import { attachStored, type Outside } from '../template/doc-file-upload.ts'
import { refuseAttachment } from '../voucher-attachment/voucher-file.ts'
import { noteAll } from './activity.ts'
import { copyNew, filesOf } from './send-to.ts'

type Calls = Service<typeof diskFile>

const inTenant = <T>({ kernel, user }: Outside, work: (db: Db) => Promise<T>): Promise<T> =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)

/** As attachments of a paper, or of the project where no paper is named. */
export const toAttachment: Calls['toAttachment'] = async (context, { ids, projectId, paperId }) => {
  const { user } = context
  const { rows, extent, project } = await inTenant(context, async (db) => {
    const asker = under(db, user, 'docFile.add')
    const { project_name: name } = await reachableProject(asker, projectId)
    return { rows: await filesOf({ db, user }, ids), extent: asker.extent, project: name }
  })
  const kept = await attachStored({ ...context, extent }, paperFileId({ projectId, paperId }), rows)
  if (kept.length > 0)
    await inTenant(context, (db) => noteAll(db, rows, 'toAttachment', { to: [project, paperId].join(' ').trim() }))
  return { added: kept.length }
}

/** Among the documents of a project that wait to be hung on vouchers, found there by their names; what it has is left out. */
export const toVoucher: Calls['toVoucher'] = async (context, { ids, projectId }) => {
  const { kernel, user, language } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  const looked = await inTenant(context, async (db) => {
    await reachableProject(under(db, user, 'ledger.import'), projectId)
    return filesOf({ db, user }, ids)
  })
  for (const row of looked) {
    refuseAttachment(row)
    await kernel.blobs.asPath(actor, row.sha256, (path) => refuseProgram({ path, name: row.name }, language))
  }
  return inTenant(context, async (db) => {
    const project = await reachableProject(under(db, user, 'ledger.import'), projectId, { lock: true })
    const seen = new Map(looked.map(({ id, sha256 }) => [id, sha256]))
    // another version that came meanwhile was not looked at
    const rows = (await filesOf({ db, user }, ids)).filter(
      ({ id, sha256, size }) => size > 0 && seen.get(id) === sha256,
    )
    const taken = await copyNew(db, rows, { purpose: VOUCHER_FILE, ownerId: projectId })
    await noteAll(db, taken, 'toVoucher', { to: project.project_name })
    const after = { files: taken.map(({ id, name, sha256 }) => ({ id, name, sha256 })) }
    if (taken.length > 0)
      await audit({ ...context, db }, { action: 'disk.toVoucher', bizType: 'project', bizId: projectId, after })
    return { added: taken.length }
  })
}
