import { containing } from '#server/kernel/stored-text.ts'
import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { chat } from '#contract/chat.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Context, page } from '#server/kernel/service.ts'
import { conversationColumns, conversationsOf, isShared, shownConversation } from './chat-rows.ts'

type Wanted = z.output<typeof chat.list.input>

const AROUND = 40

/** Own conversations, the last used first; where words are looked for, the first message that has them. */
export async function findConversations(
  { db, user }: Context,
  wanted: Wanted,
): Promise<z.input<typeof chat.list.output>> {
  const { words } = wanted
  const escaped = containing(words)
  let query = conversationsOf(db, user)
    .select(conversationColumns)
    .select((eb) => isShared(eb).as('shared'))
    .where('chat_conversation.is_deleted', '=', wanted.deleted === '1' ? 1 : 0)
  if (wanted.projectId) query = query.where('chat_conversation.project_id', '=', wanted.projectId)
  if (wanted.starred === '1') query = query.where('starred', '=', true)
  if (words)
    query = query.where(
      sql<SqlBool>`(chat_conversation.title ilike ${escaped} or exists (select from chat_message m
        where m.tenant_id = chat_conversation.tenant_id and m.conversation_id = chat_conversation.id and m.text ilike ${escaped}))`,
    )
  const found = await page(query, wanted, {}, ['chat_conversation.update_time desc', 'chat_conversation.id'])
  const ids = found.records.map(({ id }) => id)
  const places = await placesOf(db, words ? ids : [], words)
  return {
    ...found,
    records: found.records.map((row) =>
      Object.assign(shownConversation(row), places.get(row.id) ?? { found: '', messageId: '' }),
    ),
  }
}

/** The words around the first place in each conversation. */
async function placesOf(db: Db, ids: readonly string[], words: string) {
  if (ids.length === 0) return new Map<string, { found: string; messageId: string }>()
  const { rows } = await sql<{ conversation: string; id: string; found: string }>`
    select distinct on (m.conversation_id) m.conversation_id as conversation, m.id,
      substr(m.text, greatest(1, position(lower(${words}) in lower(m.text)) - ${AROUND}), ${AROUND * 3}) as found
    from chat_message m where m.tenant_id = current_tenant() and m.conversation_id = any(${[...ids]}::uuid[])
      and position(lower(${words}) in lower(m.text)) > 0
    order by m.conversation_id, m.create_time, m.id`.execute(db)
  return new Map(
    rows.map(({ conversation, id, found }) => [conversation, { found: found.replace(/\s+/g, ' '), messageId: id }]),
  )
}
