import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { attachment } from '#contract/storage.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { recountSpaces } from './register-disk.ts'
import { namesIn, refused, sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let admin: Caller
let firm: string
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
  firm = await topFolder(admin, 'firm')
})
const folder = async (parentId: string, name: string) => (await admin(disk.makeFolder, { parentId, name })).id

test('what spaces and folders say they hold is set right at night, whatever had happened to it', async () => {
  const place = await folder(firm, '核对')
  await send(admin, { folder: place, name: 'a.bin', content: Buffer.alloc(500), metadata: { relPath: '下' } })
  const { nodeId } = await send(admin, { folder: place, name: 'b.bin', content: Buffer.alloc(300) })
  await send(admin, { folder: place, name: 'b.bin', content: Buffer.alloc(400, 1) })
  await admin(disk.remove, { ids: [nodeId] })
  const inTenant = <T>(work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
    server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, work)
  // nothing is wrong after ordinary work
  expect(await inTenant(recountSpaces)).toBe(0)
  await inTenant(async (db) => {
    await db.updateTable('disk_space').set({ used_bytes: 7n, reserved_bytes: 99n }).execute()
    await db.updateTable('disk_node').set({ size: 1n }).where('id', '=', place).execute()
  })
  // both spaces and the folder
  expect(await inTenant(recountSpaces)).toBe(3)
  const [space] = await admin(disk.spaces, {})
  expect(space).toMatchObject({ usedBytes: 1200, reservedBytes: 0, trashBytes: 700 })
  expect((await admin(disk.detail, { id: place })).node.size).toBe(500)
})

test('a large tree is copied as a job, whole', async () => {
  const place = await folder(firm, '大树')
  const source = await folder(place, '源')
  await send(admin, { folder: source, name: '件.txt', content: '同一份', metadata: { relPath: '零' } })
  for (let n = 0; n < 220; n += 1) await folder(source, `夹${n}`)
  const { jobId, done } = await admin(disk.copy, { ids: [source], targetId: place })
  expect([jobId !== '', done]).toEqual([true, 0])
  expect(await admin.done(jobId, 60)).toMatchObject({ state: 'succeeded', result: { copied: 1 } })
  expect(await namesIn(admin, place)).toEqual(['源', '源 (1)'])
  expect((await admin(disk.search, { words: '夹', parentId: place })).total).toBe(440)
  expect((await admin(disk.detail, { id: place })).node.size).toBe(18)
}, 90_000)

test('files of the disk, private ones among them, do not show in the list of all attachments', async () => {
  const zhang = await server.as('zxs', '张审计')
  await send(zhang, { folder: await topFolder(zhang, 'user'), name: '私人日记.txt', content: '私' })
  expect((await admin(attachment.list, { name: '私人日记' })).total).toBe(0)
})

test('in one’s own full space the oldest of the recycle bin gives way; the firm’s keeps all, and what is held stays', async () => {
  const zhang = await server.as('zxs', '钱审计')
  const own = await topFolder(zhang, 'user')
  const put = async (name: string, size: number) =>
    (await send(zhang, { folder: own, name, content: Buffer.alloc(size, name) })).nodeId
  const spaceId = (await zhang(disk.spaces, {})).find(({ type }) => type === 'user')?.id ?? ''
  const kept = await put('要留.bin', 400)
  for (const name of ['一.bin', '二.bin', '三.bin']) await zhang(disk.remove, { ids: [await put(name, 200)] })
  await zhang(disk.remove, { ids: [kept] })
  const [held] = (await admin(trash.list, { whose: 'firm', name: '一.bin' })).records
  await admin(trash.hold, { ids: [held?.id ?? ''], held: true, note: '诉讼' })
  await admin(disk.saveSpace, { id: spaceId, quotaBytes: 1000 })
  await put('新.bin', 150)
  const names = async () => (await zhang(trash.list, {})).records.map(({ name }) => name).toSorted()
  expect(await names()).toEqual(['一.bin', '三.bin', '要留.bin'].toSorted())
  // too much for all of it together
  const full = await refused(send(zhang, { folder: own, name: '过大.bin', content: Buffer.alloc(900) }))
  expect(full.code).toBe(60002)
  expect(await names()).toEqual(['一.bin', '三.bin', '要留.bin'].toSorted())
  const [space] = await admin(disk.spaces, {})
  const { nodeId } = await send(admin, { folder: firm, name: '旧.bin', content: Buffer.alloc(500) })
  await admin(disk.remove, { ids: [nodeId] })
  await admin(disk.saveSpace, { id: space?.id ?? '', quotaBytes: (space?.usedBytes ?? 0) + 600 })
  expect((await refused(send(admin, { folder: firm, name: '新.bin', content: Buffer.alloc(300) }))).code).toBe(60002)
  await admin(disk.saveSpace, { id: space?.id ?? '', quotaBytes: null })
})

test('tags and legal hold say who did it, and an old log outlives what it is about', async () => {
  const place = await folder(firm, '动态')
  const { nodeId } = await send(admin, { folder: place, name: '甲.txt', content: '甲' })
  await admin(diskFile.tag, { ids: [nodeId], add: ['重要'] })
  await admin(disk.rename, { id: nodeId, name: '乙.txt' })
  await admin(disk.remove, { ids: [nodeId] })
  const { records } = await admin(disk.activity, { nodeId: place })
  expect(records.map(({ verb, name, userName }) => [verb, name, userName])).toEqual([
    ['trash', '乙.txt', '王管理'],
    ['rename', '乙.txt', '王管理'],
    ['tag', '甲.txt', '王管理'],
    ['upload', '甲.txt', '王管理'],
    ['folder', '动态', '王管理'],
  ])
  expect(records[1]?.detail).toEqual({ from: '甲.txt', to: '乙.txt' })
})
