import { eventReader } from './event-stream.ts'
import { askRaw, heard } from './gateway.ts'
import { alone } from './lease.ts'
import { type Connection, keepTrying } from './reconnect.ts'
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

/** Tells whoever hears this kind of message; that nobody does is worth a warning. */
export function dispatch({ messageType, data }: PushMessage) {
  if (KEEP_ALIVE.test(messageType)) return
  const listeners = handlers.get(messageType)
  if (!listeners?.size) console.warn(`push message without a handler: ${messageType}`)
  for (const listener of listeners ?? []) listener(data)
}

/** The message of an event; an event that cannot be read is logged and passed over. */
export function understand(text: string): PushMessage | undefined {
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

type Passed = { id: string; message: PushMessage }
/** The last event of this window's person: whichever window holds the connection next goes on from there. */
type Last = { id: string }
type Hear = (passed: Passed) => void

async function connect(last: Last, clientId: string, hear: Hear, signal: AbortSignal): Promise<Connection> {
  const reply = await askRaw({
    method: 'GET',
    path: `/sc-sse/sse/connect/${useSession.getState().userId}`,
    query: { clientId },
    headers: { Accept: 'text/event-stream', ...(last.id && { 'Last-Event-ID': last.id }) },
    signal,
    stream: true,
  })
  if (!reply.ok || !reply.body) {
    await heard(reply)
    throw new Error(`push connection refused: ${reply.status}`)
  }
  const reader = reply.body.getReader()
  const decoder = new TextDecoder()
  const read = eventReader()
  return {
    async listen() {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        for (const { id, data } of read(decoder.decode(value, { stream: true }))) {
          const message = understand(data)
          if (message) hear({ id, message })
        }
      }
    },
  }
}

/** Until the network is back, or somebody looks at the window again. */
const woken = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const seen = () => document.visibilityState === 'visible' && resolve()
    addEventListener('online', () => resolve(), { once: true, signal })
    document.addEventListener('visibilitychange', seen, { signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Keeps the connection of a signed-in person and tells the handlers. One window of the browser holds it and passes messages
 * on, because a browser allows few connections to one address. After ten attempts in a row that failed it gives up and
 * disconnects, until the network is back or the window is looked at. Answers the stop.
 */
export function keepConnected(clientId: string) {
  const stop = new AbortController()
  const last: Last = { id: '' }
  const take = ({ id, message }: Passed) => {
    if (id) last.id = id
    dispatch(message)
  }
  const channel = new BroadcastChannel('digao.push')
  channel.addEventListener('message', (event: MessageEvent<Passed>) => take(event.data))
  const pass = channel.postMessage.bind(channel)
  const hear = (passed: Passed) => {
    if (stop.signal.aborted) return
    take(passed)
    pass(passed)
  }

  const hold = async (lost: AbortSignal) => {
    const signal = AbortSignal.any([stop.signal, lost])
    while (!signal.aborted) {
      if (!(await keepTrying(() => connect(last, clientId, hear, signal), signal))) return
      console.warn('push connection given up')
      await woken(signal)
    }
  }
  const queue = async () => {
    // whoever lost its place, asleep in the background, stands in line again
    while (!stop.signal.aborted) await alone('digao.push', hold, stop.signal)
  }
  queue().catch((fault: unknown) => {
    if (!stop.signal.aborted) console.error('push connection', fault)
  })

  return () => {
    stop.abort()
    channel.close()
  }
}
