import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { smsCode } from '#contract/sms.ts'
import { md5 } from '../auth/password.ts'
import { testServer } from '#server/kernel/testing.ts'
import { smsTools } from './testing-sms.ts'

// one address sends everything here: paces of addresses have a test of their own
const server = await testServer({ DIGAO_CAPTCHA: 'off' })
const { app, as, home, kernel, logged, signIn, tenant } = server
const { ask, send, outbox, newPhone, codeSent, pass, withPhone, token, inTenant } = smsTools(server)

/** Somebody of the firm with a phone of his own. */
async function somebody() {
  const caller = await as('zxs')
  const phone = newPhone()
  await withPhone(caller.userId, phone)
  return { caller, phone, account: caller.account }
}
const codeFor = async (what: 'Login' | 'Reset', phone: string) => {
  await pass(3600 * 25)
  const { data } = await send(what, phone)
  return { smsId: String(data['smsId']), smsCode: await codeSent() }
}
const bySms = (phone: string, more: object) => token({ grant_type: 'sms_code', phone, ...more })

const reset = (phone: string, more: object) =>
  ask(smsCode.resetPassword.path, { phone, tenantId: home.tenantId, ...more })

describe('signing in by a code', () => {
  test('the code that arrives signs in once', async () => {
    const { phone, caller } = await somebody()
    const code = await codeFor('Login', phone)
    const first = await bySms(phone, code)
    expect(first).toMatchObject({ status: 200, body: { user_id: caller.userId, token_type: 'bearer' } })
    expect(await bySms(phone, code)).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('验证码不正确') },
    })
    const me = await app.inject({
      url: auth.userInfo.path,
      headers: { 'sc-auth': `bearer ${String(first.body['access_token'])}` },
    })
    expect(me.statusCode).toBe(200)
  })

  test('the parameters may be called as older clients call them, and come in the query', async () => {
    const { phone } = await somebody()
    const { smsId, smsCode: verificationCode } = await codeFor('Login', phone)
    const reply = await app.inject({
      method: 'POST',
      url: auth.token.path,
      query: { grant_type: 'sms_code', tenantId: home.tenantId, phone, smsId, verificationCode },
      headers: { authorization: server.client },
    })
    expect(reply.statusCode).toBe(200)
  })

  test('a code of another scene, phone or tenant is wrong, and an expired one', async () => {
    const { phone } = await somebody()
    const other = await somebody()
    const elsewhere = await tenant('别家')
    const code = await codeFor('Login', phone)
    const wrong = { status: 400, body: { msg: '验证码不正确或已过期，请核对或重新获取' } }
    expect(await reset(phone, { ...code, password: md5('Neu-4711-x') })).toMatchObject(wrong)
    expect(await bySms(other.phone, code)).toMatchObject(wrong)
    expect(await bySms(phone, { ...code, tenantId: elsewhere.tenantId })).toMatchObject(wrong)
    // four tries are used; the fifth is the right one
    expect(await bySms(phone, { ...code, smsCode: 'abcdef' })).toMatchObject(wrong)
    expect(await bySms(phone, code)).toMatchObject({ status: 200 })
    const late = await codeFor('Login', phone)
    await pass(301)
    expect(await bySms(phone, late)).toMatchObject(wrong)
  })

  test('of a thousand guesses at once five are evaluated, and then the right one is too late', async () => {
    const { phone } = await somebody()
    const { smsId, smsCode: right } = await codeFor('Login', phone)
    const guesses = Array.from({ length: 1000 }, (_, n) => String((Number(right) + n + 1) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(guesses.map((guess) => bySms(phone, { smsId, smsCode: guess })))
    const said = Map.groupBy(answers, ({ body }) => String(body['msg']))
    expect(said.get('验证码不正确或已过期，请核对或重新获取')?.length).toBe(5)
    expect(said.get('用户登录失败次数过多')?.length).toBe(995)
    const row = await inTenant('000000', (db) =>
      db.selectFrom('sms_code').select('tries').where('id', '=', smsId).executeTakeFirst(),
    )
    expect(row?.tries).toBe(5)
    expect(await bySms(phone, { smsId, smsCode: right })).toMatchObject({ status: 400 })
  })

  test('of four sign-ins at once with the right code one succeeds', async () => {
    const { phone } = await somebody()
    const code = await codeFor('Login', phone)
    const answers = await Promise.all(Array.from({ length: 4 }, () => bySms(phone, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('nothing is written in the log of the code or the phone', async () => {
    const { phone } = await somebody()
    const code = await codeFor('Login', phone)
    await bySms(phone, { ...code, smsCode: '000001' })
    await bySms(phone, code)
    const written = logged.join('\n')
    expect(written).not.toContain(phone)
    expect(written).not.toContain(`"${code.smsCode}"`)
    const rows = await outbox()
    expect(rows.map(({ order_encrypted: order }) => order).filter(Boolean)).toEqual([])
    expect(JSON.stringify(rows)).not.toContain(phone)
  })
})

describe('sending a code', () => {
  test('a number that is none is refused in the words of the specification', async () => {
    for (const [phone, msg] of [
      ['', '手机号码不能为空'],
      ['1381234567', '手机号码长度不为11位'],
      ['01012345678', '手机号码格式不正确'],
      ['1381234567\n', '手机号码格式不正确'],
      ["13812345' o", '手机号码格式不正确'],
    ] as const) {
      expect(await send('Login', phone)).toMatchObject({ status: 400, msg })
    }
    expect(await ask(smsCode.sendLoginValidate.path, {})).toMatchObject({ status: 400, msg: '手机号码不能为空' })
    expect(await ask(smsCode.sendLoginValidate.path, { phone: ['13812345678'] })).toMatchObject({ status: 400 })
  })

  test('a hundred requests at once send one message', async () => {
    const { phone } = await somebody()
    await pass(3600 * 25)
    const before = (await outbox()).length
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('Login', phone)))
    const sent = answers.filter(({ status }) => status === 200)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.data).toEqual({ smsId: expect.any(String), seconds: 60 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.msg).toMatch(/^验证码已发送，请\d+秒后再获取$/)
    expect(refused?.data).toEqual({ seconds: expect.any(Number) })
    expect(await outbox()).toHaveLength(before + 1)
  })

  test('sixty seconds apart, five in an hour, ten in a day', async () => {
    const { phone } = await somebody()
    await pass(3600 * 25)
    for (let n = 0; n < 5; n++) {
      expect(await send('Login', phone)).toMatchObject({ status: 200 })
      expect(await send('Login', phone)).toMatchObject({ status: 429, msg: expect.stringContaining('秒后再获取') })
      await pass(61)
    }
    expect(await send('Login', phone)).toMatchObject({ status: 429, msg: '该手机号获取验证码次数过多，请稍后再试' })
    await pass(3600)
    for (let n = 0; n < 5; n++) {
      expect(await send('Login', phone)).toMatchObject({ status: 200 })
      await pass(61)
    }
    await pass(3600)
    expect(await send('Login', phone)).toMatchObject({ status: 429 })
    await pass(3600 * 24)
    expect(await send('Login', phone)).toMatchObject({ status: 200 })
  })

  test('a network address gets twenty in an hour', async () => {
    await pass(3600 * 25)
    const answers = []
    for (let n = 0; n < 21; n++) answers.push(await send('Login', newPhone()))
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(answers[20]).toMatchObject({ status: 429, msg: '当前网络获取验证码次数过多，请稍后再试' })
  })

  test('three hundred more are refused, and the server answers others meanwhile', async () => {
    await pass(3600 * 25)
    const phone = newPhone()
    await send('Login', phone)
    const flood = Promise.all(Array.from({ length: 300 }, () => send('Login', phone)))
    const start = performance.now()
    expect((await app.inject(auth.captcha.path)).statusCode).toBe(200)
    expect(performance.now() - start).toBeLessThan(2000)
    expect((await flood).every(({ status }) => status === 429)).toBe(true)
  })

  test('whether a phone is known cannot be told from the answer; nothing is sent to one that is not', async () => {
    const { phone } = await somebody()
    await pass(3600 * 25)
    const stranger = newPhone()
    const known = await send('Login', phone)
    const unknown = await send('Login', stranger)
    const shape = ({ status, msg, data }: typeof known) => ({
      status,
      msg,
      keys: Object.keys(data),
      seconds: data['seconds'],
    })
    expect(shape(unknown)).toEqual(shape(known))
    expect((await send('Login', stranger)).status).toBe((await send('Login', phone)).status)
    const [newest, before] = await outbox()
    expect(newest).toMatchObject({ state: 'skipped', text: '' })
    expect(before).toMatchObject({ state: 'delivered', phone_mask: `${phone.slice(0, 3)}****${phone.slice(-4)}` })
    const smsId = String(unknown.data['smsId'])
    expect(await bySms(stranger, { smsId, smsCode: '123456' })).toMatchObject({ status: 400 })
  })

  test('a tenant that does not exist, or is spelt to harm, answers like any other', async () => {
    await pass(3600 * 25)
    for (const tenantId of ['999999', "0000'; --", '../../etc']) {
      expect(await send('Login', newPhone(), { tenantId })).toMatchObject({ status: 200 })
    }
    const reply = await app.inject({
      method: 'POST',
      url: smsCode.sendLoginValidate.path,
      headers: { 'tenant-id': "x'; drop" },
      payload: { phone: newPhone() },
    })
    expect(reply.statusCode).toBe(200)
  })

  test('only who is signed in binds a phone, and the code arrives at the new one', async () => {
    await pass(3600 * 25)
    const li = await as('zxs')
    const phone = newPhone()
    expect(await ask(smsCode.sendBindValidate.path, { phone })).toMatchObject({ status: 401 })
    const { smsId } = await li(smsCode.sendBindValidate, { phone })
    const [row] = await outbox()
    expect(row).toMatchObject({ scene: 'bind', state: 'delivered' })
    const code = await codeSent()
    expect(await bySms(phone, { smsId, smsCode: code })).toMatchObject({ status: 400 })
  })
})

describe('a new password by a code', () => {
  test('it counts at once, the old one no longer, and every session ends', async () => {
    const { phone, account, caller } = await somebody()
    const code = await codeFor('Reset', phone)
    const password = md5('Neues-Passwort-8')
    expect(await reset(phone, { ...code, password })).toMatchObject({ status: 200, code: 200 })
    await expect(caller(auth.userInfo, {})).rejects.toMatchObject({ status: 401 })
    await expect(signIn(home.tenantId, account)).rejects.toMatchObject({ message: '用户名或密码错误' })
    expect(await signIn(home.tenantId, account, password)).toMatchObject({ account })
    const told = await inTenant(home.tenantId, (db) =>
      db.selectFrom('message').select(['type', 'title']).where('user_id', '=', caller.userId).execute(),
    )
    expect(told).toContainEqual({ type: 'security', title: { key: 'resetNoticeTitle' } })
    expect(await reset(phone, { ...code, password: md5('Noch-eins-99') })).toMatchObject({ status: 400 })
  })

  test('whoever has locked himself out by wrong passwords starts afresh with the new one', async () => {
    const { phone, account } = await somebody()
    for (let n = 0; n < 6; n++) await signIn(home.tenantId, account, md5(`falsch${n}`)).catch(() => {})
    await expect(signIn(home.tenantId, account)).rejects.toMatchObject({ message: '用户登录失败次数过多' })
    const password = md5('Endlich-wieder-9')
    expect(await reset(phone, { ...(await codeFor('Reset', phone)), password })).toMatchObject({ status: 200 })
    const counted = await kernel.database.outside
      .selectFrom('attempt')
      .select('used')
      .where('bucket', '=', `account ${home.tenantId} ${account}`)
      .execute()
    expect(counted).toEqual([])
  })

  test('an unknown phone answers like a wrong code', async () => {
    await pass(3600 * 25)
    const stranger = newPhone()
    const { data } = await send('Reset', stranger)
    const answer = await reset(stranger, { smsId: data['smsId'], smsCode: '123456', password: md5('Neues-Passwort-8') })
    const { phone } = await somebody()
    const code = await codeFor('Reset', phone)
    const wrong = code.smsCode === '123456' ? '654321' : '123456'
    expect(await reset(phone, { ...code, smsCode: wrong, password: md5('Neues-Passwort-8') })).toMatchObject({
      status: answer.status,
      msg: answer.msg,
    })
  })

  test('a common password, or one made of the own account, is refused and the code stays good', async () => {
    const { phone, account } = await somebody()
    const code = await codeFor('Reset', phone)
    for (const common of ['12345678', 'Password123', 'a123456', account, `${account}123`, phone]) {
      expect(await reset(phone, { ...code, password: md5(common) })).toMatchObject({ msg: '密码过于常见，请换一个' })
      await inTenant('000000', (db) => db.updateTable('sms_code').set({ tries: 0 }).execute())
    }
    expect(await reset(phone, { ...code, password: md5('Gut-Gewählt-7') })).toMatchObject({ status: 200 })
    expect(await reset(phone, { ...code, password: 'plain text' })).toMatchObject({ status: 400, msg: '请设置密码' })
  })

  test('whoever is locked gets no code, so nobody unlocks himself', async () => {
    const { phone, caller } = await somebody()
    await inTenant(home.tenantId, (db) =>
      db.updateTable('app_user').set({ status: 0 }).where('id', '=', caller.userId).execute(),
    )
    await pass(3600 * 25)
    await send('Reset', phone)
    expect((await outbox())[0]).toMatchObject({ state: 'skipped' })
  })
})

test('the database holds no code in clear', async () => {
  const rows = await kernel.database.inTenant({ tenantId: '000000', userId: '' }, (db) =>
    db.selectFrom('sms_code').selectAll().execute(),
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row.code_hash).toHaveLength(32)
})
