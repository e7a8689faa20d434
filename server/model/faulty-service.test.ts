import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usage } from '#contract/entitlement.ts'
import { model } from '#contract/model.ts'
import { modelUsage } from '#contract/model-usage.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type ChatAsk, type Models, openModels } from './model-port.ts'
import { type ModelServer, testingModelServer } from './testing-model-server.ts'
import { answerOf, question, useModel } from './testing-model-setup.ts'

let provider: ModelServer
let other: ModelServer
let server: TestServer
let models: Models
let boss: Caller
let actor: { tenantId: string; userId: string }
beforeAll(async () => {
  provider = await testingModelServer()
  other = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: `${provider.host},${other.host}` })
  models = openModels(server.kernel)
})
// a firm of its own each: what rested or was used before means nothing to it
beforeEach(async () => {
  provider.reset()
  other.reset()
  boss = await server.as('admin', '王管理', await server.tenant())
  actor = { tenantId: boss.tenantId, userId: boss.userId }
})
afterAll(() => {
  provider.close()
  other.close()
})

const answered = (ask: ChatAsk) => answerOf(models, actor, ask)
const lastUse = async () => (await boss(modelUsage.list, {})).records[0]
const used = async () => (await boss(usage.summary, {})).metrics.find(({ metric }) => metric === 'llm_token')?.used

const target = (endpointId: string) => ({ endpointId, own: true, model: 'test-chat', maxOutput: 512 })

const busy = (seconds: string) => ({ mode: 'status' as const, status: 429, headers: { 'retry-after': seconds } })
const failing = async (...scripts: Parameters<ModelServer['next']>) => {
  await useModel(boss, provider.baseUrl)
  provider.next(...scripts)
  return answered(question('？'))
}

describe('a service that', () => {
  test.each([
    [401, 'modelKeyRefused', 1],
    [404, 'modelUnknown', 1],
    [402, 'modelBusy', 1],
  ])('answers %i is asked no further, and it is said why', async (status, key, times) => {
    const { error } = await failing({ mode: 'status', status })
    expect(error).toMatchObject({ key })
    expect(provider.heard).toHaveLength(times)
    expect(await lastUse()).toMatchObject({ outcome: 'failed', fault: key, inputTokens: 0 })
    expect(await used()).toBe(0)
  })

  test('is too busy is asked again when it says, and not waited for if that is long', async () => {
    const began = Date.now()
    expect(await failing(busy('1'), { text: '好' })).toMatchObject({ text: '好' })
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000)
    provider.next(busy('3600'))
    expect((await answered(question('？'))).error).toMatchObject({ key: 'modelBusy' })
    expect(provider.heard).toHaveLength(3)
  })

  test('fails once is asked again; one that goes on failing is not asked for ever', async () => {
    expect(await failing({ mode: 'status', status: 500 }, { text: '好' })).toMatchObject({ text: '好' })
    provider.always({ mode: 'status', status: 502 })
    expect((await answered(question('？'))).error).toMatchObject({ key: 'modelServerFault' })
    expect(provider.heard).toHaveLength(5)
  })

  test.each([
    ['redirects', { mode: 'redirect' }, 'modelRedirected'],
    ['answers a page', { mode: 'html' }, 'modelAnswerBroken'],
    ['answers no JSON', { mode: 'notJson' }, 'modelAnswerBroken'],
    ['hangs up in the middle', { mode: 'cut', text: '一二三四' }, 'modelAnswerBroken'],
    ['ends without an end', { mode: 'broken', text: '一' }, 'modelAnswerBroken'],
    ['sends one endless event', { mode: 'huge' }, 'modelAnswerTooLong'],
    ['never ends', { mode: 'endless' }, 'modelAnswerTooLong'],
    [
      'refuses inside the stream',
      { mode: 'saysError', error: { error: { message: 'bad\u0007 thing', code: 400 } } },
      'modelRequestRefused',
    ],
  ] as const)('%s is refused plainly, and the rest of the answer is not awaited', async (_, script, key) => {
    const { error } = await failing(script, script, script)
    expect(error).toMatchObject({ key })
  })

  test('keeps what was said when it breaks off, and is not asked again then', async () => {
    const { text, error } = await failing({ mode: 'cut', text: '一二三四' })
    expect(text).toBe('一二')
    expect(error).toMatchObject({ key: 'modelAnswerBroken' })
    expect(provider.heard).toHaveLength(1)
  })

  test.each([['silent'], ['comments'], ['stalls']] as const)(
    'is too slow (%s) ends in the words of the specification',
    async (mode) => {
      const id = await useModel(boss, provider.baseUrl)
      await boss(model.saveEndpoint, { id, firstSeconds: 1, betweenSeconds: 1 })
      provider.next({ mode, text: '一二三四' })
      const { error } = await answered(question('？'))
      expect(error).toMatchObject({ key: 'modelTimeout' })
      expect(error instanceof Error && 'says' in error && typeof error.says === 'function' && error.says('zh-CN')).toBe(
        '请求超时，请稍后重试',
      )
    },
  )

  test('is down is passed over for the next, and rests', async () => {
    const first = await useModel(boss, provider.baseUrl)
    const second = await useModel(boss, other.baseUrl, { name: '备用', tasks: [] })
    const [chat] = await boss(model.routes, {})
    await boss(model.saveRoute, { task: 'chat', targets: [target(first), target(second)], version: chat?.version ?? 0 })
    provider.always({ mode: 'status', status: 503 })
    other.always({ text: '备用回答' })
    expect(await answered(question('一'))).toMatchObject({ text: '备用回答' })
    const asked = provider.heard.length
    expect(await answered(question('二'))).toMatchObject({ text: '备用回答' })
    expect(provider.heard).toHaveLength(asked)
    const rows = (await boss(model.endpoints, {})).records
    expect(rows.find(({ id }) => id === first)?.restsUntil).not.toBe('')
    expect(await lastUse()).toMatchObject({ endpoint: '备用' })
    // a person who mends it need not wait
    provider.always({ text: '好了' })
    await boss(model.saveEndpoint, { id: first, remark: '已修复' })
    expect(await answered(question('三'))).toMatchObject({ text: '好了' })
  })
})
