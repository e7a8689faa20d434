import { sql } from 'kysely'
import type { chat } from '#contract/chat.ts'
import { notFound } from '#server/kernel/errors.ts'
import { type Context, every, type Service } from '#server/kernel/service.ts'
import { openModels } from '../model/model-port.ts'
import { reachableProject, under } from '../project/reach.ts'
import { toolsFor } from '../tool/tools.ts'
import { runAnswer } from './answer-run.ts'
import { beginAnswer } from './ask.ts'
import { auditedAnswers } from './audit-list.ts'
import { shownMessages } from './chat-rows.ts'
import { addConversation, changeConversation, heldConversation, ownConversation } from './conversation-store.ts'
import { openStream } from './event-stream.ts'
import { exportConversation } from './export.ts'
import { findConversations } from './find-conversations.ts'
import { pipeAnswer, resumeAnswer } from './resume.ts'
import { runningAnswers } from './running-answers.ts'
import { peopleToShareWith, sharedConversation, sharedWith, shareConversation, sharingOf } from './sharing.ts'
import { suggestions } from './suggestions.ts'

const actorOf = ({ user }: Pick<Context, 'user'>) => ({ tenantId: user.tenantId, userId: user.id })
const UNTITLED = { zh: '新对话', en: 'New conversation' }

async function setDeleted({ db, user, kernel }: Context, ids: readonly string[], deleted: 0 | 1) {
  const rows = await db
    .updateTable('chat_conversation')
    .set({ is_deleted: deleted })
    .where('id', 'in', [...ids])
    .where('create_user', '=', user.id)
    .where('is_deleted', '=', 1 - deleted)
    .returning(['id', 'title as name', 'project_id'])
    .execute()
  every(ids)(rows)
  if (!deleted) await kernel.trash.forget(db, 'conversation', ids)
  for (const { id, name, project_id: projectId } of deleted ? rows : [])
    await kernel.trash.put(db, { kind: 'conversation', itemId: id, name, ...(projectId !== null && { projectId }) })
  return {}
}

export const chatService: Service<typeof chat> = {
  async options({ kernel, user, language }, { projectId }) {
    const models = openModels(kernel)
    const actor = actorOf({ user })
    if (projectId)
      await kernel.database.inTenant(actor, (db) => reachableProject(under(db, user, 'project.view'), projectId))
    const ready = await models.ready(actor, 'chat')
    const tools = await toolsFor({ kernel, user, language, projectId: projectId ?? null })
    return {
      model: ready ? { name: ready.model, endpoint: ready.endpoint, inside: ready.inside } : null,
      images: kernel.config.DIGAO_OCR_URL !== undefined || (await models.has(actor, 'vision')),
      tools: tools.map(({ name, title }) => ({ name, title })),
    }
  },

  list: findConversations,

  async detail(context, { id }) {
    const conversation = await ownConversation(context, id)
    return { conversation, messages: await shownMessages(context.db, id), sharing: await sharingOf(context, id) }
  },

  async save(context, { id, version, ...draft }) {
    const made = id ?? (await addConversation(context, draft, UNTITLED[context.language === 'en' ? 'en' : 'zh']))
    if (id !== undefined) await changeConversation(context, { id, version }, draft)
    return ownConversation(context, made)
  },

  remove: (context, { ids }) => setDeleted(context, ids, 1),
  restore: (context, { ids }) => setDeleted(context, ids, 0),

  async ask(context, input) {
    const begun = await beginAnswer(context, input)
    const { isNew: _, ...asked } = begun.asked
    if (!begun.settings)
      return resumeAnswer(context, { messageId: asked.messageId, after: 0 }, { kind: 'start', ...asked })
    const run = runAnswer(context, begun, input.values)
    pipeAnswer(openStream(context), run, 0)
  },

  resume: (context, input) => resumeAnswer(context, input),

  async stop({ kernel, user }, { messageId }) {
    const row = await kernel.database.inTenant(actorOf({ user }), (db) =>
      db
        .updateTable('chat_message')
        .set({ stop_wanted: true })
        .where('id', '=', messageId)
        .where('role', '=', 'assistant')
        .where('create_user', '=', user.id)
        .returning('id')
        .executeTakeFirst(),
    )
    if (!row) throw notFound()
    // where another process answers, it reads the wish when it stores what has come
    runningAnswers(kernel).get(actorOf({ user }), messageId)?.stop.abort()
    return {}
  },

  async choose(context, { conversationId, messageId }) {
    await heldConversation(context, conversationId)
    const { db } = context
    const row = await db
      .selectFrom('chat_message')
      .select('id')
      .where('id', '=', messageId)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst()
    if (!row) throw notFound()
    await db.updateTable('chat_conversation').set({ leaf_id: messageId }).where('id', '=', conversationId).execute()
    return {}
  },

  async feedback({ db, user }, { messageId, feedback, words }) {
    const { numUpdatedRows } = await db
      .updateTable('chat_message')
      .set({ feedback, feedback_words: feedback === '' ? '' : words })
      .where('id', '=', messageId)
      .where('role', '=', 'assistant')
      .where('create_user', '=', user.id)
      .where(sql<boolean>`exists (select from chat_conversation c where c.tenant_id = chat_message.tenant_id
        and c.id = chat_message.conversation_id and c.is_deleted = 0)`)
      .executeTakeFirst()
    if (!numUpdatedRows) throw notFound()
    return {}
  },

  suggestions,
  people: peopleToShareWith,
  share: shareConversation,
  sharedList: sharedWith,
  shared: sharedConversation,
  export: exportConversation,
  audit: auditedAnswers,
}
