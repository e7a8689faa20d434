import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { message } from '#contract/notice.ts'
import { schedule } from '#contract/schedule.ts'
import { attachment, storage } from '#contract/storage.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { logsOf } from './log-buffer.ts'
import { nextRun, registerSchedule, schedulesOf } from './schedules.ts'
import { noteUsual } from './usual-log.ts'

const server = await testServer()
const { as, kernel, tenant } = server
const operator = await as('administrator', '平台', { tenantId: PLATFORM })
const at = { tenantId: PLATFORM, userId: '' }

const jobOf = async (code: string) => {
  const { records } = await operator(schedule.list, { code_equal: code })
  const [job] = records
  if (!job) throw new Error(`no job ${code}`)
  return job
}
/** Runs it and answers how that ended. */
const ran = async (code: string) => {
  const before = (await operator(schedule.log, { code_equal: code })).total
  await operator(schedule.run, { id: (await jobOf(code)).id })
  for (let tries = 0; tries < 200; tries++, await sleep(30)) {
    const { records, total } = await operator(schedule.log, { code_equal: code })
    if (total > before && records[0] && records[0].state !== 'running') return records[0]
  }
  throw new Error(`${code} did not end`)
}
const asOwner = async (text: string, values: unknown[]) => {
  const root = new Client(server.databases.admin)
  await root.connect()
  await root.query(text, values)
  await root.end()
}

test('an expression is read on China’s clock; what is none, or has seconds, is not', () => {
  expect(nextRun('30 2 * * *', new Date('2026-01-01T00:00:00Z'))?.toISOString()).toBe('2026-01-01T18:30:00.000Z')
  for (const wrong of ['', '* * * *', '*/5 * * * * *', '61 * * * *', '0 0 31 2 *', 'x y z a b', '@hourly'])
    expect(nextRun(wrong, new Date())).toBeUndefined()
})

test('the platform sees what comes round, sets another time, and is told of a wrong one', async () => {
  const job = await jobOf('log.retention')
  expect(job).toMatchObject({ title: '清理过期日志', cron: '30 2 * * *', enabled: true })
  const changed = await operator(schedule.submit, { id: job.id, cron: '0 5 * * 1', version: job.version })
  expect(changed).toMatchObject({ cron: '0 5 * * 1', nextTime: expect.stringMatching(/05:00:00$/) })
  await expect(operator(schedule.submit, { id: job.id, cron: '99 * * * *' })).rejects.toThrow(
    '执行时间“99 * * * *”不正确',
  )
  await expect(operator(schedule.submit, { id: job.id, cron: '* * * * *', version: 1 })).rejects.toMatchObject({
    code: 409,
  })
  expect(await operator(schedule.submit, { id: job.id, enabled: false })).toMatchObject({
    enabled: false,
    nextTime: null,
  })
  expect(await operator(schedule.next, { cron: '0 0 1 1 *' })).toHaveLength(5)
  const boss = await as('admin', '陈立新')
  await expect(boss(schedule.list, {})).rejects.toMatchObject({ code: 403 })
})

test('of many processes one runs what is due; a dead one’s run comes again; what was missed comes once', async () => {
  let runs = 0
  const other = await testServer()
  // a second process on the same database
  const twin = { ...kernel, log: other.kernel.log }
  for (const one of [kernel, twin])
    registerSchedule(one, 'test.count', {
      title: { zh: '数', en: 'Count' },
      cron: '0 0 1 1 *',
      run: async () => {
        runs++
        await sleep(50)
        return { runs }
      },
    })
  await kernel.database.inTenant(at, (db) =>
    db
      .insertInto('cron_job')
      .values({ code: 'test.count', cron: '0 0 1 1 *', next_time: sql`now() - interval '3 years'` })
      .execute(),
  )
  await Promise.all([schedulesOf(kernel).poke(), schedulesOf(twin).poke()])
  expect(runs).toBe(1)
  // its process died a minute ago, in the middle
  await kernel.database.inTenant(at, (db) =>
    db
      .updateTable('cron_job')
      .set({
        runner: PLATFORM.padEnd(8, '0') + '-0000-4000-8000-000000000000',
        beat_time: sql`now() - interval '2 minutes'`,
      })
      .where('code', '=', 'test.count')
      .execute(),
  )
  await Promise.all([schedulesOf(kernel).poke(), schedulesOf(twin).poke()])
  expect(runs).toBe(2)
  expect(await jobOf('test.count')).toMatchObject({ running: false, lastState: 'succeeded' })
})

