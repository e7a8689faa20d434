import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sms, type SmsProvider } from '#contract/sms.ts'
import { audit } from '#contract/audit.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { aliyunChannel } from './aliyun-channel.ts'
import { smsIdle } from './sms-outbox.ts'
import { smsTools } from './testing-sms.ts'
import { smsVendor } from './vendor.testing.ts'

const SECRET = 'the-secret-of-the-vendor'
const vendor = await smsVendor(SECRET)
afterAll(() => vendor.close())
const server = await testServer({ DIGAO_CAPTCHA: 'off', DIGAO_OUTBOUND: vendor.host })
const { as, home, kernel, tenant, logged } = server
const { inTenant, newPhone, outbox, pass, send, withPhone } = smsTools(server)

let chief: Caller
beforeAll(async () => {
  chief = await as('administrator')
})

const channel = (provider: SmsProvider, more: object = {}) => ({
  provider,
  name: `${provider} 渠道`,
  sign: '测试事务所',
  accessKey: 'key-id',
  secret: SECRET,
  appId: '1400006666',
  endpoint: `http://${vendor.host}`,
  ...more,
})
const template = (channelId: string, more: object = {}) => ({
  channelId,
  scene: 'login' as const,
  templateCode: 'SMS_154950909',
  content: '您的验证码是{code}，{minutes}分钟内有效',
  params: ['code' as const, 'minutes' as const],
  ...more,
})
const clear = async () => {
  const { records } = await chief(sms.templates, { size: 100 })
  if (records.length) await chief(sms.removeTemplates, { ids: records.map(({ id }) => id).join() })
  const channels = await chief(sms.channels, { size: 100 })
  if (channels.records.length) await chief(sms.removeChannels, { ids: channels.records.map(({ id }) => id).join() })
}
/** Asks for a code and says what became of the message. */
async function sent(phone = newPhone()) {
  await withPhone(chief.userId, phone)
  await pass(3600 * 25)
  expect(await send('Login', phone)).toMatchObject({ status: 200 })
  const [row] = await outbox()
  return row
}

describe.each(['aliyun', 'tencent'] as const)('a message through %s', (provider) => {
  test('arrives there signed, and the log says so without its words', async () => {
    await clear()
    vendor.behave('take')
    const made = await chief(sms.submitChannel, channel(provider))
    await chief(sms.submitTemplate, template(made.id))
    const phone = newPhone()
    const row = await sent(phone)
    expect(row).toMatchObject({ state: 'sent', provider, text: '', fault: '' })
    expect(row?.provider_id).not.toBe('')
    const taken = vendor.taken.at(-1)
    expect(taken).toMatchObject({ sign: '测试事务所' })
    expect(taken?.phone).toBe(provider === 'aliyun' ? phone : `+86${phone}`)
    expect(taken?.template).toBe(provider === 'aliyun' ? 'SMS_154950909' : '1400006666/SMS_154950909')
    const digits: unknown = expect.stringMatching(/^\d{6}$/)
    expect(taken?.params).toEqual(provider === 'aliyun' ? { code: digits, minutes: '5' } : [digits, '5'])
    expect(logged.join()).not.toContain(SECRET)
  })

  test.each(
    provider === 'aliyun'
      ? [
          ['isv.BUSINESS_LIMIT_CONTROL', 'limit'],
          ['isv.SMS_TEMPLATE_ILLEGAL', 'template'],
          ['isv.SMS_SIGNATURE_ILLEGAL', 'sign'],
          ['isv.MOBILE_NUMBER_ILLEGAL', 'phone'],
          ['isv.AMOUNT_NOT_ENOUGH', 'balance'],
          ['isp.SYSTEM_ERROR', 'other'],
        ]
      : [
          ['LimitExceeded.PhoneNumberDailyLimit', 'limit'],
          ['FailedOperation.TemplateIncorrectOrUnapproved', 'template'],
          ['FailedOperation.SignatureIncorrectOrUnapproved', 'sign'],
          ['InvalidParameterValue.IncorrectPhoneNumber', 'phone'],
          ['FailedOperation.InsufficientBalanceInSmsPackage', 'balance'],
          ['InternalError.Timeout', 'other'],
        ],
  )('%s is told in the words of every provider', async (error, fault) => {
    vendor.behave({ error })
    expect(await sent()).toMatchObject({ state: 'failed', fault, detail: error, text: '' })
  })

  test('a wrong secret, and an answer that is none, fail and say why', async () => {
    vendor.behave('nonsense')
    expect(await sent()).toMatchObject({ state: 'failed', fault: 'unreachable' })
    vendor.behave('take')
    const { records } = await chief(sms.channels, {})
    await chief(sms.submitChannel, { id: records[0]?.id ?? '', secret: 'another' })
    expect(await sent()).toMatchObject({ state: 'failed', fault: 'credential' })
  })
})

