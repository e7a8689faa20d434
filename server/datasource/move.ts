import { sql } from 'kysely'
import type { Client } from 'pg'
import { say } from '#contract/errors.ts'
import { audit, verifyChain } from '#server/kernel/audit.ts'
import { type Db, MAIN } from '#server/kernel/database.ts'
import { kysely } from '#server/kernel/database-pools.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { refusalFor } from '#server/kernel/failure.ts'
import type { Jobs, JobWork, Kernel, Progress } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context } from '#server/kernel/service.ts'
import { tenantTables } from '#server/kernel/tenant-tables.ts'
import { asTenant, compare, copyTable, deleteRows, sumOf } from './copy-tenant.ts'
import { asOwner, homeOf, markAway, markBack, settleResidence } from './residence.ts'
import { quietJobs } from './quiet-jobs.ts'

type MoveInput = { tenantId: string; from: string; to: string }
const TYPE = 'tenant.move'
/** How long what runs for the tenant may take to end once its doors are closed. */
const LOCK_MS = 30_000

/**
 * Begins to move a tenant to a data source; an empty id is the main server. Runs in the transaction of the platform's
 * administrator and answers the job's id. Refuses the platform itself, a place where it already is, a data source that has not
 * passed its test, and a second move at the same time.
 */
export async function startMove(context: Context, tenantId: string, datasourceId: string): Promise<string> {
  const { db, user, kernel, language } = context
  if (tenantId === PLATFORM) throw new Refusal('datasourcePlatform')
  const to = datasourceId || MAIN
  await sql`select pg_advisory_xact_lock(hashtextextended('move ' || ${tenantId}::text, 0))`.execute(db)
  const tenant = await kernel.database.acrossTenants('the tenant that is to be moved', (all) =>
    all
      .selectFrom('tenant')
      .select(['tenant_name', 'datasource_id'])
      .where('tenant_id', '=', tenantId)
      .where('is_deleted', '=', 0)
      .executeTakeFirst(),
  )
  if (!tenant) throw notFound()
  const from = tenant.datasource_id ?? MAIN
  if (from === to) throw new Refusal('datasourceHere')
  if (to !== MAIN) await checkTarget(context, to)
  const running = await db
    .selectFrom('job')
    .select('id')
    .where('type', '=', TYPE)
    .where('biz_id', '=', tenantId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (running) throw new Refusal('datasourceMoving')
  const actor = { tenantId: PLATFORM, userId: user.id }
  const title = say('moveTitle', language, { name: tenant.tenant_name })
  const input: MoveInput = { tenantId, from, to }
  const id = await kernel.jobs.start(db, actor, { type: TYPE, title, bizType: 'tenant', bizId: tenantId, input })
  await audit(context, {
    action: 'tenant.move',
    bizType: 'tenant',
    bizId: tenantId,
    before: { datasourceId: tenant.datasource_id ?? '' },
    after: { datasourceId, job: id },
  })
  return id
}

async function checkTarget({ db }: Context, id: string) {
  const row = await db
    .selectFrom('datasource')
    .select('state')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .forShare()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.state !== 'ok') throw new Refusal('datasourceNotReady')
}

/** Jobs of this kind run at the platform; one that died is put right by whoever finds it. */
export function registerMove(jobs: Jobs): void {
  jobs.register(TYPE, moveWork, (kernel, _, __, { tenantId, from, to }: MoveInput) =>
    recover(kernel, tenantId, [from, to]),
  )
}

async function recover(kernel: Kernel, tenantId: string, servers: readonly string[]) {
  for (const server of servers) await kernel.directory.prepare(server)
  await settleResidence(kernel, tenantId, servers)
  await kernel.directory.refresh()
}

/**
 * Copies everything of the tenant to its new server, proves the copy, turns the directory and only then deletes the old rows.
 * Whatever happens before the directory turns leaves the tenant where it was.
 */
