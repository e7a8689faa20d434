import { sql } from 'kysely'
import type { attachment } from '#contract/storage.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { release } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { asAttachment } from '../system/file-service.ts'

const owner = sql<string>`coalesce(person_name(file.create_user), '')`
const held = sql<boolean>`exists (select from dataset_file where dataset_file.file_id = file.id)`

const attachments = (db: Db) =>
  db
    .selectFrom('file')
    .where('is_deleted', '=', 0)
    // the disk has screens of its own, and what lies in somebody's own space is nobody else's
    .where('purpose', '<>', 'disk')
    .select(['id', 'name', 'size', 'sha256', 'purpose', 'owner_id', 'create_user', 'create_time'])
    .select([owner.as('maker'), held.as('held')])

export const attachmentService: Service<typeof attachment> = {
  async list({ db }, paging) {
    const columns = {
      name: 'name',
      purpose: 'purpose',
      createUserName: owner,
      size: 'size',
      createTime: 'create_time',
    }
    const found = await page(attachments(db), paging, columns, ['create_time desc', 'id'])
    const records = found.records.map((row) => ({
      id: row.id,
      name: row.name,
      size: Number(row.size),
      sha256: row.sha256,
      purpose: row.purpose,
      ownerId: row.owner_id,
      createUser: row.create_user,
      createUserName: row.maker,
      createTime: wallTime(row.create_time),
      held: row.held,
    }))
    return { ...found, records }
  },

  async download({ kernel, user, reply }, { id }) {
    const actor = { tenantId: user.tenantId, userId: user.id }
    const row = await kernel.database.inTenant(actor, (db) => attachments(db).where('id', '=', id).execute().then(one))
    const body = await kernel.blobs.open(actor, row.sha256)
    await asAttachment(reply, row.name).header('content-length', Number(row.size)).send(body)
  },

  async remove(context, { ids, reason }) {
    const { db } = context
    const rows = await attachments(db).where('id', 'in', ids).orderBy('id').forUpdate().execute()
    every(ids)(rows)
    const source = rows.find((row) => row.held)
    if (source) throw new Refusal('attachmentHeld', { name: source.name })
    await db
      .updateTable('file')
      .set({ is_deleted: 1, delete_time: sql`now()`, delete_reason: reason })
      .where('id', 'in', ids)
      .execute()
    await release(db, 'storage_bytes', Number(rows.reduce((sum, { size }) => sum + size, 0n)))
    const projects = await projectsOf(db, rows)
    for (const row of rows) {
      const project = projects.get(row.owner_id.slice(0, 36))
      await context.kernel.trash.put(db, {
        kind: 'file',
        itemId: row.id,
        name: row.name,
        size: Number(row.size),
        ownerId: row.create_user,
        ...(project && { place: project.project_name, projectId: project.id }),
      })
      const before = { name: row.name, size: Number(row.size), sha256: row.sha256, purpose: row.purpose }
      await audit(context, { action: 'attachment.remove', bizType: 'file', bizId: row.id, before, after: { reason } })
    }
    return {}
  },
}

/** The projects that files belong to, directly or through a paper (`id_C17`). */
async function projectsOf(db: Db, rows: readonly { owner_id: string }[]) {
  const ids = rows.map(({ owner_id: owner }) => owner.slice(0, 36))
  const found = await db
    .selectFrom('firm_project')
    .select(['id', 'project_name'])
    .where(sql<string>`id::text`, 'in', ids)
    .execute()
  return new Map(found.map((row) => [row.id, row]))
}
