import type { EndReason, ToolCall } from './model-ask.ts'
import { TooLong } from './sse-events.ts'
import { thinkTags, type Written } from './think-tags.ts'

/** More text than this is no answer: some 300,000 tokens. */
const MOST_TEXT = 1_000_000
const MOST_CALLS = 64
const MOST_INPUT = 200_000

/** An error the service reports where an answer should stand. */
export class SaidError extends Error {
  readonly body: unknown
  constructor(body: unknown) {
    super('the service reports an error')
    this.body = body
  }
}
/** Text that is not of the protocol. */
export class NotProtocol extends Error {}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const tokens = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9 ? value : undefined

/** Characters no answer needs: control characters but tab and line end, and those that turn the direction of writing. */
const cleaned = (said: string) => said.toWellFormed().replace(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')

const reasons: Readonly<Record<string, EndReason>> = {
  stop: 'stop', length: 'length', tool_calls: 'tools', function_call: 'tools', content_filter: 'filter', sensitive: 'filter',
} // prettier-ignore

/** Reads an answer piece by piece, whatever it holds, within bounds. Throws SaidError, NotProtocol, TooLong. */
export function chatReader() {
  const tags = thinkTags()
  const calls = new Map<number, ToolCall>()
  let size = 0
  let ended: EndReason | undefined
  let usage: { inputTokens: number; outputTokens: number } | undefined
  const bounded = (length: number) => {
    size += length
    if (size > MOST_TEXT) throw new TooLong()
  }

  const readCalls = (list: unknown) => {
    if (!Array.isArray(list)) return
    for (const [at, one] of list.entries()) {
      const call = record(one)
      const asked = record(call?.['function'])
      if (!call || !asked) continue
      const place = tokens(call['index']) ?? at
      const known = calls.get(place) ?? { id: '', name: '', input: '' }
      const given = asked['arguments']
      const input = known.input + (typeof given === 'object' && given !== null ? JSON.stringify(given) : text(given))
      if (input.length > MOST_INPUT) throw new TooLong()
      // some services repeat id and name in every piece
      calls.set(place, { id: known.id || text(call['id']), name: known.name || text(asked['name']), input })
      if (calls.size > MOST_CALLS) throw new TooLong()
    }
  }

  return {
    /** One object of the protocol, of a stream or a whole answer. */
    read(json: string): Written[] {
      let parsed: unknown
      try {
        parsed = JSON.parse(json)
      } catch {
        throw new NotProtocol('no JSON')
      }
      const body = record(parsed)
      if (!body) throw new NotProtocol('no object')
      if (body['error'] !== undefined && body['error'] !== null) throw new SaidError(body)
      const counted = record(body['usage'])
      const inputTokens = tokens(counted?.['prompt_tokens'])
      if (inputTokens !== undefined) usage = { inputTokens, outputTokens: tokens(counted?.['completion_tokens']) ?? 0 }
      const choices = body['choices']
      if (!Array.isArray(choices)) {
        if (counted || body['object'] !== undefined || body['id'] !== undefined) return []
        throw new NotProtocol('no choices')
      }
      const choice = record(choices[0])
      if (!choice) return []
      const said = record(choice['delta']) ?? record(choice['message']) ?? {}
      const reason = text(choice['finish_reason'])
      if (reason !== '') ended = reasons[reason] ?? 'stop'
      readCalls(said['tool_calls'])
      const thought = cleaned(text(said['reasoning_content']) || text(said['reasoning']))
      const content = cleaned(text(said['content']))
      bounded(thought.length + content.length)
      return [...(thought === '' ? [] : [{ kind: 'thinking' as const, text: thought }]), ...tags.push(content)]
    },
    /** What is left once nothing more comes. */
    end(): { written: Written[]; calls: ToolCall[]; reason: EndReason | undefined; usage: typeof usage } {
      const asked = [...calls.entries()].toSorted(([a], [b]) => a - b)
      const named = asked.flatMap(([place, call]) =>
        call.name === '' ? [] : [{ ...call, id: call.id || `call_${place}` }],
      )
      return { written: tags.end(), calls: named, reason: named.length > 0 && ended ? 'tools' : ended, usage }
    },
  }
}