test('work that fails says so in its log and comes again', async () => {
  registerSchedule(kernel, 'test.fail', {
    title: { zh: '败', en: 'Fail' },
    cron: '0 0 1 1 *',
    run: () => Promise.reject(new Error('the reason')),
  })
  await schedulesOf(kernel).begin()
  expect(await ran('test.fail')).toMatchObject({ state: 'failed', result: { error: 'the reason' }, askedBy: '平台' })
  expect((await jobOf('test.fail')).nextTime).not.toBeNull()
})

test('old logs go, young ones and the audit stay', async () => {
  const boss = await as('admin', '陈立新', await tenant())
  noteUsual(kernel, { user: { ...boss, id: boss.userId, realName: '陈' }, address: '', trace: '' }, { action: 'young' })
  await logsOf(kernel).flush()
  await asOwner(
    `insert into usual_log (tenant_id, action, create_time) values ($1, 'old', now() - interval '20 years')`,
    [boss.tenantId],
  )
  expect(await ran('log.retention')).toMatchObject({ state: 'succeeded' })
  const rows = await kernel.database.inTenant(boss, async (db) => ({
    usual: await db.selectFrom('usual_log').select('action').execute(),
    audit: await db.selectFrom('audit_event').select('seq').execute(),
  }))
  expect(rows.usual).toEqual([{ action: 'young' }])
  expect(rows.audit.length).toBeGreaterThan(0)
})

test('a broken chain is found at night, and its administrators are told', async () => {
  const boss = await as('admin', '陈立新', await tenant())
  expect(await ran('audit.verify')).toMatchObject({ state: 'succeeded' })
  await asOwner(`update audit_event set actor_name = '别人' where tenant_id = $1 and seq = 1`, [boss.tenantId])
  const run = await ran('audit.verify')
  expect(run.result['broken']).toEqual(expect.arrayContaining([`${boss.tenantId} #1 changed`]))
  expect((await boss(message.list, {})).records).toMatchObject([
    {
      type: 'security',
      level: 'bad',
      title: '审计链校验未通过',
      body: expect.stringContaining('第 1 条'),
      link: '/system/audit',
    },
  ])
})

