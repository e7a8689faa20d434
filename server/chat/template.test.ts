import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat } from '#contract/chat.ts'
import { promptTemplate } from '#contract/prompt-template.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { askFor } from './testing-chat.ts'

let provider: ModelServer
let server: TestServer
let boss: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  boss = await server.as('admin', '王管理')
  await useModel(boss, provider.baseUrl)
})
afterAll(() => provider.close())

test('a template’s words go before the question, its variables filled, and again when it is answered again', async () => {
  const { id } = await boss(promptTemplate.save, {
    scope: 'personal',
    category: 'writing',
    name: '口吻',
    content: {
      body: '请以{{role}}的口吻回答。',
      variables: [{ name: 'role', label: '角色', kind: 'text', required: true }],
    },
    publish: true,
  })
  const missing = await askFor(server, boss, { text: '你好', templateId: id })
  expect(missing.status).toBe(400)
  expect((await boss(chat.list, {})).total).toBe(0)
  const said = await askFor(server, boss, { text: '你好', templateId: id, values: { role: '稽查员' } })
  expect(provider.heard[0]?.body).toContain('请以「稽查员」的口吻回答')
  const before = provider.heard.length
  await askFor(server, boss, { conversationId: said.conversationId, parentId: said.userMessageId })
  expect(provider.heard[before]?.body).toContain('请以「稽查员」的口吻回答')
  // another's template is not there
  const other = await server.as('admin', '李管理')
  expect((await askFor(server, other, { text: '你好', templateId: id, values: { role: '甲' } })).status).toBe(404)
})
