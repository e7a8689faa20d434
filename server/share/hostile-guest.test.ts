import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { guestTusPath, share, sharePublic } from '#contract/share.ts'
import { tenantPackage } from '#contract/package.ts'
import { tenant } from '#contract/tenant.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { countPassword, networkOf } from './guest-pace.ts'
import { forgetOldVisits } from './retention.ts'
import { childrenNames, guestOf, newFile, newFolder, sendAsGuest } from './testing-guest.ts'

let server: TestServer
let url: string
let li: Caller

beforeAll(async () => {
  server = await testServer({ UPLOAD_LIMIT_MB: '2' })
  url = await server.app.listen({ port: 0 })
  li = await server.as('zxs', '李审计')
})

const ticketOf = async (nodeIds: string[], mode: 'download' | 'view' | 'collect') => {
  const { id, path } = await li(share.save, { nodeIds, mode })
  const { ticket } = await guestOf(server)(sharePublic.open, { token: path.replace('/s/', '') })
  return { id, ticket }
}
const tusHeaders = (ticket: string) => ({ 'tus-resumable': '1.0.0', 'guest-ticket': ticket })
const said = (all: Record<string, string>) =>
  Object.entries(all)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const begin = (ticket: string, name: string, more: Record<string, string>) =>
  fetch(url + guestTusPath, {
    method: 'POST',
    headers: { ...tusHeaders(ticket), 'upload-metadata': said({ ticket, name, sender: '客户甲' }), ...more },
  })
const placeOf = (reply: Response) => new URL(reply.headers.get('location') ?? '', url + guestTusPath)

test('a file whose last answer was lost is taken in when the client asks again, once and never twice', async () => {
  const place = await newFolder(server, li, '断线')
  const { id, ticket } = await ticketOf([place.id], 'collect')
  const content = '全部字节都到了，回执没有'
  const size = Buffer.byteLength(content)
  const upload = placeOf(await begin(ticket, '回执.txt', { 'upload-length': String(size) }))
  // as a process leaves it that ends between the last byte and the answer
  const left = join(server.kernel.config.DIGAO_DATA, 'uploads-guest', upload.pathname.split('/').at(-1) ?? '')
  await writeFile(left, content)
  const look = () => fetch(upload, { method: 'HEAD', headers: tusHeaders(ticket) })
  const push = () =>
    fetch(upload, {
      method: 'PATCH',
      headers: {
        ...tusHeaders(ticket),
        'upload-offset': String(size),
        'content-type': 'application/offset+octet-stream',
      },
      body: '',
    })
  const replies = await Promise.all([look(), look(), push(), push(), look(), push()])
  expect(replies.filter(({ status }) => status === 200).map(({ headers }) => headers.get('upload-offset'))).toEqual(
    Array.from({ length: 3 }, () => String(size)),
  )
  expect((await look()).headers.get('upload-offset')).toBe(String(size))
  expect(await childrenNames(server, li, place.id)).toEqual(['回执.txt'])
  expect(await li(share.detail, { id })).toMatchObject({ usedCount: 1 })
  const other = await ticketOf([place.id], 'collect')
  expect((await fetch(upload, { method: 'HEAD', headers: tusHeaders(other.ticket) })).status).toBe(404)
})

test('one link cannot promise more than a few of the largest files at once, nor one whose size it does not say', async () => {
  const place = await newFolder(server, li, '洪水')
  const { ticket } = await ticketOf([place.id], 'collect')
  expect((await begin(ticket, '不知多大.bin', { 'upload-defer-length': '1' })).ok).toBe(false)
  const largest = { 'upload-length': String(server.kernel.config.UPLOAD_LIMIT_MB) }
  const first = await begin(ticket, '1.bin', largest)
  const rest = [first]
  for (let n = 2; n <= 5; n += 1) rest.push(await begin(ticket, `${n}.bin`, largest))
  expect(rest.map(({ status }) => status === 201)).toEqual([true, true, true, true, false])
  expect(await rest.at(-1)?.text()).toContain('正在上传的文件过多')
  const gone = await fetch(placeOf(first), { method: 'DELETE', headers: tusHeaders(ticket) })
  expect(gone.status).toBe(204)
  expect((await begin(ticket, '6.bin', largest)).status).toBe(201)
})

