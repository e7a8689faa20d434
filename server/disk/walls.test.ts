import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { dept } from '#contract/dept.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newProject } from '../knowledge/testing-base.ts'
import { namesIn, refused, sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let admin: Caller
let zhang: Caller
let li: Caller
let stranger: Caller
let firm: string
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
  zhang = await server.as('zxs', '张审计')
  li = await server.as('zxs', '李审计')
  stranger = await server.as('admin', '外所', await server.tenant('别家'))
  firm = await topFolder(admin, 'firm')
})
const folder = async (parentId: string, name: string, who = admin) =>
  (await who(disk.makeFolder, { parentId, name })).id
const level = async (who: Caller, id: string) => (await who(disk.detail, { id })).node.level
const rule = (who: Caller, given: number) => ({ subject: 'user' as const, subjectId: who.userId, level: given })

test('another tenant’s folder does not exist, for no call', async () => {
  const place = await folder(firm, '外人')
  const { nodeId, fileId } = await send(admin, { folder: place, name: 'a.zip', content: 'x' })
  const none = { code: 404 }
  const theirs = await topFolder(stranger, 'firm')
  const versionId = (await admin(diskFile.versions, { id: nodeId }))[0]?.id ?? ''
  const spaceId = (await admin(disk.spaces, {}))[0]?.id ?? ''
  await expect(stranger(disk.list, { parentId: place })).rejects.toMatchObject(none)
  await expect(stranger(disk.tree, { parentId: place })).rejects.toMatchObject(none)
  await expect(stranger(disk.detail, { id: nodeId })).rejects.toMatchObject(none)
  await expect(stranger(disk.activity, { nodeId })).rejects.toMatchObject(none)
  await expect(stranger(disk.rules, { id: place })).rejects.toMatchObject(none)
  await expect(stranger(disk.saveRules, { id: place, inherits: true, rules: [] })).rejects.toMatchObject(none)
  await expect(stranger(disk.usage, { spaceId })).rejects.toMatchObject(none)
  await expect(stranger(disk.saveSpace, { id: spaceId, quotaBytes: 1 })).rejects.toMatchObject(none)
  await expect(stranger(disk.conflicts, { parentId: place, paths: ['a.zip'] })).rejects.toMatchObject(none)
  await expect(stranger(disk.makeFolder, { parentId: place, name: 'x' })).rejects.toMatchObject(none)
  await expect(stranger(disk.rename, { id: nodeId, name: 'x' })).rejects.toMatchObject(none)
  await expect(stranger(disk.move, { ids: [nodeId], targetId: theirs })).rejects.toMatchObject(none)
  await expect(stranger(disk.copy, { ids: [nodeId], targetId: theirs })).rejects.toMatchObject(none)
  await expect(stranger(disk.remove, { ids: [nodeId] })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.versions, { id: nodeId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.restoreVersion, { id: nodeId, versionId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.nameVersion, { id: nodeId, versionId, comment: 'x' })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.removeVersion, { id: nodeId, versionId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.lock, { id: nodeId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.unlock, { id: nodeId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.hold, { ids: [nodeId], on: true })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.tag, { ids: [nodeId], add: ['x'] })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.tags, { spaceId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.favour, { ids: [nodeId], on: true })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.touch, { id: nodeId })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.zip, { ids: [nodeId] })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.unzip, { id: nodeId, targetId: theirs })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.toKnowledge, { ids: [nodeId], baseId: crypto.randomUUID() })).rejects.toMatchObject(
    none,
  )
  await expect(stranger(diskFile.toPaper, { id: nodeId, projectId: crypto.randomUUID() })).rejects.toMatchObject(none)
  await expect(stranger(diskFile.toProject, { ids: [nodeId], projectId: crypto.randomUUID() })).rejects.toMatchObject(
    none,
  )
  await expect(stranger.download(file.download, { id: fileId })).rejects.toMatchObject(none)
  expect((await refused(send(stranger, { folder: place, name: 'x.txt', content: 'x' }))).status).toBe(404)
  expect((await stranger(disk.search, { words: 'a.zip' })).total).toBe(0)
})

test('one’s own space is nobody else’s, not even an administrator’s', async () => {
  const own = await topFolder(zhang, 'user')
  const { nodeId, fileId } = await send(zhang, { folder: own, name: '私人.txt', content: '私' })
  for (const other of [admin, li]) {
    await expect(other(disk.list, { parentId: own })).rejects.toMatchObject({ code: 404 })
    await expect(other(disk.detail, { id: nodeId })).rejects.toMatchObject({ code: 404 })
    await expect(other.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 404 })
    expect((await other(disk.search, { words: '私人' })).total).toBe(0)
    expect(await other(disk.spaces, {})).not.toContainEqual(expect.objectContaining({ rootId: own }))
  }
})

