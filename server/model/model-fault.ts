import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { AddressForbidden } from '#server/kernel/outbound.ts'

/** What may be wrong with a model service. */
export const modelFaults = [
  'modelTimeout', 'modelKeyRefused', 'modelUnknown', 'modelBusy', 'modelUnreachable', 'modelAddress', 'modelRedirected',
  'modelRequestRefused', 'modelServerFault', 'modelAnswerBroken', 'modelAnswerTooLong',
] as const satisfies readonly TextKey[] // prettier-ignore
type FaultKey = (typeof modelFaults)[number]

/** The longest word of a provider that is shown. */
const SAID = 200

/** A service that did not do what it was asked. */
export class ModelFailure extends Refusal {
  /** Asking the same service again shortly may help. */
  readonly again: boolean
  /** The service is to be left alone for a while. */
  readonly rests: boolean
  /** Milliseconds the service asked to wait. */
  readonly after: number | undefined
  constructor(
    key: FaultKey,
    params: Params,
    how: { again?: boolean; rests?: boolean; after?: number | undefined } = {},
  ) {
    super(key, params)
    this.again = how.again ?? false
    this.rests = how.rests ?? false
    this.after = how.after
  }
}

export type Asked = { name: string; model: string; host: string }

/** What a provider says about an error, as one plain line; what is no JSON of the protocol says nothing. */
export function saidIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const error = 'error' in body ? body.error : body
  if (typeof error === 'string') return plainLine(error)
  if (typeof error !== 'object' || error === null) return ''
  const message = 'message' in error ? error.message : 'detail' in error ? error.detail : undefined
  return typeof message === 'string' ? plainLine(message) : ''
}

/** One line without control or formatting characters. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, SAID)

/** What an answer with this status means. `said` is the provider's own word, `after` its Retry-After in milliseconds. */
export function failureOf(asked: Asked, status: number, said: string, after?: number): ModelFailure {
  const endpoint = asked.name
  if (status >= 300 && status < 400) return new ModelFailure('modelRedirected', { endpoint }, { rests: true })
  if (status === 401 || status === 403) return new ModelFailure('modelKeyRefused', { endpoint }, { rests: true })
  if (status === 404) return new ModelFailure('modelUnknown', { endpoint, model: asked.model || '–' })
  // 402: no balance left (DeepSeek and others); asking again does not help, asking another service does
  if (status === 402) return new ModelFailure('modelBusy', { endpoint }, { rests: true })
  if (status === 429) return new ModelFailure('modelBusy', { endpoint }, { again: true, rests: true, after })
  if (status === 408 || status >= 500)
    return new ModelFailure('modelServerFault', { endpoint, status }, { again: true, rests: true, after })
  return new ModelFailure('modelRequestRefused', { endpoint, why: said || String(status) })
}

/** What an error while connecting or reading means. `begun`: the answer had begun to arrive. */
export function failureIn(asked: Asked, error: unknown, begun: boolean): Refusal {
  if (error instanceof Refusal) return error
  const endpoint = asked.name
  if (error instanceof AddressForbidden) return new ModelFailure('modelAddress', { host: asked.host }, { rests: true })
  const failure = begun
    ? new ModelFailure('modelAnswerBroken', { endpoint }, { again: true, rests: true })
    : new ModelFailure('modelUnreachable', { endpoint }, { again: true, rests: true })
  failure.cause = error
  return failure
}

/** Retry-After: seconds, or a date; undefined where it is neither. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds) && seconds >= 0) return Math.round(seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
