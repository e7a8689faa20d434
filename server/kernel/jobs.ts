import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Actor, Database, Db } from './database.ts'
import { notFound, Refusal } from './errors.ts'
import { isFull } from './failure.ts'
import { openProgress, type Progress } from './job-progress.ts'
import {
  adoptDead,
  beatAll,
  beginJob,
  claim,
  endDead,
  type JobEnd,
  type JobRow as Row,
  named,
  requeueUnbegun,
} from './job-queue.ts'
import type { Kernel } from './kernel.ts'
import type { Push } from './push.ts'
import type { Signals } from './signals.ts'

export type JobWork<I> = (
  context: { kernel: Kernel; actor: Actor; jobId: string; input: I },
  progress: Progress,
) => Promise<Record<string, unknown>>
type Recover<I> = (kernel: Kernel, actor: Actor, jobId: string, input: I) => Promise<Record<string, unknown> | void>

export type Jobs = {
  /**
   * Names a kind of work; `recover` puts things right after the process that ran it died, before the job says failed. Where the
   * work was done and only its last word is missing, it answers the result, and the job has succeeded. It may run more than
   * once: whoever dies while it runs leaves it to the next.
   */
  register<I extends object>(type: string, work: JobWork<I>, recover?: Recover<I>): void
  /** Queues work inside the caller's transaction: it starts if and only if that commits. Returns the job's id. */
  start(
    db: Db,
    actor: Actor,
    job: { type: string; title: string; bizType: string; bizId: string; input: object },
  ): Promise<string>
  /** Asks a job of the transaction's tenant to stop, in whichever process it runs; one that still waits is cancelled at once. */
  cancel(db: Db, jobId: string): Promise<void>
  /** Begins to take work; call when every kind is registered. `alone`: no other process runs jobs, so what says running is dead. */
  begin(kernel: Kernel, alone: boolean): Promise<void>
  /** Takes no more work, asks what runs to stop, and waits for it. */
  close(): Promise<void>
}

/**
 * Work could not put right what it left, the database being away: the job is not over. It is taken for dead, and its recovery
 * tried until it succeeds.
 */
export class LeftBehind extends Error {
  constructor(cause: unknown) {
    super('what the job left is still there', { cause })
  }
}

export const BEAT_MS = 3_000
/** A job that has not beaten for this long has lost its process. */
const DEAD_SECONDS = 20
const CLOSE_MS = 10_000

const DIED: JobEnd = { state: 'failed', error: JSON.stringify({ key: 'jobDied', params: {} }) }
const succeeded = (result: object): JobEnd => ({ state: 'succeeded', progress: 100, result: JSON.stringify(result) })

type Kind = { work: JobWork<object>; recover: Recover<object> | undefined }
type Running = { tenantId: string; stop: AbortController; done: Promise<void> }

/**
 * The job table is the queue: one row is the job, its state and its place in line, so the two can never disagree. Processes take
 * rows with `for update skip locked`; NOTIFY wakes them, a slow poll catches what a lost signal missed.
 */
