import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { job } from '#contract/system.ts'
import { Refusal } from './errors.ts'
import { LeftBehind } from './jobs.ts'
import { openKernel } from './open-kernel.ts'
import { type Caller, testServer } from './testing.ts'

const { as, kernel, databases } = await testServer()
type Input = { steps?: number; fail?: 'refusal' | 'bug' }

let waited = 0
const recovered: string[] = []
kernel.jobs.register<Input>(
  'count',
  async ({ input }, progress) => {
    for (let step = 1; step <= (input.steps ?? 1); step++) {
      await progress.at((step / (input.steps ?? 1)) * 100, 'ok', { step })
      await sleep(20, undefined, { signal: progress.signal })
      waited++
    }
    if (input.fail === 'refusal') throw new Refusal('creditCodeTaken', { name: '恒信' })
    if (input.fail === 'bug') throw new Error('the house is on fire')
    return { counted: input.steps ?? 1 }
  },
  async (_, __, jobId) => void recovered.push(jobId),
)

const start = (who: Caller, input: Input = {}, type = 'count') =>
  kernel.database.inTenant(who, (db) =>
    kernel.jobs.start(db, who, { type, title: '计数', bizType: 'test', bizId: 'b1', input }),
  )
const messages = (who: Caller) =>
  kernel.database.inTenant(who, (db) =>
    db
      .selectFrom('push_event')
      .select(['message_type', 'data'])
      .where('user_id', '=', who.userId)
      .orderBy('seq')
      .execute(),
  )

const long = async (_: unknown, { signal }: { signal: AbortSignal }) => {
  await sleep(30_000, undefined, { signal })
  return {}
}

test('a job runs, tells its progress in order, and keeps its result', async () => {
  const li = await as('zxs')
  const id = await start(li, { steps: 30 })
  const ended = await li.done(id)
  expect(ended).toMatchObject({
    state: 'succeeded',
    progress: 100,
    result: { counted: 30 },
    error: '',
    bizId: 'b1',
    title: '计数',
  })
  const told = await messages(li)
  const states = told.map(({ data }) => data as { id: string; state: string; progress: number })
  expect(told.every((row) => row.message_type === 'JOB')).toBe(true)
  expect(states[0]).toMatchObject({ id, state: 'running', progress: 0 })
  expect(states.at(-1)).toMatchObject({ id, state: 'succeeded', progress: 100 })
  const steps = states.map(({ progress }) => progress)
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  // 30 steps in 0.6 s are told in a handful of messages
  expect(states.length).toBeGreaterThan(3)
  expect(states.length).toBeLessThan(10)
})

