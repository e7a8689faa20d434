import { fill, type Text } from '#contract/texts.ts'
import { nowLanguage } from './language.ts'
import { progress } from './progress.ts'
import { useSession } from './session.ts'

/** What the server says about itself to a browser that has not signed in: GET /client.json. */
export type ClientConfig = { clientId: string; clientSecret: string; captcha: boolean; version: string }

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
} as const satisfies Record<string, Text>

const TIMEOUT_MS = 120_000

export type Ask = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, unknown>
  /** Sent as JSON, or as it is when it is a form. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

let config: Promise<ClientConfig> | undefined
/** The client's configuration, read once. */
export const clientConfig = () =>
  (config ??= fetch('/client.json')
    .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(String(reply.status)))))
    .catch(() => {
      config = undefined
      throw new CallError(text('network'), 0)
    }) as Promise<ClientConfig>)

const text = (key: keyof typeof texts) => fill(texts[key][nowLanguage() === 'en' ? 'en' : 'zh'])

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

/** Sends one request within the timeout; throws CallError without an answer. */
export async function send({ method, path, query, body, headers, signal }: Ask): Promise<Response> {
  const tail = query ? queryText(query) : ''
  const form = body instanceof FormData
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const done = progress.begin()
  try {
    return await fetch(tail ? `${path}?${tail}` : path, {
      method,
      headers: {
        ...(await callHeaders()),
        ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : form ? body : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (fault) {
    if (signal?.aborted || fault instanceof CallError) throw fault
    throw new CallError(text(limit.aborted ? 'timeout' : 'network'), 0)
  } finally {
    done()
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const said = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * The `data` of an answer in the envelope, or the whole of a bare one. Success is code 200 (body code, else HTTP status);
 * anything else throws CallError with msg or error_description, else 未知错误.
 */
export async function answer(reply: Response): Promise<unknown> {
  const body: unknown = await reply.json().catch(() => undefined)
  const envelope = isObject(body) ? body : {}
  const code = typeof envelope['code'] === 'number' ? envelope['code'] : reply.status
  if (code === 200) return 'code' in envelope ? envelope['data'] : body
  const message = said(envelope['msg']) || said(envelope['error_description']) || text('unknown')
  throw new CallError(message, code, envelope['data'], reply.headers.get('x-trace-id') ?? '')
}
