import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { storage } from '#contract/storage.ts'
import { storageCare, store } from '#contract/storage-care.ts'
import { job } from '#contract/system.ts'
import { s3Server } from '#server/kernel/s3-server.testing.ts'
import { removeLeftovers } from './settle.ts'
import { storageStand } from './testing-storage.ts'

const bucket = await s3Server()
const { host } = new URL(bucket.endpoint)
const folders = mkdtempSync(join(tmpdir(), 'digao-stores-'))
const stand = await storageStand({ DIGAO_OUTBOUND: host, DIGAO_STORE_FOLDERS: folders })
const { as, kernel, operator, boss, put, got, rowOf, objectOf, tenant, folder, choose } = stand
afterAll(() => {
  bucket.close()
  rmSync(folders, { recursive: true, force: true })
})

const s3 = { kind: 's3' as const, endpoint: bucket.endpoint, region: 'r', accessKeyId: 'AKIA123', secret: 'top-secret' }
const settled = async () => operator.done((await operator(storageCare.settle, {})).jobId)
const usual = async () => (await operator(store.list, {})).stores.find((one) => one.isDefault)?.id

test('a store is added within what the deployment allows; its secret is never shown, its place never changed', async () => {
  const refused = (input: object, message: string) =>
    expect(operator(store.submit, { name: '存', kind: 'disk', ...input })).rejects.toThrow(message)
  await refused({ folder: '/etc' }, '目录须位于')
  await refused({ folder: `${folders}/../x` }, '目录须位于')
  await refused({ folder: `${folders}x` }, '目录须位于')
  await refused({ ...s3, bucket: 'b', endpoint: 'http://169.254.169.254' }, '地址须为公网')
  await refused({ ...s3, bucket: 'b', endpoint: 'https://127.0.0.1' }, '地址须为公网')
  await refused({ ...s3, bucket: '' }, '请输入存储桶名称')
  await refused({ ...s3, bucket: 'b', secret: undefined }, '请输入访问密钥')
  const { id } = await operator(store.submit, { name: '归档盘', kind: 'disk', folder: join(folders, 'one') })
  await refused({ folder: join(folders, 'one', 'two') }, '目录须位于')
  await refused({ name: '归档盘', folder: join(folders, 'three') }, '存储名称已存在')
  const { id: cloud } = await operator(store.submit, { ...s3, name: '云', bucket: 'files' })
  const { stores } = await operator(store.list, {})
  expect(JSON.stringify(stores)).not.toContain('top-secret')
  expect(JSON.stringify((await operator(audit.list, { size: 50 })).records)).not.toContain('top-secret')
  expect(stores.map((one) => one.id)).toEqual(['home', id, cloud])
  expect(stores[2]).toMatchObject({ accessKeyId: 'AKIA…', secretSet: true, isDefault: false })
  await expect(
    operator(store.submit, { id: cloud, name: '云', ...s3, bucket: 'others', secret: undefined }),
  ).rejects.toThrow('存储的位置不能修改')
  await operator(store.submit, { id: cloud, name: '云存储', ...s3, bucket: 'files', secret: undefined })
  await expect(
    operator(store.submit, { id: cloud, name: '云', ...s3, bucket: 'files', secret: undefined, version: 1 }),
  ).rejects.toMatchObject({ code: 409 })
  const tried = await operator.done((await operator(storage.test, { storeId: cloud })).jobId)
  expect(tried.result).toMatchObject({ ok: true })
  await expect(boss(store.list, {})).rejects.toMatchObject({ code: 403 })
  await operator(store.remove, { ids: `${id},${cloud}` })
  expect((await operator(store.list, {})).stores).toHaveLength(1)
})

test('files move to a bucket and back while they are read; nothing is deleted before the copy is proved', async () => {
  const content = randomBytes(900_000)
  const one = await put(boss, '一.pdf', content)
  const old = await objectOf(boss, one.sha256)
  const { id } = await operator(store.submit, { ...s3, name: '云', bucket: 'moving' })
  await choose(id)
  expect(await usual()).toBe(id)
  expect(await operator(storageCare.state, {})).toMatchObject({ misplaced: 1, misplacedBytes: 900_000 })
  const two = await put(boss, '二.pdf', randomBytes(100))
  expect((await rowOf(boss, two.sha256)).store).toBe(id)

  expect(await settled()).toMatchObject({ state: 'succeeded', result: { moved: 1, bytes: 900_000, failed: 0 } })
  expect((await rowOf(boss, one.sha256)).store).toBe(id)
  expect((await got(boss, one.id)).equals(content)).toBe(true)
  // who found it before may still be reading it
  expect(existsSync(old)).toBe(true)
  expect((await operator(storageCare.state, {})).leftovers).toBe(1)
  await removeLeftovers(kernel, new AbortController().signal, 0)
  expect(existsSync(old)).toBe(false)
  await expect(operator(store.remove, { ids: id })).rejects.toThrow('其中还有文件')

  await choose('home')
  expect(await settled()).toMatchObject({ result: { moved: 2, failed: 0 } })
  expect((await got(boss, one.id)).equals(content)).toBe(true)
  await expect(operator(store.remove, { ids: id })).rejects.toThrow('仍在使用')
  await removeLeftovers(kernel, new AbortController().signal, 0)
  expect([...bucket.objects.keys()]).toEqual([])
  await operator(store.remove, { ids: id })
  expect(readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('blob-'))).toEqual([])
})

