import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { chat } from '#contract/chat.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { askFor, eventsOf } from '../chat/testing-chat.ts'
import { newBase, newDoc, newProject } from '../knowledge/testing-base.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'

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
  await newDoc(boss, baseId, '指引.md', '# 指引\n\n业务招待费按照发生额的60%扣除。')
})
beforeEach(() => provider.reset())
afterAll(() => provider.close())

const steps: z.input<typeof thinkChain.save.input>['steps'] = [
  { kind: 'ask', name: '问科目', variable: 'account', label: '科目', required: true },
  { kind: 'retrieve', name: '查规定', query: '{{account}} 扣除', baseIds: [], kinds: [], limit: 5 },
  { kind: 'tool', name: '算限额', tool: 'calculate', input: { expression: '1000*60%' } },
  { kind: 'model', name: '列条件', prompt: '列出{{account}}的条件', variable: 'conditions' },
  { kind: 'model', name: '写结论', prompt: '条件：{{conditions}}。写结论', variable: '' },
  { kind: 'check', name: '核对' },
]
const draft = { name: '我的链', steps }

test('chains of the system are there for everybody, in his language, and are changed only as a copy', async () => {
  const chains = await zxs(thinkChain.list, {})
  expect(chains.map(({ name, scope }) => `${scope} ${name}`)).toEqual([
    'system 税会差异分析', 'system 凭证异常说明', 'system 政策适用判断',
  ]) // prettier-ignore
  const english = await zxs(thinkChain.list, {}, { 'accept-language': 'en' })
  expect(english.map(({ name }) => name).join()).not.toMatch(/[\u4e00-\u9fff]/)
  const [system] = chains
  const id = system?.id ?? ''
  await expect(zxs(thinkChain.remove, { ids: id })).rejects.toThrow('系统思维链不能修改')
  await expect(boss(thinkChain.enable, { id, enabled: false })).rejects.toThrow('系统思维链不能修改')
  expect(await zxs(thinkChain.copy, { id })).toMatchObject({ name: '税会差异分析', scope: 'personal', editable: true })
  expect(await zxs(thinkChain.copy, { id })).toMatchObject({ name: '税会差异分析 2' })
})

test('an own chain is kept in versions; the firm’s is kept by who administers it', async () => {
  const { id, version } = await zxs(thinkChain.save, draft)
  const changed = await zxs(thinkChain.save, { ...draft, id, version, name: '改了名' })
  expect(changed).toMatchObject({ version: 2, name: '改了名' })
  await expect(zxs(thinkChain.save, { ...draft, id, version })).rejects.toMatchObject({ code: 409 })
  const { versions } = await zxs(thinkChain.detail, { id })
  expect(versions.map((one) => [one.version, one.name])).toEqual([[2, '改了名'], [1, '我的链']]) // prettier-ignore
  await expect(zxs(thinkChain.save, { ...draft, scope: 'firm' })).rejects.toThrow('由管理员维护')
  const firm = await boss(thinkChain.save, { ...draft, name: '全所的链', scope: 'firm' })
  expect(await zxs(thinkChain.detail, { id: firm.id })).toMatchObject({ chain: { editable: false } })
  await expect(zxs(thinkChain.remove, { ids: firm.id })).rejects.toThrow('由管理员维护')
  await expect(boss(thinkChain.save, { ...draft, name: '全所的链', scope: 'firm' })).rejects.toThrow('已有同名思维链')
  // another's own chain is not there, nor is another tenant's
  const stranger = await server.as('admin', '外人', await server.tenant())
  for (const who of [boss, stranger]) {
    await expect(who(thinkChain.detail, { id })).rejects.toMatchObject({ code: 404 })
    await expect(who(thinkChain.save, { ...draft, id })).rejects.toMatchObject({ code: 404 })
    await expect(who(thinkChain.copy, { id })).rejects.toMatchObject({ code: 404 })
    await expect(who(thinkChain.enable, { id, enabled: false })).rejects.toMatchObject({ code: 404 })
    await expect(who(thinkChain.remove, { ids: id })).rejects.toMatchObject({ code: 404 })
    expect((await askFor(server, who, { text: '问', chainId: id })).status).not.toBe(200)
  }
  await zxs(thinkChain.remove, { ids: id })
  await expect(zxs(thinkChain.detail, { id })).rejects.toMatchObject({ code: 404 })
})

