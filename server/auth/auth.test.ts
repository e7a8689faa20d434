import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { md5 } from './password.ts'
import { testServer } from '#server/kernel/testing.ts'

const { as, app, client, home, tenant, kernel, captcha, logged, password, signIn } = await testServer()

type Answer = { status: number; body: Record<string, unknown> }
const token = async (payload: object, headers: Record<string, string> = { authorization: client }): Promise<Answer> => {
  const reply = await app.inject({ method: 'POST', url: auth.token.path, headers, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const newCaptcha = async () => (await app.inject(auth.captcha.path)).json<{ key: string; image: string }>()

const tried = async (username: string) => {
  const start = performance.now()
  const { status, body } = await token({
    grant_type: 'password',
    tenantId: home.tenantId,
    username,
    password: md5('x'),
  })
  return { status, body, ms: performance.now() - start }
}

describe('signing in', () => {
  test('who signs in is told who he is, and so is every call after', async () => {
    const li = await as(['zxs', 'normal'], '李审计')
    const { status, body } = await token({
      grant_type: 'password',
      tenantId: home.tenantId,
      username: li.account,
      password,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tenant_id: home.tenantId,
      user_id: li.userId,
      account: li.account,
      real_name: '李审计',
      role_name: 'zxs,normal',
      token_type: 'bearer',
      expires_in: 3600,
      detail: { firmName: '测试税务师事务所' },
    })
    expect(await li(auth.userInfo, {})).toMatchObject({
      realName: '李审计',
      roles: ['zxs', 'normal'],
      account: li.account,
    })
  })

  test('the parameters may come in the query, in a form or as JSON', async () => {
    const { account } = await as('zxs')
    const fields = { grant_type: 'password', tenantId: home.tenantId, username: account.toUpperCase(), password }
    const headers = { authorization: client }
    const ways = [
      { query: fields },
      {
        payload: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      },
      { payload: fields },
    ]
    for (const way of ways) {
      const reply = await app.inject({ method: 'POST', url: auth.token.path, headers, ...way })
      expect(reply.statusCode).toBe(200)
    }
  })

  test('a wrong password and an unknown account answer alike, and it takes them the same time', async () => {
    const { account } = await as('zxs')
    await tried('warm')
    const known = await tried(account)
    const unknown = await tried('nobody-of-that-name')
    expect(known.body).toEqual(unknown.body)
    expect(known.body).toMatchObject({
      code: 400,
      success: false,
      msg: '用户名或密码错误',
      error_description: '用户名或密码错误',
    })
    expect(known.status).toBe(400)
    // an unknown account that skipped the hash would answer in a tenth of the time
    expect(unknown.ms).toBeGreaterThan(known.ms / 4)
  })

  test('a client with another secret, or none, is refused', async () => {
    const wanted = { grant_type: 'password', tenantId: home.tenantId, username: 'a', password }
    const wrong = `Basic ${Buffer.from('saber:guess').toString('base64')}`
    for (const headers of [{ authorization: wrong }, { authorization: 'Basic ' }, {}]) {
      expect(await token(wanted, headers)).toMatchObject({ status: 400, body: { msg: '客户端认证失败' } })
    }
  })

  test('another way of signing in is refused by name', async () => {
    expect(await token({ grant_type: 'pigeon' })).toMatchObject({ status: 400, body: { msg: '不支持的登录方式' } })
  })

  test('a captcha is good once, in any case, and used up by a wrong answer', async () => {
    const { account } = await as('zxs')
    const wanted = { grant_type: 'captcha', tenantId: home.tenantId, username: account, password }
    const first = await newCaptcha()
    expect(first.image).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(Buffer.from(first.image.split(',')[1] ?? '', 'base64').toString()).not.toContain(captcha.text)
    expect(await token({ ...wanted, key: first.key, code: captcha.text.toLowerCase() })).toMatchObject({ status: 200 })
    expect(await token({ ...wanted, key: first.key, code: captcha.text })).toMatchObject({
      status: 400,
      body: { msg: '验证码不正确' },
    })
    const second = await newCaptcha()
    expect(await token({ ...wanted, key: second.key, code: 'ZZZZZ' })).toMatchObject({ status: 400 })
    expect(await token({ ...wanted, key: second.key, code: captcha.text })).toMatchObject({ status: 400 })
    const third = await newCaptcha()
    const headers = { authorization: client, 'captcha-key': third.key, 'captcha-code': captcha.text }
    expect(await token(wanted, headers)).toMatchObject({ status: 200 })
  })

  test('a thousand wrong passwords at once are evaluated five times', async () => {
    const { account } = await as('zxs')
    const guess = { grant_type: 'password', tenantId: home.tenantId, username: account }
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => token({ ...guess, password: md5(String(n)) })),
    )
    const said = Map.groupBy(answers, ({ body }) => body['msg'])
    expect(said.get('用户名或密码错误')?.length).toBe(5)
    expect(said.get('用户登录失败次数过多')?.length).toBe(995)
    // the right one comes too late as well
    expect(await token({ ...guess, password })).toMatchObject({ status: 400, body: { msg: '用户登录失败次数过多' } })
  })

  test('a right password gives the tries back', async () => {
    const { account } = await as('zxs')
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 3; n++) await signIn(home.tenantId, account, md5('x')).catch(() => {})
      expect(await signIn(home.tenantId, account)).toMatchObject({ account })
    }
  })
})

