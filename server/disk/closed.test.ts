import { zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { namesIn, refused, sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let admin: Caller
let zhang: Caller
let li: Caller
let firm: string
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
  zhang = await server.as('zxs', '张审计')
  li = await server.as('zxs', '李审计')
  firm = await topFolder(admin, 'firm')
})
const folder = async (parentId: string, name: string, who = admin) =>
  (await who(disk.makeFolder, { parentId, name })).id
const rule = (who: Caller, level: number) => ({ subject: 'user' as const, subjectId: who.userId, level })
const close = (id: string, ...rules: ReturnType<typeof rule>[]) => admin(disk.saveRules, { id, inherits: false, rules })
const binned = async (who: Caller, name: string) => (await who(trash.list, { name })).records[0]?.id ?? ''
const names = async (who: Caller, nodeId: string) => {
  const { records } = await who(disk.activity, { nodeId, size: 500 })
  return records.flatMap(({ name, detail }) => [name].concat(Object.values(detail).map(String)))
}

/** A folder that 张 may edit, with one in it that is closed to him. */
async function withClosed(name: string) {
  const place = await folder(firm, name)
  const closed = await folder(place, `${name}之密`)
  const { nodeId, fileId } = await send(admin, { folder: closed, name: '工资.txt', content: `${name}的机密` })
  await admin(disk.saveRules, { id: place, inherits: true, rules: [rule(zhang, 4)] })
  await close(closed)
  return { place, closed, nodeId, fileId }
}

test('a folder with something closed in it is not carried off, nor thrown away, by who may not see that', async () => {
  const { place, closed, fileId } = await withClosed('年终')
  const own = await topFolder(zhang, 'user')
  const why = { code: 403, message: '“年终”里有您没有编辑权限的内容，不能整体移动或删除，请联系管理该文件夹的人' }
  await expect(zhang(disk.move, { ids: [place], targetId: own })).rejects.toMatchObject(why)
  await expect(zhang(disk.remove, { ids: [place] })).rejects.toMatchObject(why)
  await expect(zhang.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 404 })
  await expect(zhang(disk.detail, { id: closed })).rejects.toMatchObject({ code: 404 })
  // a copy leaves it behind, and the name of the folder alone may change
  await zhang(disk.copy, { ids: [place], targetId: own })
  expect((await zhang(disk.search, { words: '工资', parentId: own })).total).toBe(0)
  expect((await zhang(disk.rename, { id: place, name: '年末' })).name).toBe('年末')
})

test('what was thrown away comes back elsewhere only for who might have moved it there', async () => {
  const own = await topFolder(zhang, 'user')
  // made by 张, then taken where he has nothing to do
  const closed = await folder(firm, '复核')
  await close(closed)
  const { nodeId } = await send(zhang, { folder: firm, name: '张的初稿.txt', content: '初稿' })
  await send(admin, { folder: firm, name: '张的初稿.txt', content: '领导批注' })
  await admin(disk.move, { ids: [nodeId], targetId: closed })
  await admin(disk.remove, { ids: [nodeId] })
  const id = (await admin(trash.list, { whose: 'firm', name: '张的初稿.txt' })).records[0]?.id ?? ''
  await expect(zhang(trash.restore, { ids: [id], taken: 'rename', folderId: own })).rejects.toMatchObject({ code: 404 })
  expect(await namesIn(zhang, own)).not.toContain('张的初稿.txt')
  // an administrator brings back what a person threw away, and does not get to read it
  const { nodeId: letter } = await send(zhang, { folder: own, name: '家书.txt', content: '私' })
  await zhang(disk.remove, { ids: [letter] })
  const letterId = (await admin(trash.list, { whose: 'firm', name: '家书.txt' })).records[0]?.id ?? ''
  const [taken] = (await admin(trash.restore, { ids: [letterId], taken: 'rename', folderId: firm })).outcomes
  expect(taken).toMatchObject({ done: false })
  const [back] = (await admin(trash.restore, { ids: [letterId], taken: 'rename' })).outcomes
  expect(back).toMatchObject({ done: true })
  expect(await namesIn(zhang, own)).toContain('家书.txt')
})

