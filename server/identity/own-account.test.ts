import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { ownPhone, passkey, session } from '#contract/identity.ts'
import { smsCode } from '#contract/sms.ts'
import { user } from '#contract/user.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { smsTools } from '../sms/testing-sms.ts'
import { softAuthenticator, type Twist } from './testing-authenticator.ts'

const origin = 'https://digao.example.com'
const server = await testServer({
  DIGAO_PUBLIC_URL: `${origin},https://other.example.com`,
})
const { app, as, client, kernel, home, password, signIn, tenant } = server
const sms = smsTools(server)

const token = async (fields: object, headers: Record<string, string> = {}) => {
  const payload = { grant_type: 'passkey', ...fields }
  const all = { authorization: client, ...headers }
  const reply = await app.inject({ method: 'POST', url: auth.token.path, headers: all, payload })
  return { status: reply.statusCode, body: reply.json<z.output<typeof auth.token.output> & { msg?: string }>() }
}
const challenge = async (headers: Record<string, string> = {}) =>
  (await app.inject({ url: passkey.loginOptions.path, headers })).json<{
    data: z.output<typeof passkey.loginOptions.output>
  }>().data
const phoneOf = async (who: Caller) => {
  const phone = softAuthenticator({ origin })
  const { flow, options } = await who(passkey.registerOptions, {})
  const made = await who(passkey.register, { flow, name: '我的手机', response: phone.register(options) })
  return { phone, made }
}

