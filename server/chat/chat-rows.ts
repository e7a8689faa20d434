import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import {
  answerModes,
  type ChatAttachment,
  type ChatMessage,
  ChatSource,
  Doubt,
  messageStates,
  Notice,
  Step,
} from '#contract/chat-message.ts'
import type { Conversation } from '#contract/chat.ts'
import { Figure } from '#contract/tool-source.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import type { ChatMessage as MessageTable, DB } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** A process that is silent for so long while it answers is gone. */
export const SILENT = sql`interval '30 seconds'`

/** The status, seen from now: nobody is answering where nobody says so. */
export const statusNow = sql<string>`case when chat_message.status = 'running' and chat_message.alive_at < now() - ${SILENT}
  then 'interrupted' else chat_message.status end`

const Status = z.enum(messageStates)
const Role = z.enum(['user', 'assistant'])
const Mode = z.enum(answerModes)
const Feedback = z.enum(['up', 'down', ''])
const Kept = z.object({
  notices: z.array(Notice),
  steps: z.array(Step),
  sources: z.array(ChatSource),
  figures: z.array(Figure),
  doubts: z.array(Doubt),
})

export type MessageRow = Selectable<MessageTable> & { statusNow: string }

/** Messages, oldest first. */
export const messagesOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('chat_message')
    .selectAll('chat_message')
    .select(statusNow.as('statusNow'))
    .where('chat_message.conversation_id', '=', conversationId)
    .orderBy('chat_message.create_time')
    .orderBy('chat_message.id')

export function shownMessage(row: MessageRow, attachments: readonly ChatAttachment[]): ChatMessage {
  const { notices, steps, sources, figures, doubts } = row
  return {
    id: row.id,
    parentId: row.parent_id ?? '',
    role: Role.parse(row.role),
    text: row.text,
    thinking: row.thinking,
    status: Status.parse(row.statusNow),
    mode: Mode.parse(row.mode),
    problem: row.problem,
    ...Kept.parse({ notices, steps, sources, figures, doubts }),
    attachments: [...attachments],
    feedback: Feedback.parse(row.feedback),
    feedbackWords: row.feedback_words,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    chainId: row.chain_id ?? '',
    chainName: row.chain_name,
    templateId: row.template_id ?? '',
    withheld: false,
    ms: row.ms,
    createTime: wallTime(row.create_time),
  }
}

const Kind = z.enum(['text', 'image'])

/** Attachments of messages, by message. */
export async function attachmentsOf(db: Db, conversationId: string): Promise<Map<string, ChatAttachment[]>> {
  const rows = await db
    .selectFrom('chat_attachment')
    .innerJoin('chat_message', 'chat_message.id', 'chat_attachment.message_id')
    .innerJoin('file', 'file.id', 'chat_attachment.file_id')
    .select(['chat_attachment.message_id', 'chat_attachment.file_id', 'chat_attachment.kind', 'file.name', 'file.size'])
    .where('chat_message.conversation_id', '=', conversationId)
    .orderBy('chat_attachment.message_id')
    .orderBy('chat_attachment.position')
    .execute()
  const found = new Map<string, ChatAttachment[]>()
  for (const { message_id: messageId, file_id: fileId, kind, name, size } of rows)
    found.set(messageId, [
      ...(found.get(messageId) ?? []),
      { fileId, name, size: Number(size), kind: Kind.parse(kind) },
    ])
  return found
}

/** All messages of a conversation as they are shown. */
export async function shownMessages(db: Db, conversationId: string): Promise<ChatMessage[]> {
  const attachments = await attachmentsOf(db, conversationId)
  const rows = await messagesOf(db, conversationId).execute()
  return rows.map((row) => shownMessage(row, attachments.get(row.id) ?? []))
}

/** Conversations of a person, deleted ones too. */
export const conversationsOf = (db: Db, user: User) =>
  db
    .selectFrom('chat_conversation')
    .leftJoin('firm_project', 'firm_project.id', 'chat_conversation.project_id')
    .where('chat_conversation.create_user', '=', user.id)
    .where('origin', '=', 'chat')

export const conversationColumns = [
  'chat_conversation.id', 'title', 'starred', 'chat_conversation.project_id', 'base_ids', 'chain_id', 'use_tools', 'leaf_id',
  'shared_all', 'chat_conversation.version', 'chat_conversation.is_deleted', 'chat_conversation.create_time',
  'chat_conversation.update_time', 'firm_project.project_name as projectName',
] as const // prettier-ignore

export const isShared = (eb: ExpressionBuilder<DB, 'chat_conversation'>) =>
  eb.or([
    eb('chat_conversation.shared_all', '=', true),
    eb.exists(
      eb
        .selectFrom('chat_share')
        .select('chat_share.user_id')
        .whereRef('chat_share.conversation_id', '=', 'chat_conversation.id'),
    ),
  ])

type ConversationRow = {
  id: string
  title: string
  starred: boolean
  project_id: string | null
  base_ids: string[]
  chain_id: string | null
  use_tools: boolean
  leaf_id: string | null
  version: number
  is_deleted: number
  create_time: Date
  update_time: Date
  projectName: string | null
  shared: unknown
}

export const shownConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  title: row.title,
  starred: row.starred,
  projectId: row.project_id ?? '',
  projectName: row.projectName ?? '',
  baseIds: row.base_ids,
  chainId: row.chain_id ?? '',
  useTools: row.use_tools,
  leafId: row.leaf_id ?? '',
  shared: row.shared === true,
  deleted: row.is_deleted === 1,
  version: row.version,
  createTime: wallTime(row.create_time),
  updateTime: wallTime(row.update_time),
})
