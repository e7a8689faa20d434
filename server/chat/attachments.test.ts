import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat, CHAT_FILE } from '#contract/chat.ts'
import { file } from '#contract/file.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { askFor } from './testing-chat.ts'

let provider: ModelServer
let server: TestServer
let boss: Caller
let zxs: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  boss = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  await useModel(boss, provider.baseUrl)
})
beforeEach(() => provider.reset())
afterAll(() => provider.close())

const ask = (given: Parameters<typeof askFor>[2], who = zxs) => askFor(server, who, given)
const detail = (id: string) => zxs(chat.detail, { id })
const put = async (name: string, content: string) =>
  (await zxs.upload(file.upload, { purpose: CHAT_FILE, ownerId: zxs.userId }, { name, content })).id

test('attached files are read once and cited with their place; what cannot be read says why', async () => {
  const note = await put('情况说明.txt', '本公司2025年招待费发生额为 345,678.90 元。')
  const bad = await put('坏.pdf', '%PDF-1.7\nnothing')
  const image = await put('图.png', 'not really')
  provider.always(({ body }) => {
    const no = /n=\\"(\d+)\\">\\n情况说明/.exec(body)?.[1]
    return { text: `发生额 345,678.90 元[${no}]。` }
  })
  const said = await ask({ text: '附件里的招待费发生额是多少？', attachmentIds: [note, bad, image] })
  expect(said.notices).toEqual(['attachmentUnread', 'imagesUnseen'])
  expect(said.kinds('doubts')).toEqual([])
  expect(said.sources.find(({ cited }) => cited)).toMatchObject({ kind: 'file', title: '情况说明.txt' })
  const { messages } = await detail(said.conversationId)
  expect(messages[0]?.attachments.map(({ name, kind }) => [name, kind])).toEqual([
    ['情况说明.txt', 'text'],
    ['坏.pdf', 'text'],
    ['图.png', 'image'],
  ])
  // another's file is not there
  const other = await boss.upload(
    file.upload,
    { purpose: CHAT_FILE, ownerId: boss.userId },
    { name: 'a.txt', content: 'x' },
  )
  expect((await ask({ text: '看', attachmentIds: [other.id] })).body).toContain('附件不存在')
})

test('an image is read by a model inside the house, and by no other', async () => {
  const who = await server.as('admin', '陈管理', await server.tenant())
  await useModel(who, provider.baseUrl, { inside: true, tasks: ['chat', 'vision'] })
  expect((await who(chat.options, {})).images).toBe(true)
  const given = { purpose: CHAT_FILE, ownerId: who.userId }
  const { id } = await who.upload(file.upload, given, { name: '发票.png', content: 'PNG' })
  provider.next({ text: '价税合计 1,130.00 元' }, { text: '合计 1,130.00 元[1]。' })
  const said = await ask({ text: '发票多少钱？', attachmentIds: [id] }, who)
  expect(String(provider.heard[0]?.body)).toContain('image_url')
  expect(String(provider.heard[1]?.body)).not.toContain('image_url')
  expect(said.kinds('doubts')).toEqual([])
  expect(said.sources[0]).toMatchObject({ title: '发票.png', quote: '价税合计 1,130.00 元' })
})