test('a variable that nothing sets is refused when the chain is saved', async () => {
  const wrong = [{ kind: 'model' as const, name: '写', prompt: '{{nothing}}', variable: '' }]
  await expect(zxs(thinkChain.save, { name: '错', steps: wrong })).rejects.toThrow('未定义的变量“nothing”')
})

test('a chain asks for what is missing before anything else', async () => {
  const { id } = await zxs(thinkChain.save, { ...draft, name: '缺变量' })
  const said = await askFor(server, zxs, { text: '可以扣多少？', chainId: id })
  expect(said.kinds('notice').map(({ notice }) => notice)).toEqual([
    { code: 'chainInput', params: { label: '科目', variable: 'account' } },
  ])
  expect(said.text).toBe('请补充：科目')
})

test('without a model the steps that need none still run', async () => {
  const { id } = await zxs(thinkChain.save, { ...draft, name: '无模型' })
  const said = await askFor(server, zxs, { text: '可以扣多少？', chainId: id, values: { account: '业务招待费' } })
  expect(said.notices).toEqual(['noModel'])
  expect(said.text).toContain('按照发生额的60%扣除')
  expect(said.kinds('figures').at(-1)?.figures[0]?.value).toMatch(/^600/)
})

test('with a model its steps run in their order, and the message says which', async () => {
  await useModel(boss, provider.baseUrl)
  const { id, version } = await zxs(thinkChain.save, { ...draft, name: '有模型' })
  provider.next({ text: '条件一' }, { text: '按60%扣除[1]。' }, { text: '标题' })
  const said = await askFor(server, zxs, { text: '可以扣多少？', chainId: id, values: { account: '业务招待费' } })
  expect(said.text).toBe('按60%扣除[1]。')
  const { steps: taken, chainName, question } = await zxs(thinkChain.stepsOf, { messageId: said.messageId })
  expect(chainName).toBe('有模型')
  expect(question).toBe('可以扣多少？')
  expect(taken.map((step) => step.title).slice(0, 5)).toEqual(['问科目', '查规定', '算限额', '列条件', '写结论'])
  expect(taken.find(({ title }) => title === '查规定')?.input).toBe('业务招待费 扣除')
  expect(String(provider.heard[1]?.body)).toContain('条件：<data n=\\"0\\">\\n条件一')
  expect((await zxs(chat.detail, { id: said.conversationId })).conversation.chainId).toBe(id)
  // switched off it is offered no longer
  await zxs(thinkChain.enable, { id, enabled: false })
  expect((await askFor(server, zxs, { text: '问', chainId: id })).body).toContain('已停用或删除')
  expect((await zxs(thinkChain.detail, { id })).chain.version).toBe(version)
})

test('steps are tried and kept for the audit alone, in projects one reaches', async () => {
  const before = (await zxs(chat.list, {})).total
  const reply = await tried(zxs, { steps, question: '可以扣多少？', values: { account: '业务招待费' } })
  const events = eventsOf(reply.payload).map(({ event }) => event)
  expect(events.at(-1)).toMatchObject({ kind: 'end', status: 'done' })
  expect((await zxs(chat.list, {})).total).toBe(before)
  const { records } = await boss(chat.audit, {})
  expect(records[0]).toMatchObject({ question: '可以扣多少？', userName: '张审计' })
  expect(records[0]?.sources.length).toBeGreaterThan(0)
  const projectId = await newProject(boss)
  expect((await tried(zxs, { steps, question: '问', projectId })).statusCode).toBe(404)
})

const tried = (who: Caller, payload: object) =>
  server.app.inject({
    method: 'POST',
    url: thinkChain.try.path,
    headers: { 'sc-auth': `bearer ${who.accessToken}` },
    payload,
  })
