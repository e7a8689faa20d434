import { sql } from 'kysely'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import type { Comment, writing } from '#contract/writing.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { tellViewers } from '../sheet/lease.ts'
import { WRITING_LEASE } from '#contract/writing.ts'
import type { OutComment } from './docx-out.ts'
import { reachableDoc, writingLevel } from './writing-reach.ts'

const MOST_COMMENTS = 2000

const commentRows = (db: Db, docId: string) =>
  db
    .selectFrom('writing_comment')
    .select(['id', 'parent_id', 'text', 'quote', 'resolved', 'author', 'create_user', 'create_time'])
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('doc_id', '=', docId)

type Reader = Pick<Context, 'user' | 'language'>
type Row = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number]
/** Whoever hands a file in could write any name into it: it is never shown as a colleague's. */
const nameOf = ({ author, who }: Row, language: Language) =>
  author === '' ? (who ?? '') : say('writingFromFile', language, { name: author })
const shown = (row: Row, { user, language }: Reader): Comment => ({
  id: row.id,
  parentId: row.parent_id ?? '',
  text: row.text,
  quote: row.quote,
  resolved: row.resolved,
  mine: row.create_user === user.id,
  createUserName: nameOf(row, language),
  createTime: wallTime(row.create_time),
})

const told = (context: Context, id: string) =>
  tellViewers(context, { kind: WRITING_LEASE, documentId: id }, { comments: true })

const inOrder = (db: Db, docId: string) => commentRows(db, docId).orderBy('create_time').orderBy('id').execute()

/** The comments as a Word file has them: under the names they were made with. */
export const commentsOut = async (db: Db, docId: string): Promise<OutComment[]> =>
  (await inOrder(db, docId)).map(({ id, parent_id: parentId, author, who, create_time: time, text, resolved }) => ({
    id, parentId: parentId ?? '', author: author || (who ?? ''), time: wallTime(time), text, resolved,
  })) // prettier-ignore

/** A comment of the document; not found if there is none, or it is another document's. */
async function commentOf({ db }: Context, docId: string, id: string): Promise<Row> {
  const row = await commentRows(db, docId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

type Calls = Pick<Service<typeof writing>, 'comments' | 'comment' | 'resolveComment' | 'removeComment'>
/** Whoever reads a document may comment on it. */
export const commentCalls: Calls = {
  async comments(context, { id }) {
    await reachableDoc(context, id)
    return (await inOrder(context.db, id)).map((row) => shown(row, context))
  },

  async comment(context, { id, commentId, parentId, text, quote }) {
    const { db } = context
    // held, so that two who comment at once are counted one after the other
    await reachableDoc(context, id, { lock: true })
    const { count } = await db
      .selectFrom('writing_comment')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('doc_id', '=', id)
      .executeTakeFirstOrThrow()
    if (count >= MOST_COMMENTS) throw new Refusal('writingComments', { limit: MOST_COMMENTS })
    if (parentId !== '') {
      const parent = await commentRows(db, id).where('id', '=', parentId).executeTakeFirst()
      if (!parent) throw new Refusal('writingCommentGone')
    }
    await db
      .insertInto('writing_comment')
      .values({ doc_id: id, id: commentId, parent_id: parentId || null, text, quote })
      // sent twice it is one
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await told(context, id)
    return shown(await commentOf(context, id, commentId), context)
  },

  async resolveComment(context, { id, commentId, resolved }) {
    await reachableDoc(context, id)
    await commentOf(context, id, commentId)
    await context.db
      .updateTable('writing_comment')
      .set({ resolved })
      .where('doc_id', '=', id)
      .where('id', '=', commentId)
      .execute()
    await told(context, id)
    return {}
  },

  async removeComment(context, { id, commentId }) {
    const { db, user } = context
    const { level } = await reachableDoc(context, id)
    const { create_user: maker, text } = await commentOf(context, id, commentId)
    if (maker !== user.id && level < writingLevel.manage) throw new Refusal('writingManagers')
    await db.deleteFrom('writing_comment').where('doc_id', '=', id).where('id', '=', commentId).execute()
    await audit(context, { action: 'removeComment', bizType: 'writing', bizId: id, before: { text } })
    await told(context, id)
    return {}
  },
}
