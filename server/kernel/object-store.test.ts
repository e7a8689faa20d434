import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { openBlobs } from './blobs.ts'
import { diskStore } from './disk-store.ts'
import { ObjectGone, type ObjectStore } from './object-store.ts'
import { s3Server } from './s3-server.testing.ts'
import { s3Store } from './s3-store.ts'
import { markFolder, StoreAway } from './store-marker.ts'
import { testServer } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'digao-store-'))
const bucket = await s3Server()
afterAll(() => {
  bucket.close()
  rmSync(folder, { recursive: true, force: true })
})
const place = { endpoint: bucket.endpoint, region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
const { kernel, home, tenant } = await testServer()

/** Blobs of the test's tenants over this store alone. */
const blobsOver = (store: ObjectStore) => {
  const all = { of: async () => store, idFor: () => 'home', refresh: async () => {}, stands: async () => true }
  const stores = { home: store, ...all }
  const { database, blobKeys: keys, log } = kernel
  return openBlobs({ database, stores, keys, log, scratch: join(folder, 'tmp') })
}
/** A new disk of a store. */
async function newDisk(name: string) {
  await markFolder(join(folder, name))
  return diskStore(join(folder, name))
}
const local = (content: Buffer | string) => {
  const path = join(folder, `in-${randomBytes(4).toString('hex')}`)
  writeFileSync(path, content)
  return path
}

describe.each([
  ['the local disk', await newDisk('blobs')],
  ['S3', s3Store({ ...place, bucket: 'digao' })],
])('on %s', (_, store) => {
  const key = `100001/ab/${'ab'.repeat(32)}`
  test('a file is stored, read in whole and in part, and removed', async () => {
    expect(await store.has(key)).toBe(false)
    const path = local('0123456789')
    await store.take(key, path)
    expect(existsSync(path)).toBe(false)
    expect(await store.has(key)).toBe(true)
    expect((await buffer(await store.get(key))).toString()).toBe('0123456789')
    expect((await buffer(await store.get(key, { start: 2, end: 5 }))).toString()).toBe('2345')
    await store.remove(key)
    expect(await store.has(key)).toBe(false)
    await expect(store.get(key)).rejects.toBeInstanceOf(ObjectGone)
  })

  test('a file of 20 MB comes back as it was', async () => {
    const content = randomBytes(20 * 1024 * 1024)
    await store.take(key, local(content))
    const back = await buffer(await store.get(key))
    expect(createHash('sha256').update(back).digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('blobs are kept once per tenant and content, and are no other tenant’s', async () => {
    const blobs = blobsOver(store)
    const mine = { tenantId: home.tenantId, userId: '' }
    const theirs = { tenantId: (await tenant()).tenantId, userId: '' }
    const content = `工作底稿 ${key.length} ${store.pathOf(key) ?? 's3'}`
    const first = await blobs.put(mine, Readable.from([Buffer.from(content)]))
    expect(first).toEqual({
      sha256: createHash('sha256').update(content).digest('hex'),
      size: Buffer.byteLength(content),
    })
    expect(await blobs.put(mine, Readable.from([Buffer.from(content)]))).toEqual(first)
    expect((await buffer(await blobs.open(mine, first.sha256))).toString()).toBe(content)
    expect(await blobs.asPath(mine, first.sha256, async (path) => readFileSync(path, 'utf8'))).toBe(content)
    await expect(blobs.open(theirs, first.sha256)).rejects.toMatchObject({ key: 'notFound' })
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  })

  test('all objects of a tenant are listed, and no others', async () => {
    const keys = ['a', 'b', 'c', 'd'].map((part) => `200001/${part}${part}/${part.repeat(64)}`)
    for (const key of [...keys, `200002/aa/${'a'.repeat(64)}`]) await store.take(key, local(key))
    const listed: { key: string; size: number; time: Date }[] = []
    for await (const one of store.list('200001/')) listed.push(one)
    expect(listed.map((one) => one.key).toSorted()).toEqual(keys)
    for (const { key, size, time } of listed) {
      expect(size).toBe(key.length)
      expect(Date.now() - time.getTime()).toBeLessThan(60_000)
    }
  })

  test('a stream that breaks leaves nothing', async () => {
    const blobs = blobsOver(store)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the line is cut')
      })(),
    )
    await expect(blobs.put({ tenantId: home.tenantId, userId: '' }, broken)).rejects.toThrow('the line is cut')
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  })
})

test('S3 gets large files in parts, each with its checksum', () => {
  expect(bucket.calls).toContain('POST uploads')
  expect(bucket.calls).toContain('PUT partNumber,uploadId')
  expect(bucket.calls).toContain('POST uploadId')
})

test('a disk that is not there loses no object: it cannot be read, and is not said to be gone', async () => {
  const store = await newDisk('mounted')
  const key = `100001/ab/${'ab'.repeat(32)}`
  await store.take(key, local('x'))
  await expect(store.get(`100001/ab/${'cd'.repeat(32)}`)).rejects.toBeInstanceOf(ObjectGone)
  renameSync(join(folder, 'mounted'), join(folder, 'away'))
  for (const mount of [() => {}, () => mkdirSync(join(folder, 'mounted'))]) {
    mount()
    await expect(store.get(key)).rejects.toBeInstanceOf(StoreAway)
    await expect(store.has(key)).rejects.toBeInstanceOf(StoreAway)
    // nothing is written into the place where it would be mounted
    const path = local('y')
    await expect(store.take(key, path)).rejects.toBeInstanceOf(StoreAway)
    expect(existsSync(path)).toBe(true)
  }
  expect(readdirSync(join(folder, 'mounted'))).toEqual([])
})

test('what was long on its way is young where it lies', async () => {
  const path = local('x')
  utimesSync(path, 0, 0)
  const store = await newDisk('young')
  const key = `100001/ab/${'ab'.repeat(32)}`
  await store.take(key, path)
  expect(Date.now() - ((await store.find(key))?.time.getTime() ?? 0)).toBeLessThan(60_000)
  expect(await store.find(`100001/ab/${'cd'.repeat(32)}`)).toBeUndefined()
})

test('a key that is not of our making is refused', async () => {
  const store = diskStore(join(folder, 'blobs'))
  await expect(store.get('../../etc/passwd')).rejects.toThrow('not a storage key')
  expect(() => store.pathOf('100001/../x')).toThrow('not a storage key')
})
