import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diskLevel } from '#contract/disk-shapes.ts'
import { disk } from '#contract/disk.ts'
import { enterprise } from '#contract/enterprise.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { ledger } from '#contract/ledger.ts'
import { project } from '#contract/project.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { listening, type Mount, mounted } from '../dav/testing-dav.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { handOver, projectOf } from '../ledger/testing-import.ts'
import { all, client, inside, mine, night, only, purged, restored, used } from './testing-trash.ts'

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

const put = async (path: string, body: string) => {
  expect([201, 204]).toContain((await mount('PUT', path, { body })).status)
}
const named = (rows: Awaited<ReturnType<typeof mine>>, name: string) => rows.find((row) => row.name === name)?.id ?? ''
const bossHolds = (id: string) => boss(trash.hold, { ids: [id], held: true, note: '诉讼保全' })

describe('what is under legal hold', () => {
  test('is not purged along with the folder it lay in, by hand or by night', async () => {
    await mount('MKCOL', '/dav/mine/甲')
    await put('/dav/mine/甲/证据.txt', '一')
    await mount('DELETE', '/dav/mine/甲/证据.txt')
    await mount('DELETE', '/dav/mine/甲')
    const rows = await mine(zhang)
    await bossHolds(named(rows, '证据.txt'))
    await expect(purged(zhang, [named(rows, '甲')])).rejects.toThrow('依法保留')
    await inside(server, boss).aged(400)
    await night(server)
    expect((await mine(zhang)).map(({ name }) => name).toSorted()).toEqual(['甲', '证据.txt'].toSorted())
  })

  test('is not purged along with its knowledge base; without a hold it leaves the bin with the base', async () => {
    const baseId = await newBase(zhang, { scope: 'personal' })
    const docId = await newDoc(zhang, baseId, '指引.md', '# 指引\n\n加计扣除比例为百分之一百。')
    await zhang(knowledgeDoc.remove, { ids: docId })
    await zhang(knowledge.removeBases, { ids: baseId })
    const rows = await mine(zhang)
    const doc = only(rows, 'knowledgeDoc')
    await bossHolds(doc)
    await expect(purged(zhang, [only(rows, 'knowledgeBase')])).rejects.toThrow('依法保留')
    expect(await inside(server, boss).countOf('kb_doc', 'id', docId)).toBe(1)
    await boss(trash.hold, { ids: [doc], held: false })
    expect((await purged(zhang, [only(rows, 'knowledgeBase')])).result).toMatchObject({ purged: 1 })
    expect(await mine(zhang)).toEqual([])
  })

  test('is not purged by parting with its client', async () => {
    const id = await client(zhang, '诉讼方')
    await zhang(disk.openSpace, { type: 'enterprise', ownerId: id })
    await put('/dav/诉讼方/证据.txt', '一')
    await mount('DELETE', '/dav/诉讼方/证据.txt')
    await zhang(enterprise.remove, { ids: id })
    const rows = await mine(zhang)
    await bossHolds(only(rows, 'disk'))
    await expect(purged(zhang, [only(rows, 'enterprise')])).rejects.toThrow('依法保留')
    await expect(purged(boss, [only(rows, 'enterprise')])).rejects.toThrow('依法保留')
    expect(await all(boss)).toHaveLength(2)
  })

  test('does not get rid of its hold by being brought back and deleted again', async () => {
    await put('/dav/mine/证据.txt', '一')
    await mount('DELETE', '/dav/mine/证据.txt')
    const id = only(await mine(zhang), 'disk')
    await bossHolds(id)
    expect(await restored(zhang, id)).toMatchObject({ done: false, why: expect.stringContaining('依法保留') })
    const baseId = await newBase(zhang, { scope: 'personal' })
    await zhang(knowledge.removeBases, { ids: baseId })
    await bossHolds(only(await mine(zhang), 'knowledgeBase'))
    await expect(zhang(knowledge.restoreBases, { ids: baseId })).rejects.toThrow('依法保留')
    expect(await mine(zhang)).toHaveLength(2)
  })
})

