import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('the test’s model server speaks the protocol as a client of OpenAI understands it', async () => {
  const client = new OpenAI({ baseURL: provider.baseUrl, apiKey: 'k', maxRetries: 0 })
  provider.always({ text: '你好', tools: [{ name: 'look', input: '{"at":1}' }] })
  const stream = await client.chat.completions.create({ model: 'test-chat', stream: true, messages: [] })
  let text = ''
  for await (const part of stream) text += part.choices[0]?.delta.content ?? ''
  expect(text).toBe('你好')
  const plain = await client.chat.completions.create({ model: 'test-chat', messages: [] })
  expect(plain.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'look', arguments: '{"at":1}' } })
  expect((await client.models.list()).data.map(({ id }) => id)).toContain('test-chat')
})

describe('without a model', () => {
  test('nothing is asked, and it is said what is missing', async () => {
    expect(await models.has(actor, 'chat')).toBe(false)
    expect((await answered(question('你好'))).error).toMatchObject({ key: 'modelNotConfigured' })
    expect(await models.embed(actor, { texts: ['一'], purpose: 'test' })).toBeNull()
    expect(await models.rerank(actor, { query: '一', texts: ['二'], purpose: 'test' })).toBeNull()
    expect(await used()).toBe(0)
  })
})

const refuses = (message: string) => ({ mode: 'status' as const, status: 400, error: { error: { message } } })

describe('an answer', () => {
  beforeEach(() => useModel(boss, provider.baseUrl))

  test('comes piece by piece with its thinking, and its tokens are counted as the service counts them', async () => {
    provider.next({ thinking: '先想', text: '答案是 42' })
    const { parts, text } = await answered(question('多少？'))
    expect(text).toBe('答案是 42')
    expect(parts[0]).toEqual({ kind: 'thinking', text: '先想' })
    expect(parts.slice(-2)).toEqual([
      { kind: 'usage', model: 'test-chat', inputTokens: 11, outputTokens: 7 },
      { kind: 'end', reason: 'stop' },
    ])
    expect(provider.heard[0]?.headers['authorization']).toBe('Bearer sk-test-1234567890')
    expect(await lastUse()).toMatchObject({
      outcome: 'done',
      inputTokens: 11,
      outputTokens: 7,
      userName: '王管理',
      estimated: false,
    })
    expect(await used()).toBe(18)
  })

  test('whose thinking stands between tags is parted from it, wherever the tags are cut', async () => {
    provider.next({ pieces: ['\n<th', 'ink>想', '一想</thi', 'nk>\n\n好', '<think>'] })
    const { parts, text } = await answered(question('？'))
    expect(parts.flatMap((part) => (part.kind === 'thinking' ? [part.text] : [])).join('')).toBe('想一想')
    expect(text).toBe('好<think>')
  })

  test('may ask for tools; broken arguments arrive as they are', async () => {
    provider.next({
      tools: [
        { name: 'balance', input: '{"account":"1001"}' },
        { name: 'law', input: '{"id":' },
      ],
    })
    const { parts } = await answered(
      question('余额？', { tools: [{ name: 'balance', description: '余额', schema: { type: 'object' } }] }),
    )
    expect(parts.filter(({ kind }) => kind === 'tool')).toEqual([
      { kind: 'tool', id: 'call_0', name: 'balance', input: '{"account":"1001"}' },
      { kind: 'tool', id: 'call_1', name: 'law', input: '{"id":' },
    ])
    expect(parts.at(-1)).toEqual({ kind: 'end', reason: 'tools' })
  })

  test('of a service that does not stream, or does not count, is read and reckoned all the same', async () => {
    provider.next({ mode: 'plain', text: '整段回答', usage: null })
    expect(await answered(question('？'))).toMatchObject({ text: '整段回答' })
    const use = await lastUse()
    expect(use).toMatchObject({ estimated: true, outcome: 'done' })
    expect(await used()).toBe((use?.inputTokens ?? 0) + (use?.outputTokens ?? 0))
  })

  test('is asked for again without what the service does not know', async () => {
    provider.next(refuses('Unknown field stream_options'), refuses('use max_completion_tokens instead'), { text: '好' })
    expect(await answered(question('？'))).toMatchObject({ text: '好' })
    expect(provider.heard.at(-1)?.json).not.toHaveProperty('stream_options')
    expect(provider.heard.at(-1)?.json).toMatchObject({ max_completion_tokens: 1024 })
  })

  test('holds no control characters, and none that turn the direction of writing', async () => {
    provider.next({ pieces: ['a\u0000b\u001b[31m\u202ec\nd'] })
    expect((await answered(question('？'))).text).toBe('ab[31mc\nd')
  })
})

