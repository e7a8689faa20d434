import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { accessToken, CALLS_PER_MINUTE, MOST_TOKENS } from '#contract/access-token.ts'
import { audit } from '#contract/audit.ts'
import { enterprise } from '#contract/enterprise.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { tokenOf } from './testing-token.ts'

let server: TestServer
let li: Caller
beforeAll(async () => {
  server = await testServer()
  li = await server.as('zxs', '李审计')
})

const models = (token: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: '/v1/models', headers: { authorization: `Bearer ${token}`, ...headers } })
const inHome = <T>(who: Caller, work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
  server.kernel.database.inTenant({ tenantId: who.tenantId, userId: who.userId }, work)

test('a token is shown once; nothing of it is stored but its digest', async () => {
  const wanted = { name: '代码编辑器', scopes: ['mcp' as const], days: 30 }
  const { token, row } = await li(accessToken.create, wanted, { 'idempotency-key': crypto.randomUUID() })
  expect(token).toMatch(new RegExp(`^dg_${li.tenantId}_[\\w-]{43}$`))
  expect(row).toMatchObject({
    name: '代码编辑器',
    scopes: ['mcp'],
    tail: token.slice(-4),
    seenTime: '',
    expired: false,
  })
  const listed = await li(accessToken.list, {})
  expect(listed[0]).toEqual(row)
  const rows = await inHome(li, (db) => db.selectFrom('access_token').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(token.slice(-20))
  // answers that are kept for whoever sends twice
  const kept = await inHome(li, (db) => db.selectFrom('idempotency').selectAll().execute())
  expect(JSON.stringify(kept)).not.toContain(token.slice(-20))
  expect(JSON.stringify(await li(accessToken.list, {}))).not.toContain(token.slice(-20))
})

test('it opens the programs’ calls and nothing else, and a session opens none of these', async () => {
  const token = await tokenOf(li)
  expect((await models(token)).statusCode).toBe(200)
  for (const headers of [{ authorization: `Bearer ${token}` }, { 'sc-auth': `bearer ${token}` }]) {
    const reply = await server.app.inject({ method: 'GET', url: enterprise.list.path, headers })
    expect(reply.statusCode).toBe(401)
  }
  expect((await models(li.accessToken)).statusCode).toBe(401)
  const signed = await server.app.inject({ method: 'GET', url: '/v1/models', headers: { 'sc-auth': `bearer ${li.accessToken}` } }) // prettier-ignore
  expect(signed.statusCode).toBe(401)
  expect(signed.headers['www-authenticate']).toContain('Bearer')
})

test('a token for one thing does not open the other', async () => {
  const reply = await models(await tokenOf(li, ['mcp']))
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ error: { type: 'permission_error', code: 'tokenScope' } })
})

test('where and when it was last used is seen; revoked, it is dead at once, and both are audited', async () => {
  const who = await server.as('zxs', '周审计')
  const token = await tokenOf(who)
  await models(token)
  const [row] = await who(accessToken.list, {})
  expect(row).toMatchObject({ seenAddress: '127.0.0.1' })
  expect(row?.seenTime).not.toBe('')
  await who(accessToken.revoke, { id: row?.id ?? '' })
  expect((await models(token)).statusCode).toBe(401)
  expect(await who(accessToken.list, {})).toEqual([])
  await expect(who(accessToken.revoke, { id: row?.id ?? '' })).rejects.toMatchObject({ code: 404 })
  const admin = await server.as('admin', '王管理')
  const { records } = await admin(audit.list, { bizType_equal: 'accessToken', bizId_equal: row?.id ?? '' })
  expect(records.map(({ action }) => action).toSorted()).toEqual(['accessToken.create', 'accessToken.revoke'])
})

test('another person’s token is not there, of the same firm or another', async () => {
  const [row] = await li(accessToken.list, {})
  const colleague = await server.as('admin', '同事')
  const stranger = await server.as('admin', '外所', await server.tenant('另一家事务所'))
  for (const other of [colleague, stranger]) {
    expect(await other(accessToken.list, {})).toEqual([])
    await expect(other(accessToken.revoke, { id: row?.id ?? '' })).rejects.toMatchObject({ code: 404 })
  }
})