test('what the firm’s package has no room for is refused before the first byte, and tells nothing of the firm', async () => {
  const where = await server.tenant('小所')
  const boss = await server.as('admin', '王管理', where)
  const platform = await server.as('administrator', '平台', { tenantId: '000000' })
  const limits = { storage_bytes: 100 }
  const made = await platform(tenantPackage.submit, { code: 'tiny', packageName: 'tiny', edition: 'firm', limits })
  await platform(tenant.packageSetting, { tenantId: where.tenantId, packageId: made.id })
  const place = await newFolder(server, boss, '小所收集')
  const { path } = await boss(share.save, { nodeIds: [place.id], mode: 'collect' })
  const { ticket } = await guestOf(server)(sharePublic.open, { token: path.replace('/s/', '') })
  const refused = await begin(ticket, '大.bin', { 'upload-length': '101' })
  expect(refused.ok).toBe(false)
  expect(await refused.text()).toContain('对方的空间已满，文件没有收下')
  expect((await begin(ticket, '小.bin', { 'upload-length': '100' })).status).toBe(201)
})

test('a name that the disk does not take is mended, not refused after the last byte', async () => {
  const place = await newFolder(server, li, '怪名字')
  const { ticket } = await ticketOf([place.id], 'collect')
  const file = { url, ticket, content: 'x', sender: '=HYPERLINK("http://evil")<img src=x>' }
  for (const name of [
    '报表: 2025?.pdf',
    'con.txt',
    `${'长'.repeat(190)}.pdf`,
    'invoice\u202excod.exe',
    '零\u200b宽.txt',
  ])
    await sendAsGuest({ ...file, name })
  const names = await childrenNames(server, li, place.id)
  expect(names).toHaveLength(5)
  expect(names).toEqual(expect.arrayContaining(['报表_ 2025_.pdf', '_con.txt', 'invoicexcod.exe', '零_宽.txt']))
  expect(names.find((name) => name.startsWith('长'))).toMatch(/^长+\.pdf$/)
})

test('right passwords are not counted as guesses; wrong ones of a whole IPv6 line are', async () => {
  const place = await newFolder(server, li, '群发')
  const file = await newFile(server, li, { parentId: place.id, name: '通知.txt', content: '通知' })
  const { id, path } = await li(share.save, { nodeIds: [file.id], mode: 'download', password: 'dao-2026' })
  const token = path.replace('/s/', '')
  const office = guestOf(server, '203.0.113.77')
  for (let n = 0; n < 9; n += 1) {
    const { ticket } = await office(sharePublic.open, { token, password: 'dao-2026' })
    expect(ticket).not.toBe('')
  }
  // counted as guesses from elsewhere on the line are; where the ten minutes turn just now, its next eight still are
  for (let n = 0; n < 12; n += 1)
    await countPassword(server.kernel, id, `2001:db8:5:6::${n + 1}`).catch(() => undefined)
  const guess = (n: number) =>
    guestOf(server, `2001:db8:5:6:ffff::${n + 1}`)(sharePublic.open, { token, password: 'guess' }).catch(
      (error: Error) => error.message,
    )
  let said: unknown
  for (let n = 0; n < 9 && !String(said).startsWith('请求过于频繁'); n += 1) said = await guess(n)
  expect(said).toContain('请求过于频繁')
  expect(['::ffff:203.0.113.9', '203.0.113.9', '2001:db8::1', '2001:db8:0:0:9::1', '::1'].map(networkOf)).toEqual([
    '203.0.113.9',
    '203.0.113.9',
    '2001:db8:0:0',
    '2001:db8:0:0',
    '0:0:0:0',
  ])
})

