import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chat } from '#contract/chat.ts'
import { tenantPackage } from '#contract/package.ts'
import { tenant } from '#contract/tenant.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { askFor, resumeFor } from './testing-chat.ts'

let provider: ModelServer
let server: TestServer
let boss: Caller
let zxs: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  boss = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  const baseId = await newBase(boss, { kind: 'policy' })
  await newDoc(boss, baseId, '招待费指引.md', policy)
})
beforeEach(() => provider.reset())
afterAll(() => provider.close())

const policy = `# 业务招待费扣除指引

企业发生的与生产经营活动有关的业务招待费支出，按照发生额的60%扣除，但最高不得超过当年销售（营业）收入的5‰。`
/** A machine that is busy with other tests is no fault. */
const soon = <T>(holds: () => Promise<T>) => vi.waitFor(holds, { timeout: 20_000 })
const ask = (given: Parameters<typeof askFor>[2], who = zxs) => askFor(server, who, given)
const detail = (id: string, who = zxs) => who(chat.detail, { id })

describe('without a model', () => {
  test('an answer is the passages as they stand, and says that no AI wrote it', async () => {
    expect((await zxs(chat.options, {})).model).toBeNull()
    const said = await ask({ text: '业务招待费可以扣除多少？' })
    expect(said.notices).toEqual(['noModel'])
    expect(said.kinds('mode').map(({ mode }) => mode)).toEqual(['extract'])
    expect(said.text).toContain('> ')
    expect(said.text).toContain('按照发生额的60%扣除')
    expect(said.sources[0]).toMatchObject({ no: 1, cited: true, title: '招待费指引.md' })
    expect(said.sources[0]?.place).toMatch(/^\/knowledge\/llmKnowledgeDoc\?v\.place=/)
    expect(said.sources[0]?.marks.length).toBeGreaterThan(0)
    expect(said.end).toMatchObject({ status: 'done', model: '' })
    const { messages, conversation } = await detail(said.conversationId)
    expect(messages).toMatchObject([
      { role: 'user', text: '业务招待费可以扣除多少？' },
      { role: 'assistant', mode: 'extract', status: 'done', text: said.text },
    ])
    expect(conversation).toMatchObject({ title: '业务招待费可以扣除多少？', leafId: messages[1]?.id })
  })

  test('where nothing is found, it says so', async () => {
    const stranger = await server.as('admin', '陌生人', await server.tenant())
    const said = await ask({ text: '量子纠缠的实验步骤' }, stranger)
    expect(said.notices).toContain('nothingFound')
    expect(said.text).toContain('依据不足')
  })

  test('questions are suggested from the bases', async () => {
    const texts = await zxs(chat.suggestions, {})
    expect(texts.map(({ text }) => text)).toContain('《招待费指引》主要规定了什么？')
  })
})

