import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
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
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
  li = await server.as('admin', '李管理')
  firm = await topFolder(admin, 'firm')
})
const folder = async (parentId: string, name: string) => (await admin(disk.makeFolder, { parentId, name })).id
const inTenant = <T>(work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
  server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, work)
const done = (work: readonly Promise<unknown>[]) =>
  Promise.allSettled(work).then((all) => all.filter(({ status }) => status === 'fulfilled').length)
/** Rows whose way to the top is not what their parent’s says. */
const astray = () =>
  inTenant(async (db) => {
    const { rows } = await sql`select n.id from disk_node n left join disk_node p on p.id = n.parent_id
      where n.ancestors <> case when p.id is null then '{}' else p.ancestors || p.id end
        or (p.id is not null and p.space_id <> n.space_id)`.execute(db)
    return rows.length
  })

test('folders moved into each other at once make no circle', async () => {
  const place = await folder(firm, '互移')
  for (let n = 0; n < 4; n += 1) {
    const [one, other] = [await folder(place, `甲${n}`), await folder(place, `乙${n}`)]
    const deep = await folder(other, '深')
    const moved = await done([
      admin(disk.move, { ids: [one], targetId: deep }),
      li(disk.move, { ids: [other], targetId: one }),
    ])
    expect(moved).toBe(1)
  }
  expect(await astray()).toBe(0)
})

test('twenty uploads at once fill a space to its quota and not beyond, and promise nothing afterwards', async () => {
  const own = await topFolder(li, 'user')
  const spaceId = (await li(disk.spaces, {})).find(({ type }) => type === 'user')?.id ?? ''
  await admin(disk.saveSpace, { id: spaceId, quotaBytes: 10_500 })
  const arrived = await done(
    Array.from({ length: 20 }, (_, n) => send(li, { folder: own, name: `${n}.bin`, content: Buffer.alloc(1000, n) })),
  )
  expect(arrived).toBe(10)
  const space = (await li(disk.spaces, {})).find(({ type }) => type === 'user')
  expect(space).toMatchObject({ usedBytes: 10_000, reservedBytes: 0 })
  expect(await inTenant(recountSpaces)).toBe(0)
}, 60_000)

test('of one name written by many at once every content is kept', async () => {
  const place = await folder(firm, '同名')
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      send(n % 2 ? admin : li, { folder: place, name: '同.txt', content: `第${n}份` }),
    ),
  )
  expect(await namesIn(admin, place)).toEqual(['同.txt'])
  const { records } = await admin(disk.list, { parentId: place })
  const versions = await admin(diskFile.versions, { id: records[0]?.id ?? '' })
  expect(versions.map(({ no }) => no)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(new Set(versions.map(({ sha256 }) => sha256)).size).toBe(8)
})

test('restored and purged at once, a thing is either there, whole, or gone', async () => {
  const place = await folder(firm, '生死')
  for (let n = 0; n < 4; n += 1) {
    const { nodeId } = await send(admin, { folder: place, name: `件${n}.bin`, content: Buffer.alloc(100, n) })
    await admin(disk.remove, { ids: [nodeId] })
    const id = (await admin(trash.list, { name: `件${n}.bin` })).records[0]?.id ?? ''
    const [restored, purged] = await Promise.allSettled([
      li(trash.restore, { ids: [id], taken: 'rename' }),
      admin(trash.purge, { ids: [id] }),
    ])
    if (purged.status === 'fulfilled') await admin.done(purged.value.jobId)
    const back = restored.status === 'fulfilled' && restored.value.outcomes[0]?.done === true
    expect((await namesIn(admin, place)).includes(`件${n}.bin`)).toBe(back)
    expect((await admin(trash.list, { whose: 'firm', name: `件${n}.bin` })).total).toBe(0)
  }
  expect(await inTenant(recountSpaces)).toBe(0)
}, 60_000)

test('a folder thrown away while files arrive in it loses none that was taken', async () => {
  const place = await folder(firm, '正在上传')
  const uploads = Array.from({ length: 6 }, (_, n) =>
    send(li, { folder: place, name: `${n}.bin`, content: Buffer.alloc(2000, n) }),
  )
  const [arrived] = await Promise.all([done(uploads), admin(disk.remove, { ids: [place] })])
  const id = (await admin(trash.list, { name: '正在上传' })).records[0]?.id ?? ''
  await admin(trash.restore, { ids: [id], taken: 'rename' })
  expect((await namesIn(admin, place)).length).toBe(arrived)
  expect(await astray()).toBe(0)
  // what was promised to those that were refused is free again
  expect((await admin(disk.spaces, {}))[0]?.reservedBytes).toBe(0)
  expect(await inTenant(recountSpaces)).toBe(0)
}, 60_000)

test('a lock that has run out holds nobody', async () => {
  const { nodeId } = await send(admin, { folder: firm, name: '过期锁.txt', content: 'x' })
  await admin(diskFile.lock, { id: nodeId })
  await expect(li(disk.rename, { id: nodeId, name: '改.txt' })).rejects.toMatchObject({ code: 400 })
  await inTenant((db) =>
    db
      .updateTable('disk_node')
      .set({ lock_until: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', nodeId)
      .execute(),
  )
  expect((await li(disk.rename, { id: nodeId, name: '改.txt' })).lockedBy).toBe('')
  await expect(admin(diskFile.unlock, { id: nodeId })).rejects.toMatchObject({ message: '“改.txt”没有被锁定' })
  expect((await li(diskFile.lock, { id: nodeId })).lockedBy).toBe(li.userId)
})

test('an upload whose folder was thrown away on the way says so and holds no room', async () => {
  const place = await folder(firm, '中途删除')
  const before = (await admin(disk.spaces, {}))[0]?.reservedBytes
  const late = send(li, {
    folder: place,
    name: '迟到.bin',
    content: Buffer.alloc(3000),
    options: {
      chunkSize: 1000,
      onChunkComplete: (_, accepted) => {
        if (accepted === 1000) thrown = admin(disk.remove, { ids: [place] })
      },
      onBeforeRequest: async () => void (await thrown),
    },
  })
  let thrown: Promise<unknown> | undefined
  expect(await refused(late)).toMatchObject({
    status: 404,
    msg: expect.stringContaining('目标文件夹已被删除') as string,
  })
  expect((await admin(disk.spaces, {}))[0]?.reservedBytes).toBe(before)
})