describe('a passkey', () => {
  test('signs in by itself: no tenant, account or password is typed', async () => {
    const li = await as('zxs')
    const { phone, made } = await phoneOf(li)
    expect(made).toMatchObject({ name: '我的手机', seenTime: '' })
    const { flow, options } = await challenge()
    expect(options).not.toHaveProperty('rpId')
    const signed = await token({ flow, response: JSON.stringify(phone.answer(options)) })
    expect(signed).toMatchObject({ status: 200, body: { account: li.account, tenant_id: home.tenantId } })
    const [first] = await li(passkey.list, {})
    expect(first?.seenTime).not.toBe('')
    const sessions = await li(session.list, {})
    expect(sessions.map(({ method }) => method).toSorted()).toEqual(['passkey', 'password'])
  })

  test('answers a challenge once', async () => {
    const { phone } = await phoneOf(await as('zxs'))
    const { flow, options } = await challenge()
    const response = phone.answer(options)
    expect(await token({ flow, response })).toMatchObject({ status: 200 })
    expect(await token({ flow, response })).toMatchObject({
      status: 400,
      body: { msg: '登录已超时或已被使用，请重新开始' },
    })
    const other = await challenge()
    expect(await token({ flow: other.flow, response })).toMatchObject({
      body: { msg: '面容/指纹验证没有通过，请重试' },
    })
  })

  test.each<[string, Twist]>([
    ['made for another site', { origin: 'https://evil.example' }],
    ['whose site only begins like ours', { origin: `${origin}.evil.example` }],
    ['over plain http', { origin: 'http://digao.example.com' }],
    ['bound to another name', { rpId: 'evil.example' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['of somebody who was not verified', { verified: false }],
    ['of a copy, whose counter has stood still', { counter: 1 }],
  ])('an answer %s is refused', async (_, twist) => {
    const { phone } = await phoneOf(await as('zxs'))
    const { flow, options } = await challenge()
    expect(await token({ flow, response: phone.answer(options, twist) })).toMatchObject({
      status: 400,
      body: { msg: '面容/指纹验证没有通过，请重试' },
    })
  })

  test('of another key, or of nobody, is refused', async () => {
    const { phone } = await phoneOf(await as('zxs'))
    const { phone: others } = await phoneOf(await as('zxs'))
    const { flow, options } = await challenge()
    const stolen = { ...others.answer(options), id: phone.answer(options).id }
    expect(await token({ flow, response: stolen })).toMatchObject({ status: 400 })
    for (const response of ['{', '{}', 'null', '[]', { response: {} }, 'x'.repeat(9000)]) {
      const { flow: next } = await challenge()
      expect(await token({ flow: next, response })).toMatchObject({ body: { msg: '面容/指纹验证没有通过，请重试' } })
    }
  })

  test('takes no part of the request for its site: forged hosts change nothing', async () => {
    const { phone } = await phoneOf(await as('zxs'))
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const { flow, options } = await challenge(forged)
    expect(JSON.stringify(options)).not.toContain('evil.example')
    const response = phone.answer(options, { origin: 'https://evil.example', rpId: 'evil.example' })
    expect(await token({ flow, response }, forged)).toMatchObject({ status: 400 })
  })

  test('is set up only by an answer to one’s own challenge, and once', async () => {
    const [li, wang] = [await as('zxs'), await as('zxs')]
    const phone = softAuthenticator({ origin })
    const { flow, options } = await li(passkey.registerOptions, {})
    const response = phone.register(options)
    await expect(wang(passkey.register, { flow, name: 'x', response })).rejects.toThrow('登录已超时')
    await li(passkey.register, { flow, name: 'x', response })
    await expect(li(passkey.register, { flow, name: 'x', response })).rejects.toThrow('登录已超时')
    const next = await li(passkey.registerOptions, {})
    const again = phone.register(next.options)
    await expect(li(passkey.register, { flow: next.flow, name: 'x', response: again })).rejects.toThrow(
      '这台设备已经设置过',
    )
  })

  test('is renamed and removed by its owner alone; gone, it opens nothing', async () => {
    const [li, wang] = [await as('zxs'), await as('zxs')]
    const { phone, made } = await phoneOf(li)
    await expect(wang(passkey.rename, { id: made.id, name: '他的' })).rejects.toMatchObject({ code: 404 })
    await expect(wang(passkey.remove, { id: made.id })).rejects.toMatchObject({ code: 404 })
    await li(passkey.rename, { id: made.id, name: '旧手机' })
    expect(await li(passkey.list, {})).toMatchObject([{ name: '旧手机' }])
    await li(passkey.remove, { id: made.id })
    const { flow, options } = await challenge()
    expect(await token({ flow, response: phone.answer(options) })).toMatchObject({ status: 400 })
  })

  test('the only way in stays', async () => {
    const li = await as('zxs')
    const { made } = await phoneOf(li)
    await kernel.database.inTenant(li, (db) =>
      db.updateTable('app_user').set({ password_set: false, phone: '' }).where('id', '=', li.userId).execute(),
    )
    await expect(li(passkey.remove, { id: made.id })).rejects.toThrow('这是您唯一的登录方式，请先设置其他登录方式')
    expect(await li(passkey.list, {})).toHaveLength(1)
  })

  test('does not let in whoever is locked', async () => {
    const li = await as('zxs')
    const { phone } = await phoneOf(li)
    await kernel.database.inTenant(li, (db) =>
      db.updateTable('app_user').set({ status: 0 }).where('id', '=', li.userId).execute(),
    )
    const { flow, options } = await challenge()
    expect(await token({ flow, response: phone.answer(options) })).toMatchObject({
      body: { msg: '该账号已被锁定，请联系管理员' },
    })
  })
})

const on = async (li: Caller, agent: string) =>
  app.inject({
    method: 'POST',
    url: auth.token.path,
    headers: { authorization: client, 'user-agent': agent },
    payload: { grant_type: 'password', tenantId: li.tenantId, username: li.account, password },
  })

describe('devices', () => {
  test('are listed with this one first, signed out one by one or all others at once', async () => {
    const li = await as('zxs')
    for (let n = 0; n < 3; n++) await signIn(li.tenantId, li.account)
    const four = await li(session.list, {})
    expect(four.map(({ current }) => current)).toEqual([true, false, false, false])
    await li(session.kick, { ids: four[3]?.id ?? '' })
    expect(await li(session.list, {})).toHaveLength(3)
    expect(await li(session.kickOthers, {})).toEqual({ ended: 2 })
    expect(await li(session.list, {})).toHaveLength(1)
    const history = await li(session.history, {})
    expect(history.total).toBe(4)
    expect(history.records.filter(({ endReason }) => endReason === 'signed out by himself')).toHaveLength(3)
    expect(await li(auth.userInfo, {})).toMatchObject({ account: li.account })
  })

  test('of somebody else are out of reach, and a set with one of them ends none', async () => {
    const [li, wang] = [await as('zxs'), await as('zxs')]
    const [[mine], [his]] = [await li(session.list, {}), await wang(session.list, {})]
    const ids = `${mine?.id},${his?.id}`
    await expect(li(session.kick, { ids })).rejects.toMatchObject({ code: 404 })
    expect(await li(session.list, {})).toHaveLength(1)
    expect(await wang(auth.userInfo, {})).toMatchObject({ account: wang.account })
  })

  test('beyond the number an account may use end the oldest', async () => {
    const other = await tenant()
    await kernel.database.inTenant({ ...other, userId: '' }, (db) =>
      db.insertInto('param').values({ param_key: 'maxSessions', param_value: '2' }).execute(),
    )
    const li = await as('zxs', '李审计', other)
    for (let n = 0; n < 2; n++) await signIn(li.tenantId, li.account)
    await expect(li(auth.userInfo, {})).rejects.toMatchObject({ code: 401 })
  })

  test('a new kind of device is told to its owner', async () => {
    const li = await as('zxs')
    const told = () =>
      kernel.database.inTenant(li, (db) =>
        db.selectFrom('message').where('user_id', '=', li.userId).where('type', '=', 'security').selectAll().execute(),
      )
    await on(li, 'a browser of another kind')
    const first = (await told()).length
    await on(li, 'a browser of another kind')
    expect([first, (await told()).length]).toEqual([1, 1])
  })
})

describe('a phone number', () => {
  const { newPhone, codeSent } = sms
  const codeFor = async (who: Caller, phone: string) => {
    const { smsId } = await who(smsCode.sendBindValidate, { phone })
    return { phone, smsId, smsCode: await codeSent() }
  }

  test('is one’s own once its code is known', async () => {
    const li = await as('zxs')
    const given = await codeFor(li, newPhone())
    await expect(li(ownPhone.bind, { ...given, smsCode: '000000' })).rejects.toMatchObject({ code: 400 })
    await expect(li(ownPhone.bind, { ...given, phone: newPhone() })).rejects.toMatchObject({ code: 400 })
    await li(ownPhone.bind, given)
    expect(await li(user.info, {})).toMatchObject({ phone: given.phone })
    await expect(li(ownPhone.bind, given)).rejects.toMatchObject({ code: 400 })
  })

  test('that is a colleague’s stays his', async () => {
    const [li, wang] = [await as('zxs'), await as('zxs')]
    const phone = newPhone()
    await sms.withPhone(li.userId, phone)
    const second = await codeFor(wang, phone)
    await expect(wang(ownPhone.bind, second)).rejects.toThrow('该手机号已被其他用户使用')
  })
})
