import { eventReader } from './event-stream.ts'
import { askRaw } from './gateway.ts'
import { MAX_ATTEMPTS, reconnectDelay } from './reconnect.ts'
import { useSession } from './session.ts'

type PushMessage = { messageType: string; data: unknown }
type Handler = (data: unknown) => void

const handlers = new Map<string, Set<Handler>>()
const KEEP_ALIVE = /^keep[-_]?alive$/i

/** Hears one kind of message; answers the function that stops. */
export function onPush(messageType: string, handler: Handler) {
  const listeners = handlers.get(messageType) ?? new Set()
  handlers.set(messageType, listeners.add(handler))
  return () => void listeners.delete(handler)
}

function dispatch({ messageType, data }: PushMessage) {
  if (KEEP_ALIVE.test(messageType)) return
  const listeners = handlers.get(messageType)
  if (!listeners?.size) console.warn(`push message without a handler: ${messageType}`)
  for (const listener of listeners ?? []) listener(data)
}

function understand(text: string): PushMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message === 'object' && message && 'messageType' in message && typeof message.messageType === 'string') {
      return { messageType: message.messageType, data: 'data' in message ? message.data : undefined }
    }
  } catch {
    // Said below, with the text.
  }
  console.error(`push message that cannot be read: ${text.slice(0, 200)}`)
  return undefined
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** One connection until it ends; true if it opened. The last event id goes along, so that nothing is missed in between. */
async function connect(
  last: { id: string },
  clientId: string,
  hear: (message: PushMessage) => void,
  signal: AbortSignal,
) {
  const reply = await askRaw({
    method: 'GET',
    path: `/sc-sse/sse/connect/${useSession.getState().userId}`,
    query: { clientId },
    headers: { Accept: 'text/event-stream', ...(last.id && { 'Last-Event-ID': last.id }) },
    signal,
  })
  if (!reply.ok || !reply.body) throw new Error(`push connection refused: ${reply.status}`)
  const reader = reply.body.getReader()
  const decoder = new TextDecoder()
  const read = eventReader()
  return {
    async listen() {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        for (const event of read(decoder.decode(value, { stream: true }))) {
          if (event.id) last.id = event.id
          const message = understand(event.data)
          if (message) hear(message)
        }
      }
    },
  }
}

/**
 * Keeps the connection of a signed-in person and tells the handlers. One window of the browser holds it and passes messages
 * on, because a browser allows few connections to one address. After ten failures in a row it gives up. Answers the stop.
 */
export function keepConnected(clientId: string) {
  const stop = new AbortController()
  const { signal } = stop
  const channel = new BroadcastChannel('digao.push')
  channel.addEventListener('message', (event: MessageEvent<PushMessage>) => dispatch(event.data))
  const pass = channel.postMessage.bind(channel)
  const hear = (message: PushMessage) => {
    dispatch(message)
    pass(message)
  }

  const hold = async () => {
    const last = { id: '' }
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !signal.aborted; attempt++) {
      try {
        const connection = await connect(last, clientId, hear, signal)
        attempt = 0
        await connection.listen()
      } catch (fault) {
        if (!signal.aborted) console.warn('push connection', fault)
      }
      if (!signal.aborted) await pause(reconnectDelay(attempt + 1), signal)
    }
    if (!signal.aborted) console.warn('push connection given up')
  }
  if ('locks' in navigator) navigator.locks.request('digao.push', { signal }, hold).catch(() => undefined)
  else void hold()

  return () => {
    stop.abort()
    channel.close()
  }
}
