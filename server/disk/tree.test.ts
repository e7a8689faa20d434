import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
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

const folder = async (parentId: string, name: string, who = admin) =>
  (await who(disk.makeFolder, { parentId, name })).id

test('everybody has the firm’s space and one of his own', async () => {
  const spaces = await zhang(disk.spaces, {})
  expect(spaces.map(({ type, name, level }) => ({ type, name, level }))).toEqual([
    { type: 'firm', name: '', level: 3 },
    { type: 'user', name: '张审计', level: 5 },
  ])
  const [again] = await zhang(disk.spaces, {})
  expect(again?.id).toBe(spaces[0]?.id)
})

test('a file goes into a folder and comes down as it was; its folders say what they hold', async () => {
  const year = await folder(firm, '2025年度')
  const { nodeId, fileId } = await send(admin, {
    folder: year,
    name: '报告.txt',
    content: '审计报告正文',
    metadata: { relPath: '底稿/附件' },
  })
  const { node, steps, space, versions } = await admin(disk.detail, { id: nodeId })
  expect(node).toMatchObject({
    name: '报告.txt',
    kind: 'file',
    ext: 'txt',
    size: 18,
    fileId,
    versionNo: 1,
    level: 5,
    createUserName: '王管理',
  })
  expect(steps.map(({ name }) => name)).toEqual(['', '2025年度', '底稿', '附件'])
  expect(space).toMatchObject({ type: 'firm', reservedBytes: 0 })
  expect(versions).toBe(1)
  expect((await admin.download(file.download, { id: fileId })).body.toString()).toBe('审计报告正文')
  expect((await admin(disk.detail, { id: year })).node.size).toBe(18)
  expect(await admin(disk.tree, { parentId: year })).toMatchObject([{ name: '底稿', hasChildren: true }])
})

test('a name is taken whatever its case or composition; renaming and moving onto it is refused', async () => {
  const place = await folder(firm, '重名')
  const first = await folder(place, 'Café')
  await expect(admin(disk.makeFolder, { parentId: place, name: 'CAFE\u0301' })).rejects.toMatchObject({
    code: 409,
    message: '此处已有名为“Café”的文件或文件夹',
  })
  const second = await folder(place, '乙')
  await expect(admin(disk.rename, { id: second, name: 'café' })).rejects.toMatchObject({ code: 409 })
  // the same name in other letters is no clash with itself
  expect((await admin(disk.rename, { id: first, name: 'CAFÉ' })).name).toBe('CAFÉ')
  const inner = await folder(second, 'café')
  await expect(admin(disk.move, { ids: [inner], targetId: place })).rejects.toMatchObject({ code: 409 })
  expect(await admin(disk.move, { ids: [inner], targetId: place, conflict: 'skip' })).toEqual({ moved: 0, skipped: 1 })
  expect(await admin(disk.move, { ids: [inner], targetId: place, conflict: 'rename' })).toEqual({
    moved: 1,
    skipped: 0,
  })
  expect(await namesIn(admin, place)).toEqual(['CAFÉ', 'café (1)', '乙'])
})

test.each([
  ['..', '名称不能是“.”或“..”'],
  ['a/b', '名称“a/b”不能含有斜杠 / 或 \\'],
  ['a\\b', '名称“a\\b”不能含有斜杠 / 或 \\'],
  ['CON', '“CON”是 Windows 保留的设备名，请换一个名称'],
  ['nul.txt', '“nul.txt”是 Windows 保留的设备名，请换一个名称'],
  ['COM1.xlsx', '“COM1.xlsx”是 Windows 保留的设备名，请换一个名称'],
  ['a\u0000b', '名称“a�b”含有看不见的控制字符，请重新命名后再试'],
  ['a\nb', '名称“a�b”含有看不见的控制字符，请重新命名后再试'],
  ['报告\u202Efdp.exe', '名称“报告�fdp.exe”含有改变文字方向或不可见的字符，可能伪装文件类型，请重新命名后再试'],
  ['a\u200bb', '名称“a�b”含有改变文字方向或不可见的字符，可能伪装文件类型，请重新命名后再试'],
  ['a\u3164b', '名称“a�b”含有改变文字方向或不可见的字符，可能伪装文件类型，请重新命名后再试'],
  ['con .txt', '“con .txt”是 Windows 保留的设备名，请换一个名称'],
  ['a:b', '名称“a:b”不能含有 : * ? " < > |'],
  ['报告.', '名称“报告.”不能以点结尾'],
  ['  ', '名称不能为空'],
  ['汉'.repeat(86), `名称“${'汉'.repeat(60)}…”太长：最多 255 字节（约 255 个英文字符或 85 个汉字）`],
])('the name %j is refused in words that say why', async (name, message) => {
  await expect(admin(disk.makeFolder, { parentId: firm, name })).rejects.toMatchObject({ message, code: 400 })
})

