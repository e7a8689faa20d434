import { sql } from 'kysely'
import { zipSync } from 'fflate'
import { beforeAll, expect, test, vi } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { job } from '#contract/system.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { recountSpaces } from './register-disk.ts'
import { namesIn, refused, sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let admin: Caller
let li: Caller
let firm: string
beforeAll(async () => {
  server = await testServer({ DIGAO_JOBS: '4' })
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
  li = await server.as('zxs', '李会计')
  firm = await topFolder(admin, 'firm')
})
const folder = async (name: string, parentId = firm) => (await admin(disk.makeFolder, { parentId, name })).id
const inTenant = <T>(work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
  server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, work)
/** An archive of so many entries in this order, each of a content that only its number and `mark` say. */
const archive = (mark: string, numbers: readonly number[]) =>
  Buffer.from(zipSync(Object.fromEntries(numbers.map((n) => [`${n}.dat`, Buffer.from(`${mark} ${n}`)])), { level: 0 }))
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const spaceOf = async (caller: Caller, type: 'firm' | 'user') => {
  const space = (await caller(disk.spaces, {})).find((one) => one.type === type)
  if (!space) throw new Error(`no ${type} space`)
  return space
}
/** Nothing stays promised, and everything says what its files say. */
const expectTrueSizes = async () => {
  const { rows } = await inTenant((db) =>
    sql`select 1 from disk_space where reserved_bytes <> 0 union all select 1 from disk_upload where state = 'open'`.execute(
      db,
    ),
  )
  expect(rows).toEqual([])
  expect(await inTenant(recountSpaces)).toBe(0)
}

/** Unpacks two batches into a new folder, and does something when the first has come in and the second not yet. */
async function inTheMiddle(
  name: string,
  act: (place: { targetId: string; jobId: string }) => Promise<unknown>,
  caller = admin,
) {
  const targetId = await folder(name)
  const { nodeId } = await send(caller, { folder: firm, name: `${name}.zip`, content: archive(name, upTo(300)) })
  const { blobs } = server.kernel
  const putFiles = blobs.putFiles.bind(blobs)
  let calls = 0
  let asked = ''
  const spy = vi.spyOn(blobs, 'putFiles').mockImplementation(async (actor, files) => {
    calls += 1
    if (calls === 2) await act({ targetId, jobId: asked })
    return putFiles(actor, files)
  })
  try {
    const { jobId } = await caller(diskFile.unzip, { id: nodeId, targetId })
    asked = jobId
    return { targetId, ended: await caller.done(jobId, 60) }
  } finally {
    spy.mockRestore()
  }
}
const unzipNotes = async (targetId: string) => {
  const { records } = await admin(disk.activity, { nodeId: targetId, size: '500' })
  return records.filter(({ verb }) => verb === 'unzip').map(({ detail }) => detail)
}

test('the same contents unpacked at once, in other orders and into other spaces, all come in', async () => {
  const own = await topFolder(admin, 'user')
  const numbers = upTo(400)
  for (const round of [1, 2]) {
    const one = await send(admin, { folder: firm, name: `甲${round}.zip`, content: archive(`轮${round}`, numbers) })
    const other = await send(admin, {
      folder: firm,
      name: `乙${round}.zip`,
      content: archive(`轮${round}`, numbers.toReversed()),
    })
    const jobs: string[] = []
    for (const [{ nodeId }, place] of [
      [one, firm],
      [other, own],
      [one, own],
      [other, firm],
    ] as const) {
      const targetId = await folder(`解${round}-${jobs.length}`, place)
      jobs.push((await admin(diskFile.unzip, { id: nodeId, targetId })).jobId)
    }
    for (const id of jobs)
      expect(await admin.done(id, 60)).toMatchObject({ state: 'succeeded', result: { files: 400, skipped: 0 } })
  }
  await expectTrueSizes()
}, 120_000)

test('room is kept from the beginning: what comes meanwhile does not take it, and nothing stops half way for it', async () => {
  const { id } = await spaceOf(admin, 'firm')
  const content = archive('挤', upTo(300))
  const one = await send(admin, { folder: firm, name: '挤一.zip', content })
  const [first, second] = [await folder('挤一'), await folder('挤二')]
  const before = await spaceOf(admin, 'firm')
  const bytes = upTo(300).reduce((sum, n) => sum + Buffer.byteLength(`挤 ${n}`), 0)
  const { blobs } = server.kernel
  const putFiles = blobs.putFiles.bind(blobs)
  const beside: unknown[] = []
  const spy = vi.spyOn(blobs, 'putFiles').mockImplementation(async (actor, files) => {
    if (beside.length === 0) {
      beside.push('asked')
      const upload = send(li, { folder: firm, name: '插队.bin', content: Buffer.alloc(200) })
      beside.push((await refused(upload)).msg)
      const { jobId } = await admin(diskFile.unzip, { id: one.nodeId, targetId: second })
      beside.push((await admin.done(jobId, 60)).error)
    }
    return putFiles(actor, files)
  })
  await admin(disk.saveSpace, { id, quotaBytes: before.usedBytes + bytes + 100 })
  const { jobId } = await admin(diskFile.unzip, { id: one.nodeId, targetId: first })
  expect(await admin.done(jobId, 60)).toMatchObject({ state: 'succeeded', result: { files: 300 } })
  spy.mockRestore()
  const full = expect.stringContaining('空间已满') as string
  expect(beside).toEqual(['asked', full, full])
  expect(await namesIn(admin, second)).toEqual([])
  expect((await spaceOf(admin, 'firm')).usedBytes).toBe(before.usedBytes + bytes)
  await admin(disk.saveSpace, { id, quotaBytes: null })
  await expectTrueSizes()
}, 60_000)

test('what stops in the middle says what had come in, and that stays', async () => {
  const { id } = await spaceOf(admin, 'firm')
  const { targetId, ended } = await inTheMiddle('缩额', async () => {
    await admin(disk.saveSpace, { id, quotaBytes: (await spaceOf(admin, 'firm')).usedBytes })
  })
  await admin(disk.saveSpace, { id, quotaBytes: null })
  expect(ended.state).toBe('failed')
  expect(ended.error).toContain('解压到一半停止：空间已满')
  expect(ended.error).toContain('压缩包内 300 项中，已有 250 个文件存入目标文件夹')
  expect(await namesIn(admin, targetId)).toHaveLength(250)
  expect(await unzipNotes(targetId)).toMatchObject([{ count: 250, from: '缩额.zip' }])
  await expectTrueSizes()
}, 60_000)

test('a folder that is thrown away in the middle takes nothing more, and comes back with what it had', async () => {
  const { targetId, ended } = await inTheMiddle('半途', (place) => admin(disk.remove, { ids: [place.targetId] }))
  expect(ended).toMatchObject({ state: 'failed', error: expect.stringContaining('已有 250 个文件') as string })
  const [row] = (await admin(trash.list, { name: '半途' })).records
  await admin(trash.restore, { ids: [row?.id ?? ''], taken: 'rename' })
  expect(await namesIn(admin, targetId)).toHaveLength(250)
  await expectTrueSizes()
}, 60_000)

test('a folder that is moved to another space in the middle gets all of it there', async () => {
  const own = await topFolder(admin, 'user')
  const before = (await spaceOf(admin, 'user')).usedBytes
  const { targetId, ended } = await inTheMiddle('搬家', (place) =>
    admin(disk.move, { ids: [place.targetId], targetId: own }),
  )
  expect(ended).toMatchObject({ state: 'succeeded', result: { files: 300 } })
  expect(await namesIn(admin, targetId)).toHaveLength(300)
  expect((await spaceOf(admin, 'user')).usedBytes - before).toBe(
    upTo(300).reduce((sum, n) => sum + Buffer.byteLength(`搬家 ${n}`), 0),
  )
  await expectTrueSizes()
}, 60_000)

test('who may no longer put things there brings nothing more in', async () => {
  const { targetId, ended } = await inTheMiddle(
    '收权',
    (place) => admin(disk.saveRules, { id: place.targetId, inherits: false, rules: [] }),
    li,
  )
  expect(ended).toMatchObject({ state: 'failed', error: expect.stringContaining('已有 250 个文件') as string })
  expect(await namesIn(admin, targetId)).toHaveLength(250)
  await expectTrueSizes()
}, 60_000)

test('cancelled in the middle, what had come in stays and stands in the log of the folder', async () => {
  const { targetId, ended } = await inTheMiddle('取消', ({ jobId }) => admin(job.cancel, { id: jobId }))
  // the second batch may be named before the job hears of it
  expect(['cancelled', 'succeeded']).toContain(ended.state)
  const there = (await namesIn(admin, targetId)).length
  expect(await unzipNotes(targetId)).toMatchObject([{ count: there }])
  await expectTrueSizes()
}, 60_000)
