import { sql } from 'kysely'
import { MASK_FILE, MASK_FILE_JOB, type maskFile } from '#contract/mask-file.ts'
import { audit } from '#server/kernel/audit.ts'
import { release } from '#server/kernel/entitlement.ts'
import { notFound } from '#server/kernel/errors.ts'
import { type Context, every, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { askedBy } from '../list/job-context.ts'
import type { MaskFileInput } from './mask-file-job.ts'
import { openMasker } from './masker.ts'

const columns = { name: 'file.name', createTime: 'file.create_time' }

/** The caller's own originals. */
const own = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db.selectFrom('file').where('purpose', '=', MASK_FILE).where('owner_id', '=', user.id).where('is_deleted', '=', 0)

async function ownFile({ kernel, user }: Context, fileId: string) {
  const file = await kernel.files.find(user, fileId)
  if (file.purpose !== MASK_FILE) throw notFound()
  return file
}

export const maskFileService: Service<typeof maskFile> = {
  async list(context, paging) {
    const query = own(context)
      .select(['file.id', 'file.name', 'file.size', 'file.create_time'])
      .select(
        sql<number>`coalesce((select given from mask_key where scope = 'document:' || file.id), 0)::int`.as('tokens'),
      )
    const found = await page(query, paging, columns, ['file.create_time desc', 'file.id'])
    return {
      ...found,
      records: found.records.map((row) => ({
        id: row.id,
        name: row.name,
        size: Number(row.size),
        tokens: row.tokens,
        createTime: wallTime(row.create_time),
      })),
    }
  },

  async start(context, { fileId, templateId }) {
    const { db, user, kernel } = context
    const file = await ownFile(context, fileId)
    const input: MaskFileInput = { ...askedBy(context), fileId, templateId: templateId ?? null }
    const actor = { tenantId: user.tenantId, userId: user.id }
    const job = { type: MASK_FILE_JOB, title: file.name, bizType: 'file', bizId: fileId, input }
    const jobId = await kernel.jobs.start(db, actor, job)
    await audit(context, { action: 'maskFile.start', bizType: 'file', bizId: fileId, after: { name: file.name } })
    return { jobId }
  },

  async restore(context, { fileId, text }) {
    const file = await ownFile(context, fileId)
    const masker = await openMasker(context, { kind: 'document', id: file.id })
    return { text: masker.restore(text) }
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = await own(context).selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
    every(ids)(rows)
    await db.updateTable('file').set({ is_deleted: 1 }).where('id', 'in', ids).execute()
    for (const { size } of rows) await release(db, 'storage_bytes', Number(size))
    const scopes = rows.map(({ id }) => `document:${id}`)
    await db.deleteFrom('mask_key').where('scope', 'in', scopes).execute()
    for (const { id, name } of rows)
      await audit(context, { action: 'maskFile.remove', bizType: 'file', bizId: id, before: { name } })
    return {}
  },
}
