import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '#contract/chat.ts'
import { enterprise } from '#contract/enterprise.ts'
import { knowledge } from '#contract/knowledge.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { param } from '#contract/param.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { listening, type Mount, mounted } from '../dav/testing-dav.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { beyondOwn } from './own-limit.ts'
import { all, client, inside, mine, night, purged } from './testing-trash.ts'

let server: TestServer
let base: string
let boss: Caller
let zhang: Caller
let mount: Mount
beforeAll(async () => {
  server = await testServer()
  base = await listening(server)
})
beforeEach(async () => {
  const firm = await server.tenant()
  boss = await server.as('admin', '王管理', firm)
  zhang = await server.as('zxs', '张审计', firm)
  mount = await mounted(base, zhang)
})

/** A folder in the bin, and beside it a file that had been thrown away from it before. */
const folderAndFile = async (folder: string, file: string) => {
  await mount('MKCOL', `/dav/mine/${folder}`)
  await mount('PUT', `/dav/mine/${folder}/${file}`, { body: '一二三' })
  await mount('PUT', `/dav/mine/${folder}/留下.txt`, { body: '四' })
  await mount('DELETE', `/dav/mine/${folder}/${file}`)
  await mount('DELETE', `/dav/mine/${folder}`)
  const rows = await mine(zhang)
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? ''
  return { folder: idOf(folder), file: idOf(file), rows }
}

const somebodyWaits = () =>
  expect
    .poll(
      () =>
        inside(server, boss).inFirm(async (db) => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(db)
          return rows.length
        }),
      { interval: 20, timeout: 20_000 },
    )
    .toBeGreaterThan(0)

test('a hold that is set while the folder around it is being purged counts', async () => {
  const { folder, file } = await folderAndFile('甲', '证据.txt')
  const { inFirm } = inside(server, boss)
  const waits = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const holding = inFirm(async (db) => {
    await db.updateTable('trash_item').set({ legal_hold: true, hold_note: '诉讼' }).where('id', '=', file).execute()
    open.resolve()
    await waits.promise
  })
  await open.promise
  const { jobId } = await zhang(trash.purge, { ids: [folder] })
  // until the purge stands before the row that is being held
  await somebodyWaits()
  waits.resolve()
  await holding
  expect((await zhang.done(jobId, 60)).result).toMatchObject({ purged: 0, held: 1 })
  expect((await all(boss)).map(({ id }) => id).toSorted()).toEqual([folder, file].toSorted())
})

test('a folder and what had been thrown away from it are purged at once by two people', async () => {
  const { folder, file } = await folderAndFile('夹', '文.txt')
  const done = await Promise.all([purged(zhang, [file]), purged(boss, [folder])])
  expect(done.map(({ result }) => result)).toEqual([0, 1].map(() => expect.objectContaining({ failed: 0 })))
  expect(await mine(zhang)).toEqual([])
})

test('a purge that gives way to another writer is done after him', async () => {
  const { file } = await folderAndFile('让', '先.txt')
  const { inFirm } = inside(server, boss)
  const open = Promise.withResolvers<void>()
  const waits = Promise.withResolvers<void>()
  // takes the file first and its space after it, the wrong way round: one of the two has to give way
  const other = inFirm(async (db) => {
    await sql`select from disk_node where name = '先.txt' for share`.execute(db)
    open.resolve()
    await waits.promise
    await sql`select from disk_space for update`.execute(db)
  })
  await open.promise
  const { jobId } = await zhang(trash.purge, { ids: [file] })
  await somebodyWaits()
  waits.resolve()
  await Promise.allSettled([other])
  expect((await zhang.done(jobId, 60)).result).toMatchObject({ purged: 1, failed: 0 })
})

test('the size of a folder in the bin is what went with it, not what had gone before', async () => {
  const { folder, file, rows } = await folderAndFile('账', '旧.txt')
  const sizeOf = (id: string) => rows.find((row) => row.id === id)?.size
  expect([sizeOf(folder), sizeOf(file)]).toEqual([3, 9])
  expect(await zhang(trash.summary, {})).toMatchObject({ size: 12 })
  // both go with the folder, and both are told
  expect((await purged(zhang, [folder])).result).toMatchObject({ purged: 1, bytes: 12 })
})

test('of what is a person’s alone the oldest beyond his number go at night; what is held or the firm’s stays', async () => {
  for (const title of ['一', '二', '三', '四']) {
    const { id } = await zhang(chat.save, { title })
    await zhang(chat.remove, { ids: id })
  }
  await zhang(enterprise.remove, { ids: await client(zhang, '老客户') })
  const { inFirm } = inside(server, boss)
  await inFirm((db) => db.updateTable('trash_item').set({ legal_hold: true }).where('name', '=', '一').execute())
  expect(await inFirm((db) => beyondOwn(db, 2))).toHaveLength(1)
  const [row] = (await boss(param.list, { paramKey_equal: 'trashOwnMost' })).records
  await boss(param.submit, { id: row?.id ?? '', paramKey: 'trashOwnMost', paramValue: '2' })
  await night(server)
  expect((await mine(zhang)).map(({ name }) => name).toSorted()).toEqual(['一', '三', '四', '老客户'].toSorted())
})

test('what was deleted of a knowledge base that was closed to him since is neither shown to him nor brought back', async () => {
  const baseId = await newBase(boss, { scope: 'firm' })
  await boss(knowledge.saveAccess, { baseId, rows: [{ principalKind: 'user', principal: zhang.userId, level: 2 }] })
  const docId = await newDoc(zhang, baseId, '内部口径.md', '# 口径\n\n只给部分人看。')
  await zhang(knowledgeDoc.remove, { ids: docId })
  const [row] = await mine(zhang)
  expect(row).toMatchObject({ kind: 'knowledgeDoc', name: '内部口径.md' })
  await boss(knowledge.saveAccess, { baseId, rows: [{ principalKind: 'user', principal: zhang.userId, level: 0 }] })
  expect(await mine(zhang)).toEqual([])
  await expect(zhang(trash.restore, { ids: [row?.id ?? ''] })).rejects.toMatchObject({ code: 404 })
  expect(await all(boss)).toHaveLength(1)
})