export function openJobs(parts: {
  database: Database
  signals: Signals
  push: Push
  log: Logger
  slots: number
}): Jobs {
  const { database, signals, push, log, slots } = parts
  const runner = randomUUID()
  const kinds = new Map<string, Kind>()
  const running = new Map<string, Running>()
  let kernel: Kernel | undefined
  let closing = false
  let beat: NodeJS.Timeout | undefined
  let taking: Promise<void> | undefined
  let again = false

  const take = () => {
    again = true
    taking ??= drain()
      .catch((error: unknown) => log.warn({ err: error }, 'no job could be taken; the next beat tries again'))
      .finally(() => {
        taking = undefined
        if (again && !closing) take()
      })
  }
  /** Fills the free slots, as long as there is work. */
  const drain = async () => {
    again = false
    for (;;) {
      if (!kernel || closing || running.size >= slots) return
      const row = await claim(database, runner, [...kinds.keys()])
      if (!row) return
      run(kernel, row)
    }
  }

  const run = (kernel: Kernel, row: Row) => {
    // taken before and put back meanwhile: whichever try to begin it is still under way, one of them does
    if (running.has(row.id)) return
    const stop = new AbortController()
    const done = begun(row)
      .then((mine) => (mine ? execute(kernel, row, stop) : undefined))
      .catch((error: unknown) =>
        log.warn({ err: error, job: row.id }, 'a job could not begin; it goes back to the queue'),
      )
      .finally(() => {
        running.delete(row.id)
        take()
      })
    running.set(row.id, { tenantId: row.tenant_id, stop, done })
  }

  /** Whether the job is still ours to begin: one whose beginning took too long may be in the queue again, or another's. */
  const begun = (row: Row) => {
    const actor = { tenantId: row.tenant_id, userId: row.create_user }
    return database.inTenant(actor, async (db) => {
      const mine = await beginJob(db, runner, row.id)
      if (mine) await send(db, actor, row, { state: 'running', progress: 0 })
      return mine
    })
  }

  const execute = async (kernel: Kernel, row: Row, stop: AbortController) => {
    const kind = kinds.get(row.type)
    const actor = { tenantId: row.tenant_id, userId: row.create_user }
    const parts = { database, log, actor, row, runner, signal: stop.signal }
    const progress = openProgress({ ...parts, tell: (db, now) => send(db, actor, row, now) })
    try {
      if (!kind) throw new Error(`no kind of job is called ${row.type}`)
      const result = await kind.work({ kernel, actor, jobId: row.id, input: row.input as object }, progress.progress)
      await progress.settle()
      await finish(actor, row, succeeded(result))
    } catch (error) {
      await progress.settle()
      await fail(kernel, row, error, stop.signal).catch((worse: unknown) =>
        log.error({ err: worse, job: row.id }, 'a failed job could not be marked; it will be taken for dead'),
      )
    }
  }

  const fail = async (kernel: Kernel, row: Row, error: unknown, signal: AbortSignal) => {
    const actor = { tenantId: row.tenant_id, userId: row.create_user }
    if (error instanceof LeftBehind) throw error
    // whoever took it for dead, be it this process, has the last word
    if (signal.aborted && signal.reason === 'lost') return
    if (signal.aborted && signal.reason === 'cancelled') return finish(actor, row, { state: 'cancelled' })
    const died = signal.aborted && signal.reason === 'closing'
    const full = isFull(error) ? new Refusal('storeFull') : undefined
    const refusal = died ? new Refusal('jobDied') : error instanceof Refusal ? error : full
    if (!refusal) log.error({ err: error, job: row.id, type: row.type }, 'a job failed')
    const told = refusal
      ? { key: refusal.key, params: refusal.params }
      : { key: 'serverFault', params: { trace: row.id } }
    const result = died && (await kinds.get(row.type)?.recover?.(kernel, actor, row.id, row.input as object))
    await finish(actor, row, result ? succeeded(result) : { state: 'failed', error: JSON.stringify(told) })
  }

  /** The last word on a job, unless another process has meanwhile taken ours for dead. */
  const finish = async (actor: Actor, row: Row, end: JobEnd) => {
    await database.inTenant(actor, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({ ...end, end_time: sql`now()`, runner: null })
        .where('id', '=', row.id)
        .where('runner', '=', runner)
        .executeTakeFirst()
      if (numUpdatedRows) await send(db, actor, row, { state: end.state, progress: end.progress })
    })
  }

  const send = (db: Db, actor: Actor, row: Row, now: object) =>
    push.send(db, actor.userId, 'JOB', { ...named(row), ...now })
  const tell = (actor: Actor, row: Row, now: object) => database.inTenant(actor, (db) => send(db, actor, row, now))

  const heartbeat = async () => {
    // what is begun while this is asked is not among the answers, and not lost
    const ours = [...running]
    if (ours.length > 0) {
      const { answered, mine } = await beatAll(
        database,
        runner,
        ours.map(([id]) => id),
      )
      for (const [id, { tenantId, stop }] of ours) {
        if (mine.get(id) === true) stop.abort('cancelled')
        // somebody took us for dead and told the user so: what we would still do must not happen
        if (!mine.has(id) && answered.has(database.homeOf(tenantId))) stop.abort('lost')
      }
    }
    if (kernel) await bury(kernel, DEAD_SECONDS)
    take()
  }

  const bury = async (kernel: Kernel, seconds: number) => {
    const back = await requeueUnbegun(database, seconds)
    if (back.length > 0) log.warn({ jobs: back }, 'jobs that were taken and never begun are back in the queue')
    const dead = await adoptDead(database, runner, seconds)
    for (const row of dead) {
      const actor = { tenantId: row.tenant_id, userId: row.create_user }
      log.warn({ job: row.id, type: row.type }, 'a job lost its process')
      try {
        const result = await kinds.get(row.type)?.recover?.(kernel, actor, row.id, row.input as object)
        const end = result ? succeeded(result) : DIED
        await endDead(database, { runner, id: row.id, end })
        await tell(actor, row, { state: end.state })
      } catch (error) {
        log.error({ err: error, job: row.id }, 'what a dead job left could not be put right; it is tried again')
      }
    }
  }
  const beatLogged = () => {
    heartbeat().catch((error: unknown) => log.warn({ err: error }, 'the jobs could not beat'))
  }

  signals.on('digao_job', () => take())
  signals.on('digao_cancel', (id) => running.get(id)?.stop.abort('cancelled'))
  signals.onResume(beatLogged)

  return {
    register(type, work, recover) {
      if (kinds.has(type)) throw new Error(`two kinds of job are called ${type}`)
      kinds.set(type, {
        work: work as JobWork<never> as JobWork<object>,
        recover: recover as Recover<object> | undefined,
      })
    },

    async start(db, actor, { type, title, bizType, bizId, input }) {
      if (!kinds.has(type)) throw new Error(`no kind of job is called ${type}`)
      const { id } = await db
        .insertInto('job')
        .values({
          type,
          title,
          biz_type: bizType,
          biz_id: bizId,
          input: JSON.stringify(input),
          create_user: actor.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`select pg_notify('digao_job', '')`.execute(db)
      return id
    },

    async cancel(db, jobId) {
      const job = await db
        .updateTable('job')
        .set({
          cancel_asked: true,
          end_time: sql`case when state = 'queued' then now() end`,
          state: sql`case when state = 'queued' then 'cancelled' else state end`,
        })
        .where('id', '=', jobId)
        .where('state', 'in', ['queued', 'running'])
        .returning(['id', 'state', 'type', 'title', 'biz_type', 'biz_id', 'tenant_id', 'input', 'create_user'])
        .executeTakeFirst()
      if (!job) {
        const ended = await db.selectFrom('job').select('id').where('id', '=', jobId).executeTakeFirst()
        throw ended ? new Refusal('jobEnded') : notFound()
      }
      const actor = { tenantId: job.tenant_id, userId: job.create_user }
      if (job.state === 'cancelled') await send(db, actor, job, { state: 'cancelled' })
      else await sql`select pg_notify('digao_cancel', ${jobId})`.execute(db)
    },

    async begin(opened, alone) {
      // before any is taken: with nobody else about, whatever says that it runs is dead, and ours must not be among it
      await bury(opened, alone ? 0 : DEAD_SECONDS)
      kernel = opened
      beat = setInterval(beatLogged, BEAT_MS).unref()
      take()
    },

    async close() {
      closing = true
      clearInterval(beat)
      await taking
      for (const { stop } of running.values()) stop.abort('closing')
      const all = Promise.all([...running.values()].map(({ done }) => done))
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([all, late])
    },
  }
}
