import type { z } from 'zod'
import { chat } from '#contract/chat.ts'
import { ChatEvent } from '#contract/chat-message.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'

export type Heard = { number: number; event: ChatEvent }

/** The events of a stream's text, each held against the contract. */
export function eventsOf(text: string): Heard[] {
  return text.split('\n\n').flatMap((block) => {
    const number = /^id: (\d+)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    return number === undefined || data === undefined
      ? []
      : [{ number: Number(number), event: ChatEvent.parse(JSON.parse(data)) }]
  })
}

type Given = z.input<typeof chat.ask.input>
const signed = (caller: Caller) => ({ 'sc-auth': `bearer ${caller.accessToken}` })

/** Asks as a person and waits for the whole answer; a refusal has no events. */
export async function askFor({ app }: TestServer, caller: Caller, given: Given, headers: Record<string, string> = {}) {
  const reply = await app.inject({
    method: 'POST',
    url: chat.ask.path,
    headers: { ...signed(caller), ...headers },
    payload: given,
  })
  const events = eventsOf(reply.payload)
  const kinds = <K extends ChatEvent['kind']>(kind: K) =>
    events.flatMap(({ event }) => (event.kind === kind ? [event as Extract<ChatEvent, { kind: K }>] : []))
  const [start] = kinds('start')
  return {
    status: reply.statusCode,
    body: reply.payload,
    events,
    kinds,
    text: kinds('text')
      .map(({ text }) => text)
      .join(''),
    notices: kinds('notice').map(({ notice }) => notice.code),
    sources: kinds('sources').at(-1)?.sources ?? [],
    end: kinds('end').at(-1),
    conversationId: start?.conversationId ?? '',
    userMessageId: start?.userMessageId ?? '',
    messageId: start?.messageId ?? '',
  }
}

/** The rest of an answer. */
export async function resumeFor({ app }: TestServer, caller: Caller, messageId: string, after = 0) {
  const reply = await app.inject({
    method: 'GET',
    url: chat.resume.path,
    headers: signed(caller),
    query: { messageId, after: String(after) },
  })
  return { status: reply.statusCode, events: eventsOf(reply.payload), body: reply.payload }
}
