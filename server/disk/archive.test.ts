import { Buffer } from 'node:buffer'
import { deflateRawSync } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { namesIn, sendTo, topFolder } from './testing-disk.ts'

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
const folder = async (name: string) => (await admin(disk.makeFolder, { parentId: firm, name })).id
const bytes = (text: string) => new TextEncoder().encode(text)
let sent = 0
/** Unpacks an archive into a new folder; answers the job and the folder. */
async function unpacked(archive: Buffer, conflict: 'skip' | 'version' | 'rename' = 'rename', into?: string) {
  sent += 1
  const targetId = into ?? (await folder(`解压${sent}`))
  const { nodeId } = await send(admin, { folder: firm, name: `包${sent}.zip`, content: archive })
  const { jobId } = await admin(diskFile.unzip, { id: nodeId, targetId, conflict })
  return { job: await admin.done(jobId), targetId }
}
/** Every file below a folder with its content. */
async function contentsOf(id: string, path = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const row of (await admin(disk.list, { parentId: id, size: '500' })).records) {
    if (row.kind === 'folder') Object.assign(found, await contentsOf(row.id, `${path}${row.name}/`))
    else found[path + row.name] = (await admin.download(file.download, { id: row.fileId })).body.toString()
  }
  return found
}

test('a folder goes into an archive with its tree, empty folders too', async () => {
  const place = await folder('打包')
  await send(admin, { folder: place, name: '一.txt', content: '内容一' })
  await send(admin, { folder: place, name: '二.txt', content: '内容二', metadata: { relPath: '下级/更下' } })
  await admin(disk.makeFolder, { parentId: place, name: '空的' })
  const { jobId } = await admin(diskFile.zip, { ids: [place] })
  const { result } = await admin.done(jobId)
  expect(result).toMatchObject({ fileName: '打包.zip' })
  const { body } = await admin.download(file.download, { id: String(result?.fileId) })
  const entries = Object.entries(unzipSync(body)).map(([name, content]) => [name, Buffer.from(content).toString()])
  expect(Object.fromEntries(entries)).toEqual({
    '打包/一.txt': '内容一',
    '打包/下级/更下/二.txt': '内容二',
    '打包/空的/': '',
  })
})

test('an archive comes in with its tree; what it brings twice gets another name, or is left out', async () => {
  const archive = Buffer.from(
    zipSync({ '甲/一.txt': bytes('内容一'), '二.txt': bytes('内容二'), '空/': new Uint8Array() }),
  )
  const { job, targetId } = await unpacked(archive)
  expect(job).toMatchObject({ state: 'succeeded', result: { files: 2, skipped: 0 } })
  expect(await contentsOf(targetId)).toEqual({ '甲/一.txt': '内容一', '二.txt': '内容二' })
  expect(await namesIn(admin, targetId)).toEqual(
    ['甲', '空', '二.txt']
      .toSorted((a, b) => ['甲', '空', '二.txt'].indexOf(a) - ['甲', '空', '二.txt'].indexOf(b))
      .toSorted((a, b) => Number(a.includes('.')) - Number(b.includes('.')) || (a < b ? -1 : 1)),
  )
  expect((await unpacked(archive, 'skip', targetId)).job.result).toMatchObject({ files: 0, skipped: 2 })
  await unpacked(archive, 'rename', targetId)
  expect(Object.keys(await contentsOf(targetId)).toSorted()).toEqual([
    '二 (1).txt',
    '二.txt',
    '甲/一 (1).txt',
    '甲/一.txt',
  ])
})

test('hundreds of entries come in together; what one of them is refused for is said of it alone, and sizes follow', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`凭证/${n % 7}月/记账凭证${n}.dat`, bytes(`内容${n % 50}`)]),
  )
  const targetId = await folder('成批')
  // a file stands where the archive has a folder, and a folder where it has a file
  await send(admin, { folder: targetId, name: '合同', content: '不是文件夹' })
  await admin(disk.makeFolder, { parentId: targetId, name: '回函.pdf' })
  const archive = Buffer.from(
    zipSync({
      ...many,
      '合同/一.dat': bytes('一'),
      '回函.pdf': bytes('回函'),
      '同名.dat': bytes('小'),
      '同名.DAT': bytes('大写的'),
    }),
  )
  const { job } = await unpacked(archive, 'version', targetId)
  expect(job).toMatchObject({ state: 'succeeded', result: { files: 302, skipped: 2 } })
  expect(job.result?.told).toMatchObject([{ name: '合同/一.dat' }, { name: '回函.pdf' }])
  const found = (await admin(disk.search, { parentId: targetId, words: '记账凭证', size: '500' })).records
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(many)
      .map((path) => path.split('/').at(-1) ?? '')
      .toSorted(),
  )
  const contentOf = async (name: string) => {
    const [row] = (await admin(disk.search, { parentId: targetId, words: name })).records
    return (await admin.download(file.download, { id: row?.fileId ?? '' })).body.toString()
  }
  expect(await contentOf('记账凭证245.dat')).toBe('内容45')
  // the second of one name is a version of the first
  expect(await contentOf('同名.dat')).toBe('大写的')
  const sums = [...Object.values(many), bytes('大写的')].reduce(
    (sum, { length }) => sum + length,
    Buffer.byteLength('不是文件夹'),
  )
  const { node } = await admin(disk.detail, { id: targetId })
  expect(node.size).toBe(sums)
  const { total } = await admin(disk.activity, { nodeId: targetId, size: '1' })
  expect(total).toBeGreaterThanOrEqual(302)
  // again, beside what is there
  expect((await unpacked(archive, 'skip', targetId)).job.result).toMatchObject({ files: 0, skipped: 304 })
})