describe('identities', () => {
  beforeEach(() => useModel(boss, provider.baseUrl))
  const secret = '请联系张三丰，电话13812345678，身份证11010519491231002X'

  test('leave as tokens and come back in text, thinking and tools, however the stream is cut', async () => {
    provider.next(({ json }) => {
      const said = String((json['messages'] as { content: string }[])[0]?.content)
      const token = /〔电话[^〕]*〕|〔手机[^〕]*〕/.exec(said)?.[0] ?? 'none'
      return {
        thinking: `想${token}`,
        text: `打${token}。`,
        tools: [{ name: 'call', input: JSON.stringify({ to: token }) }],
      }
    })
    const { parts, text } = await answered(question(secret))
    expect(provider.everything()).not.toMatch(/13812345678|11010519491231002X/)
    expect(text).toBe('打13812345678。')
    expect(parts.flatMap((part) => (part.kind === 'thinking' ? [part.text] : [])).join('')).toBe('想13812345678')
    expect(parts.find((part) => part.kind === 'tool')).toMatchObject({ input: '{"to":"13812345678"}' })
  })

  test('stay as they are for a model inside the house, which only a host of the deployment can be', async () => {
    const inside = await server.as('admin', '陈管理', await server.tenant())
    await useModel(inside, provider.baseUrl, { inside: true })
    for await (const part of models.chat({ tenantId: inside.tenantId, userId: inside.userId }, question(secret)))
      void part
    expect(provider.everything()).toContain('13812345678')
    await expect(
      inside(model.saveEndpoint, { name: '外', baseUrl: 'https://1.1.1.1/v1', inside: true }),
    ).rejects.toThrow('DIGAO_OUTBOUND')
  })

  test('leave as tokens for vectors and reranking, too', async () => {
    await useModel(boss, other.baseUrl, { name: '向量', tasks: ['embed', 'rerank'] })
    other.takesAtOnce(2)
    const texts = ['电话13812345678', '甲', '乙乙', '丙']
    const found = await models.embed(actor, { texts, purpose: 'test' })
    expect(found?.vectors.map((vector) => vector.reduce((sum, n) => sum + n, 0)).slice(1)).toEqual([1, 2, 1])
    const scores = await models.rerank(actor, { query: '甲', texts: ['乙', '甲'], purpose: 'test' })
    expect(scores).toEqual([0, 1])
    expect(other.everything()).not.toContain('13812345678')
  })

  test('in an image cannot be hidden: only a model inside the house sees one', async () => {
    const messages = [
      { role: 'user' as const, text: '看', images: [{ mime: 'image/png' as const, bytes: new Uint8Array(3) }] },
    ]
    expect((await answered(question('', { messages }))).error).toMatchObject({ key: 'modelImageOutside' })
    expect(provider.heard).toEqual([])
  })
})

describe('stopping', () => {
  beforeEach(() => useModel(boss, provider.baseUrl))

  test('reaches the provider within 200 ms, keeps what was said, and gives back what was not used', async () => {
    const late: number[] = []
    // the least of three: a machine that is busy with other tests is no slow hang-up
    for (let time = 0; time < 3; time += 1) {
      provider.next({ mode: 'slow', text: '一二三四五六七八九十'.repeat(20), pace: 20 })
      const stop = new AbortController()
      let at = 0
      let text = ''
      let reason = ''
      for await (const part of models.chat(actor, question('说', { signal: stop.signal }))) {
        if (part.kind === 'text') text += part.text
        if (part.kind === 'end') ({ reason } = part)
        if (text.length >= 3 && at === 0) {
          at = Date.now()
          stop.abort()
        }
      }
      expect(reason).toBe('stopped')
      expect(text.length).toBeLessThan(20)
      late.push(((await provider.heard[time]?.hungUp) ?? Infinity) - at)
    }
    expect(Math.min(...late)).toBeLessThan(200)
    expect(await lastUse()).toMatchObject({ outcome: 'stopped', estimated: true })
    expect(await used()).toBeLessThan(150)
  })

  test('while a service is silent reaches it as well, and so does leaving the stream', async () => {
    provider.next({ mode: 'silent' }, { mode: 'slow', text: '一二三四五六七八九十'.repeat(20) })
    const stop = new AbortController()
    const waiting = answered(question('说', { signal: stop.signal }))
    await vi.waitFor(() => expect(provider.heard).toHaveLength(1))
    stop.abort()
    expect((await waiting).parts.at(-1)).toEqual({ kind: 'end', reason: 'stopped' })
    await provider.heard[0]?.hungUp
    for await (const part of models.chat(actor, question('说'))) if (part.kind === 'text') break
    await provider.heard[1]?.hungUp
    expect(await lastUse()).toMatchObject({ outcome: 'stopped' })
  })
})
