import { sql } from 'kysely'
import { type Database, type Db, MAIN } from './database.ts'

export type JobRow = {
  tenant_id: string
  id: string
  type: string
  input: unknown
  create_user: string
  title: string
  biz_type: string
  biz_id: string
}

/** What every message about a job says. */
export const named = (row: JobRow) => ({
  id: row.id,
  type: row.type,
  title: row.title,
  bizType: row.biz_type,
  bizId: row.biz_id,
})

const columns = sql.raw(
  ['tenant_id', 'id', 'type', 'input', 'create_user', 'title', 'biz_type', 'biz_id']
    .map((name) => `job.${name}`)
    .join(', '),
)

/** The moment of the statement: `now()` is that of the transaction's begin, which a stalled process may have sent long before. */
const CLOCK = sql<Date>`clock_timestamp()`

/** Where the next look for work begins, so that no server waits for another's queue to be empty. */
let turn = 0

/**
 * Takes the oldest waiting job of these kinds for this process, from one server after the other; two processes never get the same
 * one. A tenant that is about to move starts none. A server that cannot be reached is passed over. A job that is taken has no
 * `start_time` until `beginJob`: where the answer is lost on its way, it goes back to the queue.
 */
export async function claim(database: Database, runner: string, types: string[]): Promise<JobRow | undefined> {
  const servers = database.servers()
  const first = turn++ % servers.length
  for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
    const row = await claimOn(database, server, { runner, types }).catch((error: unknown) => {
      if (server === MAIN) throw error
      return undefined
    })
    if (row) return row
  }
  return undefined
}

const claimOn = (database: Database, server: string, { runner, types }: { runner: string; types: string[] }) =>
  database.onServer(server, 'the oldest waiting job, whoever asked for it', async (db) => {
    const { rows } = await sql<JobRow>`
      with next as materialized (
        select tenant_id, id from job where state = 'queued' and type = any(${types}) and not exists (
            select from tenant_away away where away.tenant_id = job.tenant_id and (away.until is null or away.until > now()))
          order by create_time limit 1 for update skip locked)
      update job set state = 'running', runner = ${runner}, start_time = null, beat_time = clock_timestamp()
      from next where job.tenant_id = next.tenant_id and job.id = next.id returning ${columns}`.execute(db)
    return rows[0]
  })

/** Begins what was taken, inside the caller's transaction; false where it is no longer this process's to begin. */
export async function beginJob(db: Db, runner: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ start_time: CLOCK, beat_time: CLOCK })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .where('start_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts back into the queue what was taken `seconds` ago and never begun, whoever took it: nothing of it was done. */
export async function requeueUnbegun(database: Database, seconds: number): Promise<string[]> {
  const back = await database.onEveryServer('jobs taken and never begun', (db) =>
    sql<{ id: string }>`
      update job set state = 'queued', runner = null, beat_time = null
      where state = 'running' and start_time is null
        and beat_time <= clock_timestamp() - make_interval(secs => ${seconds}) returning id`.execute(db),
  )
  return back.flatMap(({ rows }) => rows.map(({ id }) => id))
}

/**
 * Says that this process works on these jobs; answers which are still its own, which of them should stop, and which servers said
 * so. One whose last word could not be written is not among them: it stops beating and is buried like any other dead one.
 */
export async function beatAll(database: Database, runner: string, ids: readonly string[]) {
  const answered = new Set(database.servers())
  const rows = await database.onEveryServer(
    'jobs of this process still run',
    (db) =>
      db
        .updateTable('job')
        .set({ beat_time: CLOCK })
        .where('runner', '=', runner)
        .where('id', 'in', [...ids])
        .where('state', '=', 'running')
        .returning(['id', 'cancel_asked'])
        .execute(),
    (_, server) => answered.delete(server),
  )
  return { answered, mine: new Map(rows.flat().map((row) => [row.id, row.cancel_asked])) }
}

/**
 * Takes over what says it runs but has not beaten for `seconds`. It says that it runs until `endDead`: whoever dies before what
 * it left was put right leaves it to the next.
 */
export async function adoptDead(database: Database, runner: string, seconds: number): Promise<JobRow[]> {
  const dead = await database.onEveryServer('jobs whose process died', (db) =>
    sql<JobRow>`
      update job set runner = ${runner}, beat_time = clock_timestamp()
      where state = 'running' and start_time is not null
        and beat_time <= clock_timestamp() - make_interval(secs => ${seconds}) returning ${columns}`.execute(db),
  )
  return dead.flatMap(({ rows }) => rows)
}

export type JobEnd = { state: 'succeeded' | 'failed' | 'cancelled'; progress?: number; result?: string; error?: string }

/** Ends an adopted job, once what it left is put right. */
export async function endDead(
  database: Database,
  { runner, id, end }: { runner: string; id: string; end: JobEnd },
): Promise<void> {
  await database.onEveryServer('a job whose process died', (db) =>
    db
      .updateTable('job')
      .set({ ...end, end_time: sql`now()`, runner: null })
      .where('id', '=', id)
      .where('runner', '=', runner)
      .where('state', '=', 'running')
      .execute(),
  )
}
