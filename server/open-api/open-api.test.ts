import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chat } from '#contract/chat.ts'
import { enterprise } from '#contract/enterprise.ts'
import { param } from '#contract/param.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { listening, tokenOf } from '../access-token/testing-token.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { importFiles, projectOf } from '../ledger/testing-import.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { hostileLedger } from '../tool/testing-asker.ts'

let server: TestServer
let provider: ModelServer
let address: string
let admin: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  address = await listening(server)
})
beforeEach(async () => {
  provider.reset()
  admin = await server.as('admin', '王管理', await server.tenant())
})
afterAll(() => {
  // a client that hung up leaves a connection that never asked anything, which closing would wait for
  server.app.server.closeAllConnections()
  provider.close()
})

const clientOf = async (who: Caller) =>
  new OpenAI({ baseURL: `${address}/v1`, apiKey: await tokenOf(who), maxRetries: 0 })
const ask = (content: string) => ({ model: 'digao', messages: [{ role: 'user' as const, content }] })
async function withKnowledge() {
  const baseId = await newBase(admin, { kind: 'policy' })
  await newDoc(admin, baseId, '研发费用指引.md', '# 研发费用\n\n研发费用按照实际发生额的100%加计扣除。')
}

test('the models are listed as OpenAI’s client reads them', async () => {
  const client = await clientOf(admin)
  expect((await client.models.list()).data).toMatchObject([{ id: 'digao', owned_by: 'digao' }])
})

test('without a model the answer is excerpts with their sources, and says so', async () => {
  await withKnowledge()
  const client = await clientOf(admin)
  const answer = await client.chat.completions.create(ask('研发费用怎么加计扣除'))
  const text = answer.choices[0]?.message.content ?? ''
  expect(text).toContain('未配置模型：以下为检索原文摘录，非 AI 生成。')
  expect(text).toContain('100%加计扣除')
  expect(text).toMatch(/来源:\n\[1\] 研发费用指引.* http:\/\/[^\s]+v\.place=/)
  expect(answer).toMatchObject({ object: 'chat.completion', choices: [{ finish_reason: 'stop' }] })
})

