import { beforeAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { enterprise } from '#contract/enterprise.ts'
import { push } from '#contract/system.ts'
import { tenant } from '#contract/tenant.ts'
import { type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const audited = (tenantId: string, bizId: string) =>
  server.kernel.database.inTenant({ tenantId, userId: '' }, (db) =>
    db
      .selectFrom('audit_event')
      .select(['action', 'actor_name', 'actor_id', 'after'])
      .where('biz_id', '=', bizId)
      .orderBy('seq')
      .execute(),
  )

test("the platform's administrator enters a firm, works there under his own name, and leaves; both audits tell", async () => {
  const where = await server.tenant('被进入的事务所')
  const boss = await server.as('administrator', '运维甲', { tenantId: '000000' })
  await expect(boss(tenant.enter, { tenantId: where.tenantId, reason: '' })).rejects.toMatchObject({ code: 400 })
  await expect(boss(tenant.enter, { tenantId: 'nowhere1', reason: '排查' })).rejects.toMatchObject({ code: 404 })
  await boss(tenant.enter, { tenantId: where.tenantId, reason: '客户来电，协助排查' })
  const info = await boss(auth.userInfo, {})
  expect(info).toMatchObject({ tenantId: where.tenantId, homeTenantId: '000000', realName: '运维甲' })
  expect(info.held).not.toHaveProperty(['tenant.manage'])
  const client = await boss(enterprise.save, { enterpriseName: '甲公司', creditCode: '91110000600037341L' })
  expect(client).toMatchObject({ createUser: boss.userId, createUserName: '运维甲' })
  expect((await boss(tenant.list, {})).records.map(({ tenantId }) => tenantId)).toEqual([where.tenantId])
  await expect(boss(tenant.enter, { tenantId: server.home.tenantId, reason: '再进' })).rejects.toMatchObject({
    code: 403,
  })

  const renewed = await server.app
    .inject({
      method: 'POST',
      url: auth.token.path,
      headers: { authorization: server.client },
      payload: { grant_type: 'refresh_token', refresh_token: boss.refreshToken },
    })
    .then((reply) => reply.json<unknown>())
  expect(renewed).toMatchObject({
    tenant_id: where.tenantId,
    detail: { tenantName: '被进入的事务所', homeTenantId: '000000' },
  })

  expect(await boss(tenant.leave, {})).toEqual({ tenantId: '000000' })
  expect((await boss(auth.userInfo, {})).tenantId).toBe('000000')
  expect((await boss(tenant.list, {})).total).toBeGreaterThan(1)
  for (const at of ['000000', where.tenantId])
    expect((await audited(at, where.tenantId)).filter(({ action }) => action !== 'tenant.create')).toMatchObject([
      { action: 'tenant.enter', actor_name: '运维甲', actor_id: boss.userId, after: { reason: '客户来电，协助排查' } },
      { action: 'tenant.leave', actor_name: '运维甲', actor_id: boss.userId },
    ])
  const staff = await server.as('admin', '王', where)
  expect((await staff(enterprise.list, {})).records).toMatchObject([
    { enterpriseName: '甲公司', createUserName: '运维甲' },
  ])
  const saved = await audited(where.tenantId, client.id)
  expect(saved).toMatchObject([{ action: 'enterprise.save', actor_name: '运维甲', actor_id: boss.userId }])
})

test('signing out while in another tenant ends the session at home; who is no administrator any more is back at home', async () => {
  const where = await server.tenant()
  const boss = await server.as('administrator', '运维乙', { tenantId: '000000' })
  await boss(tenant.enter, { tenantId: where.tenantId, reason: '检查' })
  await boss(auth.logout, {})
  await expect(boss(auth.userInfo, {})).rejects.toMatchObject({ code: 401 })

  const demoted = await server.as('administrator', '运维丙', { tenantId: '000000' })
  await demoted(tenant.enter, { tenantId: where.tenantId, reason: '检查' })
  await server.kernel.database.inTenant({ tenantId: '000000', userId: '' }, (db) =>
    db.deleteFrom('user_role').where('user_id', '=', demoted.userId).execute(),
  )
  await expect.poll(async () => (await demoted(auth.userInfo, {})).tenantId).toBe('000000')
  await expect(demoted(enterprise.list, {})).rejects.toMatchObject({ code: 403 })
})

test('while in another tenant one hears what happens there, and stays connected', async () => {
  const where = await server.tenant()
  const boss = await server.as('administrator', '运维丁', { tenantId: '000000' })
  await boss(tenant.enter, { tenantId: where.tenantId, reason: '检查' })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const reply = await fetch(`${address}${push.connect.path.replace('{userId}', boss.userId)}`, {
    headers: { 'sc-auth': `bearer ${boss.accessToken}` },
    signal: stop.signal,
  })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  await server.kernel.database.inTenant({ tenantId: where.tenantId, userId: '' }, (db) =>
    server.kernel.push.send(db, boss.userId, 'JOB', { what: 'there' }),
  )
  let heard = ''
  while (!heard.includes('there')) {
    const { value, done } = (await reader?.read()) ?? { value: '', done: true }
    expect(done).toBe(false)
    heard += value
  }
  stop.abort()
})
