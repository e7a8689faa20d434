import { containing } from '#server/kernel/stored-text.ts'
import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { DocumentLease } from '#contract/document-lease.ts'
import type { WritingBody } from '#contract/writing-doc.ts'
import { WRITING_LEASE, type writing } from '#contract/writing.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { askLease, beatLease, forceLease, holderOf, leaseOf, releaseLease, takeLease } from '../sheet/lease.ts'
import { assist } from './assist.ts'
import { docxOut, importDocx } from './docx-service.ts'
import { fieldList } from './fields.ts'
import { figuresNow } from './figures.ts'
import { templateList } from './system-templates.ts'
import { commentCalls } from './writing-comments.ts'
import { notesSaid } from './writing-notes.ts'
import { copyDoc, createDoc, refuseShare } from './writing-make.ts'
import { levelOf, reachableDoc, visibleDocs, writingLevel } from './writing-reach.ts'
import { docRows, shownDoc } from './writing-rows.ts'
import { versionCalls } from './writing-save.ts'

const columns = {
  title: 'writing_doc.title',
  kind: 'writing_doc.kind',
  form: 'writing_doc.form',
  share: 'writing_doc.share',
  projectId: 'writing_doc.project_id',
  createTime: 'writing_doc.create_time',
  updateTime: 'writing_doc.update_time',
}
const newest = ['writing_doc.update_time desc', 'writing_doc.id']

export const writingService: Service<typeof writing> = {
  ...commentCalls,
  ...versionCalls,

  async list({ db, user }, { words, trash, ...paging }) {
    let query = docRows(db, user).where('writing_doc.is_deleted', '=', trash ? 1 : 0)
    if (trash) query = query.where((eb) => sql<SqlBool>`${levelOf(user)(eb)} >= ${writingLevel.manage}`)
    for (const word of (words ?? '').split(/\s+/).filter((part) => part !== '')) {
      const like = containing(word)
      query = query.where((eb) =>
        eb.or([eb('writing_doc.title', 'ilike', like), eb('writing_doc.words', 'ilike', like)]),
      )
    }
    const found = await page(query, paging, columns, newest)
    return { ...found, records: found.records.map((row) => shownDoc(row, user)) }
  },

  async detail({ db, user, language }, { id }) {
    const row = one(
      await docRows(db, user)
        .select(['writing_doc.body', 'writing_doc.notes'])
        .where('writing_doc.id', '=', id)
        .where('writing_doc.is_deleted', '=', 0)
        .execute(),
    )
    const shown = shownDoc(row, user)
    return {
      ...shown,
      // stored by us, from the contract's own type
      body: row.body as WritingBody,
      notes: notesSaid(row.notes, language),
      mayForce: shown.manages,
      lease: await leaseOf({ db, user }, { kind: WRITING_LEASE, documentId: id }),
    }
  },

  create: createDoc,
  copy: copyDoc,
  update: updateDoc,
  remove: (context, { ids }) => move(context, ids, { from: 0, to: 1 }),
  restore: (context, { ids }) => move(context, ids, { from: 1, to: 0 }),
  lease: leaseDoc,

  async figures(context, { figures }) {
    return figuresNow(context, figures)
  },
  fields: (context, { projectId }) => fieldList(context, projectId),
  templates: (context) => templateList(context),

  import: importDocx,
  docx: docxOut,
  assist,
}

async function updateDoc(context: Context, { id, ...sent }: z.output<typeof writing.update.input>) {
  const { db } = context
  const row = await reachableDoc(context, id, { least: writingLevel.manage, lock: true })
  const next = {
    // the table's own checks allow nothing else
    form: row.form as 'document' | 'template',
    share: sent.share ?? (row.share as 'personal' | 'project' | 'firm'),
    projectId: sent.projectId ?? row.project_id ?? '',
  }
  const moves = next.share !== row.share || next.projectId !== (row.project_id ?? '')
  if (moves) await refuseShare(context, next)
  await db
    .updateTable('writing_doc')
    .set({
      title: sent.title ?? row.title,
      share: next.share,
      project_id: next.projectId || null,
      others_edit: sent.othersEdit ?? row.others_edit,
      // who wrote last, and when, is said of the text alone: its versions carry that name
    })
    .where('id', '=', id)
    .execute()
  const { title, share, project_id: projectId, others_edit: othersEdit } = row
  const before = { title, share, projectId, othersEdit }
  await audit(context, { action: 'update', bizType: 'writing', bizId: id, before, after: sent })
  return {}
}

/** All or none, and only of those the caller manages. */
async function move(context: Context, ids: readonly string[], { from, to }: { from: number; to: number }) {
  const { db, user } = context
  const rows = await visibleDocs(db, user)
    .select(['id', 'title', 'create_user', 'project_id'])
    .select((eb) => levelOf(user)(eb).as('level'))
    .where('id', 'in', ids)
    .where('is_deleted', '=', from)
    .orderBy('id')
    .forUpdate()
    .execute()
  every(ids)(rows)
  if (rows.some(({ level }) => level < writingLevel.manage)) throw new Refusal('writingManagers')
  // nobody's text is taken from under his hands
  for (const { id } of to === 1 ? rows : []) {
    const holder = await holderOf(db, { kind: WRITING_LEASE, documentId: id })
    if (holder && holder.userId !== user.id) throw new Refusal('writingLeased', { name: holder.name })
  }
  await db.updateTable('writing_doc').set({ is_deleted: to }).where('id', 'in', ids).execute()
  if (to === 0) await context.kernel.trash.forget(db, 'writingDoc', ids)
  for (const { id, title: name, create_user: ownerId, project_id: projectId } of to === 1 ? rows : []) {
    const item = { kind: 'writingDoc', itemId: id, name, ownerId } as const
    await context.kernel.trash.put(db, { ...item, ...(projectId !== null && { projectId }) })
  }
  for (const { id, title } of rows)
    await audit(context, { action: to === 1 ? 'remove' : 'restore', bizType: 'writing', bizId: id, before: { title } })
  return {}
}

async function leaseDoc(context: Context, { id, act }: z.output<typeof writing.lease.input>): Promise<DocumentLease> {
  const { level } = await reachableDoc(context, id)
  const document = { kind: WRITING_LEASE, documentId: id }
  if (level < writingLevel.edit && act !== 'beat' && act !== 'leave') throw new Refusal('writingReadOnly')
  if (act === 'force' && level < writingLevel.manage) throw new Refusal('writingManagers')
  switch (act) {
    case 'take':
      return takeLease(context, document)
    case 'beat':
      return beatLease(context, document)
    case 'release':
      return releaseLease(context, document)
    case 'leave':
      return releaseLease(context, document, { leave: true })
    case 'ask':
      return askLease(context, document)
    case 'force':
      return forceLease(context, document)
  }
}
