import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { CONSENT_EDITION } from '#contract/consent.ts'
import { register } from '#contract/register.ts'
import { smsCode } from '#contract/sms.ts'
import { testServer } from '#server/kernel/testing.ts'
import { md5 } from '../auth/password.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { smsTools } from '../sms/testing-sms.ts'

const server = await testServer()
const { app, as, captcha, home, kernel, signIn } = server
const { ask, send, codeSent, inTenant, newPhone, pass } = smsTools(server)

const password = md5('Ein-gutes-Wort-7')
const DAY = 25 * 3600
let number = 0

/** A captcha that is solved. */
async function solved() {
  const { key } = (await app.inject(auth.captcha.path)).json<{ key: string }>()
  return { key, code: captcha.text }
}
/** A form as the page sends it, with a code that has just arrived. */
async function form(more: object = {}) {
  await pass(DAY)
  const phone = newPhone()
  const { data } = await send('Register', phone, await solved())
  number++
  return {
    kind: 'firm',
    name: `第${number}税务师事务所`,
    creditCode: testCreditCode(number),
    realName: '赵所长',
    phone,
    account: `zhao${number}`,
    password,
    consent: CONSENT_EDITION,
    smsId: String(data['smsId']),
    code: await codeSent('000000'),
    ...more,
  }
}
const sendForm = (payload: object) => ask(register.withSms.path, payload)
const setParam = (tenantId: string, key: string, value: string) =>
  inTenant(tenantId, (db) =>
    db
      .insertInto('param')
      .values({ param_key: key, param_value: value })
      .onConflict((clash) => clash.columns(['tenant_id', 'param_key']).doUpdateSet({ param_value: value }))
      .execute(),
  )
const tenants = () =>
  kernel.database.acrossTenants('how many there are', (db) => db.selectFrom('tenant').select('tenant_id').execute())

