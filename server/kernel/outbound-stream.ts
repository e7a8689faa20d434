import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { admitOutside, type OutsideRules, pinnedTo } from './outbound.ts'

export type OutsideStream = {
  status: number
  headers: IncomingHttpHeaders
  /** Bytes as they come; it throws where the connection breaks, and ends the connection when it is left. */
  body: AsyncIterable<Uint8Array>
  /** Ends the connection now, whatever is still to come. */
  close: () => void
}
type StreamInit = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Ends the connection at once, at any time. */
  signal: AbortSignal
  /** Milliseconds until the server must have taken the connection; TLS included. */
  connectWithin: number
}
/** Nobody took the connection in time. */
export class ConnectTimeout extends Error {}

/**
 * Asks a server outside and gives its answer as it comes, by the rules of `fetchOutside`: https, public addresses or trusted
 * hosts, the name resolved once and that address used, redirects answered as they are. How much is read and how long is the
 * caller's; without bounds of its own it would be endless. Throws AddressForbidden, ConnectTimeout, or the connection's error.
 */
export async function streamOutside(rules: OutsideRules, url: URL, init: StreamInit): Promise<OutsideStream> {
  const { method = 'GET', headers = {}, body, signal, connectWithin } = init
  signal.throwIfAborted()
  const { promise: late, reject: tooLate } = Promise.withResolvers<never>()
  late.catch(() => {})
  const timer = setTimeout(() => tooLate(new ConnectTimeout('nobody took the connection')), connectWithin)
  const stopped = () => tooLate(signal.reason)
  signal.addEventListener('abort', stopped, { once: true })
  try {
    // a name server that is silent is as bad as a server that is
    const pinned = await Promise.race([admitOutside(rules, url), late])
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = ask(url, { method, headers: { ...headers, ...length }, signal, ...pinnedTo(pinned) })
    late.catch((error: unknown) => request.destroy(error instanceof Error ? error : new Error('stopped')))
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer)),
    )
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', reject)
      request.end(body)
    })
    // an error after the answer began is the body's to throw; without a listener it would end the process
    reply.on('error', () => {})
    return {
      status: reply.statusCode ?? 502,
      headers: reply.headers,
      body: reply,
      close: () => void request.destroy(),
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopped)
  }
}
