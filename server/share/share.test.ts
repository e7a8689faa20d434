import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { share, sharePublic } from '#contract/share.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { trashNode } from '../disk/trash.ts'
import { childrenNames, guestOf, newFile, newFolder, sendAsGuest } from './testing-guest.ts'

let server: TestServer
let url: string
let li: Caller
let admin: Caller
let folder: Awaited<ReturnType<typeof newFolder>>
let report: Awaited<ReturnType<typeof newFile>>
const words = '2025年度审计报告正文'

beforeAll(async () => {
  server = await testServer()
  url = await server.app.listen({ port: 0 })
  li = await server.as('zxs', '李审计')
  admin = await server.as('admin', '王管理')
  folder = await newFolder(server, li, '给客户的资料')
  report = await newFile(server, li, { parentId: folder.id, name: '审计报告.docx', content: words })
})

const tokenOf = (path: string) => path.replace('/s/', '')
type Draft = z.input<typeof share.save.input>
const newLink = async (caller: Caller, draft: Omit<Draft, 'mode'> & { mode?: Draft['mode'] }) => {
  const { id, path } = await caller(share.save, { mode: 'download', ...draft })
  return { id, token: tokenOf(path) }
}
const download = (ticket: string, id: string, headers: Record<string, string> = {}) =>
  guestOf(server).send(sharePublic.download, { ticket, id }, headers)
const gone = { message: '链接无效或已失效，请向发送人索取新的链接', status: 404 }

test('a stranger opens a link, sees the firm and the files, and takes one away', async () => {
  const { id, token } = await newLink(li, { nodeIds: [report.id], note: '请查收' })
  const guest = guestOf(server)
  const opened = await guest(sharePublic.open, { token })
  expect(opened).toMatchObject({ firmName: '测试税务师事务所', needsPassword: false, mode: 'download', note: '请查收' })
  const { items } = await guest(sharePublic.items, { ticket: opened.ticket })
  expect(items).toMatchObject([{ name: '审计报告.docx', kind: 'file', viewable: false }])
  expect((await download(opened.ticket, report.id)).body).toBe(words)
  const log = await li(share.log, { id })
  expect(log.records.map(({ act, what, address }) => [act, what, address])).toEqual([
    ['download', '审计报告.docx', '203.0.113.*'],
    ['open', '', '203.0.113.*'],
  ])
  expect(await li(share.detail, { id })).toMatchObject({ state: 'active', usedCount: 1, views: 1 })
})

test('the address can be copied again, and lies nowhere as it is', async () => {
  const { id, token } = await newLink(li, { nodeIds: [report.id] })
  expect((await li(share.link, { id })).path).toBe(`/s/${token}`)
  const rows = await server.kernel.database.inTenant({ tenantId: li.tenantId, userId: li.userId }, (db) =>
    db.selectFrom('share').selectAll().execute(),
  )
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('unknown, revoked and expired links answer alike, and a ticket dies with its link', async () => {
  const { id, token } = await newLink(li, { nodeIds: [report.id] })
  const guest = guestOf(server)
  const { ticket } = await guest(sharePublic.open, { token })
  expect(await li(share.revoke, { ids: id })).toBe(1)
  await expect(guest(sharePublic.open, { token })).rejects.toMatchObject(gone)
  await expect(guest(sharePublic.items, { ticket })).rejects.toMatchObject(gone)
  expect((await download(ticket, report.id)).statusCode).toBe(404)
  await expect(guest(sharePublic.open, { token: token.slice(0, -4) + 'AAAA' })).rejects.toMatchObject(gone)
  await expect(guest(sharePublic.open, { token: 'x'.repeat(40) })).rejects.toMatchObject(gone)
  const late = await newLink(li, { nodeIds: [report.id], expireDay: '2999-01-01' })
  await server.kernel.database.inTenant({ tenantId: li.tenantId, userId: li.userId }, (db) =>
    db.updateTable('share').set({ expire_day: '2020-01-01' }).where('id', '=', late.id).execute(),
  )
  await expect(guest(sharePublic.open, { token: late.token })).rejects.toMatchObject(gone)
  expect((await li(share.detail, { id: late.id })).state).toBe('expired')
  await expect(newLink(li, { nodeIds: [report.id], expireDay: '2020-01-01' })).rejects.toMatchObject({
    message: '到期日不能早于今天',
  })
})

test('before the password a link tells only the firm; wrong ones are counted; a new one ends old tickets', async () => {
  const { id, token } = await newLink(li, { nodeIds: [report.id], password: 'dao-2025' })
  const guest = guestOf(server, '203.0.113.20')
  expect(await guest(sharePublic.open, { token })).toEqual({
    firmName: '测试税务师事务所',
    needsPassword: true,
    ticket: '',
  })
  const { ticket } = await guest(sharePublic.open, { token, password: 'dao-2025' })
  expect((await guest(sharePublic.items, { ticket })).items).toHaveLength(1)
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => guest(sharePublic.open, { token, password: 'guess' }).catch((e: Error) => e)),
  )
  const said = tries.map((error) => (error instanceof Error ? error.message : 'opened'))
  // eight in ten minutes, which may end in the middle of this
  expect(said.filter((one) => one === '密码不正确').length).toBeLessThanOrEqual(16)
  expect(said.filter((one) => one.startsWith('请求过于频繁')).length).toBeGreaterThanOrEqual(4)
  await li(share.update, { id, password: 'another-1' })
  await expect(guest(sharePublic.items, { ticket })).rejects.toMatchObject({ message: '页面已过期，请重新打开链接' })
})

