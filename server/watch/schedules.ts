import { randomUUID } from 'node:crypto'
import { Cron } from 'croner'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Text } from '#contract/texts.ts'

/** A piece of work that comes round: what it is called, when it comes unless an administrator sets another time, and what it does. */
export type Schedule = {
  title: Text
  /** Five fields (minute hour day month weekday), on China's clock. */
  cron: string
  /** Work of minutes: other schedules do not wait for it. */
  apart?: boolean
  /** Must bear being run twice. What it answers is kept in the log: numbers and short texts. Stops when `signal` says so. */
  run: (kernel: Kernel, signal: AbortSignal) => Promise<Record<string, unknown>>
}
export type Schedules = {
  known: ReadonlyMap<string, Schedule>
  /** Puts new schedules into the table and begins to look for what is due. */
  begin(): Promise<void>
  /** Looks for what is due now, rather than at the next beat; resolves when it has run. */
  poke(): Promise<void>
  close(): Promise<void>
}

const ZONE = 'Asia/Shanghai'
const BEAT_MS = 10_000
/** A runner that has not beaten for this long has lost its process. */
const DEAD_SECONDS = 60
/** Work that has killed so many processes in a row waits for its next time. */
const MOST_LOST = 3
const CLOSE_MS = 5_000

const actor = { tenantId: PLATFORM, userId: '' }
const opened = new WeakMap<Kernel, { known: Map<string, Schedule>; schedules: Schedules }>()

/** When a five-field expression comes next after `from`; undefined: it is none, or it never comes. */
export function nextRun(cron: string, from: Date): Date | undefined {
  if (cron.trim().split(/\s+/).length !== 5) return undefined
  try {
    return new Cron(cron.trim(), { timezone: ZONE }).nextRun(from) ?? undefined
  } catch {
    return undefined
  }
}

/** Registers scheduled work under a code like 'log.retention'. Call while the application is built. */
export function registerSchedule(kernel: Kernel, code: string, schedule: Schedule): void {
  const { known } = open(kernel)
  if (known.has(code)) throw new Error(`two schedules are called ${code}`)
  if (!nextRun(schedule.cron, new Date())) throw new Error(`${code}: ${schedule.cron} never comes`)
  known.set(code, schedule)
}

/** Lets schedules come round for as long as the application serves. */
export function runSchedules(app: FastifyInstance, kernel: Kernel): void {
  const { schedules } = open(kernel)
  app.addHook('onReady', () => schedules.begin())
  app.addHook('onClose', () => schedules.close())
}

/** The schedules of this process. */
export const schedulesOf = (kernel: Kernel): Schedules => open(kernel).schedules

function open(kernel: Kernel) {
  const before = opened.get(kernel)
  if (before) return before
  const known = new Map<string, Schedule>()
  const made = { known, schedules: openSchedules(kernel, known) }
  opened.set(kernel, made)
  return made
}

type Claimed = { code: string; logId: string }

/**
 * Any number of processes look at the table every ten seconds; whoever locks a due row first runs it. What was missed while no
 * process ran comes once; what a dying process left half-done comes again.
 */
