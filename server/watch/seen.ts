import { sql } from 'kysely'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'

const EVERY_MS = 20_000
/** A session that calls all the time is written once in so long. */
const AGAIN_MS = 60_000
const MOST_KNOWN = 50_000

/** When sessions were last heard of, kept in the database at most once a minute each and never beside a request. */
export function openSeen({ database, log }: Kernel): { note(user: User): void; close(): Promise<void> } {
  const written = new Map<string, number>()
  let waiting = new Map<string, { tenantId: string; time: Date }>()
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const mine = waiting
    waiting = new Map()
    const tenants = Map.groupBy(mine, ([, { tenantId }]) => tenantId)
    for (const [tenantId, sessions] of tenants) {
      await database
        .inTenant({ tenantId, userId: '' }, (db) =>
          db
            .updateTable('session')
            .from(
              sql<{ id: string; seen: Date }>`(select * from unnest(${sessions.map(([id]) => id)}::uuid[],
                ${sessions.map(([, { time }]) => time)}::timestamptz[]))`.as<'heard'>(sql`heard(id, seen)`),
            )
            .set({ seen_time: sql`greatest(seen_time, heard.seen)` })
            .whereRef('session.id', '=', 'heard.id')
            .execute(),
        )
        .catch((error: unknown) => log.warn({ err: error, tenant: tenantId }, 'sessions could not be marked as seen'))
    }
  }

  return {
    note({ sessionId, homeTenantId }) {
      const now = Date.now()
      if (now - (written.get(sessionId) ?? 0) < AGAIN_MS) return
      if (written.size >= MOST_KNOWN) written.clear()
      written.set(sessionId, now)
      waiting.set(sessionId, { tenantId: homeTenantId, time: new Date(now) })
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
    },
    close: flush,
  }
}
