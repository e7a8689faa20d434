import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'

/** What processes tell each other; the payload is an id, never data. */
export type Channel = 'digao_session' | 'digao_push' | 'digao_job' | 'digao_cancel'
const channels: readonly Channel[] = ['digao_session', 'digao_push', 'digao_job', 'digao_cancel']

export type Signals = {
  on(channel: Channel, hear: (payload: string) => void): void
  /** Called whenever hearing begins again after a gap, in which anything may have been missed. */
  onResume(hear: () => void): void
  /** False while nothing would be heard: then nothing may be trusted from memory. */
  up(): boolean
  close(): Promise<void>
}

const RETRY_MS = 500

/** One LISTEN connection per process, which mends itself. */
export async function openSignals(config: ClientConfig, log: Logger): Promise<Signals> {
  const hearers = new Map<string, ((payload: string) => void)[]>()
  const resumers: (() => void)[] = []
  let client: Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const lose = (lost: Client) => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => {})
    if (!closed) timer = setTimeout(again, RETRY_MS)
  }
  const listen = async () => {
    const next = new Client({
      ...config,
      application_name: 'digao signals',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ channel, payload = '' }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload)
    })
    try {
      await next.connect()
      await next.query(channels.map((channel) => `listen ${channel}`).join('; '))
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    if (closed) next.end().catch(() => {})
    else client = next
  }
  const again = () => {
    listen().then(
      () => resumers.forEach((hear) => hear()),
      (error: unknown) => {
        log.warn({ err: error }, 'the signal connection is down')
        if (!closed) timer = setTimeout(again, RETRY_MS)
      },
    )
  }
  await listen()

  return {
    on(channel, hear) {
      hearers.set(channel, [...(hearers.get(channel) ?? []), hear])
    },
    onResume(hear) {
      resumers.push(hear)
    },
    up: () => client !== undefined,
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