function openSchedules(kernel: Kernel, known: ReadonlyMap<string, Schedule>): Schedules {
  const { database, log } = kernel
  const runner = randomUUID()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const apart = new Set<Promise<void>>()
  let again = false

  const look = async () => {
    do {
      again = false
      for (;;) {
        const claimed = stop.signal.aborted
          ? undefined
          : await database.inTenant(actor, (db) => claim(db, known, runner))
        if (!claimed) break
        const run = execute(claimed)
        if (!known.get(claimed.code)?.apart) await run
        else {
          apart.add(run)
          void run.finally(() => apart.delete(run))
        }
      }
    } while (again)
  }
  const poke = () => {
    again = true
    running ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'schedules could not be looked at; the next beat tries again'),
      )
      .finally(() => (running = undefined))
    return running
  }

  const execute = async ({ code, logId }: Claimed) => {
    const beat = setInterval(() => {
      database
        .inTenant(actor, (db) => beatOf(db, code, runner))
        .catch((error: unknown) => log.warn({ err: error, code }, 'a schedule could not beat'))
    }, BEAT_MS).unref()
    try {
      const result = (await known.get(code)?.run(kernel, stop.signal)) ?? {}
      await finish({ code, logId }, 'succeeded', result)
    } catch (error) {
      log.error({ err: error, code }, 'scheduled work failed')
      await finish({ code, logId }, 'failed', { error: error instanceof Error ? error.message.slice(0, 500) : '' })
    } finally {
      clearInterval(beat)
    }
  }

  /** The last word on a run, unless another process has meanwhile taken ours for dead. */
  const finish = ({ code, logId }: Claimed, state: string, result: object) =>
    database.inTenant(actor, async (db) => {
      await db
        .updateTable('cron_log')
        .set({ state, result: JSON.stringify(result), end_time: sql`now()` })
        .where('id', '=', logId)
        .where('state', '=', 'running')
        .execute()
      await db
        .updateTable('cron_job')
        .set({ runner: null, beat_time: null, lost: 0, last_state: state })
        .where('code', '=', code)
        .where('runner', '=', runner)
        .execute()
    })

  return {
    known,
    async begin() {
      if (kernel.config.DIGAO_JOBS === 0) return
      await database.inTenant(actor, (db) => plant(db, known))
      timer = setInterval(() => void poke(), BEAT_MS).unref()
    },
    poke,
    async close() {
      stop.abort()
      clearInterval(timer)
      await Promise.race([
        Promise.allSettled([running, ...apart]),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ])
    },
  }
}

/** New schedules get their row; those of rows that an administrator changed keep what he set. */
async function plant(db: Db, known: ReadonlyMap<string, Schedule>) {
  const rows = Array.from(known, ([code, { cron }]) => ({ code, cron, next_time: nextRun(cron, new Date()) ?? null }))
  if (rows.length === 0) return
  await db
    .insertInto('cron_job')
    .values(rows)
    .onConflict((clash) => clash.columns(['tenant_id', 'code']).doNothing())
    .execute()
}

/** Takes one schedule that is due, wanted, or left by a dead process. */
async function claim(db: Db, known: ReadonlyMap<string, Schedule>, runner: string): Promise<Claimed | undefined> {
  if (known.size === 0) return undefined
  const row = await db
    .selectFrom('cron_job')
    .selectAll()
    .where('code', 'in', [...known.keys()])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('runner', 'is', null),
          eb.or([eb('asked', '=', true), eb.and([eb('enabled', '=', true), eb('next_time', '<=', sql<Date>`now()`)])]),
        ]),
        eb('beat_time', '<', sql<Date>`now() - make_interval(secs => ${DEAD_SECONDS})`),
      ]),
    )
    .orderBy('next_time')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const died = row.runner !== null
  if (died) await buryRun(db, row.code)
  const hopeless = died && row.lost + 1 >= MOST_LOST
  await db
    .updateTable('cron_job')
    .set({
      asked: false,
      asked_by: '',
      runner: hopeless ? null : runner,
      beat_time: hopeless ? null : sql`now()`,
      lost: hopeless ? 0 : row.lost + (died ? 1 : 0),
      last_time: sql`now()`,
      last_state: hopeless ? 'lost' : 'running',
      // from now, not from when it was due: what was missed comes once
      next_time: nextRun(row.cron, new Date()) ?? null,
    })
    .where('id', '=', row.id)
    .execute()
  if (hopeless) return claim(db, known, runner)
  const { id } = await db
    .insertInto('cron_log')
    .values({ code: row.code, runner, asked_by: row.asked_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { code: row.code, logId: id }
}

const beatOf = (db: Db, code: string, runner: string) =>
  db
    .updateTable('cron_job')
    .set({ beat_time: sql`now()` })
    .where('code', '=', code)
    .where('runner', '=', runner)
    .execute()

const buryRun = (db: Db, code: string) =>
  db
    .updateTable('cron_log')
    .set({ state: 'lost', end_time: sql`now()` })
    .where('code', '=', code)
    .where('state', '=', 'running')
    .execute()
