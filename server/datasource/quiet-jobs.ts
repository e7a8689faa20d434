import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { markLeaving } from './residence.ts'

/** Jobs may end by themselves for so long, then they are asked to stop. */
const PATIENCE_MS = 60_000
/** One that does not stop when asked keeps the tenant where it is. */
const STOP_MS = 30_000
const LOOK_MS = 200
/** For how long the sign on the door counts, should this process die. */
const SIGN_SECONDS = 60

type Quiet = { kernel: Kernel; tenantId: string; server: string; signal: AbortSignal }

/** Runs `work` while the tenant starts no jobs and none of it runs. What waits stays in line, and moves along. */
export async function quietJobs<T>({ kernel, tenantId, server, signal }: Quiet, work: () => Promise<T>): Promise<T> {
  const { database } = kernel
  const sign = () =>
    database.onServer(server, 'a tenant about to move starts no jobs', (db) => markLeaving(db, tenantId, SIGN_SECONDS))
  const running = () =>
    database.onServer(server, 'jobs of a tenant about to move', (db) =>
      db.selectFrom('job').select('id').where('tenant_id', '=', tenantId).where('state', '=', 'running').execute(),
    )
  await sign()
  const again = setInterval(() => void sign().catch(() => {}), (SIGN_SECONDS * 1000) / 3).unref()
  try {
    const began = Date.now()
    let asked = false
    // twice, a moment apart: a process may just have taken one
    for (let quiet = 0; quiet < 2; await sleep(LOOK_MS)) {
      signal.throwIfAborted()
      const ids = (await running()).map(({ id }) => id)
      quiet = ids.length ? 0 : quiet + 1
      const waited = Date.now() - began
      if (ids.length && waited > PATIENCE_MS + STOP_MS) throw new Refusal('moveBusy')
      if (!ids.length || asked || waited < PATIENCE_MS) continue
      asked = true
      await database.onServer(server, 'jobs of a tenant about to move', (db) =>
        sql`with asked as (update job set cancel_asked = true where tenant_id = ${tenantId} and state = 'running' returning id)
          select pg_notify('digao_cancel', id::text) from asked`.execute(db),
      )
    }
    return await work()
  } finally {
    clearInterval(again)
  }
}
