import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { social, sso } from '#contract/identity.ts'
import { socialClient, ssoProvider } from '#contract/identity-provider.ts'
import { testServer } from '#server/kernel/testing.ts'
import { lyingServer, oidcServer } from './testing-provider.ts'

const LOGIN = 'http://localhost:8080/login'
const people = [
  { sub: 'wang', preferred_username: 'wang', name: '王五', email: 'wang@firm.cn', email_verified: true },
  { sub: 'mallory', preferred_username: 'admin', name: '管理员', email: 'boss@firm.cn', email_verified: false },
  { sub: 'zhao', preferred_username: 'zhao', name: '赵六', email: 'zhao@elsewhere.cn', email_verified: true },
]
const [provider, second, liar] = await Promise.all([
  oidcServer({ redirectUri: LOGIN, people }),
  oidcServer({ redirectUri: LOGIN, people }),
  lyingServer(),
])
const server = await testServer({ DIGAO_OUTBOUND: [provider, second, liar].map(({ host }) => host).join(',') })
const { app, as, client, home, kernel, tenant } = server
const admin = await as('admin', '管理员')

const nonce = 'what the browser keeps for itself'
const add = (of: { issuer: string; clientId: string; secret: string }, more: object = {}) => {
  const { issuer, clientId, secret } = of
  return admin(ssoProvider.submit, { name: '统一登录', issuer, clientId, secret, ...more })
}
const start = async (id: string, tenantId = home.tenantId, more: Record<string, string> = {}) => {
  const url = sso.start.path.replace('{id}', id)
  const reply = await app.inject({ url, query: { tenantId, nonce, ...more } })
  return { status: reply.statusCode, ...reply.json<{ data: { url: string; state: string }; msg: string }>() }
}
type Answer = z.output<typeof auth.token.output> & { msg?: string; data?: { oauthId?: string } }
const token = async (fields: object) => {
  const payload = { grant_type: 'authorization_code', tenantId: home.tenantId, redirect_uri: LOGIN, nonce, ...fields }
  const reply = await app.inject({ method: 'POST', url: auth.token.path, headers: { authorization: client }, payload })
  return { status: reply.statusCode, body: reply.json<Answer>() }
}
const again = { status: 400, body: { msg: '登录已超时或已被使用，请重新开始' } }
const refused = { status: 400, body: { msg: '第三方登录没有成功，请重新登录' } }

