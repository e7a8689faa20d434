import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { job } from '#contract/system.ts'
import type { Database } from './database.ts'
import { claim, requeueUnbegun } from './job-queue.ts'
import { openJobs } from './jobs.ts'
import { type Caller, testServer } from './testing.ts'

const { as, kernel } = await testServer()
const recovered: string[] = []
kernel.jobs.register<{ steps?: number }>(
  'count',
  async ({ input }) => ({ counted: input.steps ?? 1 }),
  async (_, __, jobId) => void recovered.push(jobId),
)

/** Makes the row look as if its taking was never answered: it says running, and nobody ever began it. */
const takenOnly = (who: Caller, id: string, secondsAgo: number) =>
  kernel.database.inTenant(who, (db) =>
    db
      .updateTable('job')
      .set({
        state: 'running',
        runner: '00000000-0000-7000-8000-000000000000',
        start_time: null,
        beat_time: new Date(Date.now() - secondsAgo * 1000),
      })
      .where('id', '=', id)
      .execute(),
  )

test('a job that was taken and never begun goes back to the queue and is done, not failed', async () => {
  const li = await as('zxs')
  const id = await kernel.database.inTenant(li, async (db) => {
    const queued = await kernel.jobs.start(db, li, {
      type: 'count',
      title: '计数',
      bizType: 'test',
      bizId: 'b1',
      input: { steps: 2 },
    })
    await db
      .updateTable('job')
      .set({ state: 'running', runner: '00000000-0000-7000-8000-000000000000', beat_time: new Date(0) })
      .where('id', '=', queued)
      .execute()
    return queued
  })
  expect(await li.done(id, 15)).toMatchObject({ state: 'succeeded', result: { counted: 2 } })
  expect(recovered).toEqual([])
})

test('what somebody took a moment ago is not taken from him', async () => {
  const li = await as('zxs')
  const id = await kernel.database.inTenant(li, (db) =>
    kernel.jobs.start(db, li, { type: 'count', title: '', bizType: '', bizId: '', input: {} }),
  )
  await li.done(id)
  await takenOnly(li, id, 5)
  await sleep(4_000)
  expect(await li(job.detail, { id })).toMatchObject({ state: 'running', startTime: null })
  await takenOnly(li, id, 60)
  expect(await li.done(id, 15)).toMatchObject({ state: 'succeeded' })
})

test('the age of a beat counts from when it was written, however long before its transaction began', async () => {
  const li = await as('zxs')
  // of a kind that this server does not know, so that it leaves it alone
  const { id } = await kernel.database.inTenant(li, (db) =>
    db
      .insertInto('job')
      .values({ type: 'left alone', title: '', biz_type: '', biz_id: '', input: '{}', create_user: li.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  // a process that stalls after its begin was sent: the clock of the transaction stands still meanwhile
  const stalling: Database['onServer'] = (server, reason, work) =>
    kernel.database.onServer(server, reason, async (db) => {
      await sql`select 1`.execute(db)
      await sleep(1_500)
      return work(db)
    })
  const taken = await claim({ ...kernel.database, onServer: stalling }, randomUUID(), ['left alone'])
  expect(taken?.id).toBe(id)
  const { age } = await kernel.database.inTenant(li, (db) =>
    db
      .selectFrom('job')
      .select(sql<number>`extract(epoch from clock_timestamp() - beat_time)::float8`.as('age'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  expect(age).toBeLessThan(1)
})

test('a job that its own process takes again while its first try to begin is held up runs once and still hears a cancel', async () => {
  const li = await as('zxs')
  const { database, signals, push, log } = kernel
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let holding = true
  const slow: Database = {
    ...database,
    async inTenant(actor, work, ...rest) {
      if (holding) {
        holding = false
        await held.promise
      }
      return database.inTenant(actor, work, ...rest)
    },
  }
  const jobs = openJobs({ database: slow, signals, push, log, slots: 4 })
  let runs = 0
  jobs.register('held up', (_, { signal }) => {
    runs += 1
    begun.resolve()
    return new Promise((_done, stop) => signal.addEventListener('abort', () => stop(new Error('stopped'))))
  })
  await jobs.begin(kernel, false)
  const id = await database.inTenant(li, (db) =>
    jobs.start(db, li, { type: 'held up', title: '', bizType: '', bizId: '', input: {} }),
  )
  const runner = () =>
    database.inTenant(li, (db) => db.selectFrom('job').select('runner').where('id', '=', id).executeTakeFirstOrThrow())
  await expect.poll(async () => (await runner()).runner).not.toBeNull()
  // another process thinks it was forgotten, and it is taken by the same one once more
  expect(await requeueUnbegun(database, 0)).toContain(id)
  await database.inTenant(li, (db) => sql`select pg_notify('digao_job', '')`.execute(db))
  await expect.poll(async () => (await runner()).runner).not.toBeNull()
  held.resolve()
  await begun.promise
  await li(job.cancel, { id })
  expect(await li.done(id, 5)).toMatchObject({ state: 'cancelled' })
  expect(runs).toBe(1)
  await jobs.close()
})

test('a job that begins while the others’ beat is on its way is not taken for lost', async () => {
  const li = await as('zxs')
  const { database, signals, push, log } = kernel
  const begun = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const slow: Database = {
    ...database,
    async onEveryServer(reason, work, ...rest) {
      const answers = await database.onEveryServer(reason, work, ...rest)
      if (!reason.includes('still run')) return answers
      // the answer names what beat; meanwhile another begins
      await start('second')
      await begun.promise
      setTimeout(told.resolve, 50)
      return answers
    },
  }
  const jobs = openJobs({ database: slow, signals, push, log, slots: 4 })
  const start = (type: string) =>
    database.inTenant(li, (db) => jobs.start(db, li, { type, title: '', bizType: '', bizId: '', input: {} }))
  jobs.register('first', async () => {
    await told.promise
    return {}
  })
  const lost: unknown[] = []
  jobs.register('second', async (_, { signal }) => {
    begun.resolve()
    await told.promise
    if (signal.aborted) lost.push(signal.reason)
    return {}
  })
  await jobs.begin(kernel, false)
  expect(await li.done(await start('first'), 15)).toMatchObject({ state: 'succeeded' })
  expect(lost).toEqual([])
  await jobs.close()
})
