import type { SocialType } from '#contract/identity.ts'
import type { OutsideInit } from '#server/kernel/outbound.ts'

/** A client registered at a provider, with its secret open. */
export type Client = {
  id: string
  tenantId: string
  type: SocialType
  name: string
  clientId: string
  secret: string
  redirectUri: string
  issuer: string
  corpId: string
}
/** Who somebody is there. `subject` never changes; the nickname is only shown. */
export type Profile = { subject: string; nickname: string; avatar: string }
export type Ask = (url: string | URL, init?: OutsideInit) => Promise<Response>
export type Leaving = { state: string; redirectUri: string; challenge: string; nonce: string }
export type Returned = {
  code: string
  state: string
  iss: string
  redirectUri: string
  verifier: string
  nonce: string
}

/** A provider: where the browser goes, and who came back with a code. */
export type Provider = {
  authorizeUrl(ask: Ask, client: Client, leaving: Leaving): Promise<URL>
  profile(ask: Ask, client: Client, returned: Returned): Promise<Profile>
  /** Whether its refusal of a code that nobody has means that it knows the client. */
  knowsClient(refusal: ProviderError): boolean
}

/** What a provider answered instead of what was asked for: its code and words, for the log and for administrators. */
export class ProviderError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const address = (base: string, query: Record<string, string>) => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

export type Fields = Record<string, unknown>
/** A field as text; empty for what is neither text nor number. */
export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The object an answer holds: JSON, `callback( {…} );` as QQ has it, or a form. */
export async function fieldsOf(reply: Response): Promise<Fields> {
  const text = (await reply.text()).trim()
  const json = /^callback\s*\(\s*([\s\S]*?)\s*\)\s*;?$/.exec(text)?.[1] ?? text
  if (!json.startsWith('{')) return reply.ok ? Object.fromEntries(new URLSearchParams(json)) : refuse(reply, text)
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return refuse(reply, text)
  }
}

const refuse = ({ status }: Response, text: string): never => {
  throw new ProviderError(String(status), text.slice(0, 200))
}

/** The field, or a refusal: a provider that names nobody lets nobody in. */
export function needed(fields: Fields, name: string): string {
  const value = textOf(fields, name)
  if (value) return value
  const code = ['errcode', 'error', 'code', 'ret'].map((key) => textOf(fields, key)).find(Boolean) ?? ''
  const words = ['errmsg', 'error_description', 'message', 'msg'].map((key) => textOf(fields, key)).find(Boolean)
  throw new ProviderError(code, words ?? `no ${name} in the answer`)
}
