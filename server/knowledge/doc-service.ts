import { sql } from 'kysely'
import type { z } from 'zod'
import { type knowledgeDoc, LAW_JOB, VECTOR_JOB, ZIP_JOB } from '#contract/knowledge-doc.ts'
import { baseLevel } from '#contract/knowledge.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, one, page, type Service } from '#server/kernel/service.ts'
import { askedBy } from '../list/job-context.ts'
import { openModels } from '../model/model-port.ts'
import { addDocuments, addVersion, startParse } from './add-documents.ts'
import { importFiles, addTexts } from './add-from-elsewhere.ts'
import { actorOf, reachableBase, seeing } from './base-reach.ts'
import { docDetail } from './doc-detail.ts'
import { docColumns, documents, reachableDocs, shownDoc } from './doc-rows.ts'
import { uploadedFiles } from './knowledge-files.ts'
import { touchBase } from './segment-cache.ts'
import { settleVersions } from './store-version.ts'

const newest = ['kb_doc.update_time desc', 'kb_doc.id']

const touched = (user: Context['user']) => ({
  version: sql<number>`version + 1`,
  update_user: user.id,
  update_time: sql<Date>`now()`,
})

async function setDeleted(context: Context, ids: readonly string[], deleted: 0 | 1) {
  const { db, user } = context
  // a student takes out what he brought in, though he adds no documents of the firm's
  const rows = await reachableDocs(context, ids, { deleted: 1 - deleted, least: baseLevel.read })
  await db
    .updateTable('kb_doc')
    .set({ is_deleted: deleted, ...touched(user) })
    .where('id', 'in', [...ids])
    .execute()
  for (const baseId of new Set(rows.map((row) => row.base_id))) await touchBase(db, baseId)
  if (deleted) await binDocs(context, ids)
  else await context.kernel.trash.forget(db, 'knowledgeDoc', ids)
  const action = deleted ? 'knowledge.remove' : 'knowledge.restore'
  for (const { id, name } of rows)
    await audit(context, { action, bizType: 'knowledgeDoc', bizId: id, before: { name } })
  return {}
}

async function binDocs({ db, kernel }: Context, ids: readonly string[]) {
  const rows = await db
    .selectFrom('kb_doc')
    .innerJoin('kb_base', 'kb_base.id', 'kb_doc.base_id')
    .select(['kb_doc.id', 'kb_doc.name', 'kb_doc.create_user', 'kb_base.name as place', 'kb_base.project_id'])
    .where('kb_doc.id', 'in', [...ids])
    .execute()
  for (const { id, create_user: ownerId, project_id: projectId, ...named } of rows) {
    const item = { kind: 'knowledgeDoc', itemId: id, ...named, ownerId } as const
    await kernel.trash.put(db, { ...item, ...(projectId !== null && { projectId }) })
  }
}

async function update(context: Context, sent: z.output<typeof knowledgeDoc.update.input>) {
  const { db, user } = context
  const row = one(await reachableDocs(context, [sent.id]))
  if (sent.version !== undefined && sent.version !== row.version) throw conflict()
  const { name, kind, number, region, supersededBy, supersededFrom } = sent
  if (supersededBy === row.id) throw new Refusal('knowledgeSelf')
  if (supersededBy) {
    const other = await db
      .selectFrom('kb_doc')
      .select('id')
      .where('id', '=', supersededBy)
      .where('base_id', '=', row.base_id)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (!other) throw notFound()
  }
  await db
    .updateTable('kb_doc')
    .set({
      ...(name !== undefined && { name }),
      ...(kind !== undefined && { kind }),
      ...(number !== undefined && { number }),
      ...(region !== undefined && { region }),
      ...(supersededBy !== undefined && { superseded_by: supersededBy || null }),
      ...(supersededFrom !== undefined && { superseded_from: supersededFrom }),
      ...touched(user),
    })
    .where('id', '=', row.id)
    .execute()
  for (const { id, effectiveFrom, effectiveTo } of sent.versions ?? []) {
    if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom) throw new Refusal('knowledgeDays')
    one(
      await db
        .updateTable('kb_version')
        .set({ effective_from: effectiveFrom, effective_to: effectiveTo })
        .where('id', '=', id)
        .where('doc_id', '=', row.id)
        .returning('id')
        .execute(),
    )
  }
  await settleVersions(db, [row.id])
  const { id: _, ...after } = sent
  await audit(context, {
    action: 'knowledge.update',
    bizType: 'knowledgeDoc',
    bizId: row.id,
    before: { name: row.name },
    after,
  })
  return {}
}

async function cover(
  context: Context,
  { id, fileId, effectiveFrom, effectiveTo }: z.output<typeof knowledgeDoc.cover.input>,
) {
  const { db, user } = context
  if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom) throw new Refusal('knowledgeDays')
  const row = one(await reachableDocs(context, [id]))
  const base = await reachableBase(context, row.base_id, { least: baseLevel.add })
  const file = one(await uploadedFiles(context, base.id, [fileId]))
  const { no } = await db
    .selectFrom('kb_version')
    .select(sql<number>`max(no)::int`.as('no'))
    .where('doc_id', '=', id)
    .executeTakeFirstOrThrow()
  const versionId = await addVersion(
    db,
    { docId: id, baseId: base.id, no: no + 1 },
    { ...file, effectiveFrom, effectiveTo },
  )
  const jobId = await startParse(context, { base, versionIds: [versionId], title: row.name })
  await db.updateTable('kb_doc').set(touched(user)).where('id', '=', id).execute()
  const after = { file: file.name, version: no + 1 }
  await audit(context, { action: 'knowledge.cover', bizType: 'knowledgeDoc', bizId: id, after })
  return { jobId, versionId }
}

