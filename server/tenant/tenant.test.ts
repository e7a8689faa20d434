import { beforeAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { usage } from '#contract/entitlement.ts'
import { firm } from '#contract/firm.ts'
import { tenant } from '#contract/tenant.ts'
import { md5 } from '../auth/password.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { domainHost, domainOrigin } from './domain-host.ts'

let server: TestServer
let platform: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台', { tenantId: '000000' })
})
let made = 0
const fresh = (more: object = {}) => ({ tenantName: `新事务所${++made}`, kind: 'firm' as const, ...more })
const audited = (tenantId: string, bizId: string) =>
  server.kernel.database.inTenant({ tenantId, userId: '' }, (db) =>
    db
      .selectFrom('audit_event')
      .select(['action', 'actor_name', 'actor_id', 'after'])
      .where('biz_id', '=', bizId)
      .orderBy('seq')
      .execute(),
  )

test("the platform's administrator sees all tenants, another administrator his own, nobody else any", async () => {
  const other = await server.tenant('远方事务所')
  const found = await platform(tenant.list, { tenantName: '远方' })
  expect(found.records).toMatchObject([{ tenantId: other.tenantId, state: 'active', packageName: '' }])
  const admin = await server.as('admin')
  expect((await admin(tenant.list, { size: 500 })).records.map(({ tenantId }) => tenantId)).toEqual([admin.tenantId])
  expect((await admin(tenant.detail, { id: admin.tenantId })).tenantId).toBe(admin.tenantId)
  await expect(admin(tenant.detail, { id: other.tenantId })).rejects.toMatchObject({ code: 404 })
  await expect(admin(tenant.packageDetail, { tenantId: other.tenantId })).rejects.toMatchObject({ code: 404 })
  await expect((await server.as('zxs'))(tenant.list, {})).rejects.toMatchObject({ code: 403 })
  const id = (await admin(tenant.detail, { id: admin.tenantId })).id
  for (const call of [
    () => admin(tenant.submit, { id, tenantName: '改' }),
    () => admin(tenant.remove, { ids: id }),
    () => admin(tenant.setting, { ids: id, accountNumber: 99 }),
    () => admin(tenant.packageSetting, { tenantId: admin.tenantId, packageId: '' }),
    () => admin(tenant.enter, { tenantId: other.tenantId, reason: '看看' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 403 })
  const helper = await server.as('admin', '平台助理', { tenantId: '000000' })
  expect((await helper(tenant.list, {})).records.map(({ tenantId }) => tenantId)).toEqual(['000000'])
})

test('a new tenant comes whole: its administrator signs in, with a firm, a trial that ends, and its limits', async () => {
  const draft = fresh({ domain: 'HTTPS://Audit.Example.COM/', linkman: '钱总', accountNumber: -1 })
  const row = await platform(tenant.submit, draft)
  expect(row).toMatchObject({
    ...draft,
    domain: 'https://audit.example.com',
    state: 'trial',
    packageName: '事务所试用版',
    account: 'admin',
  })
  expect(row.tenantId).toMatch(/^\d{6}$/)
  expect(Date.parse(`${row.expireTime.replace(' ', 'T')}+08:00`) - Date.now()).toBeGreaterThan(29 * 86_400_000)
  const session = (await server.signIn(row.tenantId, 'admin', md5(row.password))) as { role_name: string }
  expect(session.role_name.split(',').sort()).toEqual(['admin', 'administrator'])
  expect(await platform(tenant.info, { domain: 'https://audit.example.com/login?x=1' })).toMatchObject({
    tenantId: row.tenantId,
  })
  expect((await platform(firm.detailByTenantId, { tenantId: row.tenantId })).firmName).toBe(draft.tenantName)
  expect(await platform(usage.summary, { tenantId: row.tenantId })).toMatchObject({
    packageName: '事务所试用版',
    metrics: expect.arrayContaining([{ metric: 'seat', limit: 5, used: 1 }]),
  })
  for (const where of ['000000', row.tenantId])
    expect(await audited(where, row.tenantId)).toMatchObject([{ action: 'tenant.create', actor_name: '平台' }])
  expect((await platform(tenant.detail, { id: row.id })).tenantId).toBe(row.tenantId)
})

test('what is taken or impossible is refused, and nothing half-made is left', async () => {
  const taken = await platform(tenant.submit, fresh({ domain: 'taken.example.com' }))
  const count = async () => (await platform(tenant.list, {})).total
  const before = await count()
  const tries = [
    { ...fresh(), tenantName: taken.tenantName },
    fresh({ tenantId: taken.tenantId }),
    fresh({ domain: 'https://TAKEN.example.com' }),
    fresh({ domain: 'https://a@b.example.com' }),
    fresh({ domain: 'https://b.example.com/../x' }),
    fresh({ tenantId: '../etc' }),
    fresh({ packageId: '00000000-0000-7000-8000-000000000000' }),
    fresh({ expireTime: '2026-02-30' }),
    fresh({ administrator: { account: '' } }),
  ]
  for (const draft of tries) await expect(platform(tenant.submit, draft)).rejects.toMatchObject({ code: 400 })
  expect(await count()).toBe(before)
  const rows = await server.kernel.database.acrossTenants('a test counts', (db) =>
    db.selectFrom('role').innerJoin('tenant', 'tenant.tenant_id', 'role.tenant_id').select('tenant_name').execute(),
  )
  expect(rows.some(({ tenant_name: name }) => name === tries[1]?.tenantName)).toBe(false)
})

test('of eight who found a tenant of one name at once, one does', async () => {
  const draft = fresh()
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => platform(tenant.submit, draft)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await platform(tenant.list, { tenantName_equal: draft.tenantName })).total).toBe(1)
})