/** A stored archive whose names are given bytes, as systems write that know no UTF-8. */
function rawZip(entries: readonly { name: Buffer; content: Buffer; claimed?: number; mode?: number }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claimed, mode = 0 } of entries) {
    const packed = deflateRawSync(content)
    const sum = crc(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(sum, 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(claimed ?? content.length, 22)
    head.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(0x0314, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(sum, 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(claimed ?? content.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(at, 42)
    parts.push(head, name, packed)
    directory.push(central, name)
    at += head.length + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}
function crc(content: Buffer): number {
  let sum = 0xffffffff
  for (const byte of content) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

test('names that a Chinese Windows wrote are read as it wrote them', async () => {
  // 资料/科目余额表.txt in GB18030
  const name = Buffer.from('d7cac1cf2fbfc6c4bfd3e0b6eeb1ed2e747874', 'hex')
  const { targetId } = await unpacked(rawZip([{ name, content: Buffer.from('余额') }]))
  expect(await contentsOf(targetId)).toEqual({ '资料/科目余额表.txt': '余额' })
})

test.each(['../外面.txt', '/etc/passwd', 'C:\\windows\\a.txt', 'a/../../b.txt'])(
  'an archive that writes to %j is refused whole',
  async (name) => {
    const archive = rawZip([
      { name: Buffer.from('好.txt'), content: Buffer.from('好') },
      { name: Buffer.from(name), content: Buffer.from('坏') },
    ])
    const { job, targetId } = await unpacked(archive)
    expect(job.state).toBe('failed')
    expect(job.error).toContain('试图写到目标文件夹之外')
    expect(await namesIn(admin, targetId)).toEqual([])
  },
)

test('what would unpack to a thousand times its size is refused before anything is written', async () => {
  const { job, targetId } = await unpacked(Buffer.from(zipSync({ '炸.txt': new Uint8Array(60 * 1024 * 1024) })))
  expect(job).toMatchObject({ state: 'failed' })
  expect(job.error).toContain('压缩比异常')
  expect(await namesIn(admin, targetId)).toEqual([])
})

test('an entry that is larger than it says stops at what it said', async () => {
  const archive = rawZip([{ name: Buffer.from('谎.txt'), content: Buffer.alloc(5_000_000, 'a'), claimed: 10 }])
  const { job, targetId } = await unpacked(archive)
  expect(job.result?.files ?? 0).toBe(0)
  expect(await namesIn(admin, targetId)).toEqual([])
})

test('names that cannot be are told and left out, links too, and the rest comes in', async () => {
  const archive = rawZip([
    { name: Buffer.from('CON.txt'), content: Buffer.from('x') },
    { name: Buffer.from('报\u202etxt.exe'), content: Buffer.from('x') },
    { name: Buffer.from(`${'长'.repeat(100)}.txt`), content: Buffer.from('x') },
    { name: Buffer.from(`${'深/'.repeat(1000)}底.txt`), content: Buffer.from('x') },
    { name: Buffer.from('链接'), content: Buffer.from('/etc/passwd'), mode: 0o120777 },
    { name: Buffer.from('__MACOSX/._好.txt'), content: Buffer.from('x') },
    { name: Buffer.from('好.txt'), content: Buffer.from('好') },
  ])
  const { job, targetId } = await unpacked(archive)
  expect(job.result).toMatchObject({ files: 1, skipped: 4 })
  expect(JSON.stringify(job.result)).toContain('Windows 保留的设备名')
  expect(JSON.stringify(job.result)).toContain('文件夹层级太深')
  expect(await contentsOf(targetId)).toEqual({ '好.txt': '好' })
})

test('what is no archive, or has no room, says so and leaves nothing', async () => {
  const { job } = await unpacked(Buffer.from('not a zip at all'))
  expect(job.error).toContain('不是 ZIP 压缩包或已损坏')
  const [space] = await admin(disk.spaces, {})
  const archive = Buffer.from(zipSync({ 'a.bin': new Uint8Array(50_000) }))
  const { nodeId } = await send(admin, { folder: firm, name: '挤.zip', content: archive })
  const used = (await admin(disk.spaces, {}))[0]?.usedBytes ?? 0
  const targetId = await folder('挤')
  await admin(disk.saveSpace, { id: space?.id ?? '', quotaBytes: used + 100 })
  const full = await admin.done((await admin(diskFile.unzip, { id: nodeId, targetId })).jobId)
  expect(full.error).toContain('空间已满')
  expect(await namesIn(admin, targetId)).toEqual([])
  await admin(disk.saveSpace, { id: space?.id ?? '', quotaBytes: null })
})
