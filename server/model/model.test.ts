import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model, type ModelTask } from '#contract/model.ts'
import { modelUsage } from '#contract/model-usage.ts'
import { tenantPackage } from '#contract/package.ts'
import { tenant } from '#contract/tenant.ts'
import { audit } from '#contract/audit.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { modelPresets } from '#facts/model-presets.ts'
import { openModels } from './model-port.ts'
import { type ModelServer, testingModelServer } from './testing-model-server.ts'
import { useModel } from './testing-model-setup.ts'

let provider: ModelServer
let server: TestServer
let platform: Caller
let boss: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
  boss = await server.as('admin', '王管理')
})
afterAll(() => provider.close())

const KEY = 'sk-very-secret-0123456789'
const actorOf = ({ tenantId, userId }: Caller) => ({ tenantId, userId })
const ready = (caller: Caller, task: ModelTask = 'chat') => openModels(server.kernel).ready(actorOf(caller), task)
async function ask(caller: Caller, maxTokens = 100, projectId?: string) {
  const messages = [{ role: 'user' as const, text: '问题' }]
  const given = { task: 'chat' as const, purpose: 'test', messages, maxTokens, ...(projectId && { projectId }) }
  return openModels(server.kernel).complete(actorOf(caller), given)
}

describe('a key', () => {
  test('goes in and never comes back: not in an answer, not in the log, not in the audit, sealed in the table', async () => {
    const { id, ...shown } = await boss(model.saveEndpoint, { name: '密钥', baseUrl: provider.baseUrl, key: KEY })
    expect(shown).toMatchObject({ hasKey: true, keyTail: '6789' })
    const { records } = await boss(model.endpoints, {})
    const audited = await boss(audit.list, { size: 100 })
    const stored = await server.kernel.database.inTenant(actorOf(boss), (db) =>
      db.selectFrom('model_endpoint').selectAll().where('id', '=', id).execute(),
    )
    provider.next({ mode: 'status', status: 401, error: { error: { message: `bad key ${KEY}` } } })
    const tested = await boss(model.test, { id, baseUrl: provider.baseUrl, model: 'test-chat' })
    expect(tested.steps.map(({ state }) => state)).toContain('failed')
    expect(JSON.stringify([shown, records, audited, stored, tested, server.logged])).not.toContain(KEY)
  })

  test('is not sent to another place than it was given for', async () => {
    const { id } = await boss(model.saveEndpoint, { name: '搬家', baseUrl: provider.baseUrl, key: KEY })
    const away = 'https://203.0.113.9/v1'
    await expect(boss(model.test, { id, baseUrl: 'https://1.1.1.1/v1' })).rejects.toThrow('重新填写密钥')
    await expect(boss(model.saveEndpoint, { id, baseUrl: 'https://1.1.1.1/v1' })).rejects.toThrow('重新填写密钥')
    await expect(boss(model.saveEndpoint, { id, baseUrl: away })).rejects.toThrow('不允许访问')
    expect(await boss(model.saveEndpoint, { id, baseUrl: `${provider.baseUrl}/v2` })).toMatchObject({ hasKey: true })
  })
})