test('who may upload keeps what is his own and leaves others’ alone', async () => {
  const place = await folder(firm, '共用')
  const { nodeId: theirs } = await send(admin, { folder: place, name: '制度.txt', content: '第一版' })
  const { nodeId: own } = await send(zhang, { folder: place, name: '我的.txt', content: '一' })
  await expect(zhang(disk.rename, { id: theirs, name: '改名.txt' })).rejects.toMatchObject({
    code: 403,
    message: '您在“制度.txt”没有此项权限，请联系管理该文件夹的人',
  })
  expect((await refused(send(zhang, { folder: place, name: '制度.txt', content: '第二版' }))).code).toBe(403)
  expect((await zhang(disk.rename, { id: own, name: '我的2.txt' })).name).toBe('我的2.txt')
  // of his own folder, too, while others have put nothing in
  const mine = await folder(place, '张的', zhang)
  await send(li, { folder: mine, name: '李的.txt', content: 'x' })
  await expect(zhang(disk.remove, { ids: [mine] })).rejects.toMatchObject({
    message: '“张的”里有其他人的文件，您只能处理自己上传的内容',
  })
  await expect(zhang(disk.saveRules, { id: mine, inherits: false, rules: [] })).rejects.toMatchObject({ code: 403 })
  await expect(zhang(disk.saveSpace, { id: crypto.randomUUID(), quotaBytes: 1 })).rejects.toMatchObject({ code: 403 })
})

test('a folder closed to all but a few is closed below, too, and shows nowhere', async () => {
  const closed = await folder(firm, '合伙人')
  const below = await folder(closed, '工资')
  const { nodeId, fileId } = await send(admin, { folder: below, name: '工资表.txt', content: '机密工资数额' })
  expect((await li(disk.detail, { id: nodeId })).node.level).toBe(3)
  await admin(disk.saveRules, { id: closed, inherits: false, rules: [rule(zhang, 2)] })
  expect((await zhang(disk.detail, { id: nodeId })).node.level).toBe(2)
  expect((await zhang.download(file.download, { id: fileId })).body.toString()).toBe('机密工资数额')
  await expect(zhang(disk.rename, { id: nodeId, name: 'x' })).rejects.toMatchObject({ code: 403 })
  expect((await refused(send(zhang, { folder: below, name: 'x.txt', content: 'x' }))).code).toBe(403)
  await expect(li(disk.list, { parentId: below })).rejects.toMatchObject({ code: 404 })
  await expect(li.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 404 })
  expect(await namesIn(li, firm)).not.toContain('合伙人')
  expect((await li(disk.tree, { parentId: firm })).map(({ name }) => name)).not.toContain('合伙人')
  expect((await li(disk.search, { words: '工资' })).total).toBe(0)
  expect((await zhang(disk.search, { words: '工资' })).total).toBe(2)
  const { records } = await li(disk.activity, { nodeId: firm, size: 500 })
  expect(records.map(({ name }) => name)).not.toContain('工资表.txt')
  // who may only view reads names, no contents
  await admin(disk.saveRules, { id: closed, inherits: false, rules: [rule(zhang, 1)] })
  expect((await zhang(disk.detail, { id: nodeId })).node.name).toBe('工资表.txt')
  await expect(zhang.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 403 })
  await expect(zhang(diskFile.zip, { ids: [nodeId] })).rejects.toMatchObject({ code: 403 })
  await expect(zhang(disk.copy, { ids: [nodeId], targetId: firm })).rejects.toMatchObject({ code: 403 })
})

test('the nearest rule counts, a person’s before his department’s and role’s; a manager is never shut out', async () => {
  const { id: deptId } = await admin(dept.submit, { deptName: '审计一部' })
  await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: admin.userId }, (db) =>
    db.insertInto('user_dept').values({ user_id: li.userId, dept_id: deptId }).execute(),
  )
  const place = await folder(firm, '分级')
  const deeper = await folder(place, '下级')
  await admin(disk.saveRules, {
    id: place,
    inherits: true,
    rules: [
      { subject: 'role', subjectId: 'zxs', level: 1 },
      { subject: 'dept', subjectId: deptId, level: 4 },
      rule(zhang, 2),
      rule(admin, 0),
    ],
  })
  expect([await level(zhang, deeper), await level(li, deeper), await level(admin, deeper)]).toEqual([2, 4, 5])
  await admin(disk.saveRules, { id: deeper, inherits: true, rules: [rule(zhang, 4)] })
  expect([await level(zhang, place), await level(zhang, deeper), await level(li, deeper)]).toEqual([2, 4, 4])
  const { inherited, own } = await admin(disk.rules, { id: deeper })
  expect(own).toEqual([{ ...rule(zhang, 4), name: '张审计', gone: false }])
  expect(inherited.map(({ name, fromName }) => [name, fromName])).toContainEqual(['审计一部', '分级'])
  await expect(
    admin(disk.saveRules, {
      id: place,
      inherits: true,
      rules: [{ subject: 'user', subjectId: stranger.userId, level: 5 }],
    }),
  ).rejects.toMatchObject({ message: '权限中的人员、角色或部门不存在' })
})