async function reindex(context: Context, ids: readonly string[]) {
  const { db } = context
  const rows = await reachableDocs(context, ids)
  const versions = await db
    .selectFrom('kb_version')
    .distinctOn('doc_id')
    .select(['id', 'doc_id', 'job_id', 'file_id', 'base_id'])
    .where('doc_id', 'in', [...ids])
    .orderBy('doc_id')
    .orderBy('no', 'desc')
    .execute()
  const busy = rows.find(({ id }) => versions.some(({ doc_id, job_id }) => doc_id === id && job_id !== null))
  if (busy) throw new Refusal('knowledgeBusy', { name: busy.name })
  // articles of a collection have no file of their own to be read again
  const versionIds = versions.filter(({ file_id }) => file_id !== null).map(({ id }) => id)
  if (versionIds.length === 0) throw new Refusal('knowledgeNothing')
  const [first] = rows
  const jobId = await startParse(context, { base: { id: first?.base_id ?? '' }, versionIds, title: first?.name ?? '' })
  for (const { id } of rows) await audit(context, { action: 'knowledge.reindex', bizType: 'knowledgeDoc', bizId: id })
  return { jobId }
}

export const knowledgeDocService: Service<typeof knowledgeDoc> = {
  async list({ kernel, user }, { baseId, deleted, ...paging }) {
    return seeing({ kernel, user }, async (sight) => {
      const base = await sight.db
        .selectFrom('kb_base')
        .select('id')
        .where('id', '=', baseId)
        .where('id', 'in', sight.bases)
        .executeTakeFirst()
      if (!base) return undefined
      const query = documents(sight)
        .where('kb_doc.base_id', '=', baseId)
        .where('kb_doc.is_deleted', '=', sight.foreign ? 0 : Number(deleted))
      const found = await page(query, paging, docColumns, newest)
      return { ...found, records: found.records.map((row) => shownDoc(row, user)) }
    })
  },

  detail: (context, { id }) => docDetail(context, id),

  async add(context, { baseId, fileIds, kind, evenSo }) {
    const base = await reachableBase(context, baseId, { least: baseLevel.add, lock: true })
    const files = await uploadedFiles(context, base.id, fileIds)
    const added = await addDocuments(
      { db: context.db, user: context.user, kernel: context.kernel, base, evenSo },
      files.map((file) => Object.assign(file, { kind })),
    )
    await audit(context, {
      action: 'knowledge.add',
      bizType: 'knowledge',
      bizId: base.id,
      after: { added: added.added },
    })
    return added
  },

  cover,
  importFiles,
  addTexts,

  async importLaw(context, { baseId, fileId }) {
    const base = await reachableBase(context, baseId, { least: baseLevel.add })
    if (base.kind !== 'law') throw new Refusal('knowledgeLawKind')
    const file = one(await uploadedFiles(context, base.id, [fileId]))
    const jobId = await context.kernel.jobs.start(context.db, actorOf(context.user), {
      type: LAW_JOB,
      title: file.name,
      bizType: 'knowledge',
      bizId: base.id,
      input: { baseId: base.id, fileId },
    })
    await audit(context, {
      action: 'knowledge.importLaw',
      bizType: 'knowledge',
      bizId: base.id,
      after: { file: file.name },
    })
    return { jobId }
  },

  update,

  async changeType(context, { ids, kind }) {
    const rows = await reachableDocs(context, ids)
    await context.db
      .updateTable('kb_doc')
      .set({ kind, ...touched(context.user) })
      .where('id', 'in', ids)
      .execute()
    for (const row of rows)
      await audit(context, {
        action: 'knowledge.changeType',
        bizType: 'knowledgeDoc',
        bizId: row.id,
        before: { kind: row.kind },
        after: { kind },
      })
    return {}
  },

  remove: (context, { ids }) => setDeleted(context, ids, 1),
  restore: (context, { ids }) => setDeleted(context, ids, 0),
  reindex: (context, { ids }) => reindex(context, ids),

  async vectors(context, { baseId }) {
    const { db, user, kernel } = context
    const base = await reachableBase(context, baseId, { least: baseLevel.add })
    if (!(await openModels(kernel).has(actorOf(user), 'embed', db))) throw new Refusal('knowledgeNoVectors')
    const jobId = await kernel.jobs.start(db, actorOf(user), {
      type: VECTOR_JOB,
      title: base.name,
      bizType: 'knowledge',
      bizId: base.id,
      input: { baseId: base.id },
    })
    await audit(context, { action: 'knowledge.vectors', bizType: 'knowledge', bizId: base.id })
    return { jobId }
  },

  async download(context, { ids }) {
    const { db, user, kernel } = context
    const rows = await reachableDocs(context, ids, { least: baseLevel.read })
    const jobId = await kernel.jobs.start(db, actorOf(user), {
      type: ZIP_JOB,
      title: rows[0]?.name ?? '',
      bizType: 'knowledge',
      bizId: rows[0]?.base_id ?? '',
      input: { ...askedBy(context), ids },
    })
    for (const { id } of rows)
      await audit(context, { action: 'knowledge.download', bizType: 'knowledgeDoc', bizId: id })
    return { jobId }
  },
}
