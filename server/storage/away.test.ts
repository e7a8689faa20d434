import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { store } from '#contract/storage-care.ts'
import { diskStore } from '#server/kernel/disk-store.ts'
import { s3Server } from '#server/kernel/s3-server.testing.ts'
import { s3Store } from '#server/kernel/s3-store.ts'
import { checkHome } from '#server/kernel/store-check.ts'
import { isMarked, MARKER, markFolder } from '#server/kernel/store-marker.ts'
import { storageStand } from './testing-storage.ts'

const folders = mkdtempSync(join(tmpdir(), 'digao-away-'))
const { kernel, operator, boss, put, got, objectOf, choose, folder } = await storageStand({
  DIGAO_STORE_FOLDERS: folders,
})
const bucket = await s3Server()
const s3 = { endpoint: bucket.endpoint, region: 'r', accessKeyId: 'a', secretAccessKey: 'b', bucket: 'digao' }
const full = join(folders, 'full')
mkdirSync(full)
/** A disk of 1 MB, where this machine lets tests mount one. */
const mounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', full], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
afterAll(() => {
  bucket.close()
  if (mounted) execFileSync('umount', ['-l', full])
  rmSync(folders, { recursive: true, force: true })
})
const newDisk = async (name: string) => {
  const { id } = await operator(store.submit, { name, kind: 'disk', folder: join(folders, name) })
  await choose(id)
  return id
}
const filesIn = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && one.name !== MARKER)

test('a disk that is not mounted takes nothing in and loses nothing; once it is back all goes on', async () => {
  const id = await newDisk('archive')
  const content = randomBytes(20_000)
  const kept = await put(boss, '旧.pdf', content)
  renameSync(join(folders, 'archive'), join(folders, 'elsewhere'))
  mkdirSync(join(folders, 'archive'))
  const away = { code: 503, message: expect.stringContaining('文件存储的磁盘未挂载') as string }
  await expect(put(boss, '新.pdf', randomBytes(30_000))).rejects.toMatchObject(away)
  await expect(put(boss, '旧.pdf', content)).rejects.toMatchObject(away)
  expect(filesIn(join(folders, 'archive'))).toEqual([])
  await expect(got(boss, kept.id)).rejects.toMatchObject(away)
  rmSync(join(folders, 'archive'), { recursive: true })
  renameSync(join(folders, 'elsewhere'), join(folders, 'archive'))
  expect(await got(boss, kept.id)).toEqual(content)
  await put(boss, '新.pdf', randomBytes(30_000))
  await choose('')
  await expect(operator(store.remove, { ids: id })).rejects.toThrow('其中还有文件')
})

test('a store is not removed while the first upload is on its way to it', async () => {
  const id = await newDisk('first')
  const target = await kernel.stores.of(id)
  const take = target.take.bind(target)
  let refused = ''
  target.take = async (key, path) => {
    await choose('')
    await operator(store.remove, { ids: id }).catch((error: Error) => (refused = error.message))
    await take(key, path)
  }
  const content = randomBytes(9_000)
  const kept = await put(boss, '首个.pdf', content)
  expect(refused).toContain('不能移除')
  expect(await got(boss, kept.id)).toEqual(content)
})

test('content that was going to a store just removed goes to where content goes now', async () => {
  const id = await newDisk('gone')
  await kernel.database.acrossTenants('a store is removed by another process', (db) =>
    db.deleteFrom('object_store').where('id', '=', id).execute(),
  )
  const content = randomBytes(9_100)
  const kept = await put(boss, '改道.pdf', content)
  expect(await got(boss, kept.id)).toEqual(content)
})

test('a start over another home than the rows speak of is refused in words; over the right one it is not', async () => {
  const { config, database } = kernel
  await put(boss, '在家.pdf', randomBytes(9_200))
  const blobs = join(folder, 'blobs')
  const cloud = s3Store(s3)
  await expect(checkHome({ ...config, S3_BUCKET: 'digao' }, database, cloud)).rejects.toThrow('still lie in')
  expect(await isMarked(blobs)).toBe(true)
  // the disk is not mounted
  const empty = join(folders, 'empty')
  await expect(checkHome({ ...config, DIGAO_DATA: empty }, database, diskStore(join(empty, 'blobs')))).rejects.toThrow(
    'its disk is not mounted',
  )
  expect(existsSync(join(empty, 'blobs', MARKER))).toBe(false)
  // a disk of a release without marks is taken over; whoever knows that all is lost says so himself
  rmSync(join(blobs, MARKER))
  await checkHome(config, database, kernel.stores.home)
  expect(await isMarked(blobs)).toBe(true)
  await markFolder(join(empty, 'blobs'))
  await checkHome({ ...config, DIGAO_DATA: empty }, database, diskStore(join(empty, 'blobs')))
})

test.skipIf(!mounted)('a full disk says so, keeps what it has and leaves no half of a file', async () => {
  await newDisk('full')
  const content = randomBytes(500_000)
  const kept = await put(boss, '先到.bin', content)
  await expect(put(boss, '太大.bin', randomBytes(700_000))).rejects.toMatchObject({
    code: 507,
    message: expect.stringContaining('空间') as string,
  })
  expect(filesIn(full)).toHaveLength(1)
  expect(await got(boss, kept.id)).toEqual(content)
  rmSync(await objectOf(boss, kept.sha256))
  await put(boss, '太大.bin', randomBytes(700_000))
  await choose('')
})

/** A server that answers as it is told, in front of nothing. */
const badServer = async (answer: Parameters<typeof createServer>[1]) => {
  const server = createServer({}, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { store: s3Store({ ...s3, endpoint, patience: 500 }), close: () => server.close().closeAllConnections() }
}
const key = `100001/ab/${'ab'.repeat(32)}`

test('an S3 server that falls silent, cuts the line or keeps less than it was given is not believed', async () => {
  const path = join(folders, 'local')
  const silent = await badServer((request) => void request.resume())
  await expect(silent.store.get(key)).rejects.toThrow(/time/i)
  silent.close()
  const halting = await badServer((_request, reply) => {
    reply.writeHead(200, { 'content-length': 100 })
    reply.write('half')
  })
  await expect(halting.store.get(key).then(buffer)).rejects.toThrow(/aborted|time/i)
  halting.close()
  const cutting = await badServer((_request, reply) => {
    reply.writeHead(200, { 'content-length': 100 })
    reply.write('half', () => reply.destroy())
  })
  await expect(cutting.store.get(key).then(buffer)).rejects.toThrow('aborted')
  cutting.close()
  const lying = await badServer((request, reply) => {
    request.resume().once('end', () => {
      reply.setHeader('etag', '"x"')
      if (request.method === 'HEAD') reply.setHeader('content-length', 3)
      reply.end()
    })
  })
  writeFileSync(path, 'ten bytes.')
  await expect(lying.store.take(key, path)).rejects.toThrow('the store holds 3 bytes of an object of 10')
  expect(existsSync(path)).toBe(true)
  lying.close()
})
