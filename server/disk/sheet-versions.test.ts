import * as xlsx from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { sheetFile } from '#contract/sheet-file.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { recountSpaces } from './register-disk.ts'
import { namesIn, sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let admin: Caller
let zhang: Caller
let firm: string
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
  zhang = await server.as('zxs', '张审计')
  firm = await topFolder(admin, 'firm')
})
const book = (value: string, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const made = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet([[value]]), '表一')
  return Buffer.from(xlsx.write(made, { type: 'buffer', bookType }) as Uint8Array)
}
const first = (bytes: Buffer) => xlsx.read(bytes).Sheets['表一']?.['A1']?.v as unknown
const content = async (who: Caller, id: string) => first((await who.download(file.download, { id })).body)
let sent = 0
async function edit(who: Caller, fileId: string, value: string) {
  const { rev } = await who(sheetFile.open, { fileId })
  sent += 1
  const ops = [{ kind: 'cell' as const, sheet: 's1', r: 0, c: 0, cell: { v: value } }]
  await who(sheetFile.save, { fileId, id: `disk-edit-${sent}`, baseRev: rev, ops })
}

test('a spreadsheet edited on screen and kept under a name is a new version of the file, and editing goes on', async () => {
  const place = (await admin(disk.makeFolder, { parentId: firm, name: '测算' })).id
  const { nodeId, fileId } = await send(admin, { folder: place, name: '税金.xlsx', content: book('初') })
  await edit(admin, fileId, '终')
  expect((await admin(diskFile.versions, { id: nodeId })).map(({ no }) => no)).toEqual([1])
  await admin(sheetFile.keep, { fileId, name: '送审稿' })
  const versions = await admin(diskFile.versions, { id: nodeId })
  expect(versions.map(({ no, comment, pinned, current }) => [no, comment, pinned, current])).toEqual([
    [2, '送审稿', true, true],
    [1, '', false, false],
  ])
  const { node } = await admin(disk.detail, { id: nodeId })
  // the screens that have it open go on with the same file
  expect([node.fileId, node.versionNo]).toEqual([fileId, 2])
  expect(await content(admin, node.fileId)).toBe('终')
  expect(await content(admin, versions[1]?.fileId ?? '')).toBe('初')
  await edit(admin, fileId, '再改')
  await admin(sheetFile.keep, { fileId, name: '定稿' })
  expect((await admin(diskFile.versions, { id: nodeId })).map(({ comment }) => comment)).toEqual(['定稿', '送审稿', ''])
  // who may not change the file keeps nothing
  await expect(zhang(sheetFile.keep, { fileId, name: '张的' })).rejects.toMatchObject({ code: 400 })
  // what it takes is counted
  const inTenant = { tenantId: admin.tenantId, userId: '' }
  expect(await server.kernel.database.inTenant(inTenant, recountSpaces)).toBe(0)
  // going back works as with any other
  await admin(diskFile.restoreVersion, { id: nodeId, versionId: versions[1]?.id ?? '' })
  expect(await content(admin, (await admin(disk.detail, { id: nodeId })).node.fileId)).toBe('初')
})

test('of an old kind of workbook the kept version lies beside it as xlsx', async () => {
  const place = (await admin(disk.makeFolder, { parentId: firm, name: '旧表' })).id
  const { fileId } = await send(admin, { folder: place, name: '往年.xls', content: book('旧', 'biff8') })
  await edit(admin, fileId, '新')
  await admin(sheetFile.keep, { fileId, name: '更新' })
  expect(await namesIn(admin, place)).toEqual(['往年.xls', '往年.xlsx'])
  expect(await content(admin, fileId)).toBe('旧')
})
