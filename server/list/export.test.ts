import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { EXPORT_JOB, list, RESULT_DAYS } from '#contract/list.ts'
import { job } from '#contract/system.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { sweepResults } from './result-file.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

let made = 0
const draft = (over: object = {}) => {
  made += 1
  return { enterpriseName: `企业${made}`, creditCode: testCreditCode(made), ...over }
}

/** The cells of a workbook's first sheet, the head included. */
const cellsOf = async (bytes: Buffer) => (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? []

const exported = async (who: Caller, over: object = {}, language = 'zh-CN') => {
  const { jobId } = await who(list.export, { list: 'enterprise', ...over }, { 'accept-language': language })
  const ended = await who.done(jobId)
  expect(ended).toMatchObject({ state: 'succeeded', error: '' })
  const { body } = await who.download(file.download, { id: String(ended.result['fileId']) })
  return { cells: await cellsOf(body), result: ended.result }
}

describe('an export', () => {
  test('is the filtered list to the row, in the order and with the columns asked for', async () => {
    const firm = await server.as('admin', '甲', await server.tenant())
    const { firmId } = await firm(enterprise.save, draft({ enterpriseName: '华东' }))
    // more than two pages of what the export reads at a time
    await server.kernel.database.inTenant({ tenantId: firm.tenantId, userId: firm.userId }, (db) =>
      sql`insert into firm_enterprise (firm_id, enterprise_name, credit_code)
        select ${firmId}::uuid, case n % 4 when 0 then '华北' else '华东' end || n, 'X' || lpad((n * 7919 % 100003)::text, 17, '0')
        from generate_series(1, 1600) n`.execute(db),
    )
    const query = { enterpriseName: '华东', descs: 'creditCode' }
    const { cells, result } = await exported(firm, { query, columns: ['creditCode', 'enterpriseName', 'actions'] })
    const onScreen = []
    for (const current of [1, 2, 3])
      onScreen.push(...(await firm(enterprise.list, { ...query, size: 500, current })).records)
    expect(onScreen).toHaveLength(1201)
    expect(cells).toEqual([
      ['统一社会信用代码', '企业名称'],
      ...onScreen.map(({ creditCode, enterpriseName }) => [creditCode, enterpriseName]),
    ])
    expect(result).toMatchObject({ rows: 1201 })
  })

  test('reaches no further than the person: a consultant gets his own', async () => {
    await admin(enterprise.save, draft())
    const own = await zxs(enterprise.save, draft())
    const { cells } = await exported(zxs, { columns: ['creditCode'] })
    expect(cells).toEqual([['统一社会信用代码'], [own.creditCode]])
  })

  test('names values and heads in the language of whoever asks', async () => {
    const saved = await admin(enterprise.save, draft({ accountingStandard: 'small' }))
    const { cells } = await exported(
      admin,
      { query: { creditCode_equal: saved.creditCode }, columns: ['accountingStandard', 'projectCount'] },
      'en',
    )
    expect(cells).toEqual([
      ['Accounting standard', 'Projects'],
      ['CAS for small entities', 0],
    ])
  })

  test('writes text that looks like a formula as text no spreadsheet computes, and leaves telephone numbers', async () => {
    const texts = ['=1+1', '+cmd|calc', '-2+3+cmd', '@SUM(A1)', '+86 755-8300 0000']
    for (const contact of texts) await admin(enterprise.save, draft({ contact, industry: '公式' }))
    const { cells } = await exported(admin, { query: { industry: '公式' }, columns: ['contact'] })
    const written = ["'=1+1", "'+cmd|calc", "'-2+3+cmd", "'@SUM(A1)", '+86 755-8300 0000']
    expect(new Set(cells.slice(1).flat())).toEqual(new Set(written))
  })

  test('as csv guards the same texts, and names the file so', async () => {
    const contact = '=HYPERLINK("http://x","y")'
    await admin(enterprise.save, draft({ contact, industry: '逗号分隔' }))
    const query = { industry: '逗号分隔' }
    const { jobId } = await admin(list.export, { list: 'enterprise', query, columns: ['contact'], format: 'csv' })
    const { result } = await admin.done(jobId)
    expect(result['fileName']).toMatch(/\.csv$/)
    const { body } = await admin.download(file.download, { id: String(result['fileId']) })
    expect(body.toString('utf8')).toBe('\uFEFF联系人\r\n"\'=HYPERLINK(""http://x"",""y"")"\r\n')
  })

  test('of chosen rows holds these and no others', async () => {
    const [one, two] = [await admin(enterprise.save, draft()), await admin(enterprise.save, draft())]
    await admin(enterprise.save, draft())
    const { cells } = await exported(admin, {
      ids: [one.id, two.id],
      columns: ['creditCode'],
      query: { ascs: 'creditCode' },
    })
    expect(cells.slice(1)).toEqual([[one.creditCode], [two.creditCode]])
  })

  test('is nobody else’s file, is gone after its term, and refuses unknown lists and people without the grant', async () => {
    const { result } = await exported(admin)
    const id = String(result['fileId'])
    await expect(zxs.download(file.download, { id })).rejects.toMatchObject({ code: 404 })
    await expect(admin(list.export, { list: 'nothing' })).rejects.toMatchObject({ message: '没有名为“nothing”的列表' })
    const normal = await server.as('normal')
    await expect(normal(list.export, { list: 'enterprise' })).rejects.toMatchObject({ code: 403 })
    await sweepResults(server.kernel.database)
    expect((await admin.download(file.download, { id })).body.length).toBeGreaterThan(0)
    await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: admin.userId }, (db) =>
      db
        .updateTable('file')
        .set({ create_time: sql`now() - make_interval(days => ${RESULT_DAYS}, hours => 1)` })
        .where('id', '=', id)
        .execute(),
    )
    await sweepResults(server.kernel.database)
    await expect(admin.download(file.download, { id })).rejects.toMatchObject({ code: 404 })
  })

  test('does not run for somebody who was disabled meanwhile', async () => {
    const leaver = await server.as('admin', '离职')
    const done = await admin.done((await admin(list.export, { list: 'enterprise' })).jobId)
    const actor = { tenantId: leaver.tenantId, userId: leaver.userId }
    const jobId = await server.kernel.database.inTenant(actor, async (db) => {
      const { input } = await db.selectFrom('job').select('input').where('id', '=', done.id).executeTakeFirstOrThrow()
      const session = await db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', leaver.userId)
        .executeTakeFirstOrThrow()
      await db.updateTable('app_user').set({ status: 0 }).where('id', '=', leaver.userId).execute()
      const asked = { ...(input as object), sessionId: session.id }
      return server.kernel.jobs.start(db, actor, {
        type: EXPORT_JOB,
        title: '',
        bizType: 'list',
        bizId: '',
        input: asked,
      })
    })
    const ended = () =>
      server.kernel.database.inTenant(actor, (db) =>
        db.selectFrom('job').select(['state', 'error', 'result']).where('id', '=', jobId).executeTakeFirstOrThrow(),
      )
    await expect.poll(async () => (await ended()).state, { timeout: 10_000 }).toBe('failed')
    expect(await ended()).toMatchObject({ error: { key: 'rightsGone' }, result: {} })
  })

  test('stops when it is cancelled, leaves no file, and can be tried again by its person only', async () => {
    // held up where it reads, until it has heard that it should stop
    const actor = { tenantId: admin.tenantId, userId: admin.userId }
    const jobId = await server.kernel.database.inTenantBulk(actor, async (db) => {
      await sql`lock table firm_project in access exclusive mode`.execute(db)
      const asking = server.kernel.database.inTenant(actor, async (own) => {
        const { input } = await own
          .selectFrom('job')
          .select('input')
          .where('type', '=', EXPORT_JOB)
          .where('create_user', '=', admin.userId)
          .orderBy('create_time', 'desc')
          .executeTakeFirstOrThrow()
        return server.kernel.jobs.start(own, actor, {
          type: EXPORT_JOB,
          title: '企业',
          bizType: 'list',
          bizId: 'enterprise',
          input: input as object,
        })
      })
      const started = await asking
      await expect.poll(async () => (await admin(job.detail, { id: started })).state).toBe('running')
      await admin(job.cancel, { id: started })
      return started
    })
    expect(await admin.done(jobId)).toMatchObject({ state: 'cancelled', result: {} })
    await expect(zxs(list.retry, { id: jobId })).rejects.toMatchObject({ code: 404 })
    const again = await admin(list.retry, { id: jobId })
    expect(await admin.done(again.jobId)).toMatchObject({ state: 'succeeded' })
    await expect(admin(list.retry, { id: again.jobId })).rejects.toMatchObject({
      message: '这个任务不能重试，请重新发起',
    })
  })
})
