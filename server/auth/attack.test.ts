import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { enterprise } from '#contract/enterprise.ts'
import { user } from '#contract/user.ts'
import { decryptText, encryptText, payloadKeys } from '#server/kernel/payload-crypto.ts'
import { testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { md5 } from './password.ts'

const { app, as, client, home, kernel, password, tenant } = await testServer({ DIGAO_PAYLOAD_CRYPTO: 'on' })
const { aes } = payloadKeys(kernel.secrets)
const token = async (payload: object, headers: Record<string, string> = {}) => {
  const all = { authorization: client, ...headers }
  const reply = await app.inject({ method: 'POST', url: auth.token.path, headers: all, payload })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}
/** With another first character. */
const otherFirst = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
const me = (header: string) => app.inject({ url: auth.userInfo.path, headers: { 'sc-auth': header } })
const sealed = (value: unknown) => encryptText(aes, JSON.stringify(value))
const opened = (text: string): unknown => JSON.parse(decryptText(aes, text) ?? '')
const inHome = { tenantId: home.tenantId, userId: '' }
const set = (userId: string, columns: object) =>
  kernel.database.inTenant(inHome, (db) => db.updateTable('app_user').set(columns).where('id', '=', userId).execute())

describe('a token', () => {
  test('opens calls encrypted as well, and nothing that does not decrypt tells why', async () => {
    const { accessToken } = await as('zxs')
    expect((await me(`crypto ${encryptText(aes, accessToken)}`)).statusCode).toBe(200)
    expect((await me(`CRYPTO ${encryptText(aes, accessToken)}`)).statusCode).toBe(200)
    const sealed = encryptText(aes, accessToken)
    const other = encryptText('0'.repeat(32), accessToken)
    const wrong = [
      other,
      sealed.slice(0, -8),
      otherFirst(sealed),
      encryptText(aes, 'no token'),
      'AAAA',
      accessToken,
      '%%%',
    ]
    const answers = await Promise.all(wrong.map(async (text) => (await me(`crypto ${text}`)).body))
    expect(new Set(answers)).toEqual(new Set([(await me('bearer x.y.z')).body]))
  })

  test('cut short anywhere is nobody’s', async () => {
    const { accessToken } = await as('zxs')
    const cuts = [1, 10, 43, accessToken.length / 2, accessToken.length - 1]
    for (const cut of cuts) expect((await me(`bearer ${accessToken.slice(0, cut)}`)).statusCode).toBe(401)
  })
})

describe('who asks', () => {
  test('is what the session says, whatever headers and bodies say', async () => {
    const li = await as('zxs')
    const other = await tenant('另一家')
    const forged = {
      'tenant-id': other.tenantId,
      'role-id': 'x',
      'dept-id': 'x',
      'x-user-id': 'x',
      'x-forwarded-host': 'evil.example',
    }
    expect(await li(auth.userInfo, {}, forged)).toMatchObject({
      tenantId: home.tenantId,
      userId: li.userId,
      roles: ['zxs'],
    })
    const body = {
      enterpriseName: '甲',
      creditCode: testCreditCode(1),
      tenantId: other.tenantId,
      createUser: 'x',
      userId: 'x',
    }
    const made = await li(enterprise.save, body)
    expect(made.createUser).toBe(li.userId)
  })

  test('two Host headers, or one that lies, change no answer', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const ask = (headers: [string, string][]) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const call = httpRequest({ port, host: '127.0.0.1', path: '/client.json', setHost: false, headers: headers.flat() }, (reply) => {
          let text = ''
          reply.on('data', (part: Buffer) => (text += part.toString()))
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
        }) // prettier-ignore
        call.on('error', reject)
        call.end()
      })
    const lying = await ask([['Host', 'evil.example'], ['X-Forwarded-Host', 'evil.example']]) // prettier-ignore
    expect(lying.text).not.toContain('evil.example')
    const twice = await ask([['Host', `127.0.0.1:${port}`], ['Host', 'evil.example']]) // prettier-ignore
    expect(twice.text).not.toContain('evil.example')
  })
})

describe('a tenant that is closed', () => {
  test.each([
    ['has expired', { expire_time: new Date(0) }, '该租户已到期，请联系平台管理员续期'],
    ['is disabled', { status: 0 }, '该租户已停用，请联系平台管理员'],
  ])('because it %s says so only to whoever knows the password', async (_, set, msg) => {
    const closed = await tenant()
    const li = await as('zxs', '李审计', closed)
    const wanted = { grant_type: 'password', tenantId: closed.tenantId, username: li.account }
    const actor = { tenantId: closed.tenantId, userId: '' }
    await kernel.database.inTenant(actor, (db) => db.updateTable('tenant').set(set).execute())
    expect(await token({ ...wanted, password: md5('x') })).toMatchObject({
      status: 400,
      body: { msg: '用户名或密码错误' },
    })
    expect(await token({ ...wanted, password })).toMatchObject({ status: 400, body: { msg } })
  })

  test('and a locked account likewise', async () => {
    const li = await as('zxs')
    const wanted = { grant_type: 'password', tenantId: home.tenantId, username: li.account }
    await kernel.database.inTenant(inHome, (db) =>
      db.updateTable('app_user').set({ status: 0 }).where('id', '=', li.userId).execute(),
    )
    expect(await token({ ...wanted, password: md5('x') })).toMatchObject({ body: { msg: '用户名或密码错误' } })
    expect(await token({ ...wanted, password })).toMatchObject({ body: { msg: '该账号已被锁定，请联系管理员' } })
  })
})

