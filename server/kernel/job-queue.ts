import { sql } from 'kysely'
import type { Database } from './database.ts'

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

/** Takes the oldest waiting job of these kinds for this process; two processes never get the same one. */
export const claim = (database: Database, runner: string, types: string[]): Promise<JobRow | undefined> =>
  database.acrossTenants('the oldest waiting job, whoever asked for it', async (db) => {
    const { rows } = await sql<JobRow>`
      with next as materialized (
        select tenant_id, id from job where state = 'queued' and type = any(${types}) order by create_time limit 1 for update skip locked)
      update job set state = 'running', runner = ${runner}, start_time = now(), beat_time = now()
      from next where job.tenant_id = next.tenant_id and job.id = next.id returning ${columns}`.execute(db)
    return rows[0]
  })

/** Says that this process lives; answers which jobs are still its own, and which of them should stop. */
export const beatAll = (database: Database, runner: string) =>
  database.acrossTenants('jobs of this process still run', (db) =>
    db
      .updateTable('job')
      .set({ beat_time: sql`now()` })
      .where('runner', '=', runner)
      .where('state', '=', 'running')
      .returning(['id', 'cancel_asked'])
      .execute(),
  )

/** Marks failed what says it runs but has not beaten for `seconds`. */
export const buryDead = (database: Database, seconds: number): Promise<JobRow[]> =>
  database.acrossTenants('jobs whose process died', async (db) => {
    const told = JSON.stringify({ key: 'jobDied', params: {} })
    const { rows } = await sql<JobRow>`
      update job set state = 'failed', end_time = now(), runner = null, error = ${told}::jsonb
      where state = 'running' and beat_time <= now() - make_interval(secs => ${seconds}) returning ${columns}`.execute(
      db,
    )
    return rows
  })
