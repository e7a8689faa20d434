import { beforeAll, expect, test } from 'vitest'
import { docRequest, docRequestPublic } from '#contract/doc-request.ts'
import { message } from '#contract/notice.ts'
import { share, sharePublic } from '#contract/share.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { guestOf, newFile, newFolder, sendAsGuest } from './testing-guest.ts'

let server: TestServer
let url: string
let li: Caller

beforeAll(async () => {
  server = await testServer()
  url = await server.app.listen({ port: 0 })
  li = await server.as('zxs', '李审计')
})

const inFirm = <T>(work: (db: Db) => Promise<T>) =>
  server.kernel.database.inTenant({ tenantId: li.tenantId, userId: li.userId }, work)
const newLink = async (more: { maxCount?: number; password?: string }) => {
  const place = await newFolder(server, li, `限制${crypto.randomUUID().slice(0, 8)}`)
  const file = await newFile(server, li, { parentId: place.id, name: '报告.txt', content: '甲'.repeat(1_000) })
  const { id, path } = await li(share.save, { nodeIds: [file.id], mode: 'download', ...more })
  return { id, file, token: path.replace('/s/', '') }
}
/** One try from each of so many addresses. */
const tryFrom = async (token: string, password: string, addresses: number) => {
  const said: string[] = []
  for (let n = 0; n < addresses; n += 1)
    await guestOf(server, `198.51.${n}.7`)(sharePublic.open, { token, password }).then(
      () => said.push('open'),
      (error: Error) => said.push(error.message),
    )
  return said
}

test('ten wrong passwords from ten addresses lock the link, each time for longer; its maker is told and opens it with a new one', async () => {
  const { id, token } = await newLink({ password: 'dao-2025' })
  const inside = guestOf(server, '203.0.113.9')
  const { ticket } = await inside(sharePublic.open, { token, password: 'dao-2025' })
  expect(await tryFrom(token, 'guess-1', 10)).toEqual(Array.from({ length: 10 }, () => '密码不正确'))
  const locked = '密码错误次数过多，链接已暂时锁定，请 15 分钟后再试，或联系发送人'
  await expect(guestOf(server, '192.0.2.1')(sharePublic.open, { token, password: 'dao-2025' })).rejects.toThrow(locked)
  // who was let in before goes on
  expect((await inside(sharePublic.items, { ticket })).items).toHaveLength(1)
  expect((await li(share.detail, { id })).lockedUntil).not.toBeNull()
  const { records } = await li(message.list, {})
  expect(records[0]).toMatchObject({ type: 'security', title: '“报告.txt”的链接已锁定' })
  // of the second ten the last one
  const past = new Date(Date.now() - 1_000)
  await inFirm((db) =>
    db.updateTable('share').set({ locked_until: past, wrong_count: 19 }).where('id', '=', id).execute(),
  )
  await tryFrom(token, 'guess-2', 1)
  await expect(guestOf(server, '192.0.2.2')(sharePublic.open, { token, password: 'dao-2025' })).rejects.toThrow(
    '30 分钟',
  )
  await li(share.update, { id, password: 'dao-2026' })
  expect((await li(share.detail, { id })).lockedUntil).toBeNull()
  expect((await guestOf(server, '192.0.2.3')(sharePublic.open, { token, password: 'dao-2026' })).ticket).not.toBe('')
})

/** Opens a document request from one of many addresses. */
const openFrom = (path: string, n: number, password: string) =>
  guestOf(server, `198.51.${n}.8`)(docRequestPublic.open, { token: path.replace('/request/', ''), password })

test('a document request is locked by wrong passwords too, and opens with a new address', async () => {
  const projectId = await newProject(li)
  const made = await li(docRequest.save, {
    projectId,
    title: '带密码',
    password: 'dao-2025',
    items: [{ name: '合同' }],
  })
  const { id } = made
  for (let n = 0; n < 10; n += 1) await openFrom(made.path, n, 'guess-1').catch(() => undefined)
  await expect(openFrom(made.path, 20, 'dao-2025')).rejects.toThrow('链接已暂时锁定')
  expect((await li(docRequest.detail, { id })).lockedUntil).not.toBeNull()
  expect((await li(message.list, {})).records[0]).toMatchObject({ title: '“带密码”的链接已锁定' })
  const { path } = await li(docRequest.renew, { id })
  expect((await openFrom(path, 21, 'dao-2025')).ticket).not.toBe('')
})

test('four digits are no password for a new link', async () => {
  await expect(newLink({ password: '1234' })).rejects.toMatchObject({ status: 400 })
})

test('a counted download may be resumed for a while; taken once more later it counts once more', async () => {
  const { id, file, token } = await newLink({ maxCount: 2 })
  const guest = guestOf(server)
  const { ticket } = await guest(sharePublic.open, { token })
  const take = async (range?: string) =>
    (await guest.send(sharePublic.download, { ticket, id: file.id }, range ? { range } : {})).statusCode
  const used = async () => (await li(share.detail, { id })).usedCount
  const later = () =>
    inFirm((db) =>
      db
        .updateTable('share_take')
        .set({ create_time: new Date(Date.now() - 3_600_000) })
        .where('share_id', '=', id)
        .execute(),
    )
  expect([await take(), await take('bytes=500-'), await used()]).toEqual([200, 206, 1])
  await later()
  // goes on from where it was
  expect([await take('bytes=900-'), await used()]).toEqual([206, 1])
  // nearly all of it again is no continuation
  expect([await take('bytes=1-'), await used()]).toEqual([206, 2])
  await later()
  expect([await take(), await used()]).toEqual([400, 2])
})

test('what is refused of a visitor, and what comes, stands in the link’s log and in the audit', async () => {
  const place = await newFolder(server, li, '收票')
  const { id, path } = await li(share.save, { nodeIds: [place.id], mode: 'collect', kinds: ['pdf'] })
  const { ticket } = await guestOf(server)(sharePublic.open, { token: path.replace('/s/', '') })
  const sent = { url, ticket, sender: '王出纳', content: '%PDF-1.7' }
  await expect(sendAsGuest({ ...sent, name: '木马.exe' })).rejects.toThrow('不在收集范围')
  await sendAsGuest({ ...sent, name: '发票.pdf' })
  const lines = (await li(share.log, { id })).records.map(({ act, what, who }) => [act, what, who])
  expect(lines.slice(0, 2)).toEqual([
    ['upload', '发票.pdf', '王出纳'],
    ['refused', expect.stringContaining('木马.exe') as string, '王出纳'],
  ])
  const projectId = await newProject(li)
  const items = [{ name: '对账单', kinds: ['pdf' as const] }]
  const asked = await li(docRequest.save, { projectId, title: '记录', items })
  const opened = await guestOf(server)(docRequestPublic.open, { token: asked.path.replace('/request/', '') })
  const item = opened.items?.[0]?.id ?? ''
  await expect(sendAsGuest({ ...sent, ticket: opened.ticket, item, name: '对账单.exe' })).rejects.toThrow(
    '不在收集范围',
  )
  await sendAsGuest({ ...sent, ticket: opened.ticket, item, name: '对账单.pdf' })
  const actions = await inFirm((db) =>
    db.selectFrom('audit_event').select('action').where('biz_id', 'in', [id, asked.id]).orderBy('seq').execute(),
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'share.save',
    'share.refuse',
    'share.receive',
    'docRequest.save',
    'docRequest.refuse',
    'docRequest.receive',
  ])
})