test('it acts with the rights its owner has now: disabled, gone, expired or to change his password he has none', async () => {
  const who = await server.as('zxs', '吴审计')
  const token = await tokenOf(who)
  const set = (values: { status?: number; must_change_password?: boolean; is_deleted?: number }) =>
    inHome(who, (db) => db.updateTable('app_user').set(values).where('id', '=', who.userId).execute())
  for (const [off, on] of [
    [{ status: 0 }, { status: 1 }],
    [{ is_deleted: 1 }, { is_deleted: 0 }],
    [{ must_change_password: true }, { must_change_password: false }],
  ] as const) {
    await set(off)
    expect((await models(token)).statusCode).toBe(401)
    await set(on)
    expect((await models(token)).statusCode).toBe(200)
  }
  await inHome(who, (db) => sql`update access_token set expire_time = now() - interval '1 second' where user_id = ${who.userId}`.execute(db)) // prettier-ignore
  expect((await models(token)).statusCode).toBe(401)
  expect((await who(accessToken.list, {}))[0]?.expired).toBe(true)
})

test('the tenant’s end is the end of its tokens', async () => {
  const other = await server.tenant('到期的事务所')
  const who = await server.as('admin', '负责人', other)
  const token = await tokenOf(who)
  expect((await models(token)).statusCode).toBe(200)
  await server.kernel.database.acrossTenants('a test lets a tenant expire', (db) =>
    sql`update tenant set expire_time = now() - interval '1 day' where tenant_id = ${other.tenantId}`.execute(db),
  )
  expect((await models(token)).statusCode).toBe(401)
})

test('a firm that has switched them off makes none, and those there are stop', async () => {
  const firm = await server.tenant('不用令牌的事务所')
  const who = await server.as('admin', '负责人', firm)
  const token = await tokenOf(who)
  await inHome(who, (db) => db.insertInto('param').values({ param_key: 'accessTokens', param_value: 'off' }).execute())
  const reply = await models(token)
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ error: { message: '本单位没有启用访问令牌，请联系管理员' } })
  await expect(tokenOf(who)).rejects.toMatchObject({ code: 403 })
})

test('too many calls in a minute wait, and are told how long', async () => {
  const who = await server.as('zxs', '郑审计')
  const token = await tokenOf(who)
  await models(token)
  await inHome(who, (db) => sql`update access_token set minute_calls = ${CALLS_PER_MINUTE} where user_id = ${who.userId}`.execute(db)) // prettier-ignore
  const reply = await models(token)
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  await inHome(who, (db) => sql`update access_token set minute_start = now() - interval '61 seconds' where user_id = ${who.userId}`.execute(db)) // prettier-ignore
  expect((await models(token)).statusCode).toBe(200)
})

test('what is no token, or of another site’s page, is turned away', async () => {
  const token = await tokenOf(li)
  for (const bad of [
    '',
    'dg_',
    `${token}x`,
    token.slice(0, -1),
    `dg_000000_${'a'.repeat(43)}`,
    `dg_nobody99_${'a'.repeat(43)}`,
    "dg_'; drop_",
    'x'.repeat(4000),
  ])
    expect((await models(bad)).statusCode).toBe(401)
  expect((await models(token, { origin: 'https://evil.example' })).statusCode).toBe(403)
})

test('its fields are checked, and nobody keeps more than twenty', async () => {
  const who = await server.as('zxs', '冯审计')
  await expect(who(accessToken.create, { name: ' ', scopes: ['api'], days: 30 })).rejects.toMatchObject({ message: '请填写用途，便于以后辨认' }) // prettier-ignore
  await expect(who(accessToken.create, { name: 'x', scopes: [], days: 30 })).rejects.toMatchObject({ message: '请选择可以用于什么' }) // prettier-ignore
  await expect(who(accessToken.create, { name: 'x', scopes: ['api'], days: 4000 })).rejects.toMatchObject({ message: '请选择有效期' }) // prettier-ignore
  for (let made = 0; made < MOST_TOKENS; made += 1) await tokenOf(who)
  await expect(tokenOf(who)).rejects.toMatchObject({ message: '最多 20 个令牌，请先撤销不用的' })
})
