import { sql } from 'kysely'
import { z } from 'zod'
import { chat } from '#contract/chat.ts'
import type { ChatMessage } from '#contract/chat-message.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { keepAnswer, onceKey, takeKey } from '#server/kernel/idempotency.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { usePrompt } from '../prompt-template/render-service.ts'
import { usableChain } from '../think-chain/chain-store.ts'
import { type Settings, settingsOf } from './answer-settings.ts'
import { ownFiles } from './attachments.ts'
import { SILENT } from './chat-rows.ts'
import { addConversation, type ChatAsker, heldConversation, ownConversation } from './conversation-store.ts'
import { cutTitle } from './title.ts'

type Input = z.output<typeof chat.ask.input>
const Asked = z.object({
  conversationId: z.string(),
  title: z.string(),
  isNew: z.boolean(),
  userMessageId: z.string(),
  messageId: z.string(),
})
type Asked = z.output<typeof Asked>
/** Without settings it had begun before. */
export type Begun = { asked: Asked; settings: Settings }

const MOST_MESSAGES = 500
/** Of one person at once. */
const MOST_RUNNING = 4

/**
 * Writes down the question and that an answer begins; nothing is asked yet. Sent again under the same key it is the same question.
 * Waits for others before, so not inside a transaction.
 */
export async function beginAnswer(
  context: RawContext,
  input: Input,
): Promise<Begun | { asked: Asked; settings?: never }> {
  const { kernel, user } = context
  const preface = input.templateId
    ? (await usePrompt(context, { id: input.templateId, values: input.values })).text
    : ''
  const once = onceKey(context.request.headers['idempotency-key'], chat.ask.path, input)
  return kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const asker = { db, user }
    const whose = { db, secrets: kernel.secrets, userId: user.id }
    const stored = once && (await takeKey(whose, once))
    if (stored) return { asked: Asked.parse(JSON.parse(stored)) }
    // a person's questions begin one after the other, so that their number holds
    await sql`select pg_advisory_xact_lock(hashtextextended('chat ' || ${user.id}::text, 0))`.execute(db)
    await refuseTooMany(asker)
    const isNew = input.conversationId === undefined
    const conversationId = input.conversationId ?? (await newConversation(asker, input))
    const conversation = await heldConversation(asker, conversationId)
    const chainId = input.chainId ?? conversation.chainId
    const chain = chainId ? await usableChain({ ...asker, language: context.language }, chainId) : undefined
    await refuseBusy(asker, conversationId)
    const parentId = await parentOf(asker, { input, conversationId, leafId: conversation.leafId })
    const userMessageId =
      input.text === undefined ? parentId : await addQuestion(asker, { input, conversationId, parentId, preface })
    if (!userMessageId) throw new Refusal('chatNoQuestion')
    const { id: messageId } = await db
      .insertInto('chat_message')
      .values({
        conversation_id: conversationId,
        parent_id: userMessageId,
        role: 'assistant',
        status: 'running',
        chain_id: chain?.id ?? null,
        chain_name: chain?.name ?? '',
        template_id: input.templateId ?? null,
        // later than its question, also in the same transaction
        create_time: sql`clock_timestamp()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('chat_conversation')
      .set({ leaf_id: messageId, update_time: sql`now()` })
      .where('id', '=', conversationId)
      .execute()
    const { title } = await ownConversation(asker, conversationId)
    const asked = { conversationId, title, isNew, userMessageId, messageId }
    if (once) await keepAnswer(whose, once, JSON.stringify(asked))
    return { asked, settings: await settingsOf(db, context, asked) }
  })
}

function newConversation(
  asker: ChatAsker,
  { text = '', projectId, baseIds, chainId, useTools }: Input,
): Promise<string> {
  if (text === '') throw new Refusal('chatEmpty')
  return addConversation(asker, { projectId, baseIds, chainId, useTools }, cutTitle(text))
}

async function refuseTooMany({ db, user }: ChatAsker): Promise<void> {
  const { count } = await db
    .selectFrom('chat_message')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('create_user', '=', user.id)
    .where('status', '=', 'running')
    .where('alive_at', '>', sql<Date>`now() - ${SILENT}`)
    .executeTakeFirstOrThrow()
  if (count >= MOST_RUNNING) throw new Refusal('chatTooMany', { limit: MOST_RUNNING })
}

async function refuseBusy({ db }: ChatAsker, conversationId: string): Promise<void> {
  const row = await db
    .selectFrom('chat_message')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<boolean>`coalesce(bool_or(status = 'running' and alive_at > now() - ${SILENT}), false)`.as('busy'),
    ])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  if (row.busy) throw new Refusal('chatBusy')
  if (row.count >= MOST_MESSAGES) throw new Refusal('chatFull', { limit: MOST_MESSAGES })
}

type Place = { input: Input; conversationId: string; leafId: string }

/** The message that is followed; undefined: the beginning. A question follows an answer, an answer again a question. */
async function parentOf({ db }: ChatAsker, { input, conversationId, leafId }: Place): Promise<string | undefined> {
  const again = input.text === undefined
  if (input.parentId === '0') return undefined
  const wanted = input.parentId || leafId
  if (!wanted) return undefined
  const row = await db
    .selectFrom('chat_message')
    .select(['id', 'role'])
    .where('id', '=', wanted)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (!row) throw notFound()
  const wantedRole: ChatMessage['role'] = again ? 'user' : 'assistant'
  if (row.role !== wantedRole) throw new Refusal('chatNoQuestion')
  return row.id
}

type Question = { input: Input; conversationId: string; parentId: string | undefined; preface: string }

async function addQuestion(asker: ChatAsker, { input, conversationId, parentId, preface }: Question): Promise<string> {
  const { db } = asker
  const files = await ownFiles(asker, input.attachmentIds)
  const { id } = await db
    .insertInto('chat_message')
    .values({
      conversation_id: conversationId,
      parent_id: parentId ?? null,
      role: 'user',
      text: input.text ?? '',
      preface,
      template_id: input.templateId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (files.length)
    await db
      .insertInto('chat_attachment')
      .values(files.map((file, position) => ({ message_id: id, position, file_id: file.id, kind: file.kind })))
      .execute()
  return id
}