test('with a model the answer comes whole or piece by piece, the same either way, with tokens counted', async () => {
  await withKnowledge()
  await useModel(admin, provider.baseUrl)
  provider.always({ text: '按实际发生额的100%加计扣除[1]。', usage: { prompt_tokens: 50, completion_tokens: 12 } })
  const client = await clientOf(admin)
  const whole = await client.chat.completions.create(ask('研发费用怎么加计扣除'))
  expect(whole.usage).toMatchObject({ prompt_tokens: 50, completion_tokens: 12, total_tokens: 62 })
  const stream = await client.chat.completions.create({
    ...ask('研发费用怎么加计扣除'),
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let finish: string | null | undefined
  let total: number | undefined
  for await (const part of stream) {
    text += part.choices[0]?.delta.content ?? ''
    finish = part.choices[0]?.finish_reason ?? finish
    total = part.usage?.total_tokens ?? total
  }
  expect(text).toBe(whole.choices[0]?.message.content)
  expect(text).toMatch(/^按实际发生额的100%加计扣除\[1\]。\n\n来源:\n\[1\] /)
  expect([finish, total]).toEqual(['stop', 62])
})

test('a model id may name a project: then its books are read by the tools, and only one’s own', async () => {
  const zxs = await server.as('zxs', '张审计', { tenantId: admin.tenantId })
  const projectId = await projectOf(zxs)
  await importFiles(server, zxs, projectId, hostileLedger())
  await useModel(admin, provider.baseUrl)
  provider.next({ text: '', tools: [{ name: 'ledger_balance', input: '{"account":"1002"}' }] })
  provider.always({ text: '银行存款期末余额2234.56元[1]。' })
  const client = await clientOf(zxs)
  const answer = await client.chat.completions.create({ ...ask('银行存款余额多少'), model: `digao/${projectId}` })
  expect(answer.choices[0]?.message.content).toMatch(/2234\.56元\[1\]。\n\n来源:\n\[1\] 1002 银行存款/)
  expect(provider.everything()).toContain('2234.56')
  const colleague = await clientOf(await server.as('zxs', '同事', { tenantId: admin.tenantId }))
  await expect(colleague.chat.completions.create({ ...ask('x'), model: `digao/${projectId}` })).rejects.toMatchObject({ status: 404, code: 'model_not_found' }) // prettier-ignore
})

test('numbers that stand in no source are named after the answer', async () => {
  await withKnowledge()
  await useModel(admin, provider.baseUrl)
  provider.always({ text: '可以扣除 987654 元[1]。' })
  const answer = await (await clientOf(admin)).chat.completions.create(ask('研发费用怎么加计扣除'))
  expect(answer.choices[0]?.message.content).toMatch(/未能在来源中核对，请勿直接引用：987654/)
})

test('what a program was answered is kept for the audit with its sources, and in nobody’s list', async () => {
  await withKnowledge()
  await useModel(admin, provider.baseUrl)
  provider.always({ text: '按实际发生额的100%加计扣除[1]。' })
  await (await clientOf(admin)).chat.completions.create(ask('研发费用怎么加计扣除'))
  const { records } = await admin(chat.audit, {})
  expect(records).toMatchObject([
    {
      question: '研发费用怎么加计扣除',
      answer: '按实际发生额的100%加计扣除[1]。',
      userName: '王管理',
      model: 'test-chat',
      status: 'done',
    },
  ])
  expect(records[0]?.sources.length).toBeGreaterThan(0)
  expect((await admin(chat.list, {})).total).toBe(0)
})

test('refusals have OpenAI’s shape', async () => {
  const client = await clientOf(admin)
  const tried = (over: object) => client.chat.completions.create({ ...ask('你好'), ...over })
  await expect(tried({ model: 'gpt-4o' })).rejects.toMatchObject({ status: 404, code: 'model_not_found', type: 'invalid_request_error' }) // prettier-ignore
  await expect(tried({ messages: [] })).rejects.toMatchObject({ status: 400 })
  await expect(tried({ messages: [{ role: 'assistant', content: 'x' }] })).rejects.toMatchObject({ code: 'openApiQuestion' }) // prettier-ignore
  await expect(tried({ n: 3 })).rejects.toMatchObject({ code: 'openApiOneChoice' })
  await expect(tried({ tools: [{ type: 'function', function: { name: 'x' } }] })).rejects.toMatchObject({ code: 'openApiOwnTools' }) // prettier-ignore
  const image = [{ type: 'image_url', image_url: { url: 'https://evil.example/x.png' } }]
  await expect(tried({ messages: [{ role: 'user', content: image }] })).rejects.toMatchObject({ code: 'openApiTextOnly' }) // prettier-ignore
  const dead = new OpenAI({ baseURL: `${address}/v1`, apiKey: 'sk-nothing', maxRetries: 0 })
  await expect(dead.models.list()).rejects.toMatchObject({ status: 401, type: 'authentication_error' })
  const visitor = await clientOf(await server.as('normal', '访客', { tenantId: admin.tenantId }))
  await expect(visitor.chat.completions.create(ask('你好'))).rejects.toMatchObject({ status: 403 })
})

test('a reader who hangs up stops the model', async () => {
  await useModel(admin, provider.baseUrl)
  provider.always({ mode: 'endless', text: '字' })
  const client = await clientOf(admin)
  const stream = await client.chat.completions.create({ ...ask('写一篇长文'), stream: true })
  let pieces = 0
  for await (const part of stream) {
    pieces += part.choices[0]?.delta.content ? 1 : 0
    if (pieces === 3) break
  }
  const asked = provider.heard.find(({ path }) => path.endsWith('/chat/completions'))
  await expect(Promise.race([asked?.hungUp, new Promise((_, late) => setTimeout(() => late(new Error('still asked')), 5000))])).resolves.toBeGreaterThan(0) // prettier-ignore
})

test('a person’s programs have a few answers at once, the next waits', async () => {
  await useModel(admin, provider.baseUrl)
  const go = Promise.withResolvers<void>()
  provider.always({ until: go.promise, text: '好的。' })
  const client = await clientOf(admin)
  const running = Array.from({ length: 4 }, () => client.chat.completions.create(ask('你好')))
  await vi.waitFor(() => expect(provider.heard.length).toBe(4), { timeout: 20_000 })
  await expect(client.chat.completions.create(ask('再问'))).rejects.toMatchObject({ status: 429 })
  go.resolve()
  await Promise.all(running)
  const next = await client.chat.completions.create(ask('再问'))
  expect(next.choices[0]?.message.content).toContain('好的')
})

test('a caller’s own rules are bounded', async () => {
  const client = await clientOf(admin)
  const rules = { role: 'system' as const, content: '规'.repeat(60_000) }
  const messages = [rules, rules, { role: 'user' as const, content: '你好' }]
  await expect(client.chat.completions.create({ model: 'digao', messages })).rejects.toMatchObject({ status: 400 })
})

describe('where the firm masks what programs read', () => {
  const NAME = '深圳市星河互动科技有限公司'
  beforeEach(async () => {
    const [row] = (await admin(param.list, { paramKey_equal: 'outsideMasking' })).records
    await admin(param.submit, { id: row?.id ?? '', paramKey: 'outsideMasking', paramValue: 'on' })
    await admin(enterprise.save, { enterpriseName: NAME, creditCode: testCreditCode(7) })
    await useModel(admin, provider.baseUrl)
    provider.always({ text: `〔企业01〕应当补充资料，请联系${NAME.slice(0, 4)}。` })
  })

  test('an answer names nobody, whole or as a stream, and a token in the next question is understood', async () => {
    const client = await clientOf(admin)
    const whole = await client.chat.completions.create(ask(`${NAME}要补什么资料`))
    const text = whole.choices[0]?.message.content ?? ''
    expect(text).not.toContain('星河')
    const [token = ''] = /〔企业\d+(?:-\d+)?〕/.exec(text) ?? []
    expect(token).not.toBe('')
    const stream = await client.chat.completions.create({ ...ask(`${token}还要补什么`), stream: true })
    let streamed = ''
    for await (const part of stream) streamed += part.choices[0]?.delta.content ?? ''
    expect(streamed).not.toContain('星河')
    const { records } = await admin(chat.audit, {})
    // inside the house it stays as it was asked
    expect(records.map(({ question }) => question)).toContain(`${NAME}还要补什么`)
  })
})
