import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { trash } from '#contract/trash.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { recountSpaces } from './register-disk.ts'
import { namesIn, sendTo, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  admin = await server.as('admin', '王管理')
})

const rule = (who: Caller, level: number) => ({ subject: 'user' as const, subjectId: who.userId, level })

test('the space of somebody who has left goes to a colleague, whole, and to nobody else', async () => {
  const gone = await server.as('zxs', '离职者')
  const heir = await server.as('zxs', '接手人')
  const own = await topFolder(gone, 'user')
  const { nodeId, fileId } = await send(gone, {
    folder: own,
    name: '底稿.txt',
    content: '一',
    metadata: { relPath: '项目' },
  })
  await send(gone, { folder: own, name: '底稿.txt', content: '二二', metadata: { relPath: '项目' } })
  const { nodeId: thrown } = await send(gone, { folder: own, name: '废.txt', content: '废' })
  await gone(disk.remove, { ids: [thrown] })
  await gone(diskFile.lock, { id: nodeId })
  const spaceId = (await gone(disk.spaces, {})).find(({ type }) => type === 'user')?.id ?? ''
  // not while he is there
  expect(await admin(disk.leftSpaces, {})).toEqual([])
  await expect(admin(disk.handOver, { spaceId, toUserId: heir.userId })).rejects.toMatchObject({ code: 404 })
  await admin(user.leave, { id: gone.userId, toUserId: heir.userId })
  expect(await admin(disk.leftSpaces, {})).toEqual([{ id: spaceId, name: '离职者', bytes: 12, files: 2 }])
  // nobody without that right, and nobody else's firm
  await expect(heir(disk.leftSpaces, {})).rejects.toMatchObject({ code: 403 })
  await expect(heir(disk.handOver, { spaceId, toUserId: heir.userId })).rejects.toMatchObject({ code: 403 })
  const stranger = await server.as('admin', '外所', await server.tenant('别家'))
  expect(await stranger(disk.leftSpaces, {})).toEqual([])
  await expect(stranger(disk.handOver, { spaceId, toUserId: stranger.userId })).rejects.toMatchObject({ code: 404 })
  await expect(admin(disk.handOver, { spaceId, toUserId: gone.userId })).rejects.toMatchObject({
    message: '接收人不在职或已停用，请选择可以登录的同事',
  })
  const { folder } = await admin(disk.handOver, { spaceId, toUserId: heir.userId })
  expect(folder).toBe('离职者 移交的文件')
  const theirs = await topFolder(heir, 'user')
  expect(await namesIn(heir, theirs)).toEqual([folder])
  const { node, versions } = await heir(disk.detail, { id: nodeId })
  expect([node.level, node.lockedBy, versions]).toEqual([5, '', 2])
  expect((await heir.download(file.download, { id: fileId })).body.toString()).toBe('一')
  await expect(admin(disk.detail, { id: nodeId })).rejects.toMatchObject({ code: 404 })
  // what he had thrown away comes back to the colleague
  const [bin] = (await heir(trash.list, { name: '废.txt' })).records
  const [back] = (await heir(trash.restore, { ids: [bin?.id ?? ''], taken: 'rename' })).outcomes
  expect(back).toMatchObject({ done: true })
  expect(await admin(disk.leftSpaces, {})).toEqual([])
  const wrong = await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, recountSpaces)
  expect(wrong).toBe(0)
  const actions = (await admin(audit.list, { size: 50 })).records.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['disk.handOver', 'disk.remove', 'trash.restore']))
})

test('rights stay savable when somebody named in them has left; he is shown by his name, and named nowhere anew', async () => {
  const gone = await server.as('zxs', '周离任')
  const stays = await server.as('zxs', '吴在岗')
  const firm = await topFolder(admin, 'firm')
  const { id } = await admin(disk.makeFolder, { parentId: firm, name: '年审资料' })
  const other = await admin(disk.makeFolder, { parentId: firm, name: '新文件夹' })
  await admin(disk.saveRules, { id, inherits: true, rules: [rule(gone, 4)] })
  await admin(user.leave, { id: gone.userId, toUserId: stays.userId })
  expect((await admin(disk.rules, { id })).own).toMatchObject([{ name: '周离任', gone: true, level: 4 }])
  await admin(disk.saveRules, { id, inherits: true, rules: [rule(gone, 4), rule(stays, 3)] })
  expect((await admin(disk.rules, { id })).own.map(({ name, gone }) => [name, gone])).toEqual([
    ['周离任', true],
    ['吴在岗', false],
  ])
  await expect(admin(disk.saveRules, { id: other.id, inherits: true, rules: [rule(gone, 4)] })).rejects.toMatchObject({
    code: 400,
  })
  await admin(disk.saveRules, { id, inherits: true, rules: [rule(stays, 3)] })
  await expect(
    admin(disk.saveRules, { id, inherits: true, rules: [rule(gone, 4), rule(stays, 3)] }),
  ).rejects.toMatchObject({ code: 400 })
})