/** A file of a tenant as an upload leaves it, and its content's address. */
async function stored(who: Caller, name: string, text: string) {
  const path = join(server.folder, 'tmp', name)
  const { mkdir, writeFile } = await import('node:fs/promises')
  await mkdir(join(server.folder, 'tmp'), { recursive: true })
  await writeFile(path, text)
  const { sha256, size } = await kernel.blobs.putFile(who, path)
  const { id } = await kernel.database.inTenant(who, (db) =>
    db
      .insertInto('file')
      .values({ name, sha256, size: BigInt(size), purpose: 'financial', owner_id: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, sha256 }
}

test('attachments are listed, read and deleted for a reason; what a ledger was read from stays', async () => {
  const boss = await as('admin', '陈立新', await tenant())
  const { id } = await stored(boss, '余额表.xlsx', 'one')
  const { id: source } = await stored(boss, '序时账.xlsx', 'two')
  await asOwner(`set session_replication_role = replica`, [])
  const root = new Client(server.databases.admin)
  await root.connect()
  await root.query('set session_replication_role = replica')
  await root.query(
    `insert into dataset_file (tenant_id, dataset_id, file_no, file_id, name, sha256) values ($1, gen_random_uuid(), 1, $2, 'x', $3)`,
    [boss.tenantId, source, createHash('sha256').update('two').digest('hex')],
  )
  await root.end()
  const { records } = await boss(attachment.list, { ascs: 'name' })
  expect(records.map(({ name, held, createUserName }) => ({ name, held, createUserName }))).toEqual(
    expect.arrayContaining([
      { name: '余额表.xlsx', held: false, createUserName: '陈立新' },
      { name: '序时账.xlsx', held: true, createUserName: '陈立新' },
    ]),
  )
  expect((await boss.download(attachment.download, { id })).body.toString()).toBe('one')
  await expect(boss(attachment.remove, { ids: id, reason: ' ' })).rejects.toThrow('请填写删除原因')
  await expect(boss(attachment.remove, { ids: `${id},${source}`, reason: '重复' })).rejects.toThrow(
    '“序时账.xlsx”是账套数据的来源文件',
  )
  expect((await boss(attachment.list, {})).total).toBe(2)
  await boss(attachment.remove, { ids: id, reason: '重复' })
  await expect(boss.download(attachment.download, { id })).rejects.toMatchObject({ code: 404 })
  const stranger = await as('admin', '外人', await tenant())
  await expect(stranger.download(attachment.download, { id: source })).rejects.toMatchObject({ code: 404 })
  await expect(stranger(attachment.remove, { ids: source, reason: '偷' })).rejects.toMatchObject({ code: 404 })
})

test('a scan names content that no file names and files whose content is gone; cleaning deletes only the former', async () => {
  const boss = await as('admin', '陈立新', await tenant())
  const orphan = await stored(boss, '无主.bin', 'orphan')
  const gone = await stored(boss, '丢失.bin', 'gone')
  const kept = await stored(boss, '在.bin', 'kept')
  await kernel.database.inTenant(boss, (db) => db.deleteFrom('file').where('id', '=', orphan.id).execute())
  await asOwner(`update blob set create_time = now() - interval '2 days' where tenant_id = $1`, [boss.tenantId])
  await rm(kernel.stores.home.pathOf(`${boss.tenantId}/${gone.sha256.slice(0, 2)}/${gone.sha256}`) ?? '')

  const { jobId } = await operator(storage.scan, {})
  await operator.done(jobId)
  expect(await operator(storage.orphans, {})).toMatchObject({
    blobs: 1,
    bytes: 6,
    missing: [{ tenantId: boss.tenantId, fileId: gone.id, name: '丢失.bin' }],
    missingCount: 1,
  })
  const cleaned = await operator.done((await operator(storage.clean, {})).jobId)
  expect(cleaned).toMatchObject({ state: 'succeeded', result: { blobs: 1, bytes: 6 } })
  const keyOf = (sha256: string) => `${boss.tenantId}/${sha256.slice(0, 2)}/${sha256}`
  expect(await kernel.stores.home.has(keyOf(orphan.sha256))).toBe(false)
  expect(await kernel.stores.home.has(keyOf(kept.sha256))).toBe(true)
  // the same content again is stored again
  const again = await stored(boss, '又来.bin', 'orphan')
  expect((await boss.download(attachment.download, { id: again.id })).body.toString()).toBe('orphan')
  await expect(boss(storage.orphans, {})).rejects.toMatchObject({ code: 403 })
})

test('the store is tried by a probe, its place shown without secrets, its use by tenant', async () => {
  const tried = await operator.done((await operator(storage.test, {})).jobId)
  expect(tried.result).toMatchObject({ ok: true, step: '' })
  const info = await operator(storage.info, {})
  expect(info).toMatchObject({ kind: 'disk', secretSet: false })
  expect(info.capacity).toBeGreaterThan(info.free)
  const boss = await as('admin', '陈立新', await tenant('用量事务所'))
  await stored(boss, 'a.bin', '12345')
  await stored(boss, 'b.bin', '12345')
  const { records } = await operator(storage.usage, { tenantName: '用量' })
  expect(records).toMatchObject([{ tenantId: boss.tenantId, files: 2, bytes: 10, stored: 5 }])
})
