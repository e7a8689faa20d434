import { beforeAll, expect, test } from 'vitest'
import { chat } from '#contract/chat.ts'
import { baseLevel, knowledge } from '#contract/knowledge.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newBase, newDoc, newProject } from '../knowledge/testing-base.ts'
import { askFor } from './testing-chat.ts'

let server: TestServer
let boss: Caller
let owner: Caller
let reader: Caller
beforeAll(async () => {
  server = await testServer()
  boss = await server.as('admin', '王管理')
  owner = await server.as('zxs', '张审计')
  reader = await server.as('zxs', '李复核')
})

test('a conversation is read by whom it is shared with, and by nobody once it is taken back', async () => {
  const { conversationId: id } = await askFor(server, owner, { text: '分享给同事的问题' })
  const people = await owner(chat.people, { words: '李复核' })
  expect(people).toEqual([{ id: reader.userId, name: '李复核' }])
  await owner(chat.share, { id, userIds: [reader.userId] })
  expect((await owner(chat.detail, { id })).sharing).toEqual({ everyone: false, users: people })
  expect((await reader(chat.sharedList, {})).records).toMatchObject([
    { id, title: '分享给同事的问题', ownerName: '张审计' },
  ])
  const shown = await reader(chat.shared, { id })
  expect(shown.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  await expect(boss(chat.shared, { id })).rejects.toMatchObject({ code: 404 })
  // to read, not to write
  expect((await askFor(server, reader, { conversationId: id, text: '我也问' })).status).toBe(404)
  await owner(chat.share, { id, everyone: true })
  expect((await boss(chat.shared, { id })).title).toBe('分享给同事的问题')
  const stranger = await server.as('admin', '外人', await server.tenant())
  await expect(stranger(chat.shared, { id })).rejects.toMatchObject({ code: 404 })
  await owner(chat.share, { id })
  await expect(reader(chat.shared, { id })).rejects.toMatchObject({ code: 404 })
  await expect(owner(chat.share, { id, userIds: [stranger.userId] })).rejects.toMatchObject({ code: 404 })
})

test('what rests on a base behind a wall shows its title alone', async () => {
  const baseId = await newBase(boss, { kind: 'policy' })
  await newDoc(boss, baseId, '机密口径.md', '# 机密口径\n\n星河项目的研发费用按内部口径归集，比例为七成。')
  await boss(knowledge.saveAccess, {
    baseId,
    rows: [{ principalKind: 'user', principal: reader.userId, level: baseLevel.none }],
  })
  const { conversationId: id, text } = await askFor(server, owner, {
    text: '星河项目研发费用口径？',
    baseIds: [baseId],
  })
  expect(text).toContain('内部口径')
  await owner(chat.share, { id, everyone: true })
  const open = await boss(chat.shared, { id })
  expect(open.messages[1]).toMatchObject({ withheld: false, text })
  const closed = (await reader(chat.shared, { id })).messages[1]
  expect(closed).toMatchObject({ withheld: true, text: '', sources: [{ hidden: true, quote: '', place: '' }] })
  expect(closed?.sources[0]?.title).toBe('机密口径.md')
  expect(JSON.stringify(closed)).not.toContain('内部口径')
})

test('a conversation about a project is read only by who reaches the project', async () => {
  const projectId = await newProject(owner)
  const { conversationId: id } = await askFor(server, owner, { text: '这个项目怎么样', projectId })
  await owner(chat.share, { id, everyone: true })
  await expect(reader(chat.shared, { id })).rejects.toMatchObject({ code: 404 })
  expect((await reader(chat.sharedList, {})).records.map((one) => one.id)).not.toContain(id)
  expect((await boss(chat.shared, { id })).title).toBe('这个项目怎么样')
})

test('walls stand in the audit of answers, too', async () => {
  const walled = await server.as('admin', '钱回避')
  const baseId = await newBase(boss, { kind: 'policy' })
  await newDoc(boss, baseId, '隔离口径.md', '# 隔离口径\n\n月球项目的折旧年限按内部口径为七年。')
  await boss(knowledge.saveAccess, {
    baseId,
    rows: [{ principalKind: 'user', principal: walled.userId, level: baseLevel.none }],
  })
  const { messageId } = await askFor(server, owner, { text: '月球项目折旧年限？', baseIds: [baseId] })
  const found = async (who: Caller) =>
    (await who(chat.audit, { size: 100 })).records.find((one) => one.messageId === messageId)
  expect(await found(boss)).toMatchObject({ withheld: false, question: '月球项目折旧年限？' })
  const closed = await found(walled)
  expect(closed).toMatchObject({ withheld: true, question: '', answer: '', userName: '张审计' })
  expect(JSON.stringify(closed)).not.toMatch(/七年|月球/)
})
