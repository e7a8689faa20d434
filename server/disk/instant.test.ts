import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { diskFile } from '#contract/disk-file.ts'
import { disk } from '#contract/disk.ts'
import { file } from '#contract/file.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { namesIn, sendTo, sha256, topFolder } from './testing-disk.ts'

let server: TestServer
let send: ReturnType<typeof sendTo>
let zhang: Caller
let li: Caller
let stranger: Caller
beforeAll(async () => {
  server = await testServer()
  send = sendTo(await server.app.listen({ port: 0 }))
  zhang = await server.as('zxs', '张审计')
  li = await server.as('zxs', '李审计')
  stranger = await server.as('zxs', '外所', await server.tenant('别家'))
})

type Question = { nonce: string; ranges: readonly { start: number; end: number }[] }
const answersOf = (content: Buffer, { nonce, ranges }: Question) =>
  ranges.map(({ start, end }) =>
    createHash('sha256').update(Buffer.from(nonce, 'hex')).update(content.subarray(start, end)).digest('hex'),
  )
const offer = async (who: Caller, content: Buffer, name = '秒传.bin') =>
  who(diskFile.offer, {
    parentId: await topFolder(who, 'user'),
    name,
    conflict: 'version',
    size: content.length,
    sha256: sha256(content),
  })

test('content one can read already is there at once', async () => {
  const content = randomBytes(200_000)
  const own = await topFolder(zhang, 'user')
  await send(zhang, { folder: own, name: '原件.bin', content })
  const { state, node } = await offer(zhang, content, '副本.bin')
  expect(state).toBe('done')
  expect((await zhang.download(file.download, { id: node?.fileId ?? '' })).body.equals(content)).toBe(true)
  expect((await offer(zhang, content, '副本.bin')).node?.versionNo).toBe(1)
})

test('content of a colleague only by proof that one has it', async () => {
  const content = randomBytes(200_000)
  await send(zhang, { folder: await topFolder(zhang, 'user'), name: '保密.bin', content })
  const asked = await offer(li, content, '我也有.bin')
  expect(asked).toMatchObject({ state: 'prove', node: null })
  const proved = await li(diskFile.prove, { challengeId: asked.challengeId, answers: answersOf(content, asked) })
  expect(proved.state).toBe('done')
  expect((await li.download(file.download, { id: proved.node?.fileId ?? '' })).body.equals(content)).toBe(true)
  // a question is answered once
  expect((await li(diskFile.prove, { challengeId: asked.challengeId, answers: answersOf(content, asked) })).state).toBe(
    'send',
  )
})

test('a hash alone gives nothing and tells nothing: wrong answers and content nobody has read alike', async () => {
  // short enough that a question without a salt would be answered by its hash
  const content = randomBytes(2_000)
  await send(zhang, { folder: await topFolder(zhang, 'user'), name: '短.bin', content })
  const known = await offer(li, content, '猜.bin')
  const unknown = await li(diskFile.offer, {
    parentId: await topFolder(li, 'user'),
    name: '猜2.bin',
    size: content.length,
    sha256: sha256(randomBytes(8)),
  })
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
  expect([known.state, known.ranges.length]).toEqual([unknown.state, unknown.ranges.length])
  const guess = known.ranges.map(() => sha256(content))
  const wrong = await li(diskFile.prove, { challengeId: known.challengeId, answers: guess })
  const nothing = await li(diskFile.prove, { challengeId: unknown.challengeId, answers: guess })
  expect(wrong).toEqual(nothing)
  expect(wrong.state).toBe('send')
  expect(await namesIn(li, await topFolder(li, 'user'))).not.toContain('猜.bin')
})

test('another’s question, and content of another tenant, cannot be had', async () => {
  const content = randomBytes(50_000)
  await send(zhang, { folder: await topFolder(zhang, 'user'), name: '租户.bin', content })
  const asked = await offer(li, content)
  expect(
    (await zhang(diskFile.prove, { challengeId: asked.challengeId, answers: answersOf(content, asked) })).state,
  ).toBe('send')
  const outside = await offer(stranger, content)
  expect(outside.state).toBe('prove')
  expect(
    (await stranger(diskFile.prove, { challengeId: outside.challengeId, answers: answersOf(content, outside) })).state,
  ).toBe('send')
  expect(await stranger(disk.search, { words: '秒传' })).toMatchObject({ total: 0 })
})

test('what is in the recycle bin is not had by its hash', async () => {
  const content = randomBytes(30_000)
  const { nodeId } = await send(zhang, { folder: await topFolder(zhang, 'user'), name: '删.bin', content })
  await zhang(disk.remove, { ids: [nodeId] })
  expect((await offer(zhang, content, '再来.bin')).state).toBe('prove')
})

test('content that is damaged in the store is sent again, which heals it', async () => {
  const content = randomBytes(50_000)
  const own = await topFolder(zhang, 'user')
  const first = await send(zhang, { folder: own, name: '坏了.bin', content })
  await server.kernel.database.inTenant({ tenantId: zhang.tenantId, userId: '' }, (db) =>
    db.updateTable('blob').set({ damage: 'bits' }).where('sha256', '=', sha256(content)).execute(),
  )
  expect((await offer(zhang, content, '再传.bin')).state).toBe('send')
  const asked = await offer(li, content)
  const proved = await li(diskFile.prove, { challengeId: asked.challengeId, answers: answersOf(content, asked) })
  expect(proved.state).toBe('send')
  await send(zhang, { folder: own, name: '再传.bin', content })
  expect((await zhang.download(file.download, { id: first.fileId })).body.equals(content)).toBe(true)
})
