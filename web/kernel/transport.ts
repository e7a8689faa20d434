import { fill, type Params, type Text } from '#contract/texts.ts'
import { nowLanguage } from './language.ts'
import { progress } from './progress.ts'
import { useSession } from './session.ts'

/** What the server says about itself to a browser that has not signed in: GET /client.json. */
export type ClientConfig = {
  clientId: string
  clientSecret: string
  captcha: boolean
  version: string
  /** Whether the frame asks for the deployment's code before it opens. */
  humanCheck: boolean
  /** Codes whose refusals are not shown (the specification's whitelist). */
  quietCodes: number[]
  /** What relative paths are put after: nothing, a path, or an origin. */
  apiBase: string
}

/** A call that was answered with a refusal, or with nothing (code 0: network, timeout). */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown
  /** Names the request in the server's log; empty without an answer. */
  readonly trace: string
  constructor(message: string, code: number, data: unknown = {}, trace = '') {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
    this.trace = trace
  }
}

const texts = {
  unknown: { zh: '未知错误', en: 'Unknown error' },
  timeout: { zh: '请求超时，请稍后重试', en: 'The request timed out; please try again shortly' },
  network: { zh: '网络连接失败，请检查网络后重试', en: 'No connection; check the network and try again' },
  aborted: { zh: '请求已取消', en: 'The request was cancelled' },
  status: { zh: 'Request failed with status code {status}', en: 'Request failed with status code {status}' },
} as const satisfies Record<string, Text>

/** Specification, section 9. */
export const TIMEOUT_MS = 120_000
/** Statuses up to here are read for what they say; above, an answer without the envelope is named by its status. */
const MOST_READ = 500

export type Ask = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, unknown>
  /** Sent as JSON, or as it is when it is a form. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** The time-out is for the first byte only: what comes then may take its time. */
  stream?: boolean
}

let config: Promise<ClientConfig> | undefined
let quiet: readonly number[] = []
/** The client's configuration, read once. */
export const clientConfig = () =>
  (config ??= (
    fetch('/client.json').then((reply) =>
      reply.ok ? reply.json() : Promise.reject(new Error(String(reply.status))),
    ) as Promise<ClientConfig>
  )
    .then((read) => {
      quiet = read.quietCodes
      return read
    })
    .catch(() => {
      config = undefined
      throw new CallError(text('network'), 0)
    }))

/** Whether a code is on the deployment's whitelist: rejected without a word. */
export const isQuiet = (code: number) => quiet.includes(code)

const text = (key: keyof typeof texts, params?: Params) =>
  fill(texts[key][nowLanguage() === 'en' ? 'en' : 'zh'], params)

const WHOLE = /^https?:\/\//i
const OWN_BASE = /^\/(pythonapi|pythoninit)(\/|$)/
/** Where a path is asked: full addresses and the Python services are not relative to the API host. */
export const addressOf = (path: string, apiBase: string) =>
  WHOLE.test(path) || OWN_BASE.test(path) ? path : apiBase + path

/** Whether an address may see who is signed in: this origin and the API host, nobody else. */
const isOurs = (address: string, apiBase: string) => {
  const { origin } = new URL(address, location.href)
  return origin === location.origin || (apiBase !== '' && origin === new URL(apiBase, location.href).origin)
}

/** `a=1&b=2` of what is there: undefined, null and empty values are left out. */
export const queryText = (query: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, String(value)]),
  ).toString()

/** The headers every call carries: client, session, tenant, language. */
export async function callHeaders(): Promise<Record<string, string>> {
  const { clientId, clientSecret } = await clientConfig()
  const { accessToken, tenantId } = useSession.getState()
  return {
    Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    'Accept-Language': nowLanguage(),
    ...(accessToken && { 'Sc-Auth': `bearer ${accessToken}` }),
    ...(tenantId && { 'Tenant-Id': tenantId }),
  }
}

/** Sends one request within the timeout; throws CallError without an answer. Status and body are for the caller to read. */
export async function send({ method, path, query, body, headers, signal, stream }: Ask): Promise<Response> {
  const tail = query ? queryText(query) : ''
  const form = body instanceof FormData
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS)
  const done = progress.begin()
  try {
    const { apiBase } = await clientConfig()
    const address = addressOf(path, apiBase)
    const reply = await fetch(tail ? `${address}?${tail}` : address, {
      method,
      headers: {
        ...(isOurs(address, apiBase) && (await callHeaders())),
        ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : form ? body : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    })
    if (stream) clearTimeout(timer)
    return reply
  } catch (fault) {
    if (fault instanceof CallError) throw fault
    // who took the question back hears so by the signal's own reason
    if (signal?.aborted) throw signal.reason instanceof Error ? signal.reason : new CallError(text('aborted'), 0)
    throw new CallError(text(limit.signal.aborted ? 'timeout' : 'network'), 0)
  } finally {
    done()
  }
}

/** Whether a refusal came without a word of the server's own: who asked says it better. */
export const saidNothing = (fault: unknown) =>
  !(fault instanceof CallError) || fault.message === texts.unknown.zh || fault.message === texts.unknown.en

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const said = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The `data` of an answer in the envelope, or the whole of a bare one. Success is code 200 (body code, else HTTP status);
 * anything else throws CallError with msg or error_description, else 未知错误, or, from above 500, the status.
 */
export async function answer(reply: Response): Promise<unknown> {
  const body: unknown = await reply.json().catch(() => undefined)
  const envelope = isObject(body) ? body : {}
  const code = typeof envelope['code'] === 'number' ? envelope['code'] : reply.status
  if (code === 200) return 'code' in envelope ? envelope['data'] : body
  const beyond = reply.status > MOST_READ && !('code' in envelope)
  const message =
    said(envelope['msg']) ||
    said(envelope['error_description']) ||
    (beyond ? text('status', { status: reply.status }) : text('unknown'))
  throw new CallError(message, code, envelope['data'], reply.headers.get('x-trace-id') ?? '')
}
