import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { chat, type ChatAsk } from '#contract/chat.ts'
import type { ChatAttachment, ChatMessage } from '#contract/chat-message.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { CallError } from '#web/kernel/transport.ts'
import { blankAnswer } from './chat-events.ts'
import { branchOf } from './chat-tree.ts'
import {
  dismissLive,
  followMessage,
  isUnasked,
  type Live,
  mergedMessages,
  startAnswer,
  takeBack,
  useLiveStore,
} from './live-answers.ts'

/** What a conversation is held with: a new one begins with it, one that stands is changed to it. */
export type ChatSettings = { projectId: string; baseIds: string[]; chainId: string; useTools: boolean }
/** What is sent. */
export type Written = { text: string; attachments: readonly ChatAttachment[] }

type Options = {
  /** Empty: a new one. */
  conversationId: string
  settings: ChatSettings
  /** What the chain asked for. */
  values: Readonly<Record<string, string>>
  /** A new conversation has begun. */
  onConversation: (id: string) => void
}

/** A question as it is shown until the server has it. */
const question = ({ text, attachments }: Written): ChatMessage => ({
  ...blankAnswer('', ''),
  role: 'user',
  status: 'done',
  text,
  attachments: [...attachments],
})
const sent = ({ text, attachments }: Written) => ({ text, attachmentIds: attachments.map(({ fileId }) => fileId) })

/** A conversation with what is on its way in it, and what can be done. */
export function useConversation({ conversationId, settings, values, onConversation }: Options) {
  const cache = useQueryClient()
  const detailQuery = useMemo(() => query(chat.detail, { id: conversationId }), [conversationId])
  const detail = useQuery({ ...detailQuery, enabled: conversationId !== '' })
  const chooseBranch = useCommand(chat.choose)
  const stopAnswer = useCommand(chat.stop)
  // an answer that began a conversation is shown here before the address has followed it
  const [began, begin] = useState('')
  const { lives: all } = useLiveStore()
  const lives = useMemo(
    () => all.filter((live) => (conversationId === '' ? live.key === began : live.conversationId === conversationId)),
    [all, conversationId, began],
  )
  const kept = conversationId === '' ? undefined : detail.data
  const messages = useMemo(() => mergedMessages(kept?.messages ?? [], lives), [kept, lives])

  // an answer that goes on at the server, asked for before a reload or in another window
  useEffect(() => {
    for (const message of kept?.messages ?? [])
      if (message.status === 'running' && !all.some(({ answer }) => answer.id === message.id))
        followMessage(message, conversationId)
  }, [kept, all, conversationId])

  const running = lives.find(({ fault, answer }) => fault === undefined && answer.status === 'running')
  const [heard, hear] = useState(false)
  if (running && !heard) hear(true)
  const leafId = lives.at(-1)?.answer.id ?? kept?.conversation.leafId ?? ''
  const branch = useMemo(() => branchOf(messages, leafId), [messages, leafId])

  const started = (id: string) => {
    if (conversationId === '') onConversation(id)
  }
  const start = (shown: ChatMessage | undefined, parentId: string, what: Partial<ChatAsk>) => {
    const ask = {
      ...(conversationId !== '' && { conversationId }),
      ...(settings.projectId !== '' && { projectId: settings.projectId }),
      ...(settings.chainId !== '' && { chainId: settings.chainId }),
      baseIds: settings.baseIds,
      useTools: settings.useTools,
      ...(settings.chainId !== '' && { values: { ...values } }),
      ...what,
    }
    begin(startAnswer({ ask, shown, parentId }, started))
  }

  return {
    detail,
    messages,
    branch,
    running,
    /** Something was answered while one looked, so that its end is news. */
    heard,
    /** What did not arrive, or whose rest did not come. */
    lost: lives.filter(({ fault }) => fault !== undefined),
    /** A question at the end of what is shown. */
    ask: (written: Written) => {
      const last = branch.at(-1)?.message.id ?? ''
      start(question(written), last, { ...sent(written), ...(last !== '' && { parentId: last }) })
    },
    /** A question changed: another branch beside it. */
    change: (message: ChatMessage, text: string) => {
      const written = { text, attachments: message.attachments }
      start(question(written), message.parentId, { ...sent(written), parentId: message.parentId || '0' })
    },
    /** The question of an answer answered once more. */
    again: (answer: ChatMessage) => start(undefined, answer.parentId, { parentId: answer.parentId }),
    /** Stops the answer; of a question that was not heard yet the words to be written anew. */
    stop: (): string => {
      if (!running) return ''
      if (isUnasked(running)) takeBack(running.key)
      else stopAnswer.mutate({ messageId: running.answer.id })
      return isUnasked(running) ? (running.question?.text ?? '') : ''
    },
    show: (leaf: string) => {
      cache.setQueryData(
        detailQuery.queryKey,
        (data) => data && { ...data, conversation: { ...data.conversation, leafId: leaf } },
      )
      chooseBranch.mutate({ conversationId, messageId: leaf })
    },
    /** Sends a question that did not arrive once more, or takes up an answer. */
    retry: (live: Live) => {
      if (kept?.messages.some(({ id }) => id === live.answer.id)) return followMessage(live.answer, conversationId)
      dismissLive(live.key)
      const { ask, question: shown, answer, fault } = live
      if (!ask) return
      const parentId = shown ? shown.parentId : answer.parentId
      const unheard = fault instanceof CallError && fault.code === 0
      begin(startAnswer({ ask, shown, parentId, key: unheard ? live.key : undefined }, started))
    },
    dismiss: (live: Live) => dismissLive(live.key),
  }
}
export type ConversationState = ReturnType<typeof useConversation>