test('what is opened to somebody in another’s own space is found among what others opened to him', async () => {
  const own = await topFolder(zhang, 'user')
  const shared = await folder(own, '给李审计', zhang)
  const { nodeId } = await send(zhang, { folder: shared, name: '资料.txt', content: '资料' })
  await zhang(disk.saveRules, { id: shared, inherits: true, rules: [rule(li, 3)] })
  expect((await li(diskFile.marked, { by: 'shared' })).records.map(({ name }) => name)).toEqual(['给李审计'])
  const { steps, space } = await li(disk.detail, { id: nodeId })
  expect(steps.map(({ name }) => name)).toEqual(['给李审计'])
  expect(space).toMatchObject({ type: 'user', name: '张审计', level: 0, usedBytes: 0 })
  await send(li, { folder: shared, name: '回复.txt', content: '回' })
  expect(await namesIn(zhang, shared)).toEqual(['回复.txt', '资料.txt'])
  expect((await zhang(diskFile.marked, { by: 'shared' })).total).toBe(0)
})

test('a project’s space is for those who reach the project', async () => {
  const projectId = await newProject(zhang)
  const space = await zhang(disk.openSpace, { type: 'project', ownerId: projectId })
  expect(space).toMatchObject({ type: 'project', ownerId: projectId, level: 5 })
  expect(space.name).toContain('2025')
  await send(zhang, { folder: space.rootId, name: '底稿.txt', content: 'x' })
  await expect(li(disk.openSpace, { type: 'project', ownerId: projectId })).rejects.toMatchObject({ code: 404 })
  await expect(li(disk.list, { parentId: space.rootId })).rejects.toMatchObject({ code: 404 })
  await expect(stranger(disk.openSpace, { type: 'project', ownerId: projectId })).rejects.toMatchObject({ code: 404 })
  expect(await namesIn(admin, space.rootId)).toEqual(['底稿.txt'])
  const teacher = await server.as('teacher', '老师')
  expect((await teacher(disk.detail, { id: space.rootId })).node.level).toBe(2)
  expect((await li(disk.spaces, { projectId })).length).toBe(0)
})

test('a lock keeps others from changing a file until it ends or a manager breaks it', async () => {
  const place = await folder(firm, '锁')
  await admin(disk.saveRules, { id: place, inherits: true, rules: [rule(zhang, 4), rule(li, 4)] })
  const { nodeId } = await send(zhang, { folder: place, name: '编制中.txt', content: '一' })
  const locked = await zhang(diskFile.lock, { id: nodeId })
  expect(locked).toMatchObject({ lockedBy: zhang.userId, lockedByName: '张审计' })
  const message = `“编制中.txt”已被 张审计 锁定至 ${locked.lockUntil}，请等其解锁或请管理者强制解锁`
  await expect(li(disk.rename, { id: nodeId, name: 'x.txt' })).rejects.toMatchObject({ message })
  await expect(li(disk.remove, { ids: [nodeId] })).rejects.toMatchObject({ message })
  await expect(li(diskFile.lock, { id: nodeId })).rejects.toMatchObject({ message })
  expect((await refused(send(li, { folder: place, name: '编制中.txt', content: '二' }))).msg).toBe(message)
  // a folder that holds it goes nowhere either
  await expect(admin(disk.remove, { ids: [place] })).rejects.toMatchObject({ message })
  await expect(li(diskFile.unlock, { id: nodeId, force: true })).rejects.toMatchObject({ code: 403 })
  // who holds it works on
  await send(zhang, { folder: place, name: '编制中.txt', content: '二' })
  await admin(diskFile.unlock, { id: nodeId, force: true })
  expect((await li(disk.rename, { id: nodeId, name: '定稿.txt' })).name).toBe('定稿.txt')
  const { records } = await admin(disk.activity, { nodeId })
  expect(records.map(({ verb }) => verb)).toEqual(['rename', 'forceUnlock', 'version', 'lock', 'upload'])
})

test('students and teachers read the firm’s space and put nothing there', async () => {
  const student = await server.as('student', '学生')
  const [space] = await student(disk.spaces, {})
  expect([space?.rootId, space?.level]).toEqual([firm, 2])
  await expect(student(disk.makeFolder, { parentId: firm, name: 'x' })).rejects.toMatchObject({ code: 403 })
  expect(await student(disk.subjects, {})).toEqual([])
})
