import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { viewer } from '#contract/viewer.ts'
import { VOUCHER_FILE } from '#contract/voucher-attachment.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { projectOf } from '#server/ledger/testing-import.ts'
import { topFolder } from '../disk/testing-disk.ts'
import { packed, testDocx } from '../document/testing-documents.ts'
import { sweepViewed } from './viewed-files.ts'

let server: TestServer
let zxs: Caller
let admin: Caller
let firm: string
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
  admin = await server.as('admin', '管理员')
  firm = await topFolder(admin, 'firm')
})

const put = async (name: string, content: string | Uint8Array, who = zxs) => {
  const bytes = typeof content === 'string' ? content : Buffer.from(content)
  return (await who.upload(file.upload, { purpose: SHEET_PURPOSE, ownerId: who.userId }, { name, content: bytes })).id
}
/** A file of the firm's disk. */
const inFolder = async (parentId: string, name: string, content: string | Uint8Array) => {
  const { nodeId } = await admin(viewer.keep, { fileId: await put(name, content, admin), parentId })
  return (await admin(disk.detail, { id: nodeId })).node
}
const textOf = async (fileId: string, who = zxs) => (await who(viewer.text, { fileId })).text
const archive = () =>
  packed({ '凭证/回单.txt': '回单 100.00', '凭证/说明.docx': testDocx('<w:p><w:r><w:t>说明</w:t></w:r></w:p>') })
const bytesOf = async (id: string, who = zxs) => (await who.download(file.download, { id })).body

