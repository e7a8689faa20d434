import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { MAIN } from './database.ts'

/** What processes tell each other; the payload is an id, never data. */
export type Channel = 'digao_session' | 'digao_push' | 'digao_job' | 'digao_cancel' | 'digao_directory' | 'digao_store'
const channels: readonly Channel[] = [
  'digao_session',
  'digao_push',
  'digao_job',
  'digao_cancel',
  'digao_directory',
  'digao_store',
]

export type Signals = {
  on(channel: Channel, hear: (payload: string, server: string) => void): void
  /** Called whenever hearing a server begins again after a gap, in which anything may have been missed. */
  onResume(hear: (server: string) => void): void
  /** False while nothing would be heard of this server: then nothing of it may be trusted from memory. */
  up(server?: string): boolean
  /** Hears these servers beside the main one, and no others. */
  follow(servers: ReadonlyMap<string, ClientConfig>): void
  close(): Promise<void>
}

const RETRY_MS = 500

type Ear = { config: ClientConfig; up(): boolean; close(): Promise<void> }
type Heard = { hear: (channel: string, payload: string) => void; resumed: () => void; log: Logger }

/** One LISTEN connection per process and server, which mends itself. */
export async function openSignals(config: ClientConfig, log: Logger): Promise<Signals> {
  const hearers = new Map<string, ((payload: string, server: string) => void)[]>()
  const resumers: ((server: string) => void)[] = []
  const ears = new Map<string, Ear>()
  const listenTo = (server: string, at: ClientConfig) => {
    const hear = (channel: string, payload: string) => {
      for (const each of hearers.get(channel) ?? []) each(payload, server)
    }
    const { ear, first } = openEar(at, { hear, resumed: () => resumers.forEach((each) => each(server)), log })
    ears.set(server, ear)
    return first
  }
  try {
    await listenTo(MAIN, config)
  } catch (error) {
    await ears.get(MAIN)?.close()
    throw error
  }

  return {
    on(channel, hear) {
      hearers.set(channel, [...(hearers.get(channel) ?? []), hear])
    },
    onResume(hear) {
      resumers.push(hear)
    },
    up: (server = MAIN) => ears.get(server)?.up() ?? false,
    follow(servers) {
      for (const [server, ear] of ears) {
        if (server === MAIN || servers.get(server) === ear.config) continue
        ears.delete(server)
        void ear.close()
      }
      for (const [server, at] of servers) {
        // whether it answers or not: the ear tries until it hears
        if (!ears.has(server)) listenTo(server, at).catch(() => {})
      }
    },
    async close() {
      await Promise.all([...ears.values()].map((ear) => ear.close()))
    },
  }
}

/** `first` says whether the first try could listen; `resumed` is called for every later one, and for the first if it was late. */
function openEar(config: ClientConfig, { hear, resumed, log }: Heard): { ear: Ear; first: Promise<void> } {
  let client: Client | undefined
  let closed = false
  let quiet = false
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
    next.on('notification', ({ channel, payload = '' }) => hear(channel, payload))
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
    listen().then(heard, (error: unknown) => {
      if (!quiet) log.warn({ err: error }, 'the signal connection is down')
      quiet = true
      if (!closed) timer = setTimeout(again, RETRY_MS)
    })
  }
  const heard = () => {
    quiet = false
    resumed()
  }
  const first = listen()
  first.catch(() => {
    if (!closed) timer = setTimeout(again, RETRY_MS)
  })

  return {
    first,
    ear: {
      config,
      up: () => client !== undefined,
      async close() {
        closed = true
        clearTimeout(timer)
        const last = client
        client = undefined
        await last?.end().catch(() => {})
      },
    },
  }
}