test('the watermark lies on what is seen of a page, wherever that begins', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 300])
  page.setMediaBox(1_000, 2_000, 400, 300)
  page.setCropBox(1_100, 2_100, 200, 100)
  const place = await newFolder(server, li, '图纸')
  const content = Buffer.from(await document.save())
  const pdf = await newFile(server, li, { parentId: place.id, name: '图.pdf', content })
  const { ticket } = await ticketOf([pdf.id], 'view')
  const shown = await guestOf(server).send(sharePublic.show, { ticket, id: pdf.id })
  const marked = await PDFDocument.load(shown.rawPayload)
  const contents = marked.getPage(0).node.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((one) => marked.context.lookup(one)) : [contents]
  const drawn = streams
    .flatMap((one) =>
      one instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(one).decode()).toString('latin1') : [],
    )
    .join('\n')
  const at = [...drawn.matchAll(/1 0 0 1 (\S+) (\S+) cm/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
  expect(at).toContainEqual([1_100, 2_100])
  expect(at.every(([x, y]) => (x === 0 && y === 0) || (x >= 1_100 && x < 1_300 && y >= 2_100 && y < 2_200))).toBe(true)
}, 120_000)

test('two files of one name from different folders both stand in the archive', async () => {
  const [one, two] = [await newFolder(server, li, '甲公司'), await newFolder(server, li, '乙公司')]
  const first = await newFile(server, li, { parentId: one.id, name: '报告.txt', content: '甲' })
  const second = await newFile(server, li, { parentId: two.id, name: '报告.txt', content: '乙' })
  const { ticket } = await ticketOf([first.id, second.id], 'download')
  const zip = unzipSync((await guestOf(server).send(sharePublic.zip, { ticket })).rawPayload)
  expect(Object.keys(zip).sort()).toEqual(['报告 (2).txt', '报告.txt'])
  expect(
    Object.values(zip)
      .map((bytes) => Buffer.from(bytes).toString())
      .sort(),
  ).toEqual(['乙', '甲'])
})

test('a ticket opens its own link alone, and nothing once a character of it was changed', async () => {
  const place = await newFolder(server, li, '两条链接')
  const mine = await newFile(server, li, { parentId: place.id, name: '甲.txt', content: '甲' })
  const other = await newFile(server, li, { parentId: place.id, name: '乙.txt', content: '乙' })
  const { ticket } = await ticketOf([mine.id], 'download')
  const guest = guestOf(server)
  expect((await guest.send(sharePublic.download, { ticket, id: other.id })).statusCode).toBe(404)
  const [text = '', signature = ''] = ticket.split('.')
  const said = Buffer.from(text, 'base64url').toString()
  const forged = [
    `${Buffer.from(said.replace('share|', 'request|')).toString('base64url')}.${signature}`,
    `${text}.`,
    `${text}.${signature}x`,
    `.${signature}`,
  ]
  for (const one of forged)
    await expect(guest(sharePublic.items, { ticket: one })).rejects.toMatchObject({
      message: '页面已过期，请重新打开链接',
    })
  const collect = await ticketOf([place.id], 'collect')
  expect((await guest.send(sharePublic.download, { ticket: collect.ticket, id: mine.id })).statusCode).toBe(404)
  await expect(sendAsGuest({ url, ticket, name: '硬塞.txt', content: 'x', sender: '某人' })).rejects.toThrow('链接无效')
})

test('lines of the log go after their days, the link and its younger lines stay', async () => {
  const place = await newFolder(server, li, '旧记录')
  const { id } = await ticketOf([place.id], 'download')
  const firm = { tenantId: li.tenantId, userId: '' }
  const deleted = await server.kernel.database.inTenant(firm, async (db) => {
    for (const years of [2, 4])
      await db
        .insertInto('share_log')
        .values({ share_id: id, act: 'open', create_time: new Date(Date.now() - years * 366 * 86_400_000) })
        .execute()
    return forgetOldVisits(db)
  })
  expect(deleted).toBe(1)
  expect((await li(share.log, { id })).total).toBe(2)
})