const moveWork: JobWork<MoveInput> = async ({ kernel, jobId, input }, progress) => {
  const { tenantId, from, to } = input
  const { database, directory } = kernel
  try {
    await progress.at(1, 'movePrepares')
    await directory.prepare(from)
    await directory.prepare(to, [tenantId])
    if ((await homeOf(database, tenantId)) !== from) throw new Refusal('conflict')
    await progress.at(5, 'moveWaits')
    return await quietJobs({ kernel, tenantId, server: from, signal: progress.signal }, () =>
      asOwner(kernel, from, async (holder) => {
        await closeDoors(holder, tenantId)
        const rows = await copyAll(kernel, input, progress)
        progress.signal.throwIfAborted()
        await turn({ kernel, holder, jobId }, input)
        await progress.at(90, 'moveClears').catch(() => {})
        await settleResidence(kernel, tenantId, [from, to])
        await directory.refresh()
        return { rows }
      }),
    )
  } catch (error) {
    await settleResidence(kernel, tenantId, [from, to]).catch((worse: unknown) =>
      kernel.log.error(
        { err: worse, tenant: tenantId },
        'what a move left could not be cleared; the next move clears it',
      ),
    )
    // a server that went away is said as such; everything else stays what it is
    throw refusalFor(error) ?? error
  }
}

/** Holds the tenant's lock on this connection: its transactions are turned away until the connection ends, however it ends. */
async function closeDoors(holder: Client, tenantId: string) {
  try {
    await holder.query(`set lock_timeout = ${LOCK_MS}`)
    await holder.query(`select pg_advisory_lock(hashtextextended('tenant ' || $1, 0))`, [tenantId])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') throw new Refusal('moveBusy')
    throw error
  }
}

/** Copies all tables in one transaction of the new server, compares both sides and walks the audit chain. Answers how many rows. */
const copyAll = (kernel: Kernel, { tenantId, from, to }: MoveInput, progress: Progress): Promise<number> =>
  asOwner(kernel, from, (source) =>
    asOwner(kernel, to, async (target) => {
      await asTenant(source, tenantId)
      await asTenant(target, tenantId)
      const tables = await tenantTables(source)
      // what an earlier try has left
      await deleteRows(target, tables, tenantId)
      const filled: typeof tables = []
      for (const [at, table] of tables.entries()) {
        if ((await sumOf(source, table, tenantId)).rows === 0) continue
        await progress.at(10 + (60 * at) / tables.length, 'moveCopies', { table: table.name })
        await copyTable(source, target, table, tenantId)
        filled.push(table)
      }
      await target.query('set constraints all immediate')
      await progress.at(75, 'moveVerifies')
      let rows = 0
      for (const table of filled) rows += await compare(source, target, table, tenantId)
      const [before, after] = [await verifyChain(kysely(source)), await verifyChain(kysely(target))]
      // a chain that was tampered with is moved as it is: the move neither mends it nor hides it
      if (before.entries !== after.entries || before.broken !== after.broken)
        throw new Refusal('moveDiffers', { table: 'audit_event' })
      await target.query('commit')
      return rows
    }),
  )

/**
 * From here on the tenant lives there. The sign at the old door is set on the connection that holds it closed: had that been lost,
 * nothing of this would happen, and in between nobody is let in anywhere.
 */
async function turn({ kernel, holder, jobId }: { kernel: Kernel; holder: Client; jobId: string }, move: MoveInput) {
  const { tenantId, from, to } = move
  const { database } = kernel
  if (to !== MAIN) await database.onServer(to, 'a tenant arrives', (db) => markBack(db, tenantId))
  await holder.query('begin')
  await holder.query(`select set_config('app.tenant', $1, true)`, [tenantId])
  const there = kysely(holder)
  await markAway(there, tenantId)
  if (from !== MAIN) {
    await holder.query('commit')
    await database.acrossTenants('a tenant moves', async (db) => {
      await enterDirectory(db, move)
      if (to === MAIN) await markBack(db, tenantId)
      await stillRuns(db, jobId)
    })
    return
  }
  await enterDirectory(there, move)
  await holder.query(`select set_config('app.tenant', $1, true)`, [PLATFORM])
  await stillRuns(there, jobId)
  await holder.query('commit')
}

const enterDirectory = (db: Db, { tenantId, to }: MoveInput) =>
  db
    .updateTable('tenant')
    .set({ datasource_id: to === MAIN ? null : to })
    .where('tenant_id', '=', tenantId)
    .execute()

/** Unless somebody took this process for dead meanwhile, and has cleared what it copied. */
async function stillRuns(db: Db, jobId: string) {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('tenant_id', '=', PLATFORM)
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!job) throw new Refusal('jobDied')
}