test('a place that was made anew in between takes back what lay in the old one', async () => {
  const first = await folder(firm, '往来')
  const { nodeId } = await send(admin, { folder: first, name: '函.txt', content: '一' })
  await admin(disk.remove, { ids: [nodeId] })
  await admin(disk.remove, { ids: [first] })
  const second = await folder(firm, '往来')
  const [outcome] = (await admin(trash.restore, { ids: [await binned(admin, '函.txt')], taken: 'rename' })).outcomes
  expect(outcome).toMatchObject({ done: true })
  expect(await namesIn(admin, second)).toEqual(['函.txt'])
})

test('a closed folder that is made again for what comes back is closed again', async () => {
  const closed = await folder(firm, '纪律')
  await close(closed, rule(zhang, 2))
  const { nodeId, fileId } = await send(admin, { folder: closed, name: '处分.txt', content: '机密' })
  await admin(disk.remove, { ids: [nodeId] })
  await admin(disk.remove, { ids: [closed] })
  const [outcome] = (await admin(trash.restore, { ids: [await binned(admin, '处分.txt')], taken: 'rename' })).outcomes
  expect(outcome).toMatchObject({ done: true })
  await expect(li.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 404 })
  expect((await zhang.download(file.download, { id: fileId })).body.toString()).toBe('机密')
  // nor does it fall into an open one that has taken the name
  const { nodeId: again } = await send(admin, {
    folder: closedOf(await admin(disk.detail, { id: nodeId })),
    name: '二.txt',
    content: '二',
  })
  await admin(disk.remove, { ids: [again] })
  await admin(disk.remove, { ids: [closedOf(await admin(disk.detail, { id: nodeId }))] })
  await folder(firm, '纪律')
  await admin(trash.restore, { ids: [await binned(admin, '二.txt')], taken: 'rename' })
  await expect(li(disk.detail, { id: again })).rejects.toMatchObject({ code: 404 })
})
const closedOf = ({ node }: { node: { parentId: string } }) => node.parentId

test('a log never names what is closed, also when that is gone for good', async () => {
  const closed = await folder(firm, '裁员名单')
  await send(admin, { folder: closed, name: '某某.txt', content: 'x' })
  await close(closed)
  await admin(disk.remove, { ids: [closed] })
  const { jobId } = await admin(trash.purge, { ids: [await binned(admin, '裁员名单')] })
  await admin.done(jobId)
  expect(await names(admin, firm)).toContain('裁员名单')
  const seen = await names(zhang, firm)
  expect(seen).not.toContain('裁员名单')
  expect(seen).not.toContain('某某.txt')
})

test('where a copy went is no business of who reads the original', async () => {
  const { nodeId } = await send(admin, { folder: firm, name: '公告.txt', content: 'x' })
  await zhang(disk.copy, { ids: [nodeId], targetId: await folder(await topFolder(zhang, 'user'), '张的私密', zhang) })
  expect(await names(li, nodeId)).not.toContain('张的私密')
  expect((await li(disk.activity, { nodeId })).records.map(({ verb }) => verb)).toContain('copy')
})

test('who may see less learns no names, sizes and sums of the rest', async () => {
  const { place, closed } = await withClosed('年报')
  await send(admin, { folder: place, name: '公开.txt', content: '12345' })
  expect((await zhang(disk.tree, { parentId: firm })).find(({ id }) => id === place)?.hasChildren).toBe(false)
  expect((await admin(disk.tree, { parentId: firm })).find(({ id }) => id === place)?.hasChildren).toBe(true)
  // sizes leave out what he does not see
  expect((await zhang(disk.detail, { id: place })).node.size).toBe(5)
  expect((await zhang(disk.list, { parentId: firm, size: '500' })).records.find(({ id }) => id === place)?.size).toBe(5)
  expect((await admin(disk.detail, { id: place })).node.size).toBeGreaterThan(5)
  // names cannot be tried out through the folder
  const ask = async (name: string) =>
    refused(send(zhang, { folder: place, name, content: 'x', metadata: { relPath: '年报之密', conflict: 'ask' } }))
  expect(await ask('工资.txt')).toMatchObject({ status: 409 })
  expect((await ask('没有.txt')).msg).toBe((await ask('工资.txt')).msg)
  // a folder below that is open to him does not tell who may do what above
  const inner = await folder(closed, '给张')
  await admin(disk.saveRules, { id: closed, inherits: false, rules: [rule(li, 2)] })
  await admin(disk.saveRules, { id: inner, inherits: true, rules: [rule(zhang, 2)] })
  expect((await zhang(disk.rules, { id: inner })).inherited.map(({ fromName }) => fromName)).not.toContain('年报之密')
  // the sum of a file's bytes is as good as asking for them
  await admin(disk.saveRules, { id: inner, inherits: true, rules: [rule(zhang, 1)] })
  const { nodeId } = await send(admin, { folder: inner, name: '可见.txt', content: '只看' })
  expect((await zhang(disk.detail, { id: nodeId })).node.sha256).toBe('')
  expect((await zhang(diskFile.versions, { id: nodeId }))[0]?.sha256).toBe('')
})

