import { randomBytes, randomInt } from 'node:crypto'
import { rmSync, symlinkSync, writeFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file, tusPath } from '#contract/file.ts'
import { openWeb } from '#server/kernel/open-web.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { namesIn, refused, sendTo, sha256, topFolder } from './testing-disk.ts'

let server: TestServer
let url: string
let send: ReturnType<typeof sendTo>
let admin: Caller
let firm: string
beforeAll(async () => {
  server = await testServer()
  url = await server.app.listen({ port: 0 })
  send = sendTo(url)
  admin = await server.as('admin', '王管理')
  firm = await topFolder(admin, 'firm')
})
const folder = async (name: string) => (await admin(disk.makeFolder, { parentId: firm, name })).id
const firmSpace = async () => {
  const [space] = await admin(disk.spaces, {})
  if (!space) throw new Error('no space')
  return space
}
const metadata = (said: Record<string, string>) =>
  Object.entries({ purpose: 'disk', ...said })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const tusHeaders = () => ({ 'Sc-Auth': `bearer ${admin.accessToken}`, 'Tus-Resumable': '1.0.0' })
/** Begins an upload by hand; answers its address. */
async function begin(size: number, said: Record<string, string>): Promise<string> {
  const reply = await fetch(url + tusPath, {
    method: 'POST',
    headers: { ...tusHeaders(), 'Upload-Length': String(size), 'Upload-Metadata': metadata(said) },
  })
  if (reply.status !== 201) throw new Error(await reply.text())
  return reply.headers.get('location') ?? ''
}
const patch = (place: string, offset: number, body: Buffer) =>
  fetch(url + place, {
    method: 'PATCH',
    headers: { ...tusHeaders(), 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: new Uint8Array(body),
  })
const offsetOf = async (place: string) => {
  const reply = await fetch(url + place, { method: 'HEAD', headers: tusHeaders() })
  return Number(reply.headers.get('upload-offset') ?? -1)
}

test('a name that is taken: asked about, left out, a new version, or a name beside it', async () => {
  const place = await folder('冲突')
  const first = await send(admin, { folder: place, name: '报表.xlsx', content: '第一版' })
  const asked = await refused(
    send(admin, { folder: place, name: '报表.XLSX', content: '二', metadata: { conflict: 'ask' } }),
  )
  expect(asked).toMatchObject({ status: 409, code: 409, msg: '此处已有名为“报表.xlsx”的文件或文件夹' })
  expect(
    await send(admin, { folder: place, name: '报表.xlsx', content: '二', metadata: { conflict: 'skip' } }),
  ).toMatchObject({
    nodeId: first.nodeId,
    skipped: true,
  })
  await send(admin, { folder: place, name: '报表.xlsx', content: '第二版', metadata: { conflict: 'version' } })
  await send(admin, { folder: place, name: '报表.xlsx', content: '另一份', metadata: { conflict: 'rename' } })
  expect(await namesIn(admin, place)).toEqual(['报表 (1).xlsx', '报表.xlsx'])
  const versions = await admin(diskFile.versions, { id: first.nodeId })
  expect(versions.map(({ no, current }) => [no, current])).toEqual([
    [2, true],
    [1, false],
  ])
  expect((await admin.download(file.download, { id: versions[1]?.fileId ?? '' })).body.toString()).toBe('第一版')
  expect(
    await admin(disk.conflicts, { parentId: firm, paths: ['冲突/报表.xlsx', '冲突/新.txt', '冲突/nul.txt'] }),
  ).toMatchObject({
    taken: [{ path: '冲突/报表.xlsx', node: { id: first.nodeId } }],
    bad: [{ path: '冲突/nul.txt', why: '“nul.txt”是 Windows 保留的设备名，请换一个名称' }],
  })
})

test('a file where a folder has the name, and a folder where a file has it, are refused', async () => {
  const place = await folder('错位')
  await send(admin, { folder: place, name: '一', content: 'x' })
  await admin(disk.makeFolder, { parentId: place, name: '二' })
  const under = await refused(send(admin, { folder: place, name: 'a.txt', content: 'x', metadata: { relPath: '一' } }))
  expect(under.msg).toBe('“一”是一个文件，不能放入内容')
  expect((await refused(send(admin, { folder: place, name: '二', content: 'x' }))).msg).toContain(
    '已有名为“二”的文件夹',
  )
  expect(
    (await refused(send(admin, { folder: place, name: 'x', content: 'x', metadata: { relPath: '../外' } }))).msg,
  ).toBe('名称不能是“.”或“..”')
  expect((await refused(send(admin, { folder: place, name: 'CON', content: 'x' }))).msg).toContain('保留的设备名')
  expect(
    (await refused(send(admin, { folder: place, name: 'x', content: 'x', metadata: { conflict: 'x' } }))).msg,
  ).toContain('conflict')
})

test('two who write one name at once both keep what they wrote', async () => {
  const place = await folder('同时')
  const zhang = await server.as('admin', '张')
  const contents = Array.from({ length: 8 }, (_, n) => `第${n}人的内容`)
  const sent = await Promise.all(
    contents.map((content, n) => send(n % 2 ? zhang : admin, { folder: place, name: '共写.txt', content })),
  )
  expect(new Set(sent.map(({ nodeId }) => nodeId)).size).toBe(1)
  const versions = await admin(diskFile.versions, { id: sent[0]?.nodeId ?? '' })
  expect(versions.map(({ no }) => no)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  const kept = await Promise.all(
    versions.map(async ({ fileId }) => (await admin.download(file.download, { id: fileId })).body.toString()),
  )
  expect(kept.toSorted()).toEqual(contents)
  // and two who were both told that the name was free
  const both = await Promise.all(
    ['甲', '乙'].map((content) =>
      begin(3, { ownerId: place, name: '新.txt', conflict: 'ask' }).then((at) => patch(at, 0, Buffer.from(content))),
    ),
  )
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect(await namesIn(admin, place)).toEqual(['共写.txt', '新 (1).txt', '新.txt'])
})

test('an upload torn at fifty places, and gone on with at another server each time, arrives as it was', async () => {
  const place = await folder('断续')
  const content = randomBytes(3_000_000)
  const at = await begin(content.length, { ownerId: place, name: '大.bin', sha256: sha256(content) })
  // another server on the same data, as after a restart
  const elsewhere = await openWeb(server.kernel)
  const urls = [url, await elsewhere.listen({ port: 0 })]
  for (let cut = 0; cut < 50; cut += 1) {
    const offset = await offsetOf(at)
    if (offset >= content.length - 1) break
    const promised = content.length - offset
    const stop = randomInt(1, Math.max(2, Math.floor(promised / 8)))
    const { port, hostname } = new URL(urls[cut % 2] ?? url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `PATCH ${at} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nSc-Auth: bearer ${admin.accessToken}\r\n` +
        `Upload-Offset: ${offset}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${promised}\r\n\r\n`,
    )
    await new Promise<void>((sent) => void socket.write(content.subarray(offset, offset + stop), () => sent()))
    await sleep(5)
    socket.destroy()
    // what had come is on disk, no more than was sent
    let now = await offsetOf(at)
    for (let tries = 0; tries < 20 && now < offset; tries += 1) {
      await sleep(20)
      now = await offsetOf(at)
    }
    expect(now).toBeGreaterThanOrEqual(offset)
    expect(now).toBeLessThanOrEqual(offset + stop)
  }
  let reply: Response | undefined
  for (let tries = 0; tries < 20 && reply?.status !== 204; tries += 1) {
    await sleep(50)
    const offset = await offsetOf(at)
    reply = await patch(at, offset, content.subarray(offset))
  }
  await elsewhere.close()
  const fileId = reply?.headers.get('x-file-id') ?? ''
  const { body } = await admin.download(file.download, { id: fileId })
  expect(sha256(body)).toBe(sha256(content))
  expect((await firmSpace()).reservedBytes).toBe(0)
}, 60_000)

test('where the process died with all bytes there, asking how far it is takes them in, once', async () => {
  const place = await folder('收尾')
  const at = await begin(6, { ownerId: place, name: '完.txt' })
  const id = at.split('/').at(-1) ?? ''
  // all bytes lie there and nobody took them in
  writeFileSync(join(server.folder, 'uploads', id), 'abcdef')
  expect(await offsetOf(at)).toBe(6)
  expect(await offsetOf(at)).toBe(6)
  expect(await namesIn(admin, place)).toEqual(['完.txt'])
  const { records } = await admin(disk.list, { parentId: place })
  expect((await admin(diskFile.versions, { id: records[0]?.id ?? '' })).length).toBe(1)
  expect((await firmSpace()).reservedBytes).toBe(0)
})

test('a file without a byte is a file', async () => {
  const place = await folder('空件')
  const { fileId } = await send(admin, { folder: place, name: '空.txt', content: '' })
  expect((await admin.download(file.download, { id: fileId })).body.length).toBe(0)
  expect(await namesIn(admin, place)).toEqual(['空.txt'])
})

test('bytes that are not what was promised are not stored', async () => {
  const place = await folder('校验')
  const wrong = await refused(
    send(admin, { folder: place, name: 'a.txt', content: 'abc', metadata: { sha256: sha256('abd') } }),
  )
  expect(wrong.msg).toBe('“a.txt”传输后校验不一致，没有保存，请重新上传')
  expect(await namesIn(admin, place)).toEqual([])
})

test('room is kept when an upload begins, and free again when it is ended or forgotten', async () => {
  const place = await folder('配额')
  const { id, usedBytes } = await firmSpace()
  await admin(disk.saveSpace, { id, quotaBytes: usedBytes + 1000 })
  const first = await begin(700, { ownerId: place, name: 'a.bin' })
  expect((await firmSpace()).reservedBytes).toBe(700)
  const full = await refused(send(admin, { folder: place, name: 'b.bin', content: randomBytes(400) }))
  expect(full).toMatchObject({ status: 400, code: 60002 })
  expect(full.msg).toMatch(/^空间已满：共 .+，已用 .+，还需要 400 B。请清理文件与回收站，或请管理员提高配额$/)
  // no other way in is wider
  await expect(
    admin(diskFile.offer, { parentId: place, name: 'x', size: 400, sha256: 'a'.repeat(64) }),
  ).resolves.toMatchObject({ state: 'prove' })
  expect((await fetch(url + first, { method: 'DELETE', headers: tusHeaders() })).status).toBe(204)
  await expect.poll(async () => (await firmSpace()).reservedBytes).toBe(0)
  await send(admin, { folder: place, name: 'b.bin', content: randomBytes(400) })
  // begun two days ago, and never gone on with
  const old = await begin(500, { ownerId: place, name: 'c.bin' })
  await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, (db) =>
    db
      .updateTable('disk_upload')
      .set({ create_time: new Date(Date.now() - 3 * 86_400_000) })
      .where('tus_id', '=', old.split('/').at(-1) ?? '')
      .execute(),
  )
  await send(admin, { folder: place, name: 'd.bin', content: randomBytes(550) })
  expect(await firmSpace()).toMatchObject({ reservedBytes: 0, usedBytes: usedBytes + 950 })
  await admin(disk.saveSpace, { id, quotaBytes: null })
})

test('a full disk says so once, keeps what had come, and the upload goes on when there is room', async () => {
  const place = await folder('磁盘')
  const at = await begin(10, { ownerId: place, name: '满.txt' })
  const path = join(server.folder, 'uploads', at.split('/').at(-1) ?? '')
  rmSync(path)
  symlinkSync('/dev/full', path)
  const reply = await patch(at, 0, Buffer.from('0123456789'))
  expect(reply.status).toBe(507)
  expect(await reply.json()).toMatchObject({ code: 507, msg: '存储空间不足，请联系管理员' })
  expect(await namesIn(admin, place)).toEqual([])
  rmSync(path)
  writeFileSync(path, '01234')
  expect(await offsetOf(at)).toBe(5)
  const done = await patch(at, 5, Buffer.from('56789'))
  const { body } = await admin.download(file.download, { id: done.headers.get('x-file-id') ?? '' })
  expect(body.toString()).toBe('0123456789')
  expect(readdirSync(join(server.folder, 'uploads')).filter((name) => name.endsWith('.taken'))).toEqual([])
})

test('versions: kept by number, named ones beside it, an old one comes back as the newest', async () => {
  const { id } = await firmSpace()
  await admin(disk.saveSpace, { id, versionKeep: 3 })
  const place = await folder('版本')
  const { nodeId } = await send(admin, { folder: place, name: 'v.txt', content: '内容1' })
  const first = (await admin(diskFile.versions, { id: nodeId }))[0]?.id ?? ''
  await admin(diskFile.nameVersion, { id: nodeId, versionId: first, comment: '送审稿' })
  for (const n of [2, 3, 4, 5]) await send(admin, { folder: place, name: 'v.txt', content: `内容${n}` })
  const versions = await admin(diskFile.versions, { id: nodeId })
  expect(versions.map(({ no, comment }) => [no, comment])).toEqual([
    [5, ''],
    [4, ''],
    [3, ''],
    [1, '送审稿'],
  ])
  await admin(diskFile.restoreVersion, { id: nodeId, versionId: first })
  const now = (await admin(disk.detail, { id: nodeId })).node
  expect((await admin.download(file.download, { id: now.fileId })).body.toString()).toBe('内容1')
  expect(now.versionNo).toBe(6)
  // the same content again is no version
  await send(admin, { folder: place, name: 'v.txt', content: '内容1' })
  const after = await admin(diskFile.versions, { id: nodeId })
  expect(after.map(({ no }) => no)).toEqual([6, 5, 4, 1])
  await expect(admin(diskFile.removeVersion, { id: nodeId, versionId: after[0]?.id ?? '' })).rejects.toMatchObject({
    message: '当前版本不能删除',
  })
  await expect(admin(diskFile.removeVersion, { id: nodeId, versionId: first })).rejects.toMatchObject({ code: 400 })
  await admin(diskFile.removeVersion, { id: nodeId, versionId: after[2]?.id ?? '' })
  expect((await admin(diskFile.versions, { id: nodeId })).length).toBe(3)
  await admin(disk.saveSpace, { id, versionKeep: 20 })
})