describe('who lost a right meanwhile', () => {
  test('neither sees, restores nor purges what he deleted in a project he does not reach any more', async () => {
    const id = await projectOf(boss)
    await boss(project.assign, { ids: id, owner: zhang.userId })
    const fileId = await handOver(server, zhang, id, { name: '余额表.csv', content: 'a,b\n1,2' })
    await zhang(ledger.removeFile, { projectId: id, fileId })
    const row = only(await mine(zhang), 'file')
    await boss(project.assign, { ids: id, owner: boss.userId })
    expect(await mine(zhang)).toEqual([])
    expect(await zhang(trash.summary, {})).toMatchObject({ total: 0 })
    await expect(zhang(trash.restore, { ids: [row] })).rejects.toMatchObject({ code: 404 })
    await expect(zhang(trash.purge, { ids: [row] })).rejects.toMatchObject({ code: 404 })
    await expect(zhang(trash.empty, {})).rejects.toThrow('没有可以彻底删除的内容')
    expect(await all(boss)).toHaveLength(1)
  })

  test('neither brings back nor purges a file of a folder that is closed to him now', async () => {
    const firm = (await boss(disk.spaces, {})).find(({ type }) => type === 'firm')
    const { id } = await boss(disk.makeFolder, { parentId: firm?.rootId ?? '', name: '共享' })
    const opened = (level: number) =>
      boss(disk.saveRules, { id, inherits: true, rules: [{ subject: 'user', subjectId: zhang.userId, level }] })
    await opened(diskLevel.edit)
    await put('/dav/firm/共享/底稿.txt', '一')
    await mount('DELETE', '/dav/firm/共享/底稿.txt')
    const row = only(await mine(zhang), 'disk')
    await opened(diskLevel.none)
    expect(await mine(zhang)).toEqual([])
    await expect(zhang(trash.restore, { ids: [row] })).rejects.toMatchObject({ code: 404 })
    await expect(zhang(trash.purge, { ids: [row] })).rejects.toMatchObject({ code: 404 })
  })
})

describe('a folder of a project that is closed to who only reads the project', () => {
  test('gives back nothing he had deleted from it; what is open to him he still brings back', async () => {
    const id = await projectOf(boss)
    const teacher = await server.as('teacher', '周老师', { tenantId: boss.tenantId })
    const space = await boss(disk.openSpace, { type: 'project', ownerId: id })
    const opened = (folder: string, level: number) =>
      boss(disk.saveRules, {
        id: folder,
        inherits: true,
        rules: [{ subject: 'user', subjectId: teacher.userId, level }],
      })
    for (const name of ['合伙人', '公开']) {
      const { id: parentId } = await boss(disk.makeFolder, { parentId: space.rootId, name })
      await opened(parentId, diskLevel.edit)
      const inner = await teacher(disk.makeFolder, { parentId, name: `${name}的夹` })
      await teacher(disk.remove, { ids: [inner.id] })
      if (name === '合伙人') await opened(parentId, diskLevel.none)
    }
    const left = await mine(teacher)
    expect(left.map(({ name }) => name)).toEqual(['公开的夹'])
    const closed = named(await all(boss), '合伙人的夹')
    await expect(teacher(trash.restore, { ids: [closed] })).rejects.toMatchObject({ code: 404 })
    await expect(teacher(trash.purge, { ids: [closed] })).rejects.toMatchObject({ code: 404 })
    expect(await restored(teacher, left[0]?.id ?? '')).toMatchObject({ done: true })
  })
})

describe('purging', () => {
  test('takes a project whose disk holds the same name in two folders', async () => {
    const id = await projectOf(zhang)
    const { projectName, enterpriseName } = await zhang(project.detail, { id })
    await zhang(disk.openSpace, { type: 'project', ownerId: id })
    const home = `/dav/${projectName} 2025 · ${enterpriseName}`
    for (const folder of ['甲', '乙']) {
      await mount('MKCOL', `${home}/${folder}`)
      await put(`${home}/${folder}/说明.txt`, folder)
    }
    await zhang(project.remove, { ids: id })
    const done = await purged(zhang, [only(await mine(zhang), 'project')])
    expect(done.result).toMatchObject({ purged: 1, failed: 0 })
    expect(await used(boss, 'storage_bytes')).toBe(0)
  })

  test('of a file in the disk leaves no row that holds its content; the same content of another file stays', async () => {
    await put('/dav/mine/甲.txt', '独有')
    await put('/dav/mine/乙.txt', '共有')
    await put('/dav/mine/丙.txt', '共有')
    for (const name of ['甲', '乙']) await mount('DELETE', `/dav/mine/${name}.txt`)
    const rows = await mine(zhang)
    await purged(
      zhang,
      rows.map(({ id }) => id),
    )
    const names = await inside(server, boss).inFirm((db) => db.selectFrom('file').select('name').execute())
    expect(names).toEqual([{ name: '丙.txt' }])
    expect((await mount('GET', '/dav/mine/丙.txt')).text).toBe('共有')
    expect(await used(boss, 'storage_bytes')).toBe(6)
  })

  test('by night leaves what the bin took over a moment ago from the time before it: its days begin then', async () => {
    await zhang(enterprise.remove, { ids: await client(zhang) })
    await inside(server, boss).inFirm((db) =>
      db
        .updateTable('trash_item')
        .set({ deleted_at: sql`now() - interval '400 days'`, listed_at: sql`now()` })
        .execute(),
    )
    await night(server)
    expect((await mine(zhang))[0]).toMatchObject({ daysLeft: 30 })
  })
})
