import { z } from 'zod'
import { LONGEST_QUESTION } from '#contract/chat.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Said } from '../chat/answer-port.ts'

const MOST_MESSAGES = 200
const LONGEST_TEXT = 100_000

const Content = z.union([
  z.string().max(LONGEST_TEXT),
  z.array(z.object({ type: z.string(), text: z.string().max(LONGEST_TEXT).optional() })).max(50),
])

/** What is read of a request; what tunes a model (temperature, penalties …) is left to the routes the firm has set. */
export const CompletionInput = z.object({
  model: z.string().max(100),
  messages: z
    .array(
      z.object({
        role: z.enum(['system', 'developer', 'user', 'assistant'], { error: 'openApiRoles' }),
        content: Content.nullish(),
      }),
    )
    .min(1)
    .max(MOST_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.number().nullish(),
  tools: z
    .array(z.unknown())
    .refine((tools) => tools.length === 0, 'openApiOwnTools')
    .nullish(),
})
export type CompletionInput = z.output<typeof CompletionInput>

/** The words of a message; anything but words is refused. */
function textOf({ content }: CompletionInput['messages'][number]): string {
  if (!Array.isArray(content)) return (content ?? '').trim()
  if (content.some(({ type }) => type !== 'text')) throw new Refusal('openApiTextOnly')
  return content
    .map(({ text = '' }) => text)
    .join('\n')
    .trim()
}

/** The last question, what was said before it, and what the caller's program asks of every answer. */
export function turnOf({ messages, n }: CompletionInput): { question: string; preface: string; history: Said[] } {
  if ((n ?? 1) !== 1) throw new Refusal('openApiOneChoice')
  const said = messages.map((message) => ({ role: message.role, text: textOf(message) }))
  const last = said.at(-1)
  const question = last?.role === 'user' ? last.text : ''
  if (question === '') throw new Refusal('openApiQuestion')
  if (question.length > LONGEST_QUESTION) throw new Refusal('chatTooLong')
  const preface = said
    .filter(({ role, text }) => (role === 'system' || role === 'developer') && text !== '')
    .map(({ text }) => text)
    .join('\n')
  if (preface.length > LONGEST_TEXT) throw new Refusal('chatTooLong')
  const history = said
    .slice(0, -1)
    .flatMap(({ role, text }): Said[] =>
      text !== '' && (role === 'user' || role === 'assistant') ? [{ role, text }] : [],
    )
  return { question, preface, history }
}

/** `digao`, or `digao/<projectId>` for questions about one project's books and papers. */
export function projectOfModel(model: string): string | null {
  const found = /^digao(?:\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/.exec(model)
  if (!found) throw new Refusal('openApiModel', { model: model.slice(0, 60) })
  return found[1] ?? null
}