describe('single sign-on', async () => {
  const jit = await add(provider, { jit: true })
  const { data } = await start(jit.id)
  const back = await provider.visit(data.url, 'wang')

  test('leaves with PKCE, state and nonce, and returns to the login page', () => {
    const asked = new URL(data.url).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      redirect_uri: LOGIN,
      code_challenge_method: 'S256',
      scope: 'openid profile email',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThanOrEqual(43)
  })

  test('makes an account the first time, the same person the second, and no administrator', async () => {
    const first = await token(back)
    expect(first).toMatchObject({ status: 200, body: { account: 'wang', real_name: '王五', role_name: 'user' } })
    const next = await start(jit.id)
    const second = await token(await provider.visit(next.data.url, 'wang'))
    expect(second.body.user_id).toBe(first.body.user_id)
  })

  test('a state and its code are good once', async () => {
    expect(await token(back)).toMatchObject(again)
    // the code with a new state: it was used, and its PKCE verifier is another
    const { data: fresh } = await start(jit.id)
    expect(await token({ ...back, state: fresh.state })).toMatchObject(refused)
  })

  test('a state nobody began, another browser’s, or another tenant’s is refused', async () => {
    const other = await tenant()
    for (const change of [{ state: 'x'.repeat(43) }, { nonce: 'of somebody else’s browser' }, { nonce: undefined }, { tenantId: other.tenantId }, { redirect_uri: 'https://evil.example/login' }]) {
      const { data: begun } = await start(jit.id)
      expect(await token({ ...(await provider.visit(begun.url, 'wang')), ...change })).toMatchObject(again)
    }
  }) // prettier-ignore

  test('what one provider said is not taken for another’s', async () => {
    const two = await add(second, { jit: true })
    const [one, other] = [await start(jit.id), await start(two.id)]
    const [atOne, atOther] = [await provider.visit(one.data.url, 'wang'), await second.visit(other.data.url, 'wang')]
    expect(await token({ ...atOther, state: atOne.state })).toMatchObject(refused)
    expect(await token({ ...atOther, iss: provider.issuer })).toMatchObject(refused)
  })

  test('another tenant’s provider does not exist, nor one that is switched off, nor another return address', async () => {
    const other = await tenant()
    expect(await start(jit.id, other.tenantId)).toMatchObject({ status: 404 })
    const off = await add(provider, { status: 0 })
    expect(await start(off.id)).toMatchObject({ status: 404 })
    for (const redirect_uri of ['https://evil.example/login', `${LOGIN}.evil.example`, `${LOGIN}/../evil`]) {
      expect(await start(jit.id, home.tenantId, { redirect_uri })).toMatchObject({ msg: '返回地址不在允许范围内' })
    }
  })

  test('lets nobody in whom it may neither find nor make, nor from another domain', async () => {
    const { id } = await add(provider, { emailDomains: ['firm.cn'] })
    const sub = async (who: string) => token(await provider.visit((await start(id)).data.url, who))
    expect(await sub('wang')).toMatchObject({ body: { msg: '您还没有账号，请联系管理员开通' } })
    expect(await sub('zhao')).toMatchObject({ body: { msg: '您的邮箱不在允许登录的范围内' } })
    // an address the provider has not verified is no address
    expect(await sub('mallory')).toMatchObject({ body: { msg: '您的邮箱不在允许登录的范围内' } })
  })

  test('finds an account by its address only if the tenant allows it and the provider has verified it', async () => {
    const li = await as('zxs')
    const set = { email: 'Zhao@Elsewhere.cn' }
    await kernel.database.inTenant(li, (db) =>
      db.updateTable('app_user').set(set).where('id', '=', li.userId).execute(),
    )
    const linking = await add(provider, { linkEmail: true })
    const sub = async (who: string) => token(await provider.visit((await start(linking.id)).data.url, who))
    expect((await sub('zhao')).body.user_id).toBe(li.userId)
    const boss = { email: 'boss@firm.cn' }
    await kernel.database.inTenant(li, (db) =>
      db.updateTable('app_user').set(boss).where('id', '=', admin.userId).execute(),
    )
    expect(await sub('mallory')).toMatchObject({ body: { msg: '您还没有账号，请联系管理员开通' } })
  })

  test('an account of the name is not taken over: the new one is called otherwise', async () => {
    const both = await add(provider, { jit: true })
    const made = await token(await provider.visit((await start(both.id)).data.url, 'wang'))
    expect(made.body.account).toMatch(/^wang-[0-9a-f]{4}$/)
  })

  test('a person who is locked does not come in by it', async () => {
    const signed = await token(await provider.visit((await start(jit.id)).data.url, 'wang'))
    const of = { tenantId: home.tenantId, userId: '' }
    const set = (status: number) =>
      kernel.database.inTenant(of, (db) => db.updateTable('app_user').set({ status }).where('id', '=', signed.body.user_id).execute())
    await set(0)
    expect(await token(await provider.visit((await start(jit.id)).data.url, 'wang'))).toMatchObject({ body: { msg: '该账号已被锁定，请联系管理员' } })
    await set(1)
  }) // prettier-ignore
})

