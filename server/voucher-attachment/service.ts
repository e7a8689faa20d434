import { sql } from 'kysely'
import { MOST_ATTACHMENTS, VOUCHER_FILE, type voucherAttachment } from '#contract/voucher-attachment.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { release } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { every, one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { reachableProject } from '../project/reach.ts'
import { waitingFiles } from './waiting-files.ts'

export const voucherAttachmentService: Service<typeof voucherAttachment> = {
  async list(context, { projectId, voucherKey }) {
    await reachableProject(context, projectId)
    const rows = await context.db
      .selectFrom('voucher_attachment')
      .innerJoin('file', 'file.id', 'voucher_attachment.file_id')
      .select(['voucher_attachment.id', 'file_id', 'name', 'size', 'removed_time', 'removed_reason'])
      .select([
        'voucher_attachment.create_time',
        sql<string | null>`person_name(voucher_attachment.create_user)`.as('who'),
        sql<string | null>`person_name(voucher_attachment.removed_user)`.as('remover'),
      ])
      .where('project_id', '=', projectId)
      .where('voucher_key', '=', voucherKey)
      .orderBy(sql`removed_time is not null`)
      .orderBy('file.name')
      .orderBy('voucher_attachment.id')
      .limit(MOST_ATTACHMENTS * 2)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      fileId: row.file_id,
      name: row.name,
      size: Number(row.size),
      createUserName: row.who ?? '',
      createTime: wallTime(row.create_time),
      removedUserName: row.remover ?? '',
      removedTime: row.removed_time ? wallTime(row.removed_time) : '',
      removedReason: row.removed_reason,
    }))
  },

  async counts(context, { projectId, keys }) {
    await reachableProject(context, projectId)
    const found = await standing(context.db, projectId, keys)
    return Object.fromEntries(found)
  },

  async waiting(context, { projectId }) {
    const { dataset_id: datasetId } = await reachableProject(context, projectId)
    return waitingFiles(context.db, { projectId, datasetId })
  },

  async attach(context, { projectId, items }) {
    const { db } = context
    // held, so that two people attaching at once see each other's
    const project = await reachableProject(context, projectId, { lock: true })
    const keys = [...new Set(items.map(({ voucherKey }) => voucherKey))]
    await checkVouchers(db, project.dataset_id, keys)
    const fileIds = [...new Set(items.map(({ fileId }) => fileId))]
    const files = await db
      .selectFrom('file')
      .select(['id', 'name', 'sha256'])
      .where('id', 'in', fileIds)
      .where('purpose', '=', VOUCHER_FILE)
      .where('owner_id', '=', projectId)
      .where('is_deleted', '=', 0)
      .execute()
    every(fileIds)(files)
    const fileOf = new Map(files.map((file) => [file.id, file]))
    const there = await contentsOn(db, projectId, keys)
    const fresh: { project_id: string; voucher_key: string; file_id: string }[] = []
    const alreadyThere: string[] = []
    for (const { fileId, voucherKey } of items) {
      const file = fileOf.get(fileId)
      if (!file) throw notFound()
      const contents = there.get(voucherKey) ?? new Set()
      if (contents.has(file.sha256)) alreadyThere.push(file.name)
      else fresh.push({ project_id: projectId, voucher_key: voucherKey, file_id: fileId })
      there.set(voucherKey, contents.add(file.sha256))
      if (contents.size > MOST_ATTACHMENTS)
        throw new Refusal('attachmentTooMany', { voucher: voucherKey, limit: MOST_ATTACHMENTS })
    }
    if (fresh.length > 0) await db.insertInto('voucher_attachment').values(fresh).execute()
    const after = fresh.map(({ voucher_key: voucher, file_id: id }) => ({ voucher, file: fileOf.get(id)?.name }))
    await audit(context, { action: 'attach', bizType: 'voucherAttachment', bizId: projectId, after })
    return { attached: fresh.length, alreadyThere }
  },

  async remove(context, { projectId, id, reason }) {
    const { db, user } = context
    await reachableProject(context, projectId)
    const removed = one(
      await db
        .updateTable('voucher_attachment')
        .set({ removed_user: user.id, removed_time: sql`now()`, removed_reason: reason })
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .where('removed_time', 'is', null)
        .returning(['voucher_key', 'file_id'])
        .execute(),
    )
    const before = { projectId, voucher: removed.voucher_key, fileId: removed.file_id }
    await audit(context, { action: 'remove', bizType: 'voucherAttachment', bizId: id, before, after: { reason } })
    return {}
  },

  async discard(context, { projectId, fileId }) {
    const { db } = context
    const project = await reachableProject(context, projectId, { lock: true })
    const hangs = await db
      .selectFrom('voucher_attachment')
      .innerJoin('file', 'file.id', 'voucher_attachment.file_id')
      .select('name')
      .where('project_id', '=', projectId)
      .where('file_id', '=', fileId)
      .executeTakeFirst()
    if (hangs) throw new Refusal('attachmentHangs', { file: hangs.name })
    const gone = one(
      await db
        .updateTable('file')
        .set({ is_deleted: 1 })
        .where('id', '=', fileId)
        .where('purpose', '=', VOUCHER_FILE)
        .where('owner_id', '=', projectId)
        .where('is_deleted', '=', 0)
        .returning(['name', 'size', 'sha256', 'create_user'])
        .execute(),
    )
    await release(db, 'storage_bytes', Number(gone.size))
    const item = { kind: 'file', itemId: fileId, name: gone.name, size: Number(gone.size), projectId } as const
    await context.kernel.trash.put(db, { ...item, place: project.project_name, ownerId: gone.create_user })
    const before = { projectId, name: gone.name, sha256: gone.sha256 }
    await audit(context, { action: 'discard', bizType: 'voucherAttachment', bizId: fileId, before })
    return {}
  },
}

/** How many attachments each of these vouchers has; none: not there. */
async function standing(db: Db, projectId: string, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('voucher_attachment')
    .select(['voucher_key', sql<number>`count(*)::int`.as('n')])
    .where('project_id', '=', projectId)
    .where('voucher_key', 'in', keys)
    .where('removed_time', 'is', null)
    .groupBy('voucher_key')
    .execute()
  return new Map(rows.map(({ voucher_key: key, n }) => [key, n]))
}

/** Every key is a voucher of the ledger that counts. */
async function checkVouchers(db: Db, datasetId: string | null, keys: readonly string[]): Promise<void> {
  const rows = datasetId
    ? await db
        .selectFrom('ledger_voucher')
        .select('key')
        .where('dataset_id', '=', datasetId)
        .where('key', 'in', keys)
        .execute()
    : []
  const known = new Set(rows.map(({ key }) => key))
  const unknown = keys.find((key) => !known.has(key))
  if (unknown !== undefined) throw new Refusal('attachmentNoVoucher', { voucher: unknown })
}

async function contentsOn(db: Db, projectId: string, keys: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('voucher_attachment')
    .innerJoin('file', 'file.id', 'voucher_attachment.file_id')
    .select(['voucher_key', 'sha256'])
    .where('project_id', '=', projectId)
    .where('voucher_key', 'in', keys)
    .where('removed_time', 'is', null)
    .execute()
  const there = new Map<string, Set<string>>()
  for (const { voucher_key: key, sha256 } of rows) there.set(key, (there.get(key) ?? new Set()).add(sha256))
  return there
}