describe('a password that must be changed', () => {
  test('opens nothing but its change and the way out, at the server', async () => {
    const li = await as('zxs')
    await set(li.userId, { must_change_password: true })
    kernel.sessions.forget(li.userId)
    const refused = { code: 403, message: '请先修改密码' }
    await expect(li(enterprise.list, {})).rejects.toMatchObject(refused)
    await expect(li(enterprise.save, { enterpriseName: '甲', creditCode: testCreditCode(2) })).rejects.toMatchObject(
      refused,
    )
    expect(await li(auth.userInfo, {})).toMatchObject({ mustChangePassword: true })
    const tus = await app.inject({
      method: 'POST',
      url: '/sc-system/upload',
      headers: { 'sc-auth': `bearer ${li.accessToken}` },
    })
    expect(tus.statusCode).not.toBe(201)
    const again = await token({ grant_type: 'password', tenantId: home.tenantId, username: li.account, password })
    expect(again.body).toMatchObject({ detail: { mustChangePassword: true } })
    await li(user.updatePassword, { oldPassword: password, newPassword: md5('Eine-neue-1') })
    expect(await li(enterprise.list, {})).toMatchObject({ total: 0 })
  })

  test('is one that has lasted longer than the tenant allows', async () => {
    const strict = await tenant()
    const of = { tenantId: strict.tenantId, userId: '' }
    await kernel.database.inTenant(of, (db) => db.insertInto('param').values({ param_key: 'passwordExpiryDays', param_value: '90' }).execute())
    const li = await as('zxs', '李审计', strict)
    expect(await li(auth.userInfo, {})).toMatchObject({ mustChangePassword: false })
    await kernel.database.inTenant(of, (db) => db.updateTable('app_user').set({ password_time: sql`now() - interval '91 days'` }).execute())
    const signed = await token({ grant_type: 'password', tenantId: strict.tenantId, username: li.account, password })
    expect(signed.body).toMatchObject({ detail: { mustChangePassword: true } })
  }) // prettier-ignore
})

describe('payload encryption', () => {
  test('is AES-256-CBC with the key’s first half as IV, PKCS7, base64', () => {
    const key = '0123456789abcdef0123456789abcdef'
    // openssl enc -aes-256-cbc
    expect(encryptText(key, '{"a":1}')).toBe('ZhHFGTAddbSwHrwNUARcyA==')
    expect(aes).toMatch(/^[\x21-\x7e]{32}$/)
  })

  test('carries parameters and bodies in, and the whole envelope out, refusals and the token endpoint included', async () => {
    const li = await as('zxs')
    const headers = { 'sc-auth': `bearer ${li.accessToken}`, 'content-type': 'text/plain' }
    const draft = { enterpriseName: '乙', creditCode: testCreditCode(3) }
    const saved = await app.inject({ method: 'POST', url: enterprise.save.path, headers, payload: sealed(draft) })
    expect(opened(saved.body)).toMatchObject({ code: 200, data: { enterpriseName: '乙' } })
    expect(saved.headers['content-type']).toMatch(/^text\/plain/)
    const found = await app.inject({
      url: enterprise.list.path,
      headers: { 'sc-auth': `bearer ${li.accessToken}`, 'accept-encoding': 'gzip' },
      query: { data: sealed({ current: 1, size: 500, enterpriseName: '乙' }) },
    })
    expect(opened(found.body)).toMatchObject({ code: 200, data: { total: 1 } })
    const plain = { grant_type: 'password', tenantId: home.tenantId, username: li.account, password }
    const basic = { authorization: client, 'content-type': 'text/plain' }
    const signed = await app.inject({ method: 'POST', url: auth.token.path, headers: basic, payload: sealed(plain) })
    expect(opened(signed.body)).toMatchObject({ account: li.account })
    const wrong = await app.inject({
      method: 'POST',
      url: auth.token.path,
      headers: basic,
      payload: sealed({ ...plain, password: 'x' }),
    })
    expect(wrong.statusCode).toBe(400)
    expect(opened(wrong.body)).toMatchObject({ error_description: '用户名或密码错误' })
  })

  test('that does not decrypt is refused like a body that cannot be read, whatever is wrong with it', async () => {
    const right = sealed({ grant_type: 'password' })
    const bodies = [
      'AAAA',
      right.slice(0, -4),
      otherFirst(right),
      encryptText(aes, '{'),
      encryptText('0'.repeat(32), '{}'),
      '%%%',
    ]
    const basic = { authorization: client, 'content-type': 'text/plain' }
    const answers = await Promise.all(
      bodies.map(async (payload) => {
        const reply = await app.inject({ method: 'POST', url: auth.token.path, headers: basic, payload })
        return `${reply.statusCode} ${JSON.stringify(opened(reply.body))}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('请求内容无法读取')
    const query = await app.inject({ url: auth.captcha.path, query: { data: 'AAAA' } })
    expect(opened(query.body)).toMatchObject({ code: 400 })
  })
})
