import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { client } from '#contract/client.ts'
import { param } from '#contract/param.ts'
import { readConfig } from '#server/kernel/config.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { clientOf, findClient, SABER } from './client-store.ts'
import { paramKeys } from './param-catalog.ts'
import { captchaModeOf, readParam, readParams, readSecretParam } from './param-store.ts'

let server: TestServer
let platform: Caller
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
  admin = await server.as('admin', '王管理')
})

const inTenant = <T>({ tenantId }: { tenantId: string }, work: (db: Db) => Promise<T>) =>
  server.kernel.database.inTenant({ tenantId, userId: '' }, work)
const of = async (caller: Caller, key: string) => {
  const { records } = await caller(param.list, { paramKey_equal: key })
  return records[0] ?? expect.fail(`no parameter ${key}`)
}

test('the product’s parameters stand with their defaults; a tenant sees those it may set', async () => {
  const all = await platform(param.list, { size: 100 })
  expect(all.records.map(({ paramKey }) => paramKey)).toEqual([...paramKeys])
  expect(await of(platform, 'accountLockTries')).toMatchObject({
    paramType: 'number',
    paramValue: '5',
    valueFrom: 'default',
    builtIn: true,
    version: 1,
  })
  const mine = await admin(param.list, { size: 100 })
  expect(mine.records.every(({ tenantOverride }) => tenantOverride)).toBe(true)
  expect(mine.records.map(({ paramKey }) => paramKey)).not.toContain('captchaMode')
  const captcha = await of(platform, 'captchaMode')
  await expect(admin(param.detail, { id: captcha.id })).rejects.toMatchObject({ code: 404 })
})

test('a tenant’s value comes before the platform’s, that before the default, and code reads it typed', async () => {
  const { id } = await of(platform, 'maxSessions')
  const read = () => inTenant(admin, (db) => readParam(db, 'maxSessions'))
  expect(await read()).toBe(0)
  await platform(param.submit, { id, paramValue: '3' })
  expect(await read()).toBe(3)
  const own = await admin(param.submit, { id, paramValue: '2', version: 0 })
  expect(own).toMatchObject({ paramValue: '2', valueFrom: 'tenant', defaultValue: '3', version: 1 })
  expect(await read()).toBe(2)
  await expect(admin(param.submit, { id, paramValue: '4', version: 0 })).rejects.toMatchObject({ code: 409 })
  // another tenant and the platform keep theirs
  const other = await server.tenant()
  expect(await inTenant(other, (db) => readParam(db, 'maxSessions'))).toBe(3)
  expect(await of(platform, 'maxSessions')).toMatchObject({ paramValue: '3', valueFrom: 'platform' })
  const back = await admin(param.submit, { id, paramValue: null })
  expect(back).toMatchObject({ paramValue: '3', valueFrom: 'platform' })
  await platform(param.submit, { id, paramValue: null })
  expect(await inTenant(admin, (db) => readParams(db, ['maxSessions', 'switchDept']))).toEqual({
    maxSessions: 0,
    switchDept: 'off',
  })
  const { records } = await admin(audit.list, { bizId_equal: id })
  expect(records.map(({ action }) => action)).toEqual(['param.update', 'param.update'])
})

test.each([
  ['accountLockTries', 'many', '参数值应为数字'],
  ['accountLockTries', '2.5', '参数值应为整数'],
  ['accountLockTries', '0', '参数值应在 1 到 100 之间'],
  ['switchDept', 'maybe', '参数值应为其中之一：on、off'],
])('%s cannot be %s', async (key, paramValue, message) => {
  const { id } = await of(admin, key)
  await expect(admin(param.submit, { id, paramValue })).rejects.toMatchObject({ code: 400, message })
})

test('a tenant changes nothing but its value, and only where it may', async () => {
  const row = await of(admin, 'watermark')
  const claimed = { paramName: '我的', tenantOverride: false, paramType: 'text' as const, isPublic: false }
  expect(await admin(param.submit, { id: row.id, paramValue: 'on', ...claimed })).toMatchObject({
    paramName: row.paramName,
    tenantOverride: true,
    paramType: 'choice',
    paramValue: 'on',
  })
  const closed = admin(param.submit, { paramKey: 'registerFirm', paramValue: 'off' })
  await expect(closed).rejects.toMatchObject({ message: '该参数由平台统一设置' })
  const zxs = await server.as('zxs')
  expect(await zxs(param.value, { key: 'watermark' })).toEqual({ key: 'watermark', value: 'on' })
  await expect(zxs(param.value, { key: 'accountLockTries' })).rejects.toMatchObject({ code: 404 })
  await expect(zxs(param.list, {})).rejects.toMatchObject({ code: 403 })
  await admin(param.remove, { ids: row.id })
  expect(await of(admin, 'watermark')).toMatchObject({ paramValue: 'off', valueFrom: 'default' })
})