test('a number of downloads is taken before the first byte; resuming in the same visit counts once', async () => {
  const { id, token } = await newLink(li, { nodeIds: [report.id], maxCount: 1 })
  const guest = guestOf(server)
  const visits = await Promise.all(Array.from({ length: 6 }, () => guest(sharePublic.open, { token })))
  const replies = await Promise.all(visits.map(({ ticket }) => download(ticket, report.id)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const winner = visits[replies.findIndex(({ statusCode }) => statusCode === 200)]
  const rest = await download(winner?.ticket ?? '', report.id, { range: 'bytes=4-' })
  expect([rest.statusCode, rest.rawPayload.toString()]).toEqual([206, Buffer.from(words).subarray(4).toString()])
  expect(await li(share.detail, { id })).toMatchObject({ usedCount: 1, state: 'exhausted' })
  const acts = (await li(share.log, { id })).records.map(({ act }) => act)
  expect(acts.filter((act) => act === 'refused')).toHaveLength(5)
  await expect(guest(sharePublic.open, { token })).rejects.toMatchObject(gone)
})

const pdfOf = async (text: string) => {
  const document = await PDFDocument.create()
  document.addPage([400, 300]).drawText(text, { x: 20, y: 200 })
  return Buffer.from(await document.save())
}

test('a view-only link never gives the original: pages and pictures carry the watermark', async () => {
  const pages = await pdfOf('Annual report')
  const picture = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const place = await newFolder(server, li, '只看')
  const pdf = await newFile(server, li, { parentId: place.id, name: '年报.pdf', content: pages })
  const png = await newFile(server, li, { parentId: place.id, name: '截图.png', content: picture })
  const broken = await newFile(server, li, { parentId: place.id, name: '坏.pdf', content: '%PDF-1.7 nothing' })
  await expect(newLink(li, { nodeIds: [report.id], mode: 'view' })).rejects.toMatchObject({
    message: expect.stringContaining('“审计报告.docx”不能加水印') as string,
  })
  const { token } = await newLink(li, { nodeIds: [place.id], mode: 'view' })
  const guest = guestOf(server)
  const { ticket } = await guest(sharePublic.open, { token })
  expect((await download(ticket, pdf.id)).json()).toMatchObject({ msg: '此链接只能在线查看' })
  const show = (id: string) => guest.send(sharePublic.show, { ticket, id })
  const shownPdf = await show(pdf.id)
  expect([shownPdf.statusCode, shownPdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const marked = await PDFDocument.load(shownPdf.rawPayload)
  expect(marked.getPageCount()).toBe(1)
  expect([pages, shownPdf.rawPayload].map((bytes) => bytes.includes('/Subtype /Image'))).toEqual([false, true])
  const shownPng = await show(png.id)
  const { channels } = await sharp(shownPng.rawPayload).stats()
  expect(channels[0]?.min).toBeLessThan(230)
  expect((await show(broken.id)).json()).toMatchObject({
    success: false,
    msg: expect.stringContaining('不能加水印') as string,
  })
  expect((await guest.send(sharePublic.zip, { ticket })).json()).toMatchObject({ msg: '此链接只能在线查看' })
}, 120_000)

test('of a folder only what lies in it is given, one by one or as an archive', async () => {
  const outside = await newFolder(server, li, '别处')
  const secret = await newFile(server, li, { parentId: outside.id, name: '底稿.txt', content: '内部' })
  const inner = await newFolder(server, li, '附件', folder.id)
  const note = await newFile(server, li, { parentId: inner.id, name: '说明.txt', content: '附件说明' })
  const { token } = await newLink(li, { nodeIds: [folder.id] })
  const guest = guestOf(server)
  const { ticket } = await guest(sharePublic.open, { token })
  const top = await guest(sharePublic.items, { ticket })
  expect(top.items.map(({ name }) => name)).toEqual(['附件', '审计报告.docx'])
  const below = await guest(sharePublic.items, { ticket, folderId: inner.id })
  expect(below.path.map(({ name }) => name)).toEqual(['给客户的资料', '附件'])
  expect((await download(ticket, note.id)).body).toBe('附件说明')
  expect((await download(ticket, secret.id)).statusCode).toBe(404)
  await expect(guest(sharePublic.items, { ticket, folderId: outside.id })).rejects.toMatchObject({ status: 404 })
  const zip = unzipSync((await guest.send(sharePublic.zip, { ticket })).rawPayload)
  expect(Object.keys(zip).sort()).toEqual(['给客户的资料/审计报告.docx', '给客户的资料/附件/说明.txt'])
})

test('a link ends when its file is thrown away, and when its maker may no longer', async () => {
  const wang = await server.as('zxs', '王会计')
  const place = await newFolder(server, wang, '临时')
  const kept = await newFile(server, wang, { parentId: place.id, name: '一.txt', content: '一' })
  const thrown = await newFile(server, wang, { parentId: place.id, name: '二.txt', content: '二' })
  const one = await newLink(wang, { nodeIds: [kept.id] })
  const two = await newLink(wang, { nodeIds: [thrown.id] })
  const actor = { tenantId: wang.tenantId, userId: wang.userId }
  const { kernel } = server
  await kernel.database.inTenant(actor, async (db) => {
    const user = await kernel.sessions.keyHolder(db, wang.userId)
    if (user) await trashNode({ db, user, kernel }, thrown.id)
  })
  const guest = guestOf(server)
  await expect(guest(sharePublic.open, { token: two.token })).rejects.toMatchObject(gone)
  expect((await wang(share.detail, { id: two.id })).state).toBe('lost')
  const { ticket } = await guest(sharePublic.open, { token: one.token })
  await kernel.database.inTenant(actor, (db) =>
    db.updateTable('app_user').set({ status: 0 }).where('id', '=', wang.userId).execute(),
  )
  expect((await download(ticket, kept.id)).statusCode).toBe(404)
  await expect(guest(sharePublic.open, { token: one.token })).rejects.toMatchObject(gone)
})

test('a colleague neither sees nor ends a link of mine, an administrator does both; another firm none', async () => {
  const { id } = await newLink(li, { nodeIds: [report.id], title: '只有我看见' })
  const colleague = await server.as('zxs', '赵同事')
  const stranger = await server.as('admin', '别家', await server.tenant('别家事务所'))
  for (const other of [colleague, stranger]) {
    expect((await other(share.list, { all: '1' })).records.map((row) => row.id)).not.toContain(id)
    for (const endpoint of [share.detail, share.link, share.log] as const)
      await expect(other(endpoint, { id })).rejects.toMatchObject({ status: 404 })
    await expect(other(share.update, { id })).rejects.toMatchObject({ status: 404 })
    await expect(other(share.revoke, { ids: id })).rejects.toMatchObject({ status: 404 })
    await expect(newLink(other, { nodeIds: [report.id] })).rejects.toMatchObject({ status: 404 })
  }
  expect((await admin(share.list, { all: '1', size: 500 })).records.map((row) => row.id)).toContain(id)
  expect(await admin(share.revoke, { ids: id })).toBe(1)
})

test('a collect link takes files and never tells what is there', async () => {
  const place = await newFolder(server, li, '客户上传')
  await newFile(server, li, { parentId: place.id, name: '对账单.pdf', content: '原有的一份' })
  const { id, token } = await newLink(li, {
    nodeIds: [place.id],
    mode: 'collect',
    kinds: ['pdf'],
    maxFileMb: 1,
    maxCount: 2,
  })
  const guest = guestOf(server)
  const opened = await guest(sharePublic.open, { token })
  expect(opened).toMatchObject({ mode: 'collect', kinds: ['pdf'], maxFileMb: 1, askName: true, left: 2 })
  const { ticket } = opened
  expect(await guest(sharePublic.items, { ticket })).toEqual({ path: [], items: [] })
  const file = { url, ticket, name: '对账单.pdf', content: '新的一份', sender: '客户甲\u202e' }
  await expect(sendAsGuest({ ...file, sender: '' })).rejects.toThrow('请填写您的姓名或单位')
  await expect(sendAsGuest({ ...file, name: '木马.exe' })).rejects.toThrow(
    '“木马.exe”的格式不在收集范围内，可以上传：pdf',
  )
  await expect(sendAsGuest({ ...file, content: Buffer.alloc(1_100_000) })).rejects.toThrow('超过 1 MB')
  await sendAsGuest(file)
  await sendAsGuest({ ...file, name: '../../发票.pdf' })
  await expect(sendAsGuest(file)).rejects.toThrow('收集份数已满')
  expect(await childrenNames(server, li, place.id)).toEqual(
    expect.arrayContaining(['对账单.pdf', '发票.pdf', expect.stringMatching(/^对账单.+\.pdf$/) as string]),
  )
  const { records } = await li(share.log, { id })
  expect(records.filter(({ act }) => act === 'upload').map(({ who }) => who)).toEqual(['客户甲', '客户甲'])
  expect((await download(ticket, place.id)).statusCode).toBe(404)
})
