import { chat } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-message.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Text } from '#contract/texts.ts'
import { eventReader } from '#web/kernel/event-stream.ts'
import { nowLanguage } from '#web/kernel/language.ts'
import { pause } from '#web/kernel/reconnect.ts'
import { streamFetch } from '#web/kernel/stream-fetch.ts'
import { type Ask, CallError } from '#web/kernel/transport.ts'
import { eventOf } from './chat-events.ts'

/** Specification, section 9: three tries to get a line back, five seconds apart. */
const RETRIES = 3
const RETRY_MS = 5000
/** The server ends an answer after 120 s; a line that is open longer is taken up again. */
const LINE_MS = 150_000

const lost: Text = {
  zh: '多次重连失败，无法获取数据流',
  en: 'The stream could not be reached again after several tries',
}

type Following = {
  /** Events as they come, a few at a time. */
  onEvents: (events: ChatEvent[]) => void
  /** The line broke; the nth try to get it back begins after a pause. 0: it is back. */
  onRetry?: (attempt: number) => void
  signal?: AbortSignal
  /** How the server is asked; for tests. */
  ask?: (what: Ask) => Promise<Response>
  /** Milliseconds before a line is taken up again. */
  retryMs?: number
}

/** A call that is answered by a stream of events. With a key the same question may be sent again and is answered once. */
export const asking = ({ method, path }: Endpoint, input: object, key = ''): Ask => ({
  method,
  path,
  ...(method === 'GET' ? { query: { ...input } } : { body: input }),
  headers: { Accept: 'text/event-stream', ...(key && { 'Idempotency-Key': key }) },
})
/** The rest of an answer after an event. */
export const resuming = (messageId: string, after: number): Ask => asking(chat.resume, { messageId, after })

/**
 * Reads an answer to its end. A line that breaks is taken up where it broke; before the answer has a name, the question is sent
 * again where it carries a key. Throws CallError: a
 * refusal, or that the line did not come back.
 */
export async function followAnswer(first: Ask, following: Following): Promise<void> {
  const { onEvents, onRetry, retryMs = RETRY_MS, signal = new AbortController().signal } = following
  let what = first
  let messageId = typeof first.query?.['messageId'] === 'string' ? first.query['messageId'] : ''
  let after = 0
  let ended = false
  let attempt = 0
  let away = false
  const hear = (id: string, data: string): ChatEvent[] => {
    const event = eventOf(data)
    after = Math.max(after, Number(id) || 0)
    if (event?.kind === 'start') messageId = event.messageId
    if (event?.kind === 'end') ended = true
    // what is only said again is no progress: a line that breaks after it each time is given up
    if (event && event.kind !== 'whole') attempt = 0
    return event ? [event] : []
  }
  for (;;) {
    let fault: unknown
    const read = eventReader()
    try {
      await streamFetch(
        what,
        {
          signal,
          timeoutMs: LINE_MS,
          onPiece: (piece) => {
            if (away) onRetry?.(0)
            away = false
            const events = read(piece).flatMap(({ id, data }) => hear(id, data))
            if (events.length > 0) onEvents(events)
          },
        },
        following.ask,
      )
    } catch (caught) {
      fault = caught
    }
    if (ended) return
    signal.throwIfAborted()
    if (fault instanceof CallError && fault.code !== 0) throw fault
    // whether it was heard nobody knows: without a key it might be asked twice
    if (messageId === '' && !first.headers?.['Idempotency-Key'])
      throw fault ?? new CallError(nowLanguage() === 'en' ? lost.en : lost.zh, 0)
    if (++attempt > RETRIES) throw new CallError(nowLanguage() === 'en' ? lost.en : lost.zh, 0)
    away = true
    onRetry?.(attempt)
    await pause(retryMs, signal)
    signal.throwIfAborted()
    if (messageId !== '') what = resuming(messageId, after)
  }
}
