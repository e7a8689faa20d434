import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { auth } from '#contract/auth.ts'
import { enterprise } from '#contract/enterprise.ts'
import { list } from '#contract/list.ts'
import { log } from '#contract/log.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { loggedParams } from './logged-params.ts'
import { logsOf } from './log-buffer.ts'
import { plainLine, plainLines } from './plain-text.ts'
import { noteSignIn } from './sign-in-log.ts'
import { noteUsual } from './usual-log.ts'

const server = await testServer()
const { as, kernel, tenant } = server
const admin = await as('admin', '刘敏')
const written = () => logsOf(kernel).flush()

test('a write is in the log of calls with who, what, how long and its trace; a read is not', async () => {
  const saved = await admin(enterprise.save, { enterpriseName: '南溟', creditCode: testCreditCode(1) })
  await admin(enterprise.detail, { id: saved.id })
  await written()
  const { records } = await admin(log.api, { path: 'firmEnterprise', size: 50 })
  expect(records).toMatchObject([
    { path: enterprise.save.path, method: 'POST', status: 200, userName: '刘敏', params: { enterpriseName: '南溟' } },
  ])
  const [call] = records
  const trace = await admin(log.trace, { traceId: call?.traceId ?? '' })
  expect(trace.map(({ kind }) => kind).toSorted()).toEqual(['api', 'operation'])
  const { records: operations } = await admin(audit.list, { traceId_equal: call?.traceId ?? '' })
  expect(operations).toMatchObject([{ action: 'enterprise.save', bizId: saved.id }])
})

test('a refused write is there too, with its status', async () => {
  const zhao = await as('student', '赵一鸣')
  await expect(zhao(enterprise.save, { enterpriseName: '无权', creditCode: testCreditCode(2) })).rejects.toThrow(
    '请求被拒绝',
  )
  await written()
  expect((await admin(log.api, { status_equal: '403' })).records).toMatchObject([{ userName: '赵一鸣', status: 403 }])
})

test('no secret of a call reaches the log, however it is spelt or nested', () => {
  const body = {
    account: 'li',
    password: 'p1',
    newPassword: 'p2',
    smsCode: 'p3',
    code: 'p4',
    clientSecret: 'p5',
    S3_ACCESS_KEY: 'p6',
    creditCode: '9144',
    deep: { refresh_token: 'p7', list: [{ Passwd: 'p8' }] },
    data: 'p9',
    ticket: 'p10',
  }
  const request = { params: {}, query: { 'Sc-Auth': 'bearer p0' }, body } as never
  const shown = JSON.stringify(loggedParams('/sc-system/user/submit', request))
  expect(shown).not.toMatch(/p\d/)
  expect(shown).toContain('9144')
  expect(loggedParams(auth.token.path, request)).toEqual({})
})

test('telephone numbers and e-mail addresses stand in the log of calls only in part', () => {
  const body = {
    phone: '13812345678',
    tel: 13912345678,
    remark: '电话 +86 137-1234-5678，邮箱 li.si+tax@example.com',
    id: '01a1fee4-ad60-7a02-8d08-13812345678f',
    amount: 138123456789,
  }
  expect(loggedParams('/sc-system/user/submit', { params: {}, query: {}, body } as never)).toEqual({
    phone: '138****5678',
    tel: '139****5678',
    remark: '电话 +86 137****5678，邮箱 l***@example.com',
    id: '01a1fee4-ad60-7a02-8d08-13812345678f',
    amount: 138123456789,
  })
  const query = { name: `${'x'.repeat(194)} 13812345678` }
  expect(JSON.stringify(loggedParams('/x', { params: {}, query, body: {} } as never))).not.toContain('13812')
})

test('huge input is cut, and what cannot be read as JSON is left out', () => {
  const request = {
    params: {},
    query: {},
    body: { list: Array.from({ length: 9999 }, () => 'x'.repeat(999)) },
  } as never
  expect(JSON.stringify(loggedParams('/x', request)).length).toBeLessThan(5000)
})

test('line breaks, escapes and direction marks cannot forge a log line', async () => {
  expect(plainLine('ok\r\n2026 admin signed in\u001b[2K\u202e', 99)).toBe('ok 2026 admin signed in [2K')
  expect(plainLines('one\r\ntwo\u001b[31m', 99)).toBe('one\ntwo [31m')
  const hostile = '李\r\n\u001b[31m管理员 登录成功\u0000'
  noteUsual(
    kernel,
    { user: { ...admin, id: admin.userId, realName: '刘敏' }, address: '::1', trace: 't1' },
    { action: 'export', detail: hostile },
  )
  await written()
  const { records } = await admin(log.usual, { action_equal: 'export' })
  expect(records).toMatchObject([{ detail: '李 [31m管理员 登录成功', userName: '刘敏' }])
})

