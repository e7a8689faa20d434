import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { firm } from '#contract/firm.ts'
import { message } from '#contract/notice.ts'
import { tenant } from '#contract/tenant.ts'
import { usageOf } from '#server/kernel/entitlement.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { schedulesOf } from '../watch/schedules.ts'

let server: TestServer
let platform: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台', { tenantId: '000000' })
})
const run = (code: string) =>
  schedulesOf(server.kernel).known.get(code)?.run(server.kernel, new AbortController().signal)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const titles = async (who: Caller) => (await who(message.list, {})).records.map(({ title }) => title)
const said = (days: number) => `贵单位的使用期限还有${days}天`

test("before it expires a tenant's administrators are told once for each of 30, 7 and 1 days", async () => {
  const where = await server.tenant()
  const [boss, zxs] = [await server.as('admin', '王', where), await server.as('zxs', '张', where)]
  const expires = (at: Date) =>
    server.kernel.database.inTenant({ tenantId: where.tenantId, userId: '' }, (db) =>
      db.updateTable('tenant').set({ expire_time: at }).execute(),
    )
  await expires(inDays(40))
  expect(await run('tenant.expiry')).toMatchObject({ warned: 0 })
  await expires(inDays(29.5))
  expect(await run('tenant.expiry')).toMatchObject({ warned: 1 })
  expect(await run('tenant.expiry')).toMatchObject({ warned: 0 })
  await expires(inDays(6.5))
  await run('tenant.expiry')
  await expires(inDays(0.5))
  await run('tenant.expiry')
  await run('tenant.expiry')
  expect((await titles(boss)).sort()).toEqual([said(1), said(30), said(7)].sort())
  expect(await titles(zxs)).toEqual([])
  const { id } = await platform(tenant.detail, { id: where.tenantId })
  await platform(tenant.setting, { ids: id, expireTime: '2099-01-01' })
  await expires(inDays(20))
  expect(await run('tenant.expiry')).toMatchObject({ warned: 1 })
})

test('the nightly count sets wrong counters right in every tenant', async () => {
  const where = await server.tenant()
  const boss = await server.as('admin', '王', where)
  await boss(enterprise.save, { enterpriseName: '甲', creditCode: '91110000600037341L' })
  const inside = <T>(work: (db: Parameters<typeof usageOf>[0]) => Promise<T>) =>
    server.kernel.database.inTenant({ tenantId: where.tenantId, userId: '' }, work)
  await inside((db) => db.updateTable('usage_counter').set({ used: 77n }).execute())
  expect(await run('usage.recount')).toMatchObject({ corrected: 1, failed: 0 })
  expect(await inside((db) => usageOf(db, 'enterprise'))).toMatchObject({ used: 1 })
  expect(await inside((db) => usageOf(db, 'seat'))).toMatchObject({ used: 1 })
})

test('the platform gives a tenant its one firm, and takes one away that has no enterprises', async () => {
  const where = await server.tenant('只有一所')
  const boss = await server.as('admin', '王', where)
  const again = { tenantId: where.tenantId, firmName: '第二所' }
  await expect(platform(firm.save, again)).rejects.toMatchObject({ code: 400 })
  const client = await boss(enterprise.save, { enterpriseName: '甲', creditCode: '91110000600037341L' })
  await expect(platform(firm.remove, { ids: where.firmId })).rejects.toMatchObject({ code: 400 })
  await boss(enterprise.remove, { ids: client.id })
  await platform(firm.remove, { ids: where.firmId })
  await expect(boss(firm.detailByTenantId, { tenantId: where.tenantId })).rejects.toMatchObject({ code: 404 })
  expect(await platform(firm.save, again)).toMatchObject({ tenantId: where.tenantId, firmName: '第二所' })
  expect(await boss(firm.searchByTitle, { title: '二' })).toMatchObject([{ firmName: '第二所' }])
  expect(await boss(firm.searchByTitle, { title: '只有' })).toEqual([])
  await server.tenant('远方二号')
  expect((await platform(firm.searchByTitle, { title: '二' })).length).toBeGreaterThan(1)
  await expect(boss(firm.save, again)).rejects.toMatchObject({ code: 403 })
  await expect(boss(firm.remove, { ids: where.firmId })).rejects.toMatchObject({ code: 403 })
  await expect(platform(firm.save, { ...again, tenantId: '000000' })).rejects.toMatchObject({ code: 404 })
})
