import type { Kernel } from '#server/kernel/kernel.ts'
import type { Actor } from '#server/kernel/database.ts'
import { type Masker, openMasker } from '../masking/masker.ts'
import { askChat } from './ask-endpoint.ts'
import { chatBody, textsOf, withTexts } from './chat-body.ts'
import { inJson } from './json-answer.ts'
import type { AskScope, ChatAsk, ChatPart } from './model-ask.ts'
import type { Target } from './targets.ts'

type Desk = Pick<Kernel, 'config' | 'database' | 'secrets'>
type Scoped = { scope?: AskScope | undefined; projectId?: string | null | undefined }

/** The masker of a question, opened once, when something first leaves the house. */
export function maskerOf(kernel: Desk, actor: Actor, { scope, projectId }: Scoped): () => Promise<Masker> {
  let opened: Promise<Masker> | undefined
  const own: AskScope = projectId ? { kind: 'project', id: projectId } : { kind: 'conversation', id: actor.userId }
  return () =>
    (opened ??= openMasker(
      { kernel, user: { id: actor.userId, tenantId: actor.tenantId } },
      { ...(scope ?? own), ...(projectId && { projectId }) },
    ))
}

export const destination = ({ service, model }: Target) => `${service.name} · ${model}`

/** A question on its way to one service: identities hidden where it leaves the house, and put back in what comes. */
export function maskedChat(kernel: Desk, ask: ChatAsk, masker: () => Promise<Masker>) {
  const left = new Map<Target, Promise<ChatAsk['messages']>>()
  const leaving = async (target: Target) => {
    const { texts } = await (
      await masker()
    ).leave(textsOf(ask.messages), {
      purpose: ask.purpose,
      endpoint: destination(target),
      previewed: ask.previewed ?? false,
    })
    return withTexts(ask.messages, texts)
  }
  /** Noted once per service, however often it is asked. */
  const sent = (target: Target) => {
    const known = left.get(target) ?? leaving(target)
    left.set(target, known)
    return known
  }

  return async function* (target: Target, how: { maxTokens: number; whole: number }): AsyncGenerator<ChatPart> {
    const messages = target.inside ? ask.messages : await sent(target)
    const opened = target.inside ? undefined : await masker()
    const said = opened?.restorer()
    const thought = opened?.restorer()
    const body = chatBody(
      { messages, ...(ask.tools && { tools: ask.tools }), ...(ask.json && { json: ask.json }) },
      { model: target.model, maxTokens: how.maxTokens, temperature: ask.temperature },
    )
    const service = { ...target.service, whole: Math.min(target.service.whole, how.whole) }
    const rest = function* (): Generator<ChatPart> {
      const [thinking, text] = [thought?.end() ?? '', said?.end() ?? '']
      if (thinking) yield { kind: 'thinking', text: thinking }
      if (text) yield { kind: 'text', text }
    }
    for await (const part of askChat({ trusted: kernel.config.DIGAO_OUTBOUND }, service, { body, stop: ask.signal })) {
      if (part.kind === 'text' || part.kind === 'thinking') {
        const restorer = part.kind === 'text' ? said : thought
        const text = restorer ? restorer.push(part.text) : part.text
        if (text) yield { kind: part.kind, text }
      } else if (part.kind === 'tool') {
        yield* rest()
        const { call } = part
        const input = opened ? inJson(call.input, (text) => opened.restore(text)) : call.input
        yield { kind: 'tool', ...call, input }
      } else if (part.kind === 'usage') {
        yield* rest()
        yield { ...part, model: target.model }
      } else {
        yield* rest()
        yield part
      }
    }
  }
}