test('an update changes what is sent and nothing else, and not over what somebody else saved', async () => {
  const { account: _, password: __, ...row } = await platform(tenant.submit, fresh({ domain: 'one.example.com' }))
  const after = await platform(tenant.submit, { id: row.id, linkman: '孙', version: row.version, tenantId: 'stolen1' })
  expect(after).toMatchObject({ ...row, linkman: '孙', version: 2, updateTime: expect.any(String) })
  const late = { id: row.id, linkman: '周', version: row.version }
  await expect(platform(tenant.submit, late)).rejects.toMatchObject({ code: 409 })
  const other = await platform(tenant.submit, fresh())
  await expect(platform(tenant.submit, { id: other.id, domain: 'one.example.com' })).rejects.toMatchObject({
    code: 400,
  })
  await platform(tenant.submit, { id: row.id, domain: '' })
  expect(await platform(tenant.info, { domain: 'one.example.com' })).toEqual({})
  expect((await audited(row.tenantId, row.tenantId)).map(({ action }) => action)).toEqual([
    'tenant.create',
    'tenant.update',
    'tenant.update',
  ])
})

test('a closed tenant: its people are out at once and stay out, its domain is free; the own and the platform stay open', async () => {
  const where = await server.tenant('关门事务所')
  const person = await server.as('admin', '王', where)
  const { id } = await platform(tenant.detail, { id: where.tenantId })
  await platform(tenant.submit, { id, domain: 'closing.example.com' })
  await platform(tenant.remove, { ids: id })
  await expect(person(auth.userInfo, {})).rejects.toMatchObject({ code: 401 })
  await expect(server.signIn(where.tenantId, person.account)).rejects.toThrow('停用')
  await expect(platform(tenant.detail, { id: where.tenantId })).rejects.toMatchObject({ code: 404 })
  expect((await platform(tenant.select, {})).map(({ tenantId }) => tenantId)).not.toContain(where.tenantId)
  await platform(tenant.submit, fresh({ domain: 'closing.example.com' }))
  const own = await platform(tenant.detail, { id: '000000' })
  await expect(platform(tenant.remove, { ids: own.id })).rejects.toMatchObject({ code: 400 })
  const open = await platform(tenant.detail, { id: server.home.tenantId })
  await expect(platform(tenant.remove, { ids: `${open.id},${id}` })).rejects.toMatchObject({ code: 404 })
  await (
    await server.as('admin')
  )(auth.userInfo, {})
})