test('what fills a space counts nothing of what is closed to who asks', async () => {
  const { nodeId } = await withClosed('半年报')
  const { spaceId } = (await admin(disk.detail, { id: nodeId })).node
  const bytesOf = async (who: Caller) => {
    const { kinds, versionBytes, trashBytes } = await who(disk.usage, { spaceId })
    return [kinds.reduce((sum, { bytes }) => sum + bytes, 0), versionBytes, trashBytes]
  }
  const before = await bytesOf(zhang)
  const all = await bytesOf(admin)
  const closed = (await admin(disk.detail, { id: nodeId })).node.parentId
  await send(admin, { folder: closed, name: '工资.txt', content: '又一个版本的机密内容' })
  const { nodeId: thrown } = await send(admin, { folder: closed, name: '废稿.txt', content: '废' })
  await admin(disk.remove, { ids: [thrown] })
  expect(await bytesOf(zhang)).toEqual(before)
  const [kinds = 0, versions = 0, bin = 0] = await bytesOf(admin)
  expect([kinds > (all[0] ?? 0), versions > (all[1] ?? 0), bin > (all[2] ?? 0)]).toEqual([true, true, true])
})

test('an archive that leads into a closed folder brings the rest', async () => {
  const { place } = await withClosed('季报')
  const archive = zipSync({
    '甲.txt': Buffer.from('甲'),
    '季报之密/工资.txt': Buffer.from('假'),
    '乙.txt': Buffer.from('乙'),
  })
  const { nodeId } = await send(zhang, { folder: place, name: '包.zip', content: Buffer.from(archive) })
  const { jobId } = await zhang(diskFile.unzip, { id: nodeId, targetId: place, conflict: 'version' })
  const job = await zhang.done(jobId)
  expect(job).toMatchObject({ state: 'succeeded', result: { files: 2, skipped: 1 } })
  expect(await namesIn(zhang, place)).toEqual(['包.zip', '甲.txt', '乙.txt'].toSorted())
})

test('what is shared is gone for good only when who manages the place says so', async () => {
  const place = await folder(firm, '底稿库')
  await admin(disk.saveRules, { id: place, inherits: true, rules: [rule(zhang, 4)] })
  const { nodeId } = await send(admin, { folder: place, name: '存档.txt', content: '存' })
  await zhang(disk.remove, { ids: [nodeId] })
  const { jobId } = await zhang(trash.purge, { ids: [await binned(zhang, '存档.txt')] })
  await zhang.done(jobId)
  expect((await admin(trash.list, { whose: 'firm', name: '存档.txt' })).total).toBe(1)
  // his own he empties as he likes
  const { nodeId: own } = await send(zhang, { folder: await topFolder(zhang, 'user'), name: '自己.txt', content: '己' })
  await zhang(disk.remove, { ids: [own] })
  const { jobId: second } = await zhang(trash.purge, { ids: [await binned(zhang, '自己.txt')] })
  expect(await zhang.done(second)).toMatchObject({ state: 'succeeded', result: { purged: 1, why: [] } })
  expect((await admin(trash.list, { whose: 'firm', name: '自己.txt' })).total).toBe(0)
})
