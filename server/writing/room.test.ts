import { beforeAll, expect, test } from 'vitest'
import { usage } from '#contract/entitlement.ts'
import { tenantPackage } from '#contract/package.ts'
import { tenant } from '#contract/tenant.ts'
import { writing } from '#contract/writing.ts'
import { recount, release, reserve } from '#server/kernel/entitlement.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { bodySaying, newWriting } from './testing-writing.ts'

let server: TestServer
let boss: Caller
let tenantId: string
beforeAll(async () => {
  server = await testServer()
  const where = await server.tenant()
  tenantId = where.tenantId
  boss = await server.as('admin', '王管理', where)
})

const inside = <T>(work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
  server.kernel.database.inTenant({ tenantId, userId: boss.userId }, work)
const used = async () =>
  (await boss(usage.summary, {})).metrics.find(({ metric }) => metric === 'storage_bytes')?.used ?? 0
/** What is in use is what the rows say, to the byte. */
async function tied(): Promise<number> {
  expect(await inside((db) => recount(db))).toEqual([])
  return used()
}

test('documents and their versions take room as they grow, shrink and go, and the count ties with the rows', async () => {
  // from its first use on there is a counter
  await inside(async (db) => {
    await reserve(db, 'storage_bytes')
    await release(db, 'storage_bytes')
  })
  const before = await tied()
  const id = await newWriting(boss, '报告', { lines: ['一'.repeat(20_000)] })
  const written = await tied()
  expect(written - before).toBeGreaterThan(60_000)
  await boss(writing.keep, { id, name: '初稿' })
  const kept = await tied()
  expect(kept - written).toBeGreaterThan(60_000)
  await boss(writing.lease, { id, act: 'take' })
  await boss(writing.save, { id, baseRev: 2, body: bodySaying('短') })
  expect(await tied()).toBeLessThan(kept)
  await boss(writing.remove, { ids: id })
  // in the bin it still takes its room
  expect(await tied()).toBeGreaterThan(before)
  await inside((db) => db.deleteFrom('writing_doc').where('id', '=', id).execute())
  expect(await tied()).toBe(before)
})

test('over the package’s room no document begins, and what is being written goes on being kept', async () => {
  const id = await newWriting(boss, '在写的')
  const platform = await server.as('administrator', '平台', { tenantId: '000000' })
  const limits = { storage_bytes: (await used()) + 200 }
  const made = await platform(tenantPackage.submit, { code: 'tight', packageName: '小', edition: 'firm', limits })
  await platform(tenant.packageSetting, { tenantId, packageId: made.id })
  await expect(boss(writing.create, { kind: 'word', title: '新的' })).rejects.toMatchObject({
    code: 60002,
    data: { metric: 'storage_bytes', limit: limits.storage_bytes },
  })
  expect((await boss(writing.list, { title: '新的' })).total).toBe(0)
  await boss(writing.lease, { id, act: 'take' })
  const { rev } = await boss(writing.save, { id, baseRev: 2, body: bodySaying('长'.repeat(500)) })
  expect(rev).toBe(3)
})
