import { sql } from 'kysely'
import { z } from 'zod'
import { Doubt } from '#contract/chat-message.ts'
import { extentOf } from '#contract/grants.ts'
import type { ChainStep } from '#contract/think-chain.ts'
import type { Db } from '#server/kernel/database.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { reachesProject } from '../project/reach.ts'
import { readableChain } from '../think-chain/chain-store.ts'
import type { Said } from './answer-port.ts'
import { ownConversation } from './conversation-store.ts'

export type Settings = {
  projectId: string
  baseIds: string[]
  useTools: boolean
  chain: { id: string; name: string; steps: readonly ChainStep[] } | undefined
  question: string
  preface: string
  history: Said[]
  /** Files came with the question. */
  attached: boolean
}

type Place = { conversationId: string; userMessageId: string; messageId: string }

/** What the conversation is set to, and its branch up to the question. */
export async function settingsOf(db: Db, { user, language }: RawContext, asked: Place): Promise<Settings> {
  const conversation = await ownConversation({ db, user }, asked.conversationId)
  const rows = await db
    .selectFrom('chat_message')
    .select(
      sql<boolean>`exists (select from chat_attachment a where a.tenant_id = chat_message.tenant_id and a.message_id = chat_message.id)`.as(
        'attached',
      ),
    )
    .select(['id', 'parent_id', 'role', 'status', 'text', 'preface', 'chain_id', 'doubts'])
    .where('conversation_id', '=', asked.conversationId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const history: Said[] = []
  const own = byId.get(asked.userMessageId)
  for (let at = own?.parent_id; at; at = byId.get(at)?.parent_id) {
    const row = byId.get(at)
    if (!row) continue
    const { text } = row
    history.unshift(row.role === 'user' ? { role: 'user', text } : { role: 'assistant', text, sure: sureOf(row) })
  }
  const chainId = byId.get(asked.messageId)?.chain_id
  const chain = chainId ? await readableChain({ db, user, language }, chainId) : undefined
  const reached = await stillReached(db, user, conversation.projectId)
  return {
    // one that has left the person's reach is not talked about any more, nor any other in its place
    projectId: reached ? conversation.projectId : '',
    useTools: conversation.useTools && (reached || conversation.projectId === ''),
    baseIds: conversation.baseIds,
    chain: chain && { id: chain.id, name: chain.name, steps: chain.steps },
    question: own?.text ?? '',
    preface: own?.preface ?? '',
    history,
    attached: own?.attached ?? false,
  }
}

/** The text without the stretches that were marked; of an answer whose process died nothing was looked at. */
function sureOf({ text, status, doubts }: { text: string; status: string; doubts: unknown }): string {
  if (status === 'running') return ''
  return z
    .array(Doubt)
    .parse(doubts)
    .toSorted((one, other) => other.from - one.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
}

async function stillReached(db: Db, user: RawContext['user'], projectId: string): Promise<boolean> {
  const extent = extentOf(user.held, 'project.view')
  if (!projectId || extent === undefined) return false
  const row = await db
    .selectFrom('firm_project')
    .select('firm_project.id')
    .where('firm_project.id', '=', projectId)
    .where('firm_project.is_deleted', '=', 0)
    .where(reachesProject({ user, extent }))
    .executeTakeFirst()
  return row !== undefined
}
