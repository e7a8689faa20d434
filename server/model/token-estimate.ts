import type { ChatMessage, ToolSpec } from './model-ask.ts'

/** Tokens a text takes, reckoned high: some 1.5 Chinese characters or 3.5 others make one, in today's vocabularies. */
export function tokensIn(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x2e7f) wide += 1
  return Math.ceil(wide / 1.5 + (text.length - wide) / 3.5)
}

/** An image costs some 1,000 tokens, whatever its size. */
const IMAGE = 1_000
const AROUND = 8

/** Tokens a question takes. */
export function tokensAsked(messages: readonly ChatMessage[], tools: readonly ToolSpec[] = []): number {
  let sum = 0
  for (const one of messages) {
    sum += AROUND + tokensIn(one.text)
    if (one.role === 'user') sum += (one.images?.length ?? 0) * IMAGE
    if (one.role === 'assistant') for (const { name, input } of one.calls ?? []) sum += tokensIn(name) + tokensIn(input)
  }
  for (const tool of tools) sum += AROUND + tokensIn(JSON.stringify(tool))
  return sum
}
