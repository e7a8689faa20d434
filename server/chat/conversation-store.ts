import { sql } from 'kysely'
import type { Conversation } from '#contract/chat.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import type { User } from '#server/kernel/service.ts'
import { reachableProject, under } from '../project/reach.ts'
import { readableChain } from '../think-chain/chain-store.ts'
import { conversationColumns, conversationsOf, isShared, shownConversation } from './chat-rows.ts'

export type ChatAsker = { db: Db; user: User }

/** The person's own conversation; not found otherwise. */
export async function ownConversation({ db, user }: ChatAsker, id: string): Promise<Conversation> {
  const row = await conversationsOf(db, user)
    .select(conversationColumns)
    .select((eb) => isShared(eb).as('shared'))
    .where('chat_conversation.id', '=', id)
    .where('chat_conversation.is_deleted', '=', 0)
    .executeTakeFirst()
  if (!row) throw notFound()
  return shownConversation(row)
}

/** The same, held until the transaction ends: whoever adds messages takes it first. */
export async function heldConversation(asker: ChatAsker, id: string): Promise<Conversation> {
  const { db, user } = asker
  await db
    .selectFrom('chat_conversation')
    .select('id')
    .where('id', '=', id)
    .where('create_user', '=', user.id)
    .forUpdate()
    .execute()
  return ownConversation(asker, id)
}

export type ConversationDraft = {
  title?: string | undefined
  starred?: boolean | undefined
  projectId?: string | undefined
  baseIds?: readonly string[] | undefined
  chainId?: string | undefined
  useTools?: boolean | undefined
}

/** A project the person reaches, a chain he may use. */
async function settingsOf(asker: ChatAsker, { projectId, chainId }: ConversationDraft) {
  if (projectId) await reachableProject(under(asker.db, asker.user, 'project.view'), projectId)
  if (chainId) await readableChain(asker, chainId)
}

const valuesOf = ({ title, starred, projectId, baseIds, chainId, useTools }: ConversationDraft) => ({
  ...(title !== undefined && { title, titled_by: 'person' }),
  ...(starred !== undefined && { starred }),
  ...(projectId !== undefined && { project_id: projectId || null }),
  ...(baseIds !== undefined && { base_ids: [...baseIds] }),
  ...(chainId !== undefined && { chain_id: chainId || null }),
  ...(useTools !== undefined && { use_tools: useTools }),
})

export async function addConversation(asker: ChatAsker, draft: ConversationDraft, cutTitle: string): Promise<string> {
  await settingsOf(asker, draft)
  const { id } = await asker.db
    .insertInto('chat_conversation')
    .values({ title: cutTitle, ...valuesOf(draft) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeConversation(
  asker: ChatAsker,
  { id, version }: { id: string; version: number | undefined },
  draft: ConversationDraft,
): Promise<void> {
  const known = await heldConversation(asker, id)
  if (version !== undefined && version !== known.version) throw conflict()
  // what is not changed is not asked for again: a project may have left one's reach, the conversation stays
  const { projectId, chainId } = draft
  await settingsOf(asker, {
    ...(projectId !== known.projectId && { projectId }),
    ...(chainId !== known.chainId && { chainId }),
  })
  await asker.db
    .updateTable('chat_conversation')
    .set({ ...valuesOf(draft), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