describe('an entry of an archive', () => {
  test('is shown by what it is, under its own name, and taken out once', async () => {
    const fileId = await put('资料.zip', archive())
    const first = await zxs(viewer.entry, { fileId, entry: 0 })
    expect(first.name).toBe('回单.txt')
    expect(await textOf(first.fileId)).toBe('回单 100.00')
    expect(await zxs(viewer.entry, { fileId, entry: 0 })).toEqual(first)
    const { fileId: word } = await zxs(viewer.entry, { fileId, entry: 1 })
    expect(await zxs(viewer.open, { fileId: word })).toMatchObject({ kind: 'docx', name: '说明.docx', editable: false })
  })

  test('that leaves the folder, is locked, is a folder, or is not there is refused in words', async () => {
    const names = new URL('../../e2e/fixtures/viewer/names-gbk.zip', import.meta.url)
    const fileId = await put('资料.zip', readFileSync(names))
    const entry = (place: number) => zxs(viewer.entry, { fileId, entry: place })
    expect((await entry(1)).name).toBe('银行回单.txt')
    await expect(entry(0)).rejects.toMatchObject({ status: 404 })
    await expect(entry(2)).rejects.toThrow('“越界.txt”的路径或大小可疑')
    await expect(entry(3)).rejects.toThrow('“加密.txt”设有密码')
    await expect(entry(4)).rejects.toMatchObject({ status: 404 })
    await expect(entry(5_000_000)).rejects.toMatchObject({ status: 404 })
  })

  test('that grows abnormally, or to more than the directory says, is not unpacked', async () => {
    const bomb = await put('弹.zip', packed({ 'a.txt': new Uint8Array(30 * 1024 ** 2) }))
    await expect(zxs(viewer.entry, { fileId: bomb, entry: 0 })).rejects.toThrow('路径或大小可疑')
    const lying = Buffer.from(packed({ 'a.txt': new Uint8Array(64 * 1024) }))
    const central = lying.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    lying.writeUInt32LE(10, central + 24)
    const less = await put('少.zip', lying)
    await expect(zxs(viewer.entry, { fileId: less, entry: 0 })).rejects.toThrow('“a.txt”已损坏或不完整')
    const broken = Buffer.from(packed({ 'b.txt': '一二三四五六七八九十' }))
    broken.writeUInt32LE(7, broken.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 16)
    const other = await put('坏.zip', broken)
    await expect(zxs(viewer.entry, { fileId: other, entry: 0 })).rejects.toThrow('“b.txt”已损坏或不完整')
    const empty = await put('空.zip', packed({ 'c.txt': '' }))
    await expect(zxs(viewer.entry, { fileId: empty, entry: 0 })).rejects.toThrow('文件是空的')
  })

  test('of an archive in an archive opens, up to a depth', async () => {
    let inner = packed({ '底.txt': '到底了' })
    for (let depth = 0; depth < 4; depth += 1) inner = packed({ '内.zip': inner })
    let fileId = await put('外.zip', inner)
    for (let depth = 0; depth < 4; depth += 1) fileId = (await zxs(viewer.entry, { fileId, entry: 0 })).fileId
    await expect(zxs(viewer.entry, { fileId, entry: 0 })).rejects.toThrow('一层套一层')
  })

  test('is read by whoever may read the archive, and only as long as he may', async () => {
    const { id, fileId } = await inFolder(firm, '合同.zip', archive())
    const { fileId: made } = await zxs(viewer.entry, { fileId, entry: 0 })
    const li = await server.as('zxs', '李审计')
    expect((await bytesOf(made, li)).toString()).toBe('回单 100.00')
    const foreign = await server.as('admin', '外人', await server.tenant('别家'))
    await expect(bytesOf(made, foreign)).rejects.toMatchObject({ status: 404 })
    const mine = await put('我的.zip', archive())
    const { fileId: own } = await zxs(viewer.entry, { fileId: mine, entry: 0 })
    await expect(bytesOf(own, li)).rejects.toMatchObject({ status: 404 })
    // closed to all but the managers
    await admin(disk.saveRules, { id, inherits: false, rules: [] })
    for (const who of [zxs, li]) await expect(bytesOf(made, who)).rejects.toMatchObject({ status: 404 })
    expect((await bytesOf(made, admin)).toString()).toBe('回单 100.00')
    await admin(disk.remove, { ids: [id] })
    await expect(bytesOf(made, admin)).rejects.toMatchObject({ status: 404 })
  })

  test('goes after its days, and with the file it was made of', async () => {
    const fileId = await put('资料.zip', archive())
    const { fileId: made } = await zxs(viewer.entry, { fileId, entry: 0 })
    const inTenant = <T>(work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
      server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: '' }, work)
    await inTenant(sweepViewed)
    expect(await textOf(made)).toBe('回单 100.00')
    await inTenant((db) => sql`update file set create_time = now() - interval '8 days' where id = ${made}`.execute(db))
    expect(await inTenant(sweepViewed)).toBe(1)
    await expect(textOf(made)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the files before and after a file', () => {
  test('are those of its folder that the person may read, by name', async () => {
    const folder = await admin(disk.makeFolder, { parentId: firm, name: '银行回单' })
    const files = []
    for (const name of ['1月.txt', '2月.txt', '3月.txt', '4月.txt']) files.push(await inFolder(folder.id, name, name))
    const [first, second, third, fourth] = files.map(({ id, fileId, name }) => ({ id, wire: { fileId, name } }))
    await admin(disk.makeFolder, { parentId: folder.id, name: '0' })
    const at = (one: typeof first, who = zxs) => who(viewer.beside, { fileId: one?.wire.fileId ?? '' })
    expect(await at(second)).toEqual({ at: 2, total: 4, previous: first?.wire, next: third?.wire })
    expect(await at(first)).toMatchObject({ at: 1, previous: null })
    expect(await at(fourth)).toMatchObject({ at: 4, next: null })
    await admin(disk.saveRules, { id: third?.id ?? '', inherits: false, rules: [] })
    expect(await at(second)).toEqual({ at: 2, total: 3, previous: first?.wire, next: fourth?.wire })
    expect(await at(second, admin)).toMatchObject({ next: third?.wire })
  })

  test('of a project’s papers are those of that project alone, for whoever reaches it', async () => {
    const [projectId, other] = [await projectOf(zxs), await projectOf(zxs)]
    const hand = async (ownerId: string, name: string) =>
      (await zxs.upload(file.upload, { purpose: VOUCHER_FILE, ownerId }, { name, content: `%PDF-1.4 ${name}` })).id
    await hand(other, '记-0011 合同.pdf')
    const third = await hand(projectId, '记-0012 发票.pdf')
    const first = await hand(projectId, '记-0010 发票.pdf')
    expect(await zxs(viewer.beside, { fileId: third })).toEqual({
      at: 2,
      total: 2,
      previous: { fileId: first, name: '记-0010 发票.pdf' },
      next: null,
    })
    const li = await server.as('zxs', '别组的人')
    await expect(li(viewer.beside, { fileId: third })).rejects.toMatchObject({ status: 404 })
  })

  test('of a file of one’s own that lies in no folder are none; nor of what was made of it', async () => {
    const fileId = await put('资料.zip', archive())
    await put('别的.txt', '别的')
    const none = { at: 0, total: 0, previous: null, next: null }
    expect(await zxs(viewer.beside, { fileId })).toEqual(none)
    const { fileId: made } = await zxs(viewer.entry, { fileId, entry: 0 })
    expect(await zxs(viewer.beside, { fileId: made })).toEqual(none)
  })
})
