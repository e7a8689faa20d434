import type { ChatMessage, JsonSchema, ToolSpec } from './model-ask.ts'

/** What is asked, as the protocol has it. Fields a service may not know are given up one by one (`withoutRefused`). */
export type ChatBody = {
  model: string
  messages: unknown[]
  stream: boolean
  stream_options?: { include_usage: true }
  tools?: unknown[]
  response_format?: { type: 'json_object' }
  max_tokens?: number
  max_completion_tokens?: number
  temperature?: number
}

type Said = { messages: readonly ChatMessage[]; tools?: readonly ToolSpec[]; json?: JsonSchema }
type How = { model: string; maxTokens: number; temperature?: number | undefined }

/** The texts of a question that a person, a document or a tool wrote, in order; `withTexts` puts others in their places. */
export const textsOf = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap((one) =>
    one.role === 'assistant' ? [one.text, ...(one.calls ?? []).map(({ input }) => input)] : [one.text],
  )

/** The same messages with these texts, in the order `textsOf` gave them. */
export function withTexts(messages: readonly ChatMessage[], texts: readonly string[]): ChatMessage[] {
  let at = 0
  const next = () => texts[at++] ?? ''
  return messages.map((one) => {
    if (one.role !== 'assistant') return { ...one, text: next() }
    const text = next()
    return one.calls ? { ...one, text, calls: one.calls.map((call) => ({ ...call, input: next() })) } : { ...one, text }
  })
}

function onWire(message: ChatMessage): unknown {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'tool':
      return { role: 'tool', tool_call_id: message.id, content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text,
        ...(message.calls?.length && {
          tool_calls: message.calls.map(({ id, name, input }) => ({
            id,
            type: 'function',
            function: { name, arguments: input },
          })),
        }),
      }
    case 'user':
      if (!message.images?.length) return { role: 'user', content: message.text }
      return {
        role: 'user',
        content: [
          { type: 'text', text: message.text },
          ...message.images.map(({ mime, bytes }) => ({
            type: 'image_url',
            image_url: { url: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` },
          })),
        ],
      }
    default:
      return message satisfies never
  }
}

/** A schema is told in words as well: most services know only that an answer is JSON, not of what shape. */
const shapeTold = (schema: JsonSchema) =>
  `Answer with one JSON object of this JSON schema and nothing else: ${JSON.stringify(schema)}`

export function chatBody({ messages, tools, json }: Said, { model, maxTokens, temperature }: How): ChatBody {
  const told: ChatMessage[] = json ? [{ role: 'system', text: shapeTold(json) }, ...messages] : [...messages]
  return {
    model,
    messages: told.map(onWire),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(json && { response_format: { type: 'json_object' } }),
    ...(tools?.length && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
  }
}

/** The body without the optional field that a refusal (400, 422) names, or undefined where it names none that is there. */
export function withoutRefused(body: ChatBody, said: string): ChatBody | undefined {
  if (body.max_tokens !== undefined && /max_completion_tokens/.test(said)) {
    const { max_tokens: most, ...rest } = body
    return { ...rest, max_completion_tokens: most }
  }
  if (body.stream_options && /stream_options|include_usage/.test(said)) {
    const { stream_options: _, ...rest } = body
    return rest
  }
  if (body.response_format && /response_format|json_object|json mode/i.test(said)) {
    const { response_format: _, ...rest } = body
    return rest
  }
  if (body.temperature !== undefined && /temperature/.test(said)) {
    const { temperature: _, ...rest } = body
    return rest
  }
  return undefined
}