describe('with a model', () => {
  beforeAll(async () => {
    await useModel(boss, provider.baseUrl)
  })

  test('the answer comes piece by piece over numbered passages, is checked, and is kept', async () => {
    provider.next({ thinking: '先看资料', text: '按发生额的60%扣除[1]。' }, { text: '标题：**招待费扣除比例**。' })
    const said = await ask({ text: '业务招待费怎么扣除？' })
    expect(said.text).toBe('按发生额的60%扣除[1]。')
    expect(said.events.map(({ number }) => number)).toEqual(said.events.map((_, at) => at + 1))
    expect(said.kinds('title')).toEqual([{ kind: 'title', title: '招待费扣除比例' }])
    expect(said.sources[0]).toMatchObject({ no: 1, cited: true })
    expect(said.kinds('doubts')).toEqual([])
    expect(said.end).toMatchObject({ status: 'done', model: 'test-chat', inputTokens: 11, outputTokens: 7 })
    const left = String(provider.heard[0]?.body)
    expect(left).toContain('<data n=\\"1\\">')
    expect(left).toContain('按照发生额的60%扣除')
    const { messages, conversation } = await detail(said.conversationId)
    expect(conversation.title).toBe('招待费扣除比例')
    expect(messages[1]).toMatchObject({
      thinking: '先看资料',
      model: 'test-chat',
      steps: [{ kind: 'retrieve', state: 'done' }, { kind: 'model' }, { kind: 'check', state: 'done' }],
    })
  })

  test('what does not stand in the sources is marked', async () => {
    provider.next({ text: '按80%扣除[1]，另见[9]。' })
    const said = await ask({ text: '业务招待费怎么扣除？' })
    expect(said.notices).toEqual(['sourceMissing', 'figureUnverified'])
    const doubts = said.kinds('doubts').at(-1)?.doubts ?? []
    expect(doubts.map(({ from, to }) => said.text.slice(from, to)).toSorted()).toEqual(['80%', '[9]'])
  })

  test('a number that was marked before is marked again, one that stood is not', async () => {
    provider.next({ text: '按80%扣除[1]，规定为60%[1]。' }, { text: '标题' }, { text: '前面说的是80%和60%。' })
    const { conversationId } = await ask({ text: '招待费怎么扣？' })
    const said = await ask({ conversationId, text: '好' })
    expect(
      said
        .kinds('doubts')
        .at(-1)
        ?.doubts.map(({ words }) => words),
    ).toEqual(['80%'])
  })

  test('a question is followed, changed and answered again; each is a branch of its own', async () => {
    provider.always({ text: '好的[1]。' })
    const first = await ask({ text: '业务招待费怎么扣除？' })
    const { conversationId } = first
    const second = await ask({ conversationId, text: '广告费呢？' })
    expect(String(provider.heard.at(-1)?.body)).toContain('业务招待费怎么扣除')
    const again = await ask({ conversationId, parentId: second.userMessageId })
    const changed = await ask({ conversationId, parentId: first.messageId, text: '捐赠呢？' })
    const anew = await ask({ conversationId, parentId: '0', text: '从头问' })
    const { messages, conversation } = await detail(conversationId)
    const children = (id: string) => messages.filter(({ parentId }) => parentId === id).map(({ id: own }) => own)
    expect(children(second.userMessageId)).toEqual([second.messageId, again.messageId])
    expect(children(first.messageId)).toEqual([second.userMessageId, changed.userMessageId])
    expect(children('')).toEqual([first.userMessageId, anew.userMessageId])
    expect(conversation.leafId).toBe(anew.messageId)
    await zxs(chat.choose, { conversationId, messageId: second.messageId })
    expect((await detail(conversationId)).conversation.leafId).toBe(second.messageId)
    // an answer cannot follow an answer, nor a question a question
    expect((await ask({ conversationId, parentId: second.messageId })).status).toBe(400)
    expect((await ask({ conversationId, parentId: second.userMessageId, text: '？' })).status).toBe(400)
  })

  test('a tool that the model asks for runs as the person, and its figures hold the answer', async () => {
    provider.next(
      { tools: [{ name: 'calculate', input: '{"expression":"1200000*60%"}' }] },
      { text: '可扣除 720,000.00 元。' },
    )
    const said = await ask({ text: '发生额1200000元，按60%是多少？' })
    const tool = said.kinds('step').findLast(({ step }) => step.kind === 'tool')?.step
    expect(tool).toMatchObject({ state: 'done' })
    expect(said.notices).not.toContain('figureUnverified')
    expect(String(provider.heard[1]?.body)).toContain('720000')
  })

  test('a model that asks for tools for ever is stopped', async () => {
    provider.always(({ json }) => (json['tools'] ? { tools: [{ name: 'nosuch', input: '{' }] } : { text: '到此为止' }))
    const said = await ask({ text: '循环' })
    expect(said.notices).toContain('tooManyRounds')
    expect(said.end).toMatchObject({ status: 'done' })
    expect(provider.heard.length).toBeLessThanOrEqual(10)
  })

  test('when the service fails, excerpts stand in with the reason; after the first words, what came is kept', async () => {
    provider.next({ mode: 'status', status: 400, error: { error: { message: 'no' } } })
    const failed = await ask({ text: '业务招待费怎么扣除？' })
    // nothing of it is still under way
    const states = new Map(failed.kinds('step').map(({ step }) => [step.no, step.state]))
    expect([...states.values()]).not.toContain('running')
    expect([...states.values()]).toContain('failed')
    expect(failed.notices).toEqual(['modelDown'])
    expect(failed.text).toContain('按照发生额的60%扣除')
    expect(failed.end).toMatchObject({ status: 'done' })
    // also when it fails after it has asked for a tool
    const tool = { tools: [{ name: 'calculate', input: '{"expression":"1+1"}' }] }
    provider.next(tool, { mode: 'status', status: 400, error: { error: { message: 'no' } } })
    const later = await ask({ text: '业务招待费怎么扣除？' })
    expect(later.notices).toEqual(['modelDown'])
    expect(later.kinds('doubts')).toEqual([])
    provider.next({ mode: 'cut', text: '按发生额的60%扣除' })
    const cut = await ask({ text: '业务招待费怎么扣除？' })
    expect(cut.end?.status).toBe('failed')
    expect(cut.end?.problem).not.toBe('')
    expect(cut.text.length).toBeGreaterThan(0)
    expect((await detail(cut.conversationId)).messages[1]).toMatchObject({ status: 'failed', text: cut.text })
  })

  test('stopping ends it at once and keeps what was said; a line that breaks is taken up where it was', async () => {
    provider.next({ mode: 'slow', text: '一二三四五六七八九十'.repeat(30), pace: 20 })
    const asking = ask({ text: '说很久' })
    const messageId = await running('说很久')
    await soon(async () => expect(provider.heard).toHaveLength(1))
    const second = resumeFor(server, zxs, messageId)
    await new Promise((done) => void setTimeout(done, 300))
    const third = resumeFor(server, zxs, messageId, 3)
    await expect(ask({ conversationId: (await asked('说很久')).id, text: '急' })).resolves.toMatchObject({
      status: 400,
    })
    await zxs(chat.stop, { messageId })
    const said = await asking
    expect(said.end?.status).toBe('stopped')
    expect(said.text.length).toBeGreaterThan(0)
    expect(said.text.length).toBeLessThan(200)
    const whole = (await second).events
    expect(whole[0]?.event.kind).toBe('whole')
    expect(whole.at(-1)?.event).toEqual(said.end)
    expect((await third).events).toEqual(said.events.slice(3))
    const message = (await detail(said.conversationId)).messages[1]
    expect(message).toMatchObject({ status: 'stopped', text: said.text })
    const ended = (await resumeFor(server, zxs, messageId)).events.map(({ event }) => event)
    expect(ended).toEqual([expect.objectContaining({ kind: 'whole' }), said.end])
  })

  test('an answer goes on when nobody listens', async () => {
    provider.next({ text: '无人在听也说完[1]。' })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const leave = new AbortController()
    const reply = await fetch(`http://127.0.0.1:${port}${chat.ask.path}`, {
      method: 'POST',
      headers: { 'sc-auth': `bearer ${zxs.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: '离开' }),
      signal: leave.signal,
    })
    await reply.body?.getReader().read()
    leave.abort()
    await soon(async () =>
      expect((await detail((await asked('离开')).id)).messages[1]).toMatchObject({
        status: 'done',
        text: '无人在听也说完[1]。',
      }),
    )
  })

  test('follow-up questions come from the model', async () => {
    provider.next(
      { text: '按60%扣除[1]。' },
      { text: '标题' },
      { text: '{"questions":["限额怎么算？","要留存什么？"]}' },
    )
    const { messageId } = await ask({ text: '业务招待费怎么扣除？' })
    expect(await zxs(chat.suggestions, { messageId })).toEqual([{ text: '限额怎么算？' }, { text: '要留存什么？' }])
  })

  test('conversations are found by words in title and messages, starred, renamed, deleted and brought back', async () => {
    provider.always({ text: '独一无二的回答' })
    const { conversationId: id } = await ask({ text: '找得到吗' })
    const found = await zxs(chat.list, { words: '独一无二' })
    expect(found.records).toMatchObject([{ id, found: expect.stringContaining('独一无二') as string }])
    expect((await boss(chat.list, { words: '独一无二' })).total).toBe(0)
    const { version } = (await detail(id)).conversation
    expect(await zxs(chat.save, { id, version, title: '新名字', starred: true })).toMatchObject({ title: '新名字' })
    await expect(zxs(chat.save, { id, version, title: '旧' })).rejects.toMatchObject({ code: 409 })
    expect((await zxs(chat.list, { starred: '1' })).records.map((one) => one.id)).toEqual([id])
    await zxs(chat.remove, { ids: id })
    await expect(detail(id)).rejects.toMatchObject({ code: 404 })
    expect((await zxs(chat.list, { deleted: '1' })).records.map((one) => one.id)).toEqual([id])
    await zxs(chat.restore, { ids: id })
    expect((await detail(id)).conversation.title).toBe('新名字')
  })

  test('who administers sees every answer with what it rests on, and which log entry tells what left', async () => {
    provider.next({ text: '按60%扣除[1]。' })
    const { messageId, conversationId } = await ask({ text: '审计这一问，电话13812345678' })
    await zxs(chat.feedback, { messageId, feedback: 'down', words: '不全' })
    const { records } = await boss(chat.audit, { question: '审计这一问' })
    expect(records).toMatchObject([
      { messageId, conversationId, userName: '张审计', model: 'test-chat', feedback: 'down', feedbackWords: '不全' },
    ])
    expect(records[0]?.maskRunIds.length).toBeGreaterThan(0)
    await expect(zxs(chat.audit, {})).rejects.toMatchObject({ code: 403 })
  })

  test('an answer that rests on nothing says so', async () => {
    const who = await server.as('admin', '周管理', await server.tenant())
    await useModel(who, provider.baseUrl)
    provider.next({
      text: '这里有一段没有任何资料支持的长篇回答，它声称许多事情，却没有给出任何来源，也没有引用任何文件和账簿记录。',
    })
    expect((await ask({ text: '随便说说' }, who)).notices).toContain('nothingFound')
    provider.next({ text: '您好，请问要查什么？' })
    expect((await ask({ text: '你好' }, who)).notices).toEqual([])
  })

  test('the tokens of the month used up, excerpts stand in and say so', async () => {
    const where = await server.tenant()
    const caller = await server.as('admin', '己', where)
    const platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
    const code = `m${where.tenantId}`
    const made = await platform(tenantPackage.submit, {
      code,
      packageName: code,
      edition: 'firm',
      limits: { llm_token: 5 },
    })
    await platform(tenant.packageSetting, { tenantId: where.tenantId, packageId: made.id })
    await useModel(caller, provider.baseUrl)
    const said = await ask({ text: '业务招待费怎么扣除？' }, caller)
    expect(said.kinds('notice')[0]?.notice).toEqual({
      code: 'overLimit',
      params: { reason: '资源数量超过限制，请购买更多资源' },
    })
    expect(said.kinds('mode')).toEqual([{ kind: 'mode', mode: 'extract' }])
    expect(provider.heard).toEqual([])
  })
})

const asked = async (title: string) => {
  const { records } = await zxs(chat.list, { words: title })
  const [first] = records
  if (!first) throw new Error(`no conversation ${title}`)
  return first
}
const running = (title: string) =>
  soon(async () => {
    const { messages } = await detail((await asked(title)).id)
    const last = messages.findLast(({ role }) => role === 'assistant')
    if (!last) throw new Error('not yet')
    return last.id
  })
