import { create } from 'zustand'
import { chat, type ChatAsk } from '#contract/chat.ts'
import type { ChatEvent, ChatMessage } from '#contract/chat-message.ts'
import { queries, randomKey } from '#web/kernel/api.ts'
import type { Ask } from '#web/kernel/transport.ts'
import { asking, followAnswer, resuming } from './answer-stream.ts'
import { applied, blankAnswer } from './chat-events.ts'

/** An answer on its way, and the question it is to. It goes on while pages change. */
export type Live = {
  key: string
  /** Empty before the server has said it. */
  conversationId: string
  /** What was sent; not for what is taken up. */
  ask: ChatAsk | undefined
  /** The question as it is shown; not for what is answered once more. */
  question: ChatMessage | undefined
  answer: ChatMessage
  /** 0: the line stands; else the nth try to get it back. */
  attempt: number
  /** Why nothing more comes: a CallError. */
  fault: unknown
}
type LiveState = { lives: Live[] }
/** The answers on their way in this window. */
export const useLiveStore = create<LiveState>(() => ({ lives: [] }))

const change = (key: string, patch: (live: Live) => Partial<Live>) =>
  useLiveStore.setState(({ lives }) => ({
    lives: lives.map((live) => (live.key === key ? { ...live, ...patch(live) } : live)),
  }))
const controls = new Map<string, AbortController>()
const drop = (key: string) => {
  controls.delete(key)
  useLiveStore.setState(({ lives }) => ({ lives: lives.filter((live) => live.key !== key) }))
}

/** Pieces come many a second; they are drawn this often, and the longer the text, the more rarely. */
const DRAW_MS = 60
const drawMs = (key: string) => {
  const live = useLiveStore.getState().lives.find((one) => one.key === key)
  return DRAW_MS + (live?.answer.text.length ?? 0) / 50
}

/** Draws what comes a few at a time; `flush` draws the rest. */
function drawn(take: (events: ChatEvent[]) => void, paceMs: () => number) {
  let waiting: ChatEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const events = waiting
    waiting = []
    take(events)
  }
  return {
    flush,
    add(events: ChatEvent[]) {
      waiting.push(...events)
      timer ??= setTimeout(flush, paceMs())
    },
  }
}

function taken(key: string, events: ChatEvent[], onStart: ((conversationId: string) => void) | undefined) {
  for (const event of events) {
    if (event.kind === 'start') {
      const { conversationId, messageId, userMessageId } = event
      change(key, ({ question, answer }) => ({
        conversationId,
        question: question && { ...question, id: userMessageId },
        answer: { ...answer, id: messageId, parentId: userMessageId },
      }))
      onStart?.(conversationId)
      void refreshed()
    }
    if (event.kind === 'title') void refreshed()
  }
  change(key, ({ answer }) => ({ answer: events.reduce(applied, answer) }))
}

const refreshed = () => queries.invalidateQueries({ queryKey: ['chat'] })

async function follow(live: Live, first: Ask, onStart?: (conversationId: string) => void) {
  const { key } = live
  useLiveStore.setState(({ lives }) => ({ lives: [...lives, live] }))
  const draw = drawn(
    (events) => taken(key, events, onStart),
    () => drawMs(key),
  )
  const control = new AbortController()
  controls.set(key, control)
  try {
    await followAnswer(first, {
      onEvents: (events) => draw.add(events),
      onRetry: (attempt) => change(key, () => ({ attempt })),
      signal: control.signal,
    })
    draw.flush()
    await refreshed()
    drop(key)
  } catch (fault) {
    draw.flush()
    if (control.signal.aborted) return drop(key)
    change(key, () => ({ fault, attempt: 0 }))
    await refreshed()
  }
}

/** What is asked, what is shown of it until the server has it, and what it follows. */
type Question = {
  ask: ChatAsk
  shown: ChatMessage | undefined
  parentId: string
  /** Of a question that may have been heard: the same once more. */
  key?: string | undefined
}

/** Asks, and follows the answer; `onStart` hears the conversation's id. A refusal stands in the live answer as `fault`. Answers its key. */
export function startAnswer(
  { ask, shown, parentId, key = randomKey() }: Question,
  onStart: (conversationId: string) => void,
) {
  const live: Live = {
    key,
    conversationId: ask.conversationId ?? '',
    ask,
    question: shown && { ...shown, id: `question-${key}`, parentId },
    answer: blankAnswer(`answer-${key}`, shown ? `question-${key}` : parentId),
    attempt: 0,
    fault: undefined,
  }
  void follow(live, asking(chat.ask, ask, key), onStart)
  return key
}

/** Takes up an answer that goes on at the server: after a reload, in another window, or when the line did not come back. */
export function followMessage(message: ChatMessage, conversationId: string) {
  const { lives } = useLiveStore.getState()
  if (lives.some(({ answer, fault }) => answer.id === message.id && fault === undefined)) return
  useLiveStore.setState({ lives: lives.filter(({ answer }) => answer.id !== message.id) })
  const live: Live = {
    key: randomKey(),
    conversationId,
    ask: undefined,
    question: undefined,
    answer: message,
    attempt: 0,
    fault: undefined,
  }
  void follow(live, resuming(message.id, 0))
}

/** Whether the server has not said yet that it heard the question. */
export const isUnasked = ({ answer }: Live): boolean => answer.id.startsWith('answer-')

/** Takes back a question the server has not answered to. */
export const takeBack = (key: string): void => controls.get(key)?.abort()

/** Forgets a question that was refused. */
export const dismissLive = drop

/** The messages of a conversation as the server has them, with what is on its way in the place of what it was. */
export function mergedMessages(messages: readonly ChatMessage[], lives: readonly Live[]): ChatMessage[] {
  const merged = [...messages]
  const put = (message: ChatMessage, fresh: boolean) => {
    const at = merged.findIndex(({ id }) => id === message.id)
    if (at < 0) merged.push(message)
    else if (fresh) merged[at] = message
  }
  for (const { question, answer, fault } of lives) {
    if (question) put(question, false)
    put(answer, fault === undefined)
  }
  return merged
}