test('a fault is in the log of errors: its place for the tenant, its stack for the platform only', async () => {
  const where = await tenant()
  const boss = await as('admin', '陈立新', where)
  const root = new Client(server.databases.admin)
  await root.connect()
  await root.query('alter table browser_log rename to browser_log_gone')
  await expect(boss(log.browser, {})).rejects.toMatchObject({ code: 500 })
  await root.query('alter table browser_log_gone rename to browser_log')
  await root.end()
  await written()
  const { records } = await boss(log.error, {})
  expect(records).toMatchObject([{ path: log.browser.path, message: '', stack: '', name: '', userName: '陈立新' }])
  const operator = await as('administrator', '平台', { tenantId: PLATFORM })
  const seen = await operator(log.error, { tenantId: where.tenantId })
  expect(seen.records).toMatchObject([
    { traceId: records[0]?.traceId, message: expect.stringContaining('browser_log') },
  ])
  expect(seen.records[0]?.stack).toMatch(/\n/)
  const everywhere = await operator(log.error, { tenantId: '*' })
  expect(everywhere.records.map(({ tenantId }) => tenantId)).toContain(where.tenantId)
})

test('sign-ins are kept with method, result, reason and address, unknown accounts too', async () => {
  const where = await tenant()
  const boss = await as('admin', '陈立新', where)
  const at = { tenantId: where.tenantId, tenantKnown: true, address: '10.0.0.7', userAgent: 'curl\r\nx', trace: 't2' }
  noteSignIn(kernel, {
    ...at,
    account: 'nobody',
    userId: '',
    method: 'password',
    result: 'failed',
    reason: 'wrongPassword',
  })
  noteSignIn(kernel, { ...at, account: boss.account, userId: boss.userId, method: 'sms', result: 'ok' })
  await written()
  const { records } = await boss(log.signIn, { traceId_equal: 't2', ascs: 'createTime' })
  expect(records).toHaveLength(2)
  expect(records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ account: 'nobody', result: 'failed', reason: '用户名或密码错误', userAgent: 'curl x' }),
      expect.objectContaining({ account: boss.account, userName: '陈立新', method: 'sms', result: 'ok', reason: '' }),
    ]),
  )
})

test('what a browser sends is shown without control characters', async () => {
  await admin(auth.uploadLogs, { list: [{ url: '/a\r\nb', message: 'x\u001b[2J', stack: 'one\ntwo' }] })
  const { records } = await admin(log.browser, {})
  expect(records).toMatchObject([{ url: '/a b', message: 'x [2J', stack: 'one\ntwo', userName: '刘敏' }])
})

test('another tenant’s logs do not exist, whatever tenant is named', async () => {
  const stranger = await as('admin', '外人', await tenant())
  await written()
  for (const kind of [log.api, log.usual, log.signIn, log.error, log.browser] as const) {
    const own = await stranger(kind, { size: 500 })
    const named = await stranger(kind, { size: 500, tenantId: server.home.tenantId })
    const all = await stranger(kind, { size: 500, tenantId: '*' })
    expect(named.records.every(({ tenantId }) => tenantId === stranger.tenantId)).toBe(true)
    expect(all.total).toBe(named.total)
    expect(own.records.every(({ tenantId }) => tenantId === stranger.tenantId)).toBe(true)
  }
})

test('lists are found by their index', async () => {
  const { rows } = await kernel.database.inTenant({ tenantId: server.home.tenantId, userId: '' }, async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return sql<{ 'QUERY PLAN': string }>`explain select * from api_log order by create_time desc, id limit 10`.execute(
      db,
    )
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('api_log_newest')
})

test('logs and audit are exported as they are filtered, under the exporter’s own rights', async () => {
  const boss = await as('admin', '陈立新', await tenant())
  await boss(enterprise.save, { enterpriseName: '东山', creditCode: testCreditCode(7) })
  await written()
  const exported = async (name: string, query: Record<string, string>, ids?: string[]) => {
    const { jobId } = await boss(list.export, { list: name, query, ...(ids && { ids }) })
    const ended = await boss.done(jobId)
    expect(ended).toMatchObject({ state: 'succeeded', error: '' })
    return ended.result['rows']
  }
  expect(await exported('logApi', { path: 'firmEnterprise', tenantId: server.home.tenantId })).toBe(1)
  expect(await exported('audit', { action_equal: 'enterprise.save' })).toBe(1)
  expect(await exported('audit', {}, ['1'])).toBe(1)
})
