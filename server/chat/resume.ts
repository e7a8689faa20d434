import { setTimeout as pause } from 'node:timers/promises'
import type { ChatEvent, ChatMessage } from '#contract/chat-message.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { attachmentsOf, shownMessage, statusNow } from './chat-rows.ts'
import { type OpenStream, openStream } from './event-stream.ts'
import { type RunningAnswer, runningAnswers } from './running-answers.ts'

/** How often an answer that another process gives is looked at. */
const LOOK_MS = 1_000
/** Whoever has missed more gets the message as it is: each event on the way repeats what was found before it. */
const MOST_MISSED = 1_000

/** The events of an answer of this process, from after a number on. */
export function pipeAnswer(stream: OpenStream, run: RunningAnswer, after: number): void {
  const leave = run.hear(after, (one) => (one ? stream.send(one.number, one.event) : stream.end()))
  stream.onClose(leave)
}

/** Takes a line up again: where the events are known, the rest of them; otherwise the whole message and what becomes of it. `first` goes before. */
export async function resumeAnswer(
  context: RawContext,
  { messageId, after }: { messageId: string; after: number },
  first?: ChatEvent,
): Promise<void> {
  const message = await ownAnswer(context, messageId)
  const { kernel, user } = context
  const run = runningAnswers(kernel).get({ tenantId: user.tenantId, userId: user.id }, messageId)
  const stream = openStream(context)
  if (first) stream.send(0, first)
  if (!run) return follow(context, stream, message)
  const { number, kept } = run.state()
  if (after > 0 && after <= number && number - after <= MOST_MISSED) return pipeAnswer(stream, run, after)
  stream.send(number, { kind: 'whole', message: { ...message, ...kept, steps: [...kept.steps.values()] } })
  pipeAnswer(stream, run, number)
}

/** What another process is answering, or has answered, as it is stored. Events have no numbers then. */
async function follow(context: RawContext, stream: OpenStream, first: ChatMessage): Promise<void> {
  const gone = new AbortController()
  stream.onClose(() => gone.abort())
  try {
    await tellStored(context, { stream, gone: gone.signal }, first)
  } catch (error) {
    // it has been deleted, or the store is away: the reader asks again, and is told then
    if (!(error instanceof Refusal)) context.kernel.log.warn({ err: error }, 'a stored answer could not be followed')
  } finally {
    stream.end()
  }
}

type Line = { stream: OpenStream; gone: AbortSignal }

async function tellStored(context: RawContext, { stream, gone }: Line, first: ChatMessage): Promise<void> {
  let message = first
  let told = ''
  while (!gone.aborted) {
    const now = JSON.stringify(message)
    if (now !== told) stream.send(0, { kind: 'whole', message })
    told = now
    if (message.status !== 'running') {
      const { status, problem, model, inputTokens, outputTokens, ms } = message
      stream.send(0, { kind: 'end', status, problem, model, inputTokens, outputTokens, ms })
      break
    }
    await pause(LOOK_MS)
    message = await ownAnswer(context, message.id)
  }
}

/** The person's own answer; not found otherwise. */
export function ownAnswer({ kernel, user }: RawContext, messageId: string): Promise<ChatMessage> {
  return kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, async (db) => {
    const row = await db
      .selectFrom('chat_message')
      .innerJoin('chat_conversation', 'chat_conversation.id', 'chat_message.conversation_id')
      .selectAll('chat_message')
      .select(statusNow.as('statusNow'))
      .where('chat_message.id', '=', messageId)
      .where('chat_message.role', '=', 'assistant')
      .where('chat_conversation.create_user', '=', user.id)
      .where('chat_conversation.is_deleted', '=', 0)
      .executeTakeFirst()
    if (!row) throw notFound()
    return shownMessage(row, (await attachmentsOf(db, row.conversation_id)).get(row.id) ?? [])
  })
}