test('when the date has passed, nobody of the tenant signs in and open sessions end; a new date lets them back', async () => {
  const where = await server.tenant()
  const person = await server.as('admin', '王', where)
  const { id } = await platform(tenant.detail, { id: where.tenantId })
  await platform(tenant.setting, { ids: id, expireTime: '2020-01-01' })
  expect((await platform(tenant.detail, { id })).state).toBe('expired')
  await expect(person(auth.userInfo, {})).rejects.toMatchObject({ code: 401 })
  await expect(server.signIn(where.tenantId, person.account)).rejects.toThrow('到期')
  await expect(server.signIn(where.tenantId, person.account, md5('wrong'))).rejects.toThrow('用户名或密码错误')
  await platform(tenant.setting, { ids: id, expireTime: '2099-12-31' })
  expect((await platform(tenant.detail, { id })).expireTime).toBe('2099-12-31 23:59:59')
  await server.signIn(where.tenantId, person.account)
  await platform(tenant.submit, { id, status: 0 })
  await expect(server.signIn(where.tenantId, person.account)).rejects.toThrow('停用')
  expect((await platform(tenant.list, { state: 'disabled' })).records.map((row) => row.id)).toContain(id)
})

test("a tenant's firm is shown to its people and to the platform, to nobody else", async () => {
  const where = await server.tenant('有所')
  const person = await server.as('user', '某', where)
  expect((await person(tenant.firm, { tenantId: where.tenantId })).firmName).toBe('有所')
  expect((await platform(tenant.firm, { tenantId: where.tenantId })).firmName).toBe('有所')
  const stranger = await server.as('admin')
  await expect(stranger(tenant.firm, { tenantId: where.tenantId })).rejects.toMatchObject({ code: 404 })
})

test.each([
  ['https://A.example.com:443/x?y#z', 'a.example.com'],
  ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
  ['http://a.example.com.:8080', 'a.example.com:8080'],
  ['https://a.example.com@evil.com', ''],
  ['https://a.example.com\\@evil.com', ''],
  ['javascript://a.example.com/%0aalert(1)', ''],
  ['https://a.example.com\r\nX: y', ''],
  ['', ''],
])('the host of %j is %j', (address, host) => {
  expect(domainHost(address)).toBe(host)
})

test.each(['https://a.com/path', 'a.com?x=1', 'a.com#x', 'ftp://a.com', '//a.com', 'https://u:p@a.com', 'a b.com'])(
  '%s is no domain for a tenant',
  (address) => expect(domainOrigin(address)).toBeUndefined(),
)

test('sixty lists of the platform at once are all answered: one call holds one connection', async () => {
  const sent = Array.from({ length: 60 }, (_, n) => (n % 2 ? platform(tenant.list, {}) : platform(firm.list, {})))
  expect((await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected')).toEqual([])
})

test('forms of older clients are read: their numbers are texts, their new rows have an empty id', async () => {
  const headers = { 'sc-auth': `bearer ${platform.accessToken}`, 'content-type': 'application/x-www-form-urlencoded' }
  const send = (url: string, payload: string) => server.app.inject({ method: 'POST', url, headers, payload })
  const made = await send(tenant.submit.path, 'id=&tenantName=Older+Firm&accountNumber=7')
  const { data } = made.json<{ data: { id: string } }>()
  expect(data).toMatchObject({ tenantName: 'Older Firm', accountNumber: 7 })
  await send(`${tenant.setting.path}?ids=${data.id}`, 'accountNumber=9&expireTime=2031-01-01+00%3A00%3A00')
  expect(await platform(tenant.detail, { id: data.id })).toMatchObject({
    accountNumber: 9,
    expireTime: '2031-01-01 00:00:00',
  })
  expect((await send(tenant.submit.path, 'tenantName=a&tenantName=b')).statusCode).toBe(400)
})
