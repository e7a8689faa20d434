import { type AssistAsk, type AssistEvent, AssistEvent as Event, writing } from '#contract/writing.ts'
import type { Source } from '#contract/tool-source.ts'
import { eventReader } from '#web/kernel/event-stream.ts'
import { streamFetch } from '#web/kernel/stream-fetch.ts'

/** How an answer of the model stands. */
export type Answer = {
  state: 'running' | 'done' | 'stopped' | 'failed'
  text: string
  sources: readonly Source[]
  /** Numbers that nothing given holds. */
  unverified: readonly string[]
  reason: Extract<AssistEvent, { kind: 'end' }>['reason']
  fault: string
}
export const begun: Answer = { state: 'running', text: '', sources: [], unverified: [], reason: 'done', fault: '' }

/** What an answer becomes by an event. */
export function heardEvent(answer: Answer, event: AssistEvent): Answer {
  switch (event.kind) {
    case 'sources':
      return { ...answer, sources: event.sources }
    case 'text':
      return { ...answer, text: answer.text + event.text }
    case 'unverified':
      return { ...answer, unverified: event.numbers }
    case 'end':
      return { ...answer, state: event.reason === 'stopped' ? 'stopped' : 'done', reason: event.reason }
    case 'fault':
      return { ...answer, state: 'failed', fault: event.message }
    default:
      return event satisfies never
  }
}

/** How long an answer may take: a long text comes slowly. */
const LONGEST_MS = 300_000

/** Asks the model; each event goes to `onEvent`. Rejects with CallError when refused, with the signal's reason when stopped. */
export async function askAssist(ask: AssistAsk, onEvent: (event: AssistEvent) => void, signal: AbortSignal) {
  const read = eventReader()
  await streamFetch(
    { method: 'POST', path: writing.assist.path, body: ask },
    {
      signal,
      timeoutMs: LONGEST_MS,
      onPiece: (piece) => {
        for (const { data } of read(piece)) onEvent(Event.parse(JSON.parse(data)))
      },
    },
  )
}