const briefly = (url: string, init: object) => fetch(url, { ...init, signal: AbortSignal.timeout(200) })

test('a provider that does not answer is given up in time', async () => {
  vendor.behave('silent')
  const slow = aliyunChannel(briefly, { accessKey: 'k', secret: SECRET, appId: '', endpoint: `http://${vendor.host}` })
  expect(await slow.send({ phone: newPhone(), sign: 's', template: 't', params: [] })).toMatchObject({
    fault: 'unreachable',
  })
  vendor.behave('take')
})

const refused = (input: object) => chief(sms.submitChannel, { ...channel('tencent'), ...input })

describe('channels', () => {
  test('the tenant’s first enabled one is used, else the platform’s, else the outbox', async () => {
    await clear()
    expect(await sent()).toMatchObject({
      state: 'delivered',
      provider: 'local',
      text: expect.stringContaining('您的登录验证码是'),
    })
    const platform = await as('administrator', '平台', { tenantId: '000000' })
    const shared = await platform(sms.submitChannel, channel('tencent', { name: '平台渠道' }))
    await platform(sms.submitTemplate, template(shared.id))
    expect(await sent()).toMatchObject({ state: 'sent', channel_name: '平台渠道' })
    const second = await chief(sms.submitChannel, channel('aliyun', { name: '乙', sort: 2 }))
    await chief(sms.submitTemplate, template(second.id))
    expect(await sent()).toMatchObject({ channel_name: '乙' })
    const first = await chief(sms.submitChannel, channel('local', { name: '甲', sort: 1, sign: '甲签名' }))
    expect(first.current).toBe(true)
    expect(await sent()).toMatchObject({
      channel_name: '甲',
      text: expect.stringMatching(/^【甲签名】您的登录验证码是\d{6}/),
    })
    await chief(sms.submitChannel, { id: first.id, status: 0 })
    expect(await sent()).toMatchObject({ channel_name: '乙' })
    await platform(sms.removeTemplates, { ids: (await platform(sms.templates, {})).records.map(({ id }) => id).join() })
    await platform(sms.removeChannels, { ids: shared.id })
  })

  test('the secret is stored sealed, never read back, kept when it is not sent', async () => {
    const made = await chief(sms.submitChannel, channel('aliyun', { name: '密' }))
    expect(JSON.stringify(made)).not.toContain(SECRET)
    expect(made).toMatchObject({ hasSecret: true, version: 1 })
    const stored = () =>
      inTenant(home.tenantId, (db) =>
        db.selectFrom('sms_channel').select('secret_encrypted').where('id', '=', made.id).executeTakeFirst(),
      )
    const before = await stored()
    expect(before?.secret_encrypted).toMatch(/^v1\./)
    const changed = await chief(sms.submitChannel, { id: made.id, name: '密2', secret: '', version: 1 })
    expect(changed).toMatchObject({ name: '密2', hasSecret: true, sign: '测试事务所', version: 2 })
    expect(await stored()).toEqual(before)
    await expect(chief(sms.submitChannel, { id: made.id, name: '密3', version: 1 })).rejects.toMatchObject({
      code: 409,
    })
    const { records } = await chief(audit.list, { bizType: 'smsChannel', bizId: made.id })
    expect(records.length).toBe(2)
    expect(JSON.stringify(records)).not.toContain(SECRET)
  })

  test('one that could not work, or would ask another server, is refused by what is missing', async () => {
    await expect(refused({ sign: '' })).rejects.toMatchObject({ message: '请填写sign' })
    await expect(refused({ appId: '' })).rejects.toMatchObject({ message: '请填写appId' })
    await expect(refused({ secret: '' })).rejects.toMatchObject({ message: '请填写访问密钥' })
    await expect(refused({ accessKey: 'a\r\nX-Evil: 1' })).rejects.toMatchObject({ status: 400 })
    for (const endpoint of [
      'http://sms.tencentcloudapi.com',
      'evil.example',
      'sms.tencentcloudapi.com.evil.example',
      '169.254.169.254',
      'https://u:p@sms.tencentcloudapi.com',
      'sms.tencentcloudapi.com/path',
      'dysmsapi.aliyuncs.com',
      'http://127.0.0.1:1',
    ])
      // prettier-ignore
      await expect(refused({ endpoint })).rejects.toMatchObject({ message: '服务地址不是该服务商的域名' })
    expect(
      await refused({ endpoint: 'sms.ap-singapore.tencentcloudapi.com', name: '新加坡', status: 0 }),
    ).toMatchObject({ status: 0 })
  })

  test('one with templates stays, and another tenant’s is not found', async () => {
    const made = await chief(sms.submitChannel, channel('local', { name: '有模板', status: 0 }))
    const own = await chief(sms.submitTemplate, template(made.id, { scene: 'reset' }))
    await expect(chief(sms.removeChannels, { ids: made.id })).rejects.toMatchObject({ message: /还有模板/ })
    const other = await as('administrator', '别家', await tenant('别家'))
    const endpoints = [
      () => other(sms.submitChannel, { id: made.id, name: 'x' }),
      () => other(sms.submitTemplate, { id: own.id, content: '{code}' }),
      () => other(sms.submitTemplate, template(made.id)),
      () => other(sms.removeChannels, { ids: made.id }),
      () => other(sms.removeTemplates, { ids: own.id }),
    ]
    for (const call of endpoints) await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await other(sms.log, {})).total).toBe(0)
    await expect((await as('zxs'))(sms.channels, {})).rejects.toMatchObject({ status: 403 })
  })
})

