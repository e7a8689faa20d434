import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { message } from '#contract/notice.ts'
import { storage } from '#contract/storage.ts'
import { storageCare, store } from '#contract/storage-care.ts'
import { s3Server } from '#server/kernel/s3-server.testing.ts'
import { scrub } from './scrub.ts'
import { removeLeftovers } from './settle.ts'
import { storageStand } from './testing-storage.ts'

const bucket = await s3Server()
const { host } = new URL(bucket.endpoint)
const stand = await storageStand({ DIGAO_OUTBOUND: host })
const { app, as, kernel, operator, boss, put, got, rowOf, objectOf, setParam, tenant, choose } = stand
const url = await app.listen({ port: 0 })
const scrubbed = async () => operator.done((await operator(storageCare.scrub, {})).jobId)

/** Turns one bit in the middle. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.length >> 1
  copy[at] = (copy[at] ?? 0) ^ 4
  return copy
}

test('a bit that turned on the disk is found, marked, told and shown; it is handed out no more until it is right again', async () => {
  const content = randomBytes(300_000)
  const { id, sha256 } = await put(boss, '询证函.pdf', content)
  const sound = await put(boss, '正常.pdf', randomBytes(1_000))
  const path = await objectOf(boss, sha256)
  writeFileSync(path, flipped(content))
  expect(await scrubbed()).toMatchObject({ state: 'succeeded', result: { damaged: 1, healed: 0 } })
  expect(await operator(storageCare.state, {})).toMatchObject({
    troubledCount: 1,
    troubled: [{ tenantId: boss.tenantId, sha256, trouble: 'bits', names: ['询证函.pdf'] }],
  })
  await expect(boss.download(file.download, { id })).rejects.toThrow('文件内容已损坏')
  await expect(kernel.blobs.asPath(boss, sha256, async () => 1)).rejects.toMatchObject({ key: 'fileDamaged' })
  expect(await got(boss, sound.id)).toHaveLength(1_000)
  for (const [who, link] of [
    [boss, ''],
    [operator, '/platform/storage'],
  ] as const)
    expect((await who(message.list, {})).records[0]).toMatchObject({
      level: 'bad',
      title: '发现损坏的文件',
      body: expect.stringContaining('询证函.pdf'),
      link,
    })
  // told once, not every night
  await scrubbed()
  expect((await boss(message.list, {})).total).toBe(1)
  // brought back from a backup
  writeFileSync(path, content)
  expect(await scrubbed()).toMatchObject({ result: { damaged: 0, healed: 1 } })
  expect((await got(boss, id)).equals(content)).toBe(true)
})

test('uploading the file again heals it', async () => {
  const content = randomBytes(50_000)
  const { id, sha256 } = await put(boss, '合同.pdf', content)
  writeFileSync(await objectOf(boss, sha256), flipped(content))
  await scrubbed()
  await expect(got(boss, id)).rejects.toThrow('文件内容已损坏')
  await put(boss, '合同.pdf', content)
  expect((await got(boss, id)).equals(content)).toBe(true)
})

test('damage is noticed while it is read: the download breaks off before its end, and the mark is made', async () => {
  const content = randomBytes(3_000_000)
  const { id, sha256 } = await put(boss, '大.pdf', content)
  writeFileSync(await objectOf(boss, sha256), flipped(content))
  const download = async () => {
    const answer = await fetch(`${url}${file.download.path}?id=${id}`, {
      headers: { 'Sc-Auth': `bearer ${boss.accessToken}` },
    })
    return (await answer.arrayBuffer()).byteLength
  }
  await expect(download()).rejects.toThrow('terminated')
  for (let tries = 0; tries < 50 && (await rowOf(boss, sha256)).damage === ''; tries++) await sleep(20)
  await expect(got(boss, id)).rejects.toThrow('文件内容已损坏')
})

test('a range that is the whole is proved as the whole is', async () => {
  const content = randomBytes(1_000_000)
  const { sha256 } = await put(boss, '整.pdf', content)
  writeFileSync(await objectOf(boss, sha256), flipped(content))
  const stream = await kernel.blobs.open(boss, sha256, { start: 0, end: content.length - 1 })
  await expect(stream.toArray()).rejects.toMatchObject({ key: 'fileDamaged' })
})

test('sealed content that was touched never opens, not even in part', async () => {
  const firm = await as('admin', '密所', await tenant())
  await setParam(firm, 'fileEncryption', 'on')
  const { sha256 } = await put(firm, '密.pdf', randomBytes(400_000))
  const path = await objectOf(firm, sha256)
  writeFileSync(path, flipped(readFileSync(path)))
  const stream = await kernel.blobs.open(firm, sha256, { start: 180_000, end: 220_000 })
  await expect(stream.toArray()).rejects.toMatchObject({ key: 'fileDamaged' })
  for (let tries = 0; tries < 50 && (await rowOf(firm, sha256)).damage === ''; tries++) await sleep(20)
  expect((await rowOf(firm, sha256)).damage).toBe('bits')
})

test('content that is gone is said to be lost, by the scrub and by a read', async () => {
  const one = await put(boss, '丢一.pdf', randomBytes(100))
  const two = await put(boss, '丢二.pdf', randomBytes(100))
  rmSync(await objectOf(boss, one.sha256))
  rmSync(await objectOf(boss, two.sha256))
  await expect(got(boss, one.id)).rejects.toThrow('文件内容在存储中已丢失')
  await scrubbed()
  expect((await rowOf(boss, two.sha256)).damage).toBe('missing')
})

test('a bit that turned in a bucket is found as well', async () => {
  const place = { name: '桶', kind: 's3' as const, bucket: 'b1', endpoint: bucket.endpoint, region: 'r' }
  const { id: storeId } = await operator(store.submit, { ...place, accessKeyId: 'a', secret: 'b' })
  await choose(storeId)
  const content = randomBytes(120_000)
  const { sha256 } = await put(boss, '桶中.pdf', content)
  const object = bucket.objects.get((await rowOf(boss, sha256)).storageKey)
  if (!object) throw new Error('not in the bucket')
  object.content = flipped(object.content)
  await scrubbed()
  expect(await rowOf(boss, sha256)).toMatchObject({ store: storeId, damage: 'bits' })
  await choose('home')
})

test('at night what was not looked at for longest comes first, and what is fresh rests', async () => {
  const { signal } = new AbortController()
  await put(boss, '新.pdf', randomBytes(100))
  const first = await scrub(kernel, signal, { until: Date.now() + 60_000 })
  expect(first.checked).toBeGreaterThanOrEqual(1)
  expect(await scrub(kernel, signal, { until: Date.now() + 60_000 })).toMatchObject({ checked: 0 })
  expect(await scrub(kernel, signal, { until: Date.now() - 1 })).toMatchObject({ checked: 0 })
})

test('content nobody named for long is not cleaned away while it is being stored again', async () => {
  const content = randomBytes(1_000)
  const { id, sha256 } = await put(boss, '旧.pdf', content)
  const aged = () =>
    kernel.database.inTenant(boss, async (db) => {
      await db.deleteFrom('file').where('id', '=', id).execute()
      await db
        .updateTable('blob')
        .set({ create_time: new Date(0) })
        .where('sha256', '=', sha256)
        .execute()
    })
  await aged()
  // stored again; its file has no row yet
  const { Readable } = await import('node:stream')
  await kernel.blobs.put(boss, Readable.from([content]))
  await operator.done((await operator(storage.clean, {})).jobId)
  expect((await rowOf(boss, sha256)).size).toBe(1_000)
  await aged()
  await operator.done((await operator(storage.clean, {})).jobId)
  await expect(rowOf(boss, sha256)).rejects.toThrow('no such blob')
})

test('an object that is stored again after it was told to be cleaned away stays', async () => {
  const { mkdirSync, utimesSync } = await import('node:fs')
  const contents = [randomBytes(50), randomBytes(50)]
  const keys = contents.map((content) => {
    const hash = createHash('sha256').update(content).digest('hex')
    return `${boss.tenantId}/${hash.slice(0, 2)}/${hash}`
  })
  for (const [at, key] of keys.entries()) {
    const path = kernel.stores.home.pathOf(key) ?? ''
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents[at] ?? '')
    utimesSync(path, 0, 0)
  }
  const cleaned = await operator.done((await operator(storage.clean, {})).jobId)
  expect(cleaned.result).toMatchObject({ strays: 2 })
  const again = await put(boss, '又来.bin', contents[1] ?? '')
  await removeLeftovers(kernel, new AbortController().signal, 0)
  expect(await Promise.all(keys.map((key) => kernel.stores.home.has(key)))).toEqual([false, true])
  expect(await got(boss, again.id)).toEqual(contents[1])
})

test('objects that nothing knows are found and cleaned away, young ones and other people’s are not', async () => {
  const { utimesSync, mkdirSync } = await import('node:fs')
  const kept = await put(boss, '留.pdf', randomBytes(100))
  const lay = (key: string, old: boolean) => {
    const path = kernel.stores.home.pathOf(key) ?? ''
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '12345')
    if (old) utimesSync(path, 0, 0)
  }
  const hash = createHash('sha256').update('stray').digest('hex')
  lay(`${boss.tenantId}/ab/${hash}`, true)
  lay(`${boss.tenantId}/cd/${hash}`, false)
  lay(`foreign1/ab/${hash}`, true)
  utimesSync(await objectOf(boss, kept.sha256), 0, 0)
  await operator.done((await operator(storage.scan, {})).jobId)
  expect(await operator(storage.orphans, {})).toMatchObject({ strays: 1, strayBytes: 5 })
  const cleaned = await operator.done((await operator(storage.clean, {})).jobId)
  expect(cleaned.result).toMatchObject({ strays: 1, strayBytes: 5 })
  // whoever is just storing the same content again has some minutes to say so
  expect(await kernel.stores.home.has(`${boss.tenantId}/ab/${hash}`)).toBe(true)
  await removeLeftovers(kernel, new AbortController().signal, 0)
  expect(await kernel.stores.home.has(`${boss.tenantId}/ab/${hash}`)).toBe(false)
  expect(await kernel.stores.home.has(`${boss.tenantId}/cd/${hash}`)).toBe(true)
  expect(await kernel.stores.home.has(`foreign1/ab/${hash}`)).toBe(true)
  expect(await got(boss, kept.id)).toHaveLength(100)
  bucket.close()
})
