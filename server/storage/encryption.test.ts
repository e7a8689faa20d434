import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { storageCare } from '#contract/storage-care.ts'
import { job } from '#contract/system.ts'
import { storageStand } from './testing-storage.ts'

const { as, kernel, operator, boss, setParam, put, got, rowOf, objectOf, tenant, folder } = await storageStand()
const long = () => Buffer.concat([Buffer.from('客户银行账号 6222'), randomBytes(200_000), Buffer.from('末行')])

test('with encryption on new files lie sealed, are read whole and in ranges, and as a file by path', async () => {
  await setParam(boss, 'fileEncryption', 'on')
  const content = long()
  const { id, sha256 } = await put(boss, '回函.pdf', content)
  expect(await rowOf(boss, sha256)).toMatchObject({ sealed: 1, store: 'home' })
  const lies = readFileSync(await objectOf(boss, sha256))
  expect(lies.includes('客户银行账号')).toBe(false)
  expect((await got(boss, id)).equals(content)).toBe(true)
  const part = await buffer(await kernel.blobs.open(boss, sha256, { start: 70_000, end: 140_001 }))
  expect(part.equals(content.subarray(70_000, 140_002))).toBe(true)
  const whole = await kernel.blobs.asPath(boss, sha256, async (path) => readFileSync(path))
  expect(whole.equals(content)).toBe(true)
  expect(readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('blob-'))).toEqual([])
})

test('another tenant goes on plain, and never has the same key', async () => {
  const other = await as('admin', '外所', await tenant())
  const content = long()
  const { sha256 } = await put(other, 'a.pdf', content)
  expect((await rowOf(other, sha256)).sealed).toBe(0)
  expect(readFileSync(await objectOf(other, sha256)).equals(content)).toBe(true)
  await setParam(other, 'fileEncryption', 'on')
  const same = long()
  const mine = await put(boss, 'b.pdf', same)
  const theirs = await put(other, 'b.pdf', same)
  expect(theirs.sha256).toBe(mine.sha256)
  const [one, two] = [await objectOf(boss, mine.sha256), await objectOf(other, mine.sha256)]
  expect(readFileSync(one).equals(readFileSync(two))).toBe(false)
})

test('files from before stay readable; a job seals them; a new key seals anew; turned off they lie plain again', async () => {
  const firm = await as('admin', '老所', await tenant())
  const content = long()
  const { id, sha256 } = await put(firm, '旧.pdf', content)
  const before = await objectOf(firm, sha256)
  await setParam(firm, 'fileEncryption', 'on')
  expect((await got(firm, id)).equals(content)).toBe(true)
  expect(await operator(storageCare.state, {})).toMatchObject({ misplaced: expect.any(Number) })
  const settle = async () => operator.done((await operator(storageCare.settle, {})).jobId)
  expect(await settle()).toMatchObject({ state: 'succeeded', result: { failed: 0 } })
  expect((await rowOf(firm, sha256)).sealed).toBe(1)
  expect((await got(firm, id)).equals(content)).toBe(true)
  expect((await operator(storageCare.state, {})).misplaced).toBe(0)

  expect((await operator(storageCare.rotate, {})).tenants).toBeGreaterThanOrEqual(1)
  expect((await operator(storageCare.state, {})).misplaced).toBeGreaterThan(0)
  expect((await got(firm, id)).equals(content)).toBe(true)
  await settle()
  expect((await rowOf(firm, sha256)).sealed).toBe(2)
  expect((await got(firm, id)).equals(content)).toBe(true)

  await setParam(firm, 'fileEncryption', null)
  await settle()
  expect((await rowOf(firm, sha256)).sealed).toBe(0)
  expect(await objectOf(firm, sha256)).toBe(before)
  expect((await got(firm, id)).equals(content)).toBe(true)
})

test('a key that cannot be opened is said as what it is', async () => {
  const firm = await as('admin', '丢钥', await tenant())
  await setParam(firm, 'fileEncryption', 'on')
  const { sha256 } = await put(firm, 'c.pdf', long())
  const row = await rowOf(firm, sha256)
  await kernel.database.inTenant(firm, (db) =>
    db.updateTable('blob').set({ sealed: 9 }).where('sha256', '=', sha256).execute(),
  )
  await expect(kernel.blobs.open(firm, sha256)).rejects.toMatchObject({ key: 'fileKeyLost' })
  await kernel.database.inTenant(firm, (db) =>
    db.updateTable('blob').set({ sealed: row.sealed }).where('sha256', '=', sha256).execute(),
  )
})

test('a key whose making was rolled back seals nothing: what is stored later opens again', async () => {
  const firm = await as('admin', '回滚', await tenant())
  await setParam(firm, 'fileEncryption', 'on')
  let lost: Buffer | undefined
  await expect(
    kernel.database.inTenant(firm, async (db) => {
      lost = (await kernel.blobKeys.newest(db, firm.tenantId)).key
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const made = await kernel.database.inTenant(firm, (db) => kernel.blobKeys.newest(db, firm.tenantId))
  expect(made.version).toBe(1)
  expect(made.key.equals(lost ?? made.key)).toBe(false)
  expect((await kernel.blobKeys.of(firm, 1)).equals(made.key)).toBe(true)
})

test('a firm whose key is lost does not keep the files of others where they are', async () => {
  const [one, two] = [await as('admin', '丢甲', await tenant()), await as('admin', '丢乙', await tenant())]
  const files = []
  for (const firm of [one, two]) {
    await setParam(firm, 'fileEncryption', 'on')
    files.push({ firm, ...(await put(firm, 'd.pdf', long())) })
    await setParam(firm, 'fileEncryption', null)
  }
  const firstOf = [one, two].toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1))[0] ?? one
  const sealed = (version: number) =>
    kernel.database.inTenant(firstOf, (db) => db.updateTable('blob').set({ sealed: version }).execute())
  await sealed(9)
  const ended = await operator.done((await operator(storageCare.settle, {})).jobId)
  expect(ended).toMatchObject({ state: 'succeeded', result: { failed: 1 } })
  for (const { firm, sha256 } of files) expect((await rowOf(firm, sha256)).sealed).toBe(firm === firstOf ? 9 : 0)
  await sealed(1)
})

test('none of it is a tenant’s to do', async () => {
  for (const call of [storageCare.settle, storageCare.rotate, storageCare.scrub, storageCare.state])
    await expect(boss(call, {})).rejects.toMatchObject({ code: 403 })
  expect((await operator(job.list, {})).records.length).toBeGreaterThan(0)
})
