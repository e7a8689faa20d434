import { containing } from '#server/kernel/stored-text.ts'
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { chat } from '#contract/chat.ts'
import type { ChatMessage, ChatSource, Step } from '#contract/chat-message.ts'
import { extentOf } from '#contract/grants.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound } from '#server/kernel/errors.ts'
import { type Context, every, page, type User } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { reachesProject } from '../project/reach.ts'
import { shownMessages } from './chat-rows.ts'
import { heldConversation } from './conversation-store.ts'
import { openSources, seenBy } from './source-reach.ts'

const MOST_PEOPLE = 50

/** Colleagues by name. */
export async function peopleToShareWith({ db, user }: Context, { words }: { words: string }) {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'real_name', 'account'])
    .where('is_deleted', '=', 0)
    .where('status', '=', 1)
    .where('id', '<>', user.id)
    .where(sql<SqlBool>`(real_name || ' ' || account) ilike ${containing(words)}`)
    .orderBy('real_name')
    .orderBy('id')
    .limit(MOST_PEOPLE)
    .execute()
  return rows.map(({ id, real_name: name, account }) => ({ id, name: name || account }))
}

type Sharing = z.output<typeof chat.share.input>

export async function shareConversation(context: Context, { id, everyone, userIds }: Sharing) {
  const { db } = context
  const { title } = await heldConversation(context, id)
  const people = [...new Set(userIds)]
  if (people.length)
    await db
      .selectFrom('app_user')
      .select('id')
      .where('id', 'in', people)
      .where('is_deleted', '=', 0)
      .execute()
      .then(every(people))
  await db.updateTable('chat_conversation').set({ shared_all: everyone }).where('id', '=', id).execute()
  await db.deleteFrom('chat_share').where('conversation_id', '=', id).execute()
  if (people.length)
    await db
      .insertInto('chat_share')
      .values(people.map((userId) => ({ conversation_id: id, user_id: userId })))
      .execute()
  const after = { title, everyone, people: people.length }
  await audit(context, { action: 'chat.share', bizType: 'chat', bizId: id, after })
  return {}
}

export async function sharingOf({ db }: Pick<Context, 'db'>, id: string) {
  const row = await db
    .selectFrom('chat_conversation')
    .select('shared_all')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('chat_share')
    .select(['user_id', sql<string | null>`person_name(user_id)`.as('name')])
    .where('conversation_id', '=', id)
    .orderBy('user_id')
    .execute()
  return {
    everyone: row.shared_all,
    users: rows.map(({ user_id: userId, name }) => ({ id: userId, name: name ?? '' })),
  }
}

/** Shared with the reader; of a project only if he reaches it, whatever its owner says. */
const readable = (user: User) => (eb: ExpressionBuilder<DB, 'chat_conversation'>) => {
  const extent = extentOf(user.held, 'project.view')
  const reached =
    extent === undefined
      ? sql<SqlBool>`false`
      : eb.exists(
          eb
            .selectFrom('firm_project')
            .select('firm_project.id')
            .whereRef('firm_project.id', '=', 'chat_conversation.project_id')
            .where('firm_project.is_deleted', '=', 0)
            .where(reachesProject({ user, extent })),
        )
  const given = eb
    .selectFrom('chat_share')
    .select('chat_share.user_id')
    .whereRef('chat_share.conversation_id', '=', 'chat_conversation.id')
    .where('chat_share.user_id', '=', user.id)
  return eb.and([
    eb('chat_conversation.is_deleted', '=', 0),
    eb.or([eb('chat_conversation.shared_all', '=', true), eb.exists(given)]),
    eb.or([eb('chat_conversation.project_id', 'is', null), reached]),
  ])
}

/** A title that a model has worded may tell what the answer says: others see how the first question begins. */
const openTitle = sql<string>`case when chat_conversation.titled_by <> 'model' then chat_conversation.title else coalesce(
  (select left(split_part(btrim(m.text), chr(10), 1), 40) from chat_message m where m.tenant_id = chat_conversation.tenant_id
    and m.conversation_id = chat_conversation.id and m.role = 'user' order by m.create_time, m.id limit 1), '') end`

export async function sharedWith({ db, user }: Context, wanted: z.output<typeof chat.sharedList.input>) {
  let query = db
    .selectFrom('chat_conversation')
    .select(['id', openTitle.as('shownTitle'), 'update_time', sql<string | null>`person_name(create_user)`.as('who')])
    .where('create_user', '<>', user.id)
    .where(readable(user))
  if (wanted.words) query = query.where(openTitle, 'ilike', containing(wanted.words))
  const found = await page(query, wanted, {}, ['update_time desc', 'id'])
  return {
    ...found,
    records: found.records.map(({ id, shownTitle, who, update_time: time }) => ({
      id,
      title: shownTitle,
      ownerName: who ?? '',
      updateTime: wallTime(time),
    })),
  }
}

/** A shared conversation as this reader may see it: never more than he could open himself. Not inside a transaction. */
export async function sharedConversation({ kernel, user }: Context, { id }: { id: string }) {
  const found = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const row = await db
      .selectFrom('chat_conversation')
      .select([openTitle.as('shownTitle'), 'leaf_id', sql<string | null>`person_name(create_user)`.as('who')])
      .where('id', '=', id)
      .where((eb) => eb.or([eb('create_user', '=', user.id), readable(user)(eb)]))
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (!row) throw notFound()
    return { row, messages: await shownMessages(db, id) }
  })
  const sources = found.messages.flatMap((message) => message.sources)
  const open = await openSources({ kernel, user }, sources)
  return {
    title: found.row.shownTitle,
    ownerName: found.row.who ?? '',
    leafId: found.row.leaf_id ?? '',
    messages: found.messages.map((message) => asShared(message, open)),
  }
}

/** An answer as a reader may see it. */
function asShared(message: ChatMessage, open: (source: ChatSource) => boolean): ChatMessage {
  const { closed, withheld, sources } = seenBy(message, open)
  const base: ChatMessage = { ...message, sources, withheld, feedback: '', feedbackWords: '', thinking: '' }
  if (withheld) return { ...base, text: '', steps: [], figures: [], doubts: [], notices: [], problem: '' }
  // what a step found is shown where all of it may be seen; a tool that names no source may have found anything
  const shut = (step: Step) =>
    step.sources.some((no) => closed.has(no)) ||
    (step.kind === 'tool' && step.sources.length === 0) ||
    // words of a model on the way to the answer cite nothing that is checked
    (step.kind === 'model' && closed.size > 0)
  const steps = message.steps.map((step) => (shut(step) ? Object.assign({}, step, { input: '', result: '' }) : step))
  return { ...base, steps }
}
