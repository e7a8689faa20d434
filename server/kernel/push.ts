import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db } from './database.ts'
import type { User } from './service.ts'
import type { Sessions } from './session.ts'
import type { Signals } from './signals.ts'

/** Server-sent events: what a process keeps per open stream is this and the socket. */
type Stream = { user: User; out: ServerResponse; last: bigint }

export type Push = {
  /** Sends to every stream of a user, in every process, in order; kept a day for reconnecting ones. Call inside the transaction whose effect it tells. */
  send(db: Db, userId: string, messageType: string, data: unknown): Promise<void>
  /** Takes over a response and feeds it the user's events, from after `lastEventId` if given, else from now on. */
  connect(user: User, out: ServerResponse, lastEventId: string | undefined): Promise<void>
  /** Deletes what is older than a day. */
  sweep(): Promise<void>
  close(): void
}

export const KEEP_ALIVE_MS = 15_000
const BATCH = 500
/** A reader this far behind is cut off; it comes back with its Last-Event-ID. */
const MOST_BUFFERED = 1024 * 1024
const keepAlive = `data: ${JSON.stringify({ messageType: 'KEEP_ALIVE', data: {} })}\n\n`
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

const nameOf = ({ tenantId, id }: User) => `${tenantId} ${id}`

export function openPush(parts: { database: Database; signals: Signals; sessions: Sessions; log: Logger }): Push {
  const { database, signals, sessions, log } = parts
  const streams = new Map<string, Set<Stream>>()
  const feeding = new Map<string, Promise<void>>()
  const all = () => Array.from(streams.values(), (mine) => Array.from(mine)).flat()

  /** One reader per user at a time: what arrives meanwhile is read by the next round. */
  const feed = (name: string) => {
    const next = (feeding.get(name) ?? Promise.resolve())
      .then(() => deliver(name))
      .catch((error: unknown) => log.warn({ err: error }, 'events could not be read; the next signal reads them'))
      .finally(() => {
        if (feeding.get(name) === next) feeding.delete(name)
      })
    feeding.set(name, next)
    return next
  }

  const deliver = async (name: string) => {
    for (;;) {
      const mine = [...(streams.get(name) ?? [])]
      const [first] = mine
      if (!first) return
      const from = mine.reduce((least, { last }) => (last < least ? last : least), first.last)
      const { tenantId, id } = first.user
      const rows = await database.inTenant({ tenantId, userId: id }, (db) =>
        db
          .selectFrom('push_event')
          .select(['seq', 'message_type', 'data'])
          .where('user_id', '=', id)
          .where('seq', '>', from)
          .orderBy('seq')
          .limit(BATCH)
          .execute(),
      )
      for (const { seq, message_type: messageType, data } of rows) {
        const text = `id: ${seq}\ndata: ${JSON.stringify({ messageType, data })}\n\n`
        for (const stream of mine) if (stream.last < seq) write(stream, text, seq)
      }
      if (rows.length < BATCH) return
    }
  }

  const write = (stream: Stream, text: string, seq: bigint) => {
    if (stream.out.destroyed) return
    stream.out.write(text)
    stream.last = seq
    if (stream.out.writableLength > MOST_BUFFERED) stream.out.destroy()
  }

  /** Ends the streams whose session no longer stands. */
  const recheck = async (some: Stream[]) => {
    if (some.length === 0) return
    const asked = some.map(({ user }) => ({ tenantId: user.homeTenantId, sessionId: user.sessionId }))
    const standing = await sessions.standing(asked)
    for (const { user, out } of some) if (!standing.has(user.sessionId)) out.end()
  }
  const recheckLogged = (some: Stream[]) =>
    recheck(some).catch((error: unknown) => log.warn({ err: error }, 'sessions of streams could not be checked'))

  signals.on('digao_push', (name) => {
    if (streams.has(name)) void feed(name)
  })
  signals.on('digao_session', (userId) => {
    void recheckLogged(all().filter(({ user }) => userId === '*' || user.id === userId))
  })
  signals.onResume(() => {
    for (const name of streams.keys()) void feed(name)
    void recheckLogged(all())
  })
  // what was sent on a server that was not read yet
  database.onSettle(() => {
    for (const name of streams.keys()) void feed(name)
  })
  const beat = setInterval(() => {
    for (const { out } of all()) out.write(keepAlive)
    void recheckLogged(all())
  }, KEEP_ALIVE_MS).unref()

  return {
    async send(db, userId, messageType, data) {
      // numbers are given before commits: without the lock a later one could be read first and an earlier one missed
      await sql`with locked as materialized (select pg_advisory_xact_lock(hashtextextended('push ' || ${userId}::text, 0))),
        stored as (insert into push_event (user_id, message_type, data)
          select ${userId}::text, ${messageType}::text, ${JSON.stringify(data ?? {})}::jsonb from locked)
        select pg_notify('digao_push', current_tenant() || ' ' || ${userId}::text)`.execute(db)
    },

    async connect(user, out, lastEventId) {
      const resumed = lastEventId !== undefined && /^\d{1,18}$/.test(lastEventId) ? BigInt(lastEventId) : undefined
      const last = resumed ?? (await newest(database, user))
      const stream: Stream = { user, out, last }
      const name = nameOf(user)
      out.writeHead(200, headers)
      out.write('retry: 1000\n\n')
      streams.set(name, (streams.get(name) ?? new Set()).add(stream))
      out.once('close', () => {
        const mine = streams.get(name)
        mine?.delete(stream)
        if (mine?.size === 0) streams.delete(name)
      })
      // whatever was sent, or ended, between reading and listening
      await feed(name)
      await recheck([stream])
    },

    async sweep() {
      await database.onEveryServer('pushed events are kept one day', (db) =>
        db
          .deleteFrom('push_event')
          .where('create_time', '<', sql<Date>`now() - interval '1 day'`)
          .execute(),
      )
    },

    close() {
      clearInterval(beat)
      for (const { out } of all()) out.end()
    },
  }
}

async function newest(database: Database, { tenantId, id }: User): Promise<bigint> {
  const row = await database.inTenant({ tenantId, userId: id }, (db) =>
    db
      .selectFrom('push_event')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .where('user_id', '=', id)
      .executeTakeFirst(),
  )
  return row?.seq ?? 0n
}
