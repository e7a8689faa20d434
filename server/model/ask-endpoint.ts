import { Refusal } from '#server/kernel/errors.ts'
import { type OutsideStream, streamOutside } from '#server/kernel/outbound-stream.ts'
import { askClock } from './ask-clock.ts'
import { type ChatBody, withoutRefused } from './chat-body.ts'
import { chatReader, NotProtocol, SaidError } from './chat-delta.ts'
import type { EndReason, ToolCall } from './model-ask.ts'
import { type Asked, failureIn, failureOf, ModelFailure, retryAfter, saidIn } from './model-fault.ts'
import { sseEvents, TooLong, wholeText } from './sse-events.ts'

/** A service as it is asked: address, key and patience. */
export type Service = {
  name: string
  baseUrl: string
  style: 'openai' | 'azure'
  apiVersion: string
  key: string
  /** Milliseconds. */
  connect: number
  first: number
  between: number
  whole: number
}
/** Hosts that may be asked without TLS or in the private network. */
type Reach = { trusted: readonly string[] }

export type RawPart =
  | { kind: 'text' | 'thinking'; text: string }
  | { kind: 'tool'; call: ToolCall }
  | { kind: 'usage'; inputTokens: number; outputTokens: number }
  | { kind: 'end'; reason: EndReason }

/** An error's body is read to this size. */
const MOST_ERROR = 64 * 1024
/** A whole answer without stream, vectors included. */
const MOST_WHOLE = 64 * 1024 * 1024

/** Where a path of the protocol stands at this service. Azure's older API has the model in the path. */
export function addressOf({ baseUrl, style, apiVersion }: Service, path: string, model: string): URL {
  const base = baseUrl.replace(/\/+$/, '')
  if (style !== 'azure' || apiVersion === '') return new URL(`${base}${path}`)
  const place = path === '/models' ? path : `/deployments/${encodeURIComponent(model)}${path}`
  return new URL(`${base}${place}?api-version=${encodeURIComponent(apiVersion)}`)
}

const headersOf = ({ style, key }: Service): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'text/event-stream, application/json',
  'accept-encoding': 'identity',
  'user-agent': 'digao',
  ...(key && (style === 'azure' ? { 'api-key': key } : { authorization: `Bearer ${key}` })),
})

type Ask = { path: string; model: string; body: unknown; signal: AbortSignal }

async function send(reach: Reach, service: Service, { path, model, body, signal }: Ask): Promise<OutsideStream> {
  const url = addressOf(service, path, model)
  return streamOutside({ trusted: reach.trusted }, url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(service),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
    connectWithin: service.connect,
  })
}

/** The refusal an answer stands for, its body read within bounds. */
async function refusalOf(asked: Asked, { status, headers, body, close }: OutsideStream): Promise<ModelFailure> {
  const text = await wholeText(body, MOST_ERROR).catch(() => '')
  close()
  let said = ''
  try {
    said = saidIn(JSON.parse(text))
  } catch {
    // a page, or nothing: the status alone says what it is
  }
  return failureOf(asked, status, said, retryAfter(headers['retry-after'], Date.now()))
}

const hostOf = (service: Service) => (URL.canParse(service.baseUrl) ? new URL(service.baseUrl).host : service.baseUrl)
export const askedOf = (service: Service, model: string): Asked => ({
  name: service.name,
  model,
  host: hostOf(service),
})

/** What was thrown while asking, as what it means. */
function meaning(asked: Asked, error: unknown, clock: { late: () => boolean }, begun: boolean): unknown {
  if (clock.late()) return new ModelFailure('modelTimeout', {}, { rests: true })
  if (error instanceof TooLong) return new ModelFailure('modelAnswerTooLong', { endpoint: asked.name }, { rests: true })
  if (error instanceof NotProtocol)
    return new ModelFailure('modelAnswerBroken', { endpoint: asked.name }, { rests: true })
  if (error instanceof SaidError) return failureOf(asked, statusIn(error.body), saidIn(error.body))
  return failureIn(asked, error, begun)
}

/** The status an error inside a stream carries, if any. */
function statusIn(body: unknown): number {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
  return Number.isInteger(code) && code >= 400 && code < 600 ? code : 500
}

/**
 * One try at one service: its answer as it comes. It ends with `usage` if the service counted and `end`; asked to stop, it ends with
 * `stopped`. Throws ModelFailure. Leaving it ends the connection.
 */
export async function* askChat(
  reach: Reach,
  service: Service,
  { body: wanted, stop }: { body: ChatBody; stop: AbortSignal | undefined },
): AsyncGenerator<RawPart> {
  const asked = askedOf(service, wanted.model)
  const clock = askClock(service, stop)
  let reply: OutsideStream | undefined
  let begun = false
  try {
    let body = wanted
    for (;;) {
      reply = await send(reach, service, { path: '/chat/completions', model: body.model, body, signal: clock.signal })
      if (reply.status >= 200 && reply.status < 300) break
      const refusal = await refusalOf(asked, reply)
      const simpler = refusal.key === 'modelRequestRefused' && withoutRefused(body, String(refusal.params['why']))
      if (!simpler) throw refusal
      body = simpler
    }
    begun = true
    const reader = chatReader()
    let over = false
    const streamed = (reply.headers['content-type'] ?? '').includes('event-stream')
    const events = streamed
      ? sseEvents(reply.body, () => clock.alive(false))
      : onlyOne(wholeText(reply.body, MOST_WHOLE))
    for await (const event of events) {
      over = event.trim() === '[DONE]'
      if (over) break
      for (const part of reader.read(event)) {
        clock.alive(true)
        yield part
      }
    }
    const { written, calls, reason, usage } = reader.end()
    yield* written
    // a stream that ends without saying so was cut
    if (!reason && !over) throw new NotProtocol('it breaks off')
    for (const call of calls) yield { kind: 'tool', call }
    if (usage) yield { kind: 'usage', ...usage }
    yield { kind: 'end', reason: reason ?? 'stop' }
  } catch (error) {
    if (stop?.aborted) yield { kind: 'end', reason: 'stopped' }
    else throw meaning(asked, error, clock, begun)
  } finally {
    clock.done()
    reply?.close()
  }
}

async function* onlyOne(text: Promise<string>): AsyncGenerator<string> {
  yield await text
}

/** One try at a call that answers one JSON object. Throws ModelFailure, or modelStopped. */
export async function askWhole(
  reach: Reach,
  service: Service,
  { path, model, body, stop }: { path: string; model: string; body?: unknown; stop?: AbortSignal | undefined },
): Promise<unknown> {
  const asked = askedOf(service, model)
  const clock = askClock({ ...service, first: service.whole }, stop)
  let reply: OutsideStream | undefined
  let begun = false
  try {
    reply = await send(reach, service, { path, model, body, signal: clock.signal })
    if (reply.status < 200 || reply.status >= 300) throw await refusalOf(asked, reply)
    begun = true
    const text = await wholeText(reply.body, MOST_WHOLE)
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      throw new NotProtocol('no JSON')
    }
    if (typeof json === 'object' && json !== null && 'error' in json && json.error) throw new SaidError(json)
    return json
  } catch (error) {
    if (stop?.aborted) throw new Refusal('modelStopped')
    throw meaning(asked, error, clock, begun)
  } finally {
    clock.done()
    reply?.close()
  }
}
