import type { ServerResponse } from 'node:http'
import type { ChatEvent } from '#contract/chat-message.ts'
import type { RawContext } from '#server/kernel/service.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}
const HEARTBEAT_MS = 15_000
/** A reader that has this much before it is cut off; it takes the line up again where it was. More than a message and the events it can miss. */
const MOST_BUFFERED = 8 * 1024 * 1024

export type OpenStream = {
  send: (number: number, event: ChatEvent) => void
  end: () => void
  /** Runs once the reader is gone, or the stream has ended. */
  onClose: (work: () => void) => void
}

/** One event as it goes over the line. */
export const eventText = (number: number, event: ChatEvent): string =>
  `id: ${number}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`

/** Takes over the answer to a call: what is refused from here on can only be said as an event. Ends when the session does. */
export function openStream({ reply, trace, kernel, user }: RawContext): OpenStream {
  reply.hijack()
  const out: ServerResponse = reply.raw
  out.writeHead(200, { ...headers, 'x-trace-id': trace })
  out.flushHeaders()
  const asked = { tenantId: user.homeTenantId, sessionId: user.sessionId }
  const recheck = async () => {
    const standing = await kernel.sessions.standing([asked])
    if (!standing.has(user.sessionId)) out.end()
  }
  const beat = setInterval(() => {
    if (!out.destroyed) out.write(': \n\n')
    recheck().catch((error: unknown) => kernel.log.warn({ err: error }, 'the session of a stream could not be checked'))
  }, HEARTBEAT_MS)
  out.once('close', () => clearInterval(beat))
  return {
    send(number, event) {
      if (out.destroyed || out.writableEnded) return
      out.write(eventText(number, event))
      if (out.writableLength > MOST_BUFFERED) out.destroy()
    },
    end: () => void out.end(),
    onClose: (work) => void out.once('close', work),
  }
}