describe('templates', () => {
  test('one per channel and scene, with the code in its words and the provider’s number', async () => {
    const made = await chief(sms.submitChannel, channel('aliyun', { name: '模板', status: 0 }))
    await chief(sms.submitTemplate, template(made.id))
    await expect(chief(sms.submitTemplate, template(made.id))).rejects.toMatchObject({
      message: '该渠道已有这个场景的模板',
    })
    const bad = (more: object) => chief(sms.submitTemplate, template(made.id, { scene: 'bind', ...more }))
    await expect(bad({ content: '没有变量' })).rejects.toMatchObject({ message: '模板内容必须包含验证码变量' })
    await expect(bad({ templateCode: '' })).rejects.toMatchObject({ message: '请填写templateCode' })
    await expect(bad({ templateCode: 'SMS_1\r\nX: 1' })).rejects.toMatchObject({ status: 400 })
    await expect(bad({ params: ['password'] })).rejects.toMatchObject({ status: 400 })
  })

  test('without one for the scene a message through a provider fails and says so', async () => {
    await clear()
    await chief(sms.submitChannel, channel('aliyun'))
    expect(await sent()).toMatchObject({ state: 'failed', fault: 'template' })
  })
})

describe('the outbox', () => {
  test('pages, filters and counts by day and state', async () => {
    await clear()
    await sent()
    const list = await chief(sms.log, { size: 2, state_equal: 'delivered', descs: 'createTime' })
    expect(list.records).toHaveLength(2)
    expect(list.records[0]).toMatchObject({
      state: 'delivered',
      phone: expect.stringMatching(/^138\*{4}\d{4}$/),
      scene: 'login',
    })
    expect((await chief(sms.log, { phone: '139****' })).total).toBe(0)
    const counts = await chief(sms.statistics, { days: 7 })
    expect(counts.find(({ state }) => state === 'delivered')?.count).toBe(list.total)
    expect(new Set(counts.map(({ day }) => day)).size).toBe(1)
  })

  test('a test message is sent with an invented code, and not in a flood', async () => {
    await clear()
    const { id } = await chief(sms.test, { phone: newPhone(), scene: 'reset' })
    await smsIdle(kernel)
    const { records } = await chief(sms.log, { size: 1 })
    expect(records[0]).toMatchObject({
      id,
      scene: 'reset',
      state: 'delivered',
      text: expect.stringContaining('000000'),
    })
    await expect(chief(sms.test, { phone: newPhone(), scene: 'reset' })).rejects.toMatchObject({ status: 429 })
  })

  test('every message counts in the month, and over the limit none is sent', async () => {
    const used = () => inTenant(home.tenantId, (db) => usageOf(db, 'sms'))
    const before = (await used()).used
    await sent()
    expect((await used()).used).toBe(before + 1)
    await inTenant('000000', async (db) => {
      const limited = { code: 'sms-none', package_name: '无短信', edition: 'firm' }
      const { id } = await db.insertInto('tenant_package').values(limited).returning('id').executeTakeFirstOrThrow()
      await db.insertInto('package_limit').values({ package_id: id, metric: 'sms', amount: 1n }).execute()
    })
    await inTenant(home.tenantId, async (db) => {
      const { id } = await db
        .selectFrom('tenant_package')
        .select('id')
        .where('code', '=', 'sms-none')
        .executeTakeFirstOrThrow()
      await db.updateTable('tenant').set({ package_id: id }).where('tenant_id', '=', home.tenantId).execute()
    })
    expect(await sent()).toMatchObject({ state: 'failed', fault: 'quota' })
    await inTenant(home.tenantId, (db) => db.updateTable('tenant').set({ package_id: null }).execute())
  })

  test('a list of messages is read by index', async () => {
    const { rows } = await inTenant(home.tenantId, async (db) => {
      const { sql } = await import('kysely')
      await sql`set local enable_seqscan = off`.execute(db)
      return sql<{
        'QUERY PLAN': string
      }>`explain select id from sms_log order by create_time desc, id limit 10`.execute(db)
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('sms_log_newest')
  })
})