test('the platform adds parameters of its own, keeps the product’s', async () => {
  const draft = { paramKey: 'site.notice', paramName: '公告', paramType: 'json' as const, isPublic: true }
  await expect(platform(param.submit, { ...draft, paramValue: '{' })).rejects.toMatchObject({
    message: '参数值不是正确的 JSON',
  })
  const made = await platform(param.submit, { ...draft, paramValue: '{"on":true}', tenantOverride: true })
  expect(made).toMatchObject({ builtIn: false, valueFrom: 'platform', paramValue: '{"on":true}' })
  await expect(platform(param.submit, draft)).rejects.toMatchObject({ message: '参数键已存在：site.notice' })
  await expect(platform(param.submit, { id: made.id, paramType: 'text' })).rejects.toMatchObject({ code: 400 })
  await admin(param.submit, { id: made.id, paramValue: '{}' })
  await platform(param.remove, { ids: made.id })
  await expect(admin(param.detail, { id: made.id })).rejects.toMatchObject({ code: 404 })
  // a key that comes again finds no value of before
  const again = await platform(param.submit, { ...draft, tenantOverride: true, paramValue: '[]' })
  expect((await admin(param.detail, { id: again.id })).paramValue).toBe('[]')
  const builtIn = await of(platform, 'watermark')
  await expect(platform(param.remove, { ids: builtIn.id })).rejects.toMatchObject({
    message: '“页面水印”是系统参数，不能删除；可以恢复默认值',
  })
})

test('a secret is sealed, read by code and never shown or written to the trail', async () => {
  const draft = { paramKey: 'mapKey', paramName: '地图密钥', paramType: 'secret' as const, paramValue: 'top-secret-7' }
  const made = await platform(param.submit, draft)
  expect(made).toMatchObject({ paramValue: '', valueFrom: 'platform' })
  await expect(platform(param.submit, { id: made.id, isPublic: true })).rejects.toMatchObject({ code: 400 })
  const { secrets } = server.kernel
  expect(await inTenant(admin, (db) => readSecretParam(secrets, db, 'mapKey'))).toBe('top-secret-7')
  expect(await inTenant(admin, (db) => readSecretParam(secrets, db, 'none'))).toBeUndefined()
  const kept = await inTenant(platform, async (db) => [
    await db.selectFrom('param').selectAll().execute(),
    await db.selectFrom('audit_event').selectAll().execute(),
  ])
  const text = JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('mapKey')
  expect(text).not.toContain('top-secret-7')
})

const asked = async () => (await server.app.inject('/client.json')).json<{ captcha: boolean }>().captcha

test('the environment decides about captchas where it is set, else the parameter', async () => {
  const { id } = await of(platform, 'captchaMode')
  await platform(param.submit, { id, paramValue: 'strict' })
  const mode = (environment: Record<string, string>) =>
    inTenant(platform, (db) => captchaModeOf(readConfig(environment), db))
  expect(await mode({})).toBe('strict')
  expect(await mode({ DIGAO_CAPTCHA: 'off' })).toBe('off')
  // the login page hears of it before anybody has signed in
  expect(await asked()).toBe(true)
  await platform(param.submit, { id, paramValue: 'off' })
  expect(await asked()).toBe(false)
  await platform(param.submit, { id, paramValue: null })
})

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

test('a client proves itself by the secret that was said once', async () => {
  const { kernel } = server
  const wanted = {
    clientId: 'report-tool',
    grantTypes: ['password' as const, 'refresh_token' as const],
    accessSeconds: 600,
    redirectUris: ['https://tool.example/back'],
  }
  const made = await platform(client.submit, wanted)
  const secret = made.clientSecret ?? ''
  expect(await clientOf(kernel, basic('report-tool', secret))).toMatchObject({
    clientId: 'report-tool',
    grantTypes: ['password', 'refresh_token'],
    accessSeconds: 600,
    refreshSeconds: undefined,
  })
  expect(await clientOf(kernel, basic('report-tool', 'guess'))).toBeUndefined()
  expect(await clientOf(kernel, basic('nobody', secret))).toBeUndefined()
  expect(await clientOf(kernel, {})).toBeUndefined()
  expect(await platform(client.detail, { id: made.id })).not.toHaveProperty('clientSecret')
  const renewed = await platform(client.renewSecret, { id: made.id })
  expect(await clientOf(kernel, basic('report-tool', secret))).toBeUndefined()
  expect(await clientOf(kernel, basic('report-tool', renewed.clientSecret ?? ''))).toBeDefined()
  await platform(client.submit, { id: made.id, status: 0, version: 2 })
  expect(await findClient(kernel, 'report-tool')).toBeUndefined()
  await expect(platform(client.submit, wanted)).rejects.toMatchObject({ message: '客户端编号已存在：report-tool' })
  const script = platform(client.submit, { clientId: 'x-tool', redirectUris: ['javascript:alert(1)'] })
  await expect(script).rejects.toMatchObject({ message: '回调地址应以 http:// 或 https:// 开头' })
  await platform(client.remove, { ids: made.id })
  await expect(platform(client.detail, { id: made.id })).rejects.toMatchObject({ code: 404 })
  await expect(admin(client.list, {})).rejects.toMatchObject({ code: 403 })
})

test('the product’s own client has the deployment’s secret and stays', async () => {
  const { records } = await platform(client.list, { clientId_equal: SABER })
  const [saber] = records
  expect(saber).toMatchObject({ builtIn: true, status: 1 })
  const { kernel } = server
  expect(await clientOf(kernel, basic(SABER, kernel.secrets.clientSecret))).toMatchObject({ clientId: SABER })
  expect(await clientOf(kernel, basic(SABER, ''))).toBeUndefined()
  const id = saber?.id ?? ''
  for (const change of [{ status: 0 }, { clientId: 'other' }, { grantTypes: ['social' as const] }]) {
    await expect(platform(client.submit, { id, ...change })).rejects.toMatchObject({ code: 400 })
  }
  await expect(platform(client.renewSecret, { id })).rejects.toMatchObject({ code: 400 })
  await expect(platform(client.remove, { ids: id })).rejects.toMatchObject({ code: 400 })
  expect(await platform(client.submit, { id, accessSeconds: 1800 })).toMatchObject({ accessSeconds: 1800 })
})