test('a reader that found the old place finds the new one', async () => {
  const content = randomBytes(5_000)
  const { sha256, id } = await put(boss, '读.pdf', content)
  // as if it had been moved and cleared between a look at the row and the opening
  const stores = kernel.stores
  const real = stores.of.bind(stores)
  const { id: disk } = await operator(store.submit, { name: '盘', kind: 'disk', folder: join(folders, 'race') })
  await choose(disk)
  let moved = false
  stores.of = async (storeId) => {
    const found = await real(storeId)
    if (storeId !== 'home' || moved) return found
    moved = true
    stores.of = real
    await settled()
    await removeLeftovers(kernel, new AbortController().signal, 0)
    return found
  }
  expect((await got(boss, id)).equals(content)).toBe(true)
  expect(moved).toBe(true)
  expect((await rowOf(boss, sha256)).store).toBe(disk)
  await choose('home')
  await settled()
})

test('a move that is cancelled leaves all readable and goes on later; one at a time', async () => {
  const firm = await as('admin', '多文件', await tenant())
  const files = []
  for (let at = 0; at < 30; at++) files.push(await put(firm, `${at}.pdf`, randomBytes(40_000)))
  const { id: disk } = await operator(store.submit, { name: '新盘', kind: 'disk', folder: join(folders, 'slow') })
  await choose(disk)
  // a target that takes its time
  const target = await kernel.stores.of(disk)
  const take = target.take.bind(target)
  target.take = async (key, path) => {
    await sleep(40)
    await take(key, path)
  }
  const { jobId } = await operator(storageCare.settle, {})
  await expect(operator(storageCare.settle, {})).rejects.toThrow('同类任务正在进行')
  const movedNow = () =>
    kernel.database.inTenant(firm, (db) => db.selectFrom('blob').select('sha256').where('store', '=', disk).execute())
  while ((await movedNow()).length === 0) await sleep(20)
  await operator(job.cancel, { id: jobId })
  expect((await operator.done(jobId)).state).toBe('cancelled')
  target.take = take
  const places = new Set<string>()
  for (const { id, sha256 } of files) {
    expect(await got(firm, id)).toHaveLength(40_000)
    places.add((await rowOf(firm, sha256)).store)
  }
  expect(places).toEqual(new Set(['home', disk]))
  const rest = await settled()
  expect(rest.state).toBe('succeeded')
  for (const { sha256 } of files) expect((await rowOf(firm, sha256)).store).toBe(disk)
  await choose('home')
  await settled()
})

test('damaged content is not moved: what is left of it stays where it is, and is told', async () => {
  const { sha256 } = await put(boss, '坏.pdf', randomBytes(1_000))
  writeFileSync(await objectOf(boss, sha256), randomBytes(1_000))
  const { id: disk } = await operator(store.submit, { name: '三盘', kind: 'disk', folder: join(folders, 'third') })
  await choose(disk)
  const moved = await settled()
  expect(moved).toMatchObject({ state: 'succeeded', result: { failed: 1 } })
  expect(await rowOf(boss, sha256)).toMatchObject({ store: 'home', damage: 'bits' })
  expect(existsSync(await objectOf(boss, sha256))).toBe(true)
  await choose('home')
  await settled()
})

test('a disk that is full stops a move with one clear message; a file that does not fit is refused, and nothing is lost', async () => {
  const { id, sha256 } = await put(boss, '满.pdf', randomBytes(20_000))
  const { id: disk } = await operator(store.submit, { name: '满盘', kind: 'disk', folder: join(folders, 'full') })
  await choose(disk)
  const target = await kernel.stores.of(disk)
  target.take = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  }
  const ended = await settled()
  expect(ended).toMatchObject({ state: 'failed', error: '存储空间不足，请联系管理员' })
  expect((await rowOf(boss, sha256)).store).toBe('home')
  expect(await got(boss, id)).toHaveLength(20_000)
  await expect(put(boss, '放不下.pdf', randomBytes(5_000))).rejects.toMatchObject({
    code: 507,
    message: '存储空间不足，请联系管理员',
  })
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  await choose('home')
  await put(boss, '放不下.pdf', randomBytes(5_000))
})

test('tenants of a data source may have their files elsewhere than the rest', async () => {
  const { id: disk } = await operator(store.submit, { name: '专用盘', kind: 'disk', folder: join(folders, 'own') })
  const at = { tenantId: operator.tenantId, userId: '' }
  const { id: datasourceId } = await kernel.database.inTenant(at, (db) =>
    db
      .insertInto('datasource')
      .values({ name: '专用库', host: 'db.lan', username: 'digao', password_encrypted: '' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await operator(store.choose, { storeId: disk, datasourceId })
  await kernel.stores.refresh()
  expect((await operator(store.list, {})).datasources).toEqual([{ id: datasourceId, name: '专用库', storeId: disk }])
  await expect(operator(store.remove, { ids: disk })).rejects.toThrow('新文件存放于此')
  kernel.database.settle({ homes: new Map([['far00001', datasourceId]]), servers: new Map() })
  expect(kernel.stores.idFor('far00001')).toBe(disk)
  expect(kernel.stores.idFor(boss.tenantId)).toBe('home')
  kernel.database.settle({ homes: new Map(), servers: new Map() })
  await operator(store.choose, { storeId: '', datasourceId })
  await operator(store.remove, { ids: disk })
  await expect(operator(store.choose, { storeId: disk })).rejects.toMatchObject({ code: 404 })
})
