import { beforeAll, describe, expect, test } from 'vitest'
import { chat, CHAT_FILE } from '#contract/chat.ts'
import { file } from '#contract/file.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newBase, newProject } from '../knowledge/testing-base.ts'
import { askFor, resumeFor } from './testing-chat.ts'

let server: TestServer
let zxs: Caller
let projectId: string
let said: Awaited<ReturnType<typeof askFor>>
let fileId: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  projectId = await newProject(zxs)
  fileId = (
    await zxs.upload(file.upload, { purpose: CHAT_FILE, ownerId: zxs.userId }, { name: 'a.txt', content: '机密说明' })
  ).id
  said = await askFor(server, zxs, { text: '我的问题', projectId, attachmentIds: [fileId] })
})

describe.each([
  ['a colleague', async () => server.as('zxs', '王同事')],
  ['who administers the firm', async () => server.as('admin', '李管理')],
  ['another tenant', async () => server.as('admin', '外人', await server.tenant())],
])('%s', (_, who) => {
  let other: Caller
  beforeAll(async () => {
    other = await who()
  })
  const notThere = { code: 404 }

  test('finds nothing of a conversation that is not his, and changes nothing', async () => {
    const { conversationId: id, messageId } = said
    expect((await other(chat.list, {})).total).toBe(0)
    expect((await other(chat.list, { words: '我的问题' })).total).toBe(0)
    await expect(other(chat.detail, { id })).rejects.toMatchObject(notThere)
    await expect(other(chat.save, { id, title: '我的了' })).rejects.toMatchObject(notThere)
    await expect(other(chat.remove, { ids: id })).rejects.toMatchObject(notThere)
    await expect(other(chat.restore, { ids: id })).rejects.toMatchObject(notThere)
    await expect(other(chat.stop, { messageId })).rejects.toMatchObject(notThere)
    await expect(other(chat.choose, { conversationId: id, messageId })).rejects.toMatchObject(notThere)
    await expect(other(chat.feedback, { messageId, feedback: 'up' })).rejects.toMatchObject(notThere)
    await expect(other(chat.suggestions, { messageId })).rejects.toMatchObject(notThere)
    await expect(other(chat.share, { id, everyone: true })).rejects.toMatchObject(notThere)
    await expect(other(chat.shared, { id })).rejects.toMatchObject(notThere)
    await expect(other(thinkChain.stepsOf, { messageId })).rejects.toMatchObject(notThere)
    await expect(other.download(chat.export, { id })).rejects.toMatchObject(notThere)
    await expect(other.download(file.download, { id: fileId })).rejects.toMatchObject(notThere)
    expect((await askFor(server, other, { conversationId: id, text: '插嘴' })).status).toBe(404)
    expect((await resumeFor(server, other, messageId)).status).toBe(404)
    expect((await askFor(server, other, { text: '偷看', attachmentIds: [fileId] })).status).toBe(400)
    const { conversation, messages } = await zxs(chat.detail, { id })
    expect(conversation).toMatchObject({ title: '我的问题', shared: false })
    expect(messages).toHaveLength(2)
  })
})

test('a project, a chain or a message of elsewhere cannot be brought into an own conversation', async () => {
  const outsider = await server.as('zxs', '外所', await server.tenant())
  const colleague = await server.as('zxs', '王同事')
  for (const who of [outsider, colleague]) {
    expect((await askFor(server, who, { text: '问', projectId })).status).toBe(404)
    await expect(who(chat.save, { title: '甲', projectId })).rejects.toMatchObject({ code: 404 })
    await expect(who(chat.options, { projectId })).rejects.toMatchObject({ code: 404 })
    await expect(who(chat.suggestions, { projectId })).rejects.toMatchObject({ code: 404 })
    const own = await askFor(server, who, { text: '自己的' })
    const { messageId, userMessageId } = said
    const { conversationId } = own
    expect((await askFor(server, who, { conversationId, parentId: messageId, text: '接着' })).status).toBe(404)
    expect((await askFor(server, who, { conversationId, parentId: userMessageId })).status).toBe(404)
    await expect(who(chat.choose, { conversationId, messageId })).rejects.toMatchObject({ code: 404 })
  }
})

test('bases the person may not read give nothing, named or not', async () => {
  const boss = await server.as('admin', '王管理')
  const own = await newBase(boss, { scope: 'personal', kind: 'policy' })
  const said2 = await askFor(server, zxs, { text: '任何内容', baseIds: [own] })
  expect(said2.sources).toEqual([])
})

test('who may not chat is refused', async () => {
  const visitor = await server.as('normal', '访客')
  await expect(visitor(chat.list, {})).rejects.toMatchObject({ code: 403 })
  expect((await askFor(server, visitor, { text: '问' })).status).toBe(403)
})