describe('a firm registers', () => {
  test('and its administrator signs in to a tenant of his own, on trial, with what he agreed to', async () => {
    const wanted = await form()
    const { status, data } = await sendForm(wanted)
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { tenantName: wanted.name, account: wanted.account, pending: false },
    })
    const tenantId = String(data['tenantId'])
    expect(await signIn(tenantId, wanted.account, password)).toMatchObject({
      tenant_id: tenantId,
      real_name: '赵所长',
      role_name: expect.stringContaining('administrator'),
      detail: { firmName: wanted.name },
    })
    await inTenant(tenantId, async (db) => {
      const own = await db.selectFrom('tenant').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
      expect(own).toMatchObject({ kind: 'firm', linkman: '赵所长', contact_number: wanted.phone })
      expect(own?.expire_time?.getTime()).toBeGreaterThan(Date.now())
      expect(await db.selectFrom('firm').select('credit_code').execute()).toEqual([{ credit_code: wanted.creditCode }])
      const consents = await db.selectFrom('consent').select(['document', 'edition']).orderBy('document').execute()
      expect(consents).toEqual([
        { document: 'agreement', edition: CONSENT_EDITION },
        { document: 'privacy', edition: CONSENT_EDITION },
      ])
      expect(await db.selectFrom('audit_event').select('action').execute()).toContainEqual({ action: 'tenant.create' })
    })
  })

  test('once, however often the button is pressed', async () => {
    const wanted = await form()
    const before = (await tenants()).length
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendForm(wanted)))
    expect(new Set(answers.map(({ status, data }) => `${status} ${String(data['tenantId'])}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect((await tenants()).length).toBe(before + 1)
    expect(await sendForm({ ...wanted, name: '另一家' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('验证码不正确'),
    })
  })

  test('not under a name or a credit code that is taken; the code stays good for another try', async () => {
    const first = await form()
    expect(await sendForm(first)).toMatchObject({ status: 200 })
    const second = await form()
    const before = (await tenants()).length
    expect((await sendForm({ ...second, name: first.name })).msg).toContain(first.name)
    expect(await sendForm({ ...second, creditCode: first.creditCode })).toMatchObject({
      status: 400,
      msg: '该统一社会信用代码已注册，请联系贵所管理员开通账号',
    })
    expect((await tenants()).length).toBe(before)
    expect(await sendForm(second)).toMatchObject({ status: 200 })
  })

  test('only with a right credit code, a fitting account, a password that is not everybody’s, and consent', async () => {
    const wanted = await form()
    for (const [more, msg] of [
      [{ creditCode: '' }, '统一社会信用代码不正确，请核对18位代码'],
      [{ creditCode: '123' }, '统一社会信用代码不正确，请核对18位代码'],
      [{ account: '1' }, expect.stringContaining('账号为2到50位')],
      [{ account: "zhao'; --" }, expect.stringContaining('账号为2到50位')],
      [{ password: md5('12345678') }, '密码过于常见，请换一个'],
      [{ password: 'in clear' }, '请设置密码'],
      [{ consent: '' }, '请阅读并同意服务协议和隐私政策'],
      [{ consent: '2020-01' }, '请阅读并同意服务协议和隐私政策'],
      [{ name: ' ' }, '请填写名称'],
      [{ code: '' }, '验证码不能为空'],
      [{ phone: newPhone() }, expect.stringContaining('验证码不正确')],
    ] satisfies [object, unknown][]) {
      const { status, msg: said } = await sendForm({ ...wanted, ...more })
      expect({ status, said }).toEqual({
        status: 400,
        said: msg,
      })
    }
    expect(await sendForm(wanted)).toMatchObject({ status: 200 })
  })

  test('and what the body says of roles and tenants does not count', async () => {
    const wanted = await form({
      tenantId: '000000',
      roleId: 'x',
      isDeleted: 1,
      packageCode: 'firm-professional',
      accountNumber: 999,
    })
    const { data } = await sendForm(wanted)
    const tenantId = String(data['tenantId'])
    expect(tenantId).not.toBe('000000')
    const own = await inTenant(tenantId, (db) =>
      db.selectFrom('tenant').select('account_number').where('tenant_id', '=', tenantId).executeTakeFirst(),
    )
    expect(own).toEqual({ account_number: -1 })
  })
})

test('a person gets the personal edition, and the offer of the advanced one', async () => {
  const wanted = await form({ kind: 'person', name: '孙个人', creditCode: '' })
  const { data } = await sendForm(wanted)
  expect(await signIn(String(data['tenantId']), wanted.account, password)).toMatchObject({
    role_name: 'personal,normal',
  })
})

const kinds = async () => (await app.inject(register.kinds.path)).json<{ data: { kinds: string[] } }>().data.kinds

test('a kind that is switched off refuses the call as well as the page', async () => {
  expect(await kinds()).toEqual(['firm', 'person'])
  const wanted = await form({ kind: 'school', creditCode: '' })
  expect(await sendForm(wanted)).toMatchObject({ status: 400, msg: '当前未开放该类注册' })
  await setParam('000000', 'registerSchool', 'on')
  await setParam('000000', 'registerPerson', 'off')
  expect(await kinds()).toEqual(['firm', 'school'])
  expect(await sendForm({ ...wanted, kind: 'person' })).toMatchObject({ msg: '当前未开放该类注册' })
  const { data } = await sendForm(wanted)
  expect(await signIn(String(data['tenantId']), wanted.account, password)).toMatchObject({
    role_name: expect.stringContaining('administrator'),
  })
  await setParam('000000', 'registerPerson', 'on')
})

describe('captchas', () => {
  test('a code for registering needs one, solved, and once', async () => {
    await pass(DAY)
    const phone = newPhone()
    expect(await send('Register', phone)).toMatchObject({
      status: 400,
      msg: '请先填写图片验证码',
      data: { captcha: true },
    })
    expect(await send('Register', phone, { ...(await solved()), code: 'ZZZZZ' })).toMatchObject({ msg: '验证码不正确' })
    const { key, code } = await solved()
    const headers = { 'captcha-key': key, 'captcha-code': code }
    expect(await ask(smsCode.sendRegisterValidate.path, { phone }, headers)).toMatchObject({ status: 200 })
    expect(await ask(smsCode.sendRegisterValidate.path, { phone: newPhone() }, headers)).toMatchObject({
      msg: '验证码不正确',
    })
  })

  test('a code for signing in needs one from the second of a day on, whether the phone is known or not', async () => {
    await pass(DAY)
    const phone = newPhone()
    expect(await send('Login', phone)).toMatchObject({ status: 200 })
    await pass(61)
    expect(await send('Login', phone)).toMatchObject({ status: 400, data: { captcha: true } })
    expect(await send('Login', phone, await solved())).toMatchObject({ status: 200 })
  })
})

test('a network address registers five times a day', async () => {
  await pass(DAY)
  await inTenant('000000', (db) => db.deleteFrom('pace').where('bucket', 'like', 'register %').execute())
  for (let n = 0; n < 5; n++) {
    const { status } = await sendForm(await form())
    expect(status).toBe(200)
    // the day of the codes passes with every form; that of the registrations must not
    await inTenant('000000', (db) =>
      db
        .updateTable('pace')
        .set({ times: Array.from({ length: n + 1 }, () => new Date()) })
        .where('bucket', 'like', 'register %')
        .execute(),
    )
  }
  const sixth = await form()
  await inTenant('000000', (db) =>
    db
      .updateTable('pace')
      .set({ times: Array.from({ length: 5 }, () => new Date()) })
      .where('bucket', 'like', 'register %')
      .execute(),
  )
  expect(await sendForm(sixth)).toMatchObject({ status: 429, msg: '当前网络今日注册次数过多，请明天再试' })
  await inTenant('000000', (db) => db.deleteFrom('pace').execute())
})

const guest = async (more: object = {}) => {
  const { key, code } = await solved()
  return ask(
    register.guest.path,
    { tenantId: home.tenantId, name: '钱游客', account: 'qianyouke', password, ...more },
    { 'captcha-key': key, 'captcha-code': code },
  )
}

describe('somebody asks a tenant for an account', () => {
  test('which must allow it, and an administrator lets him in', async () => {
    const chief = await as('admin')
    expect(await guest()).toMatchObject({ status: 400, msg: '当前未开放该类注册' })
    expect(await guest({ tenantId: '000000' })).toMatchObject({ msg: '当前未开放该类注册' })
    expect(await guest({ tenantId: 'nobody99' })).toMatchObject({ msg: '当前未开放该类注册' })
    await setParam(home.tenantId, 'registerGuest', 'on')
    expect(await guest()).toMatchObject({ status: 200, data: { tenantId: home.tenantId, pending: true } })
    const told = await inTenant(home.tenantId, (db) =>
      db.selectFrom('message').select('link').where('user_id', '=', chief.userId).execute(),
    )
    expect(told).toEqual([{ link: '/system/user' }])
    await expect(signIn(home.tenantId, 'qianyouke', password)).rejects.toMatchObject({ status: 400 })
    await inTenant(home.tenantId, (db) =>
      db.updateTable('app_user').set({ status: 1 }).where('account', '=', 'qianyouke').execute(),
    )
    expect(await signIn(home.tenantId, 'qianyouke', password)).toMatchObject({ role_name: 'user' })
  })

  test('under an account that is free, with a captcha', async () => {
    await setParam(home.tenantId, 'registerGuest', 'on')
    const { account } = await as('zxs')
    expect(await guest({ account })).toMatchObject({ status: 400, msg: '当前账号已被使用!' })
    const wanted = { tenantId: home.tenantId, name: '李', account: 'lisi1', password }
    expect(await ask(register.guest.path, wanted)).toMatchObject({ status: 400, msg: '请先填写图片验证码' })
  })

  test('by a code as well, and then his phone is known', async () => {
    await setParam(home.tenantId, 'registerGuest', 'on')
    const { kind: _, ...wanted } = await form({ tenantId: home.tenantId })
    expect(await sendForm(wanted)).toMatchObject({ status: 200, data: { pending: true, tenantId: home.tenantId } })
    const found = await inTenant(home.tenantId, (db) =>
      db.selectFrom('app_user').select(['status', 'phone']).where('account', '=', wanted.account).executeTakeFirst(),
    )
    expect(found).toEqual({ status: 0, phone: wanted.phone })
  })
})