const me = (accessToken: string) =>
  app.inject({ url: auth.userInfo.path, headers: { 'sc-auth': `Bearer ${accessToken}` } })

const renew = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })

describe('a session', () => {
  test('the token counts only in its own header', async () => {
    const { accessToken } = await as('zxs')
    expect((await me(accessToken)).statusCode).toBe(200)
    const asAuthorization = await app.inject({
      url: auth.userInfo.path,
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(asAuthorization.statusCode).toBe(401)
    const inQuery = await app.inject({ url: auth.userInfo.path, query: { 'Sc-Auth': `bearer ${accessToken}` } })
    expect(inQuery.statusCode).toBe(401)
  })

  test('a refresh token renews once; the second use ends the session', async () => {
    const li = await as('zxs')
    const first = await renew(li.refreshToken)
    expect(first.status).toBe(200)
    const next = String(first.body['refresh_token'])
    expect((await me(String(first.body['access_token']))).statusCode).toBe(200)
    expect(await renew(li.refreshToken)).toMatchObject({ status: 401, body: { code: 401 } })
    expect(await renew(next)).toMatchObject({ status: 401 })
    expect((await me(String(first.body['access_token']))).statusCode).toBe(401)
  })

  test('of twenty renewals at once one wins', async () => {
    const li = await as('zxs')
    const wanted = { grant_type: 'refresh_token', refresh_token: li.refreshToken }
    const answers = await Promise.all(Array.from({ length: 20 }, () => token(wanted)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
  })

  test('an access token does not renew, a refresh token does not open calls', async () => {
    const li = await as('zxs')
    expect(await token({ grant_type: 'refresh_token', refresh_token: li.accessToken })).toMatchObject({ status: 401 })
    expect((await me(li.refreshToken)).statusCode).toBe(401)
  })

  test('signing out ends it at once, and the renewal with it', async () => {
    const li = await as('zxs')
    expect(await li(auth.clearCache, {})).toEqual({})
    await li(auth.logout, {})
    expect((await me(li.accessToken)).statusCode).toBe(401)
    expect(await token({ grant_type: 'refresh_token', refresh_token: li.refreshToken })).toMatchObject({ status: 401 })
  })

  test('a disabled user, a lost role and an expired firm count on the next call', async () => {
    const li = await as(['zxs', 'admin'])
    const roles = async () => (await me(li.accessToken)).json<{ data: { roles: string[] } }>().data.roles
    const change = (work: Parameters<typeof kernel.database.inTenant>[1]) => kernel.database.inTenant(home2, work)
    const home2 = { tenantId: home.tenantId, userId: '' }
    expect(await roles()).toEqual(['admin', 'zxs'])
    await change((db) =>
      db
        .deleteFrom('user_role')
        .where('user_id', '=', li.userId)
        .where('role_id', 'in', (eb) => eb.selectFrom('role').select('id').where('role_alias', '=', 'admin'))
        .execute(),
    )
    await heard()
    expect(await roles()).toEqual(['zxs'])
    await change((db) => db.updateTable('app_user').set({ status: 0 }).where('id', '=', li.userId).execute())
    await heard()
    expect((await me(li.accessToken)).statusCode).toBe(401)

    const wang = await as('zxs')
    expect((await me(wang.accessToken)).statusCode).toBe(200)
    await change((db) =>
      db
        .updateTable('tenant')
        .set({ expire_time: new Date(0) })
        .execute(),
    )
    await heard()
    expect((await me(wang.accessToken)).statusCode).toBe(401)
    await change((db) => db.updateTable('tenant').set({ expire_time: null }).execute())
  })

  test('a session ends when its time is over, however active', async () => {
    const li = await as('zxs')
    expect((await me(li.accessToken)).statusCode).toBe(200)
    await kernel.database.inTenant(li, (db) =>
      db
        .updateTable('session')
        .set({ expire_time: new Date(Date.now() - 1000) })
        .where('user_id', '=', li.userId)
        .execute(),
    )
    kernel.sessions.forget(li.userId)
    expect((await me(li.accessToken)).statusCode).toBe(401)
    expect(await renew(li.refreshToken)).toMatchObject({ status: 401 })
  })

  test('where a tenant lets people switch, a role that a client wishes for narrows, and never adds', async () => {
    const there = await tenant('换岗税务师事务所')
    const ids = await kernel.database.inTenant({ ...there, userId: '' }, async (db) => {
      await db.insertInto('param').values({ param_key: 'switchDept', param_value: 'on' }).execute()
      return db.selectFrom('role').select(['id', 'role_alias']).execute()
    })
    const li = await as(['zxs', 'admin'], '李审计', there)
    const stays = await as(['zxs', 'admin'])
    const idOf = (alias: string) => ids.find((row) => row.role_alias === alias)?.id ?? ''
    const wanted = { grant_type: 'password', ...there, username: li.account, password }
    expect(await token({ ...wanted, roleId: idOf('zxs') })).toMatchObject({ body: { role_name: 'zxs' } })
    expect(await token({ ...wanted, roleId: idOf('administrator') })).toMatchObject({ body: { role_name: '' } })
    const elsewhere = { ...wanted, tenantId: home.tenantId, username: stays.account, roleId: idOf('zxs') }
    expect(await token(elsewhere)).toMatchObject({ body: { role_name: 'admin,zxs' } })
  })
})

test('browser logs are stored and sign nobody out', async () => {
  const li = await as('zxs')
  const entry = {
    url: '/wps/index',
    time: '2026-11-21 10:00:00',
    type: 'error',
    message: 'x is undefined',
    stack: '',
    info: '',
  }
  const reply = await app.inject({
    method: 'POST',
    url: auth.uploadLogs.path,
    headers: { 'sc-auth': `bearer ${li.accessToken}` },
    payload: [entry, { ...entry, time: 1795279235096, info: null, stack: 'x'.repeat(30_000) }],
  })
  expect(reply.json()).toEqual({ code: 200, success: true, data: {}, msg: '暂无承载数据' })
  const rows = await kernel.database.inTenant(li, (db) => db.selectFrom('browser_log').selectAll().execute())
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ user_id: li.userId, message: 'x is undefined' })
  expect(await li(auth.userInfo, {})).toMatchObject({ account: li.account })
})

test('the log of all this holds no password, token, captcha or client secret', async () => {
  const li = await as('zxs')
  const fields = { grant_type: 'password', tenantId: home.tenantId, username: li.account, password }
  await app.inject({ method: 'POST', url: auth.token.path, query: fields, headers: { authorization: client } })
  await app.inject({ url: '/sc-sse/sse/connect/x', query: { 'Sc-Auth': `bearer ${li.refreshToken}` } })
  kernel.log.error({
    err: Object.assign(new Error('boom'), { parameters: [password] }),
    password,
    sent: { 'sc-auth': li.accessToken },
  })
  const text = logged.join('')
  expect(logged.length).toBeGreaterThan(1000)
  for (const secret of [
    password,
    li.accessToken,
    li.refreshToken,
    captcha.text,
    kernel.secrets.clientSecret,
    'bearer ey',
  ]) {
    expect(text.includes(secret)).toBe(false)
  }
})

/** Signals travel to this process within a moment. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 100))