test('a job of a transaction that fails never runs', async () => {
  const li = await as('zxs')
  const failing = kernel.database.inTenant(li, async (db) => {
    await kernel.jobs.start(db, li, { type: 'count', title: '', bizType: '', bizId: '', input: {} })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await li(job.list, {})).toMatchObject({ total: 0 })
})

test('a job that refuses says why, in the reader’s language; a bug says only its trace', async () => {
  const li = await as('zxs')
  const refused = await li.done(await start(li, { fail: 'refusal' }))
  expect(refused).toMatchObject({ state: 'failed', error: '该统一社会信用代码的企业已存在：恒信' })
  expect(await li(job.detail, { id: refused.id }, { 'accept-language': 'en' })).toMatchObject({
    error: 'An enterprise with this credit code exists: 恒信',
  })
  const broken = await li.done(await start(li, { fail: 'bug' }))
  expect(broken).toMatchObject({ state: 'failed', error: `服务器异常（追踪号 ${broken.id}）` })
})

test('a running job is cancelled soon, a waiting one at once, an ended one not', async () => {
  const li = await as('zxs')
  const running = await start(li, { steps: 500 })
  await expect.poll(async () => (await li(job.detail, { id: running })).state).toBe('running')
  await li(job.cancel, { id: running })
  expect(await li.done(running, 5)).toMatchObject({ state: 'cancelled' })
  const before = waited
  await sleep(100)
  expect(waited).toBe(before)
  await expect(li(job.cancel, { id: running })).rejects.toMatchObject({ code: 400, message: '任务已经结束' })
})

test('nobody else sees or cancels one’s job', async () => {
  const li = await as('zxs')
  const wang = await as('admin')
  const id = await start(li)
  await expect(wang(job.detail, { id })).rejects.toMatchObject({ code: 404 })
  await expect(wang(job.cancel, { id })).rejects.toMatchObject({ code: 404 })
})

test('a job whose process died is marked failed, put right, and its owner told', async () => {
  const li = await as('zxs')
  const id = await start(li, { steps: 500 })
  await expect.poll(async () => (await li(job.detail, { id })).startTime).not.toBeNull()
  // what kill -9 leaves: a row that says running, of a runner that will never beat again
  await kernel.database.inTenant(li, (db) =>
    db
      .updateTable('job')
      .set({ runner: '00000000-0000-7000-8000-000000000000', beat_time: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  expect(await li.done(id, 15)).toMatchObject({
    state: 'failed',
    error: '服务在处理过程中停止，任务没有完成，请重新发起',
  })
  expect(recovered).toContain(id)
  expect((await messages(li)).at(-1)).toMatchObject({ data: { id, state: 'failed' } })
})

/** Makes the row look as if its process had not been heard of for a minute. */
const silenced = (who: Caller, id: string) =>
  kernel.database.inTenant(who, (db) =>
    db
      .updateTable('job')
      .set({ beat_time: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute(),
  )

test('a job says failed only once what it left is put right, however often that takes a try', async () => {
  const li = await as('zxs')
  const tries: string[] = []
  kernel.jobs.register('stubborn', long, async (_, __, id) => {
    tries.push((await li(job.detail, { id })).state)
    if (tries.length > 1) return
    await silenced(li, id)
    throw new Error('the database is away')
  })
  const id = await start(li, {}, 'stubborn')
  await expect.poll(async () => (await li(job.detail, { id })).startTime).not.toBeNull()
  await kernel.database.inTenant(li, (db) =>
    db
      .updateTable('job')
      .set({ runner: '00000000-0000-7000-8000-000000000000', beat_time: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute(),
  )
  expect(await li.done(id, 20)).toMatchObject({ state: 'failed' })
  expect(tries).toEqual(['running', 'running'])
})

test('a job that could not put right what it left is taken for dead, though its process lives', async () => {
  const li = await as('zxs')
  let settled = false
  kernel.jobs.register(
    'leaving',
    async () => {
      throw new LeftBehind(new Error('the database is away'))
    },
    async () => void (settled = true),
  )
  // another job keeps the process beating
  const beside = await start(li, {}, 'stubborn')
  const id = await start(li, {}, 'leaving')
  await expect.poll(async () => (await li(job.detail, { id })).startTime).not.toBeNull()
  await sleep(100)
  await silenced(li, id)
  expect(await li.done(id, 20)).toMatchObject({ state: 'failed' })
  expect(settled).toBe(true)
  await li(job.cancel, { id: beside })
})

test('two processes share the work, and each job runs once', async () => {
  const li = await as('zxs')
  const second = await openKernel({
    config: kernel.config,
    secrets: kernel.secrets,
    log: kernel.log,
    app: databases.app,
  })
  const there: string[] = []
  second.jobs.register('shared', async ({ jobId }, { signal }) => {
    there.push(jobId)
    await sleep(60, undefined, { signal })
    return {}
  })
  kernel.jobs.register('shared', async ({ jobId }) => {
    there.push(jobId)
    await sleep(60)
    return {}
  })
  await second.jobs.begin(second, false)
  const ids = await Promise.all(Array.from({ length: 12 }, () => start(li, {}, 'shared')))
  for (const id of ids) expect(await li.done(id)).toMatchObject({ state: 'succeeded' })
  expect([...there].sort()).toEqual([...ids].sort())
  await second.close()
})

test('a process that stops in order gives its jobs back as failed, and they are put right', async () => {
  const li = await as('zxs')
  const second = await openKernel({
    config: kernel.config,
    secrets: kernel.secrets,
    log: kernel.log,
    app: databases.app,
  })
  const back: string[] = []
  second.jobs.register('long', long, async (_, __, id) => void back.push(id))
  await second.jobs.begin(second, false)
  const id = await second.database.inTenant(li, (db) =>
    second.jobs.start(db, li, { type: 'long', title: '', bizType: '', bizId: '', input: {} }),
  )
  await expect.poll(async () => (await li(job.detail, { id })).startTime).not.toBeNull()
  await li(job.detail, { id })
  await second.close()
  expect(await li(job.detail, { id })).toMatchObject({
    state: 'failed',
    error: '服务在处理过程中停止，任务没有完成，请重新发起',
  })
  expect(back).toEqual([id])
})

test('a cancel is heard by the process that runs the job, whichever took the call', async () => {
  const li = await as('zxs')
  const second = await openKernel({
    config: kernel.config,
    secrets: kernel.secrets,
    log: kernel.log,
    app: databases.app,
  })
  second.jobs.register('far', async (_, { signal }) => {
    await sleep(30_000, undefined, { signal })
    return {}
  })
  await second.jobs.begin(second, false)
  const id = await second.database.inTenant(li, (db) =>
    second.jobs.start(db, li, { type: 'far', title: '', bizType: '', bizId: '', input: {} }),
  )
  await expect.poll(async () => (await li(job.detail, { id })).startTime).not.toBeNull()
  await li(job.cancel, { id })
  expect(await li.done(id, 5)).toMatchObject({ state: 'cancelled' })
  await second.close()
})