describe('an id_token', async () => {
  const { id } = await add(liar, { jit: true })
  test('that is right signs in', async () => {
    expect(await token(liar.visit((await start(id)).data.url))).toMatchObject({ status: 200 })
  })
  test.each([
    ['without a signature', { by: 'none' }],
    ['signed with the client’s secret', { by: 'HS256' }],
    ['signed by a key that is not the provider’s', { by: 'other' }],
    ['with another nonce', { claims: { nonce: 'other' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: 1_600_000_000, iat: 1_599_999_000 } }],
    ['for another client', { claims: { aud: 'somebody' } }],
    ['of another issuer', { claims: { iss: provider.issuer } }],
  ] as const)('%s signs nobody in', async (_, forgery) => {
    expect(await token(liar.visit((await start(id)).data.url, forgery))).toMatchObject(refused)
  })
})

describe('administering providers', () => {
  test('a secret never comes out, and an administrator’s role cannot be given', async () => {
    const made = await add(provider)
    expect(JSON.stringify([made, await admin(ssoProvider.list, {})])).not.toContain(provider.secret)
    const roles = await admin(ssoProvider.roles, {})
    expect(roles.map(({ roleAlias }) => roleAlias)).not.toEqual(expect.arrayContaining(['admin']))
    const row = await kernel.database.inTenant(admin, (db) =>
      db.selectFrom('role').where('role_alias', '=', 'administrator').select('id').executeTakeFirstOrThrow(),
    )
    await expect(admin(ssoProvider.submit, { id: made.id, roleId: row.id })).rejects.toThrow(
      '自动开通的角色不能是管理员',
    )
    await expect(admin(ssoProvider.submit, { id: made.id, version: 9 })).rejects.toMatchObject({ code: 409 })
    const stored = await kernel.database.inTenant(admin, (db) => db.selectFrom('sso_provider').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(provider.secret)
  })

  test('the test reads the issuer, and says why it cannot', async () => {
    const made = await add(provider)
    expect(await admin(ssoProvider.test, { id: made.id })).toMatchObject({ issuer: provider.issuer })
    const wrong = await add({ ...provider, issuer: `${provider.issuer}/nowhere` })
    await expect(admin(ssoProvider.test, { id: wrong.id })).rejects.toThrow(/无法读取该发行方的配置/)
    const inside = await add({ ...provider, issuer: 'https://169.254.169.254' })
    await expect(admin(ssoProvider.test, { id: inside.id })).rejects.toThrow(/无法访问外部服务/)
  })

  test('a test sign-in shows what the provider says and whom it would let in, and signs nobody in', async () => {
    const made = await add(provider, { jit: true })
    const { url } = await admin(ssoProvider.testStart, { id: made.id, nonce })
    const back = await provider.visit(url, 'zhao')
    expect(await token(back)).toMatchObject(again)
    const { url: twice } = await admin(ssoProvider.testStart, { id: made.id, nonce })
    const seen = await admin(ssoProvider.testFinish, { ...(await provider.visit(twice, 'zhao')), nonce })
    expect(seen).toMatchObject({ result: 'newAccount', account: '' })
    expect(seen.claims).toContainEqual({ name: 'email', value: 'zhao@elsewhere.cn' })
  })

  test('another tenant’s administrator sees and changes none of it', async () => {
    const made = await add(provider)
    const other = await as('admin', '别人', await tenant())
    expect(await other(ssoProvider.list, {})).toMatchObject({ total: 0 })
    for (const call of [
      () => other(ssoProvider.submit, { id: made.id, name: 'x' }),
      () => other(ssoProvider.remove, { ids: made.id }),
      () => other(ssoProvider.test, { id: made.id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 404 })
    }
  })
})

const away = async (tenantId = home.tenantId) => {
  const url = social.authorize.path.replace('{source}', 'oidc')
  return (await app.inject({ url, query: { tenantId, nonce } })).json<{ data: { url: string; state: string } }>().data
}

describe('a social client', async () => {
  const { issuer, clientId, secret } = provider
  const made = await admin(socialClient.submit, { type: 'oidc', name: '协会账号', issuer, clientId, secret })
  const enter = async (who: string, more: object = {}) =>
    token({ grant_type: 'social', source: 'oidc', ...(await provider.visit((await away()).url, who)), ...more })
  const unbound = { status: 400, body: { msg: '该第三方账号还没有绑定，请绑定已有账号或注册新账号' } }

  test('is named on the login page, without anything but its name', async () => {
    const reply = await app.inject({ url: social.list.path, query: { tenantId: home.tenantId } })
    expect(reply.json()).toMatchObject({ data: { social: [{ id: made.id, type: 'oidc', name: '协会账号' }] } })
    expect(reply.body).not.toContain(clientId)
  })

  test('returns nowhere but to this site', async () => {
    for (const redirectUri of [
      'https://evil.example/login',
      'http://localhost:8080.evil.example/',
      'http://localhost:80800/',
    ])
      await expect(admin(socialClient.submit, { id: made.id, redirectUri })).rejects.toMatchObject({ code: 400 })
  })

  test('signs in only who is linked: an unknown one links the account he signs in with', async () => {
    const li = await as('zxs')
    const first = await enter('wang')
    expect(first).toMatchObject(unbound)
    const oauthId = first.body.data?.oauthId ?? ''
    const mine = { grant_type: 'password', tenantId: home.tenantId, username: li.account, oauthId }
    expect(await token({ ...mine, password: 'wrong' })).toMatchObject({ body: { msg: '用户名或密码错误' } })
    expect(await token({ ...mine, password: server.password })).toMatchObject({ status: 200 })
    // linked once: the same word of the provider links nobody else
    expect(await token({ ...mine, password: server.password })).toMatchObject(again)
    expect((await enter('wang')).body.user_id).toBe(li.userId)
    expect((await li(social.bound, {})).linked).toMatchObject([{ name: '协会账号', nickname: '王五' }])
  })

  test('is linked and unlinked by whoever is signed in, and is nobody else’s meanwhile', async () => {
    const zhou = await as('zxs')
    const bind = async (who: string) => {
      const { url } = await zhou(social.bindStart, { source: made.id, nonce })
      return zhou(social.bind, { ...(await provider.visit(url, who)), nonce })
    }
    await expect(bind('wang')).rejects.toThrow('该第三方账号已绑定其他用户')
    const linked = await bind('zhao')
    expect((await enter('zhao')).body.user_id).toBe(zhou.userId)
    const other = await as('zxs')
    await expect(other(social.unbind, { id: linked.id })).rejects.toMatchObject({ code: 404 })
    await zhou(social.unbind, { id: linked.id })
    expect(await enter('zhao')).toMatchObject(unbound)
  })

  test('a state begun to sign in links nobody, and one begun to link signs nobody in', async () => {
    const zhou = await as('zxs')
    const { url } = await zhou(social.bindStart, { source: made.id, nonce })
    const back = await provider.visit(url, 'zhao')
    expect(await token({ grant_type: 'social', source: 'oidc', ...back })).toMatchObject(again)
    const mallorys = await provider.visit((await away()).url, 'mallory')
    await expect(zhou(social.bind, { ...mallorys, nonce })).rejects.toThrow('登录已超时或已被使用，请重新开始')
  })

  test('of the platform serves a tenant that has none, and people of two tenants stay two', async () => {
    const other = await tenant()
    expect(await away(other.tenantId)).toEqual({})
    const boss = await as('administrator', '平台', { tenantId: '000000' })
    await boss(socialClient.submit, { type: 'oidc', name: '平台账号', issuer, clientId, secret })
    const back = await provider.visit((await away(other.tenantId)).url, 'wang')
    expect(await token({ grant_type: 'social', source: 'oidc', tenantId: other.tenantId, ...back })).toMatchObject(
      unbound,
    )
    await expect(admin(socialClient.remove, { ids: made.id })).resolves.toEqual({})
    expect((await admin(social.bound, {})).free).toMatchObject([{ name: '平台账号' }])
    expect(await admin(socialClient.list, {})).toMatchObject({ total: 0 })
  })
})