test('tags and names of versions hold nothing that turns or hides text', async () => {
  const { nodeId } = await send(admin, { folder: firm, name: '标注.txt', content: '一' })
  const versionId = (await admin(diskFile.versions, { id: nodeId }))[0]?.id ?? ''
  for (const text of ['重要\u202egpj', '重\u200b要', '重\n要'])
    for (const write of [
      admin(diskFile.tag, { ids: [nodeId], add: [text] }),
      admin(diskFile.nameVersion, { id: nodeId, versionId, comment: text }),
    ])
      await expect(write).rejects.toMatchObject({ code: 400, message: expect.stringContaining('重新命名') as string })
  // one tag however it was composed
  await admin(diskFile.tag, { ids: [nodeId], add: ['Ünï'.normalize('NFD'), 'Ünï'] })
  expect((await admin(disk.detail, { id: nodeId })).node.tags).toEqual(['Ünï'])
})

test('names of other scripts and emoji are kept, in one composition', async () => {
  const place = await folder(firm, '各种文字')
  for (const name of ['𠮷野家.pdf', '👨‍👩‍👧 家庭.txt'.replaceAll('\u200d', ''), 'Ünïcödé', '汉'.repeat(85)]) {
    const node = await admin(disk.makeFolder, { parentId: place, name: name.normalize('NFD') })
    expect(node.name).toBe(name.normalize('NFC'))
  }
})

test('what is moved takes all below it along and leaves its bytes where it was counted', async () => {
  const [from, to] = [await folder(firm, '移出'), await folder(firm, '移入')]
  const moved = await folder(from, '整包')
  const { nodeId } = await send(admin, {
    folder: moved,
    name: 'a.txt',
    content: '12345',
    metadata: { relPath: '深/更深' },
  })
  await admin(disk.move, { ids: [moved], targetId: to })
  const { steps } = await admin(disk.detail, { id: nodeId })
  expect(steps.map(({ name }) => name)).toEqual(['', '移入', '整包', '深', '更深'])
  const sizes = await Promise.all([from, to].map(async (id) => (await admin(disk.detail, { id })).node.size))
  expect(sizes).toEqual([0, 5])
})

test('a folder does not go into itself or below itself, and the top of a space nowhere', async () => {
  const outer = await folder(firm, '外')
  const inner = await folder(outer, '内')
  await expect(admin(disk.move, { ids: [outer], targetId: inner })).rejects.toMatchObject({
    message: '不能把“外”移动或复制到它自己里面',
  })
  await expect(admin(disk.move, { ids: [outer], targetId: outer })).rejects.toMatchObject({ code: 400 })
  await expect(admin(disk.copy, { ids: [outer], targetId: inner })).rejects.toMatchObject({
    message: '不能把“外”移动或复制到它自己里面',
  })
  await expect(admin(disk.rename, { id: firm, name: '别的' })).rejects.toMatchObject({
    message: '空间的顶层不能这样处理',
  })
  await expect(admin(disk.remove, { ids: [firm] })).rejects.toMatchObject({ code: 400 })
})

test('two people who move folders into each other at once make no ring', async () => {
  const [one, other] = [await folder(firm, '环一'), await folder(firm, '环二')]
  const ends = await Promise.allSettled([
    admin(disk.move, { ids: [one], targetId: other }),
    admin(disk.move, { ids: [other], targetId: one }),
  ])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const names = await namesIn(admin, firm)
  expect(names.filter((name) => name.startsWith('环'))).toHaveLength(1)
})

test('a move into another space carries versions along, and both spaces count right', async () => {
  const own = await topFolder(zhang, 'user')
  const usedBy = async (type: string) => (await zhang(disk.spaces, {})).find((space) => space.type === type)?.usedBytes
  const before = [await usedBy('firm'), await usedBy('user')]
  const { nodeId } = await send(zhang, { folder: own, name: '草稿.txt', content: '第一稿' })
  await send(zhang, { folder: own, name: '草稿.txt', content: '第二稿！' })
  await zhang(disk.move, { ids: [nodeId], targetId: firm })
  expect([await usedBy('firm'), await usedBy('user')]).toEqual([(before[0] ?? 0) + 21, before[1]])
  expect((await zhang(diskFile.versions, { id: nodeId })).map(({ no }) => no)).toEqual([2, 1])
})

