import type { SmsFault } from '#contract/sms.ts'
import type { OutsideInit } from '#server/kernel/outbound.ts'

/** A message as a provider takes it: its approved signature and template, and the parameters in the template's order. */
export type SmsMessage = {
  phone: string
  sign: string
  template: string
  params: readonly (readonly [name: string, value: string])[]
}
/** Taken over by the provider, or why not; `detail` is the provider's own word, without what was sent. */
export type SmsOutcome = { providerId: string } | { fault: SmsFault; detail: string }
/** The port: whoever can send short messages. */
export type SmsChannel = { send(message: SmsMessage): Promise<SmsOutcome> }
/** How a channel reaches its provider. */
export type Ask = (url: string, init: OutsideInit) => Promise<Response>
export type Credentials = { accessKey: string; secret: string; appId: string; endpoint: string }

/** The origin and the signed host of an endpoint: a bare host means https. */
export function endpointOf(endpoint: string, usual: string): { origin: string; host: string } {
  const { origin, host } = new URL(/^https?:\/\//.test(endpoint) ? endpoint : `https://${endpoint || usual}`)
  return { origin, host }
}

/** Sends and reads the JSON that came back; a provider that does not answer in time, or answers nonsense, is unreachable. */
export async function askProvider(
  ask: Ask,
  url: string,
  init: OutsideInit,
): Promise<{ status: number; body: Record<string, unknown> } | { fault: SmsFault; detail: string }> {
  try {
    const reply = await ask(url, init)
    const body: unknown = await reply.json()
    if (typeof body !== 'object' || body === null) return { fault: 'unreachable', detail: `HTTP ${reply.status}` }
    return { status: reply.status, body: { ...body } }
  } catch (error) {
    return { fault: 'unreachable', detail: error instanceof SyntaxError ? 'not JSON' : 'no answer' }
  }
}

/** The first rule whose pattern the provider's code fits. */
export const faultOf = (rules: readonly (readonly [RegExp, SmsFault])[], code: string): SmsFault =>
  rules.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'

export const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : '')