test.each([
  'http://127.0.0.1:9/v1', 'https://127.0.0.1/v1', 'https://10.0.0.8/v1', 'https://[::1]/v1', 'https://169.254.169.254/v1',
  'http://1.1.1.1/v1', 'https://2130706433/v1', 'file:///etc/passwd', 'https://u:p@1.1.1.1/v1', 'https://1.1.1.1/v1?x=1', 'v1',
])('an address like %s is refused when it is saved and when it is tested', async (baseUrl) => {
  await expect(boss(model.saveEndpoint, { name: `坏 ${baseUrl}`, baseUrl })).rejects.toThrow(/不允许访问|服务地址应形如/)
  const tested = await boss(model.test, { baseUrl }).then(
    ({ steps }) => steps.map(({ step, state }) => `${step} ${state}`).join(),
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
  expect(tested).toMatch(/^address failed$|服务地址应形如/)
}) // prettier-ignore

test('a host that stood in the private network only later is refused when it is asked', async () => {
  const caller = await server.as('admin', '甲', await server.tenant())
  const id = await useModel(caller, provider.baseUrl)
  await server.kernel.database.inTenant(actorOf(caller), (db) =>
    db.updateTable('model_endpoint').set({ base_url: 'https://10.1.2.3/v1' }).where('id', '=', id).execute(),
  )
  await expect(ask(caller)).rejects.toMatchObject({ key: 'modelAddress' })
})

const steps = async (input: Partial<Parameters<typeof boss<typeof model.test>>[1]> = {}) => {
  const { steps: found, models } = await boss(model.test, { baseUrl: provider.baseUrl, model: 'test-chat', ...input })
  return { models, states: found.map(({ step, state }) => `${step} ${state}`), says: found.at(-1)?.says }
}

describe('a test of a service', () => {
  test('lists its models and gets an answer', async () => {
    expect(await steps()).toMatchObject({
      models: ['test-chat', 'test-embed', 'test-rerank'],
      states: ['address ok', 'list ok', 'ask ok'],
      says: 'test-chat 已回答',
    })
    expect(await steps({ model: 'test-embed', kind: 'embed' })).toMatchObject({ says: 'test-embed 给出 32 维向量' })
    expect(await steps({ model: 'test-rerank', kind: 'rerank' })).toMatchObject({ says: 'test-rerank 给出了相关度' })
  })
  test('goes on where a service lists no models', async () => {
    provider.next({ mode: 'status', status: 404 })
    expect(await steps()).toMatchObject({ models: [], states: ['address ok', 'list skipped', 'ask ok'] })
  })
  test('says in words what is wrong', async () => {
    provider.next({ mode: 'status', status: 401 })
    expect((await steps()).says).toMatch('拒绝了密钥')
    provider.next({ mode: 'redirect' })
    expect((await steps()).says).toMatch('没有跟随')
    expect((await steps({ baseUrl: 'https://10.0.0.1/v1' })).says).toMatch('不允许访问')
  })
})

describe('which model answers', () => {
  test('is the firm’s own choice, for writing the one of chat, and nothing where all is switched off', async () => {
    const caller = await server.as('admin', '乙', await server.tenant())
    const id = await useModel(caller, provider.baseUrl)
    expect(await ready(caller, 'write')).toMatchObject({ model: 'test-chat' })
    expect(await ready(caller, 'embed')).toBeUndefined()
    expect((await caller(model.status, {})).tasks.filter((one) => one.ready).map(({ task }) => task)).toEqual([
      'chat', 'write', 'propose', 'title',
    ]) // prettier-ignore
    const [chat] = await caller(model.routes, {})
    await expect(caller(model.saveRoute, { task: 'chat', targets: [], version: 0 })).rejects.toMatchObject({
      code: 409,
    })
    await expect(caller(model.removeEndpoints, { ids: id })).rejects.toThrow('对话')
    await caller(model.saveEndpoint, { id, status: 0 })
    expect(await ready(caller)).toBeUndefined()
    await caller(model.saveRoute, { task: 'chat', targets: [], version: chat?.version ?? 0 })
    await caller(model.removeEndpoints, { ids: id })
  })

  test('may be the platform’s, if it offers one: to all, or to whom it has chosen', async () => {
    const [chosen, another] = [
      await server.as('admin', '丙', await server.tenant()),
      await server.as('admin', '丁', await server.tenant()),
    ]
    await expect(
      chosen(model.saveEndpoint, { name: '提供', baseUrl: provider.baseUrl, offered: 'all' }),
    ).rejects.toThrow('只有平台')
    await expect(chosen(model.tenants, {})).rejects.toMatchObject({ code: 403 })
    const id = await useModel(platform, provider.baseUrl, { name: '平台模型' })
    expect(await ready(chosen)).toBeUndefined()
    await platform(model.saveEndpoint, { id, offered: 'chosen', offeredTo: [chosen.tenantId] })
    expect(await ready(chosen)).toMatchObject({ endpoint: '平台模型' })
    expect(await ready(another)).toBeUndefined()
    expect((await chosen(model.routes, {}))[0]).toMatchObject({ task: 'chat', from: 'platform', targets: [] })
    // the tenant sees that there is one, not where its key is, and cannot change it
    expect(await chosen(model.choices, {})).toEqual([
      { id, own: false, name: '平台模型', host: provider.host, inside: false, models: [] },
    ])
    expect((await chosen(model.endpoints, {})).records).toEqual([])
    await expect(chosen(model.saveEndpoint, { id, name: '我的' })).rejects.toMatchObject({ code: 404 })
    const target = { endpointId: id, own: false, model: 'test-other', maxOutput: 100 }
    await expect(another(model.saveRoute, { task: 'write', targets: [target], version: 0 })).rejects.toThrow('不可用')
    await chosen(model.saveRoute, { task: 'write', targets: [target], version: 0 })
    expect(await ready(chosen, 'write')).toMatchObject({ model: 'test-other' })
    await ask(chosen)
    expect((await chosen(modelUsage.list, {})).records[0]).toMatchObject({ platform: true, endpoint: '平台模型' })
    await platform(model.saveEndpoint, { id, offered: 'none', offeredTo: [] })
    expect(await ready(chosen)).toBeUndefined()
    expect((await chosen(model.routes, {})).find(({ task }) => task === 'write')?.targets[0]).toMatchObject({
      available: false,
    })
  })

  test('is nobody else’s: another firm’s service is not found', async () => {
    const { id } = await boss(model.saveEndpoint, { name: '我们的', baseUrl: provider.baseUrl, key: KEY })
    const other = await server.as('admin', '戊', await server.tenant())
    await expect(other(model.saveEndpoint, { id, name: '他们的' })).rejects.toMatchObject({ code: 404 })
    await expect(other(model.removeEndpoints, { ids: id })).rejects.toMatchObject({ code: 404 })
    await expect(other(model.test, { id, baseUrl: provider.baseUrl })).rejects.toMatchObject({ code: 404 })
    const target = { endpointId: id, own: true, model: 'x', maxOutput: 100 }
    await expect(other(model.saveRoute, { task: 'chat', targets: [target], version: 0 })).rejects.toThrow('不可用')
    const person = await server.as('zxs')
    await expect(person(model.endpoints, {})).rejects.toMatchObject({ code: 403 })
    expect((await person(model.status, {})).tasks).toHaveLength(7)
  })
})

describe('tokens', () => {
  test('are taken before a question and settled after; over the limit it is refused with 60002 and nothing is sent', async () => {
    const where = await server.tenant()
    const caller = await server.as('admin', '己', where)
    const code = `m${where.tenantId}`
    const made = await platform(tenantPackage.submit, {
      code,
      packageName: code,
      edition: 'firm',
      limits: { llm_token: 500 },
    })
    await platform(tenant.packageSetting, { tenantId: where.tenantId, packageId: made.id })
    await useModel(caller, provider.baseUrl)
    provider.always({ text: '好', usage: { prompt_tokens: 100, completion_tokens: 100 } })
    await Promise.all([ask(caller), ask(caller)])
    expect((await caller(model.status, {})).tokens).toEqual({ used: 400, limit: 500 })
    const asked = provider.heard.length
    await expect(ask(caller)).rejects.toMatchObject({
      code: 60002,
      data: { metric: 'llm_token', limit: 500, used: 400 },
    })
    expect(provider.heard).toHaveLength(asked)
    // an answer longer than was reckoned is counted all the same
    await ask(caller, 10)
    expect((await caller(model.status, {})).tokens).toEqual({ used: 600, limit: 500 })
  })

  test('of a question whose process ended are given back', async () => {
    const caller = await server.as('admin', '庚', await server.tenant())
    await useModel(caller, provider.baseUrl)
    provider.always({ text: '好', usage: { prompt_tokens: 3, completion_tokens: 2 } })
    await ask(caller)
    await server.kernel.database.inTenant(actorOf(caller), async (db) => {
      const create_time = new Date(Date.now() - 3_600_000)
      await db.insertInto('model_use').values({ task: 'chat', purpose: 'x', reserved: 1000, create_time }).execute()
      await db.updateTable('usage_counter').set({ used: 1005n }).where('metric', '=', 'llm_token').execute()
    })
    await ask(caller)
    expect((await caller(model.status, {})).tokens.used).toBe(10)
    const { records } = await caller(modelUsage.list, { outcome_equal: 'lost' })
    expect(records).toHaveLength(1)
  })

  test('are shown by day, person, task and model, and can be written as a workbook', async () => {
    const caller = await server.as('admin', '辛', await server.tenant())
    await useModel(caller, provider.baseUrl)
    provider.always({ text: '好', usage: { prompt_tokens: 30, completion_tokens: 20 } })
    await ask(caller)
    provider.next({ mode: 'status', status: 401 })
    await ask(caller).catch(() => {})
    const by = async (what: 'day' | 'user' | 'project' | 'task' | 'model') =>
      (await caller(modelUsage.summary, { by: what })).rows
    expect(await by('user')).toEqual([
      { key: caller.userId, label: '辛', asked: 2, failed: 1, inputTokens: 30, outputTokens: 20 },
    ])
    expect(await by('task')).toMatchObject([{ key: 'chat' }])
    expect(await by('model')).toMatchObject([{ key: 'test-chat' }])
    expect(await by('project')).toMatchObject([{ key: '', label: '' }])
    expect(await by('day')).toHaveLength(1)
    expect((await caller(modelUsage.summary, { from: '2020-01-01', to: '2020-02-01' })).rows).toEqual([])
  })
})

test('every preset is an address that may be typed as it is, and says what it offers', () => {
  expect(modelPresets.length).toBeGreaterThanOrEqual(14)
  for (const { baseUrl, offers, inside } of modelPresets) {
    expect(new URL(baseUrl).protocol).toBe(inside ? 'http:' : 'https:')
    expect(offers.length).toBeGreaterThan(0)
  }
})

test('nothing but this slice knows how to ask an endpoint', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/(^|\/)testing|\.test\.ts$|^model\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const asks = files.filter((file) => {
    const source = readFileSync(join('server', file), 'utf8')
    return /from 'openai'|from '[^']*(model\/ask-endpoint|outbound-stream)\.ts'|fetchOutside\([^)]*(completions|embeddings|rerank)/.test(
      source,
    )
  })
  expect(asks).toEqual([])
})