test('many are moved and thrown away at once, all or none, and what lies in one of them goes with it', async () => {
  const [from, to] = [await folder(firm, '批量出'), await folder(firm, '批量入')]
  const inner = await folder(from, '里')
  const ids = [inner]
  for (const name of ['一.txt', '二.txt']) ids.push((await send(admin, { folder: from, name, content: name })).nodeId)
  const { nodeId: nested } = await send(admin, { folder: inner, name: '内.txt', content: '内' })
  await send(admin, { folder: to, name: '二.txt', content: '占' })
  await expect(admin(disk.move, { ids: [...ids, nested], targetId: to })).rejects.toMatchObject({ code: 409 })
  expect(await namesIn(admin, to)).toEqual(['二.txt'])
  expect(await admin(disk.move, { ids: [...ids, nested], targetId: to, conflict: 'rename' })).toEqual({
    moved: 3,
    skipped: 0,
  })
  expect(await namesIn(admin, to)).toEqual(['里', '一.txt', '二 (1).txt', '二.txt'])
  const all = (await admin(disk.list, { parentId: to })).records.map(({ id }) => id)
  await admin(disk.remove, { ids: [...all, nested] })
  const sizes = await Promise.all([from, to].map(async (id) => (await admin(disk.detail, { id })).node.size))
  expect(sizes).toEqual([0, 0])
  const binned = (await admin(trash.list, { place: '批量入' })).records
  expect(binned.map(({ name }) => name).toSorted()).toEqual(['一.txt', '二 (1).txt', '二.txt', '里'].toSorted())
})

test('a copy is its own: free name, one version, and the bytes count twice', async () => {
  const place = await folder(firm, '复制')
  const source = await folder(place, '底稿')
  await send(admin, { folder: source, name: 'a.txt', content: '甲', metadata: { relPath: '一/二' } })
  expect(await admin(disk.copy, { ids: [source], targetId: place })).toEqual({ jobId: '', done: 1 })
  expect(await namesIn(admin, place)).toEqual(['底稿', '底稿 (1)'])
  const found = await admin(disk.search, { words: 'a.txt', parentId: place })
  expect(found.total).toBe(2)
  expect((await admin(disk.detail, { id: place })).node.size).toBe(6)
})

test('a folder that is gone is made again for what comes back; under legal hold nothing is purged', async () => {
  const place = await folder(firm, '旧址')
  const inner = await folder(place, '内层')
  const { nodeId } = await send(admin, { folder: inner, name: '证据.txt', content: '留存' })
  await admin(diskFile.hold, { ids: [nodeId], on: true })
  await admin(disk.remove, { ids: [nodeId] })
  await admin(disk.remove, { ids: [place] })
  const held = (await admin(trash.list, { name: '证据' })).records[0]
  expect(held).toMatchObject({ hold: 'legalHold', place: '事务所云盘 / 旧址 / 内层' })
  await expect(admin(trash.purge, { ids: [held?.id ?? ''] })).rejects.toMatchObject({ code: 400 })
  const outer = (await admin(trash.list, { name: '旧址' })).records[0]
  await expect(admin(trash.purge, { ids: [outer?.id ?? ''] })).rejects.toMatchObject({ code: 400 })
  const { outcomes } = await admin(trash.restore, { ids: [held?.id ?? ''] })
  expect(outcomes).toMatchObject([{ done: true, renamed: false, place: '事务所云盘 / 旧址 / 内层' }])
  const { steps } = await admin(disk.detail, { id: nodeId })
  expect(steps.map(({ name }) => name)).toEqual(['', '旧址', '内层'])
  expect(steps.at(-1)?.id).not.toBe(inner)
})

test('what was thrown away leaves the list, comes back where it was, and is gone once purged', async () => {
  const place = await folder(firm, '回收')
  const thrown = await folder(place, '作废')
  const { nodeId, fileId } = await send(admin, { folder: thrown, name: '一.txt', content: '内容' })
  await admin(disk.remove, { ids: [thrown] })
  expect(await namesIn(admin, place)).toEqual([])
  await expect(admin(disk.detail, { id: nodeId })).rejects.toMatchObject({ code: 404 })
  await expect(admin.download(file.download, { id: fileId })).rejects.toMatchObject({ code: 404 })
  const [item] = (await admin(trash.list, { name: '作废' })).records
  expect(item).toMatchObject({ kind: 'disk', name: '作废', place: '事务所云盘 / 回收' })
  // its name is taken meanwhile
  await folder(place, '作废')
  await admin(trash.restore, { ids: [item?.id ?? ''] })
  const names = await namesIn(admin, place)
  expect(names).toHaveLength(2)
  expect(names[1]).toMatch(/^作废 \(恢复 \d{4}-\d\d-\d\d\)$/)
  expect((await admin(disk.detail, { id: nodeId })).node.name).toBe('一.txt')
  const used = async () => (await admin(disk.spaces, {}))[0]?.usedBytes ?? 0
  const before = await used()
  await admin(disk.remove, { ids: [thrown] })
  expect(await used()).toBe(before)
  const [again] = (await admin(trash.list, { name: '作废' })).records
  await admin.done((await admin(trash.purge, { ids: [again?.id ?? ''] })).jobId)
  expect(await used()).toBe(before - 6)
})
