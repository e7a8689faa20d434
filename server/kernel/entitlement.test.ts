import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { allowance, type Metric, usage } from '#contract/entitlement.ts'
import { tenantPackage } from '#contract/package.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import { tenant } from '#contract/tenant.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { recount, release, reserve, usageOf } from './entitlement.ts'
import { type Caller, type TestServer, testServer } from './testing.ts'

let server: TestServer
let platform: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台', { tenantId: '000000' })
})

/** A firm with a package of these limits, and its administrator. */
async function firmWith(limits: Partial<Record<Metric, number>>) {
  const where = await server.tenant()
  const boss = await server.as('admin', '王管理', where)
  const code = `p${randomBytes(4).toString('hex')}`
  const made = await platform(tenantPackage.submit, { code, packageName: code, edition: 'firm', limits })
  await platform(tenant.packageSetting, { tenantId: where.tenantId, packageId: made.id })
  const inside = <T>(work: (db: Parameters<typeof reserve>[0]) => Promise<T>) =>
    server.kernel.database.inTenant({ tenantId: where.tenantId, userId: boss.userId }, work)
  const used = async (metric: Metric) =>
    (await boss(usage.summary, {})).metrics.find((row) => row.metric === metric)?.used
  return { ...where, boss, packageId: made.id, inside, used }
}
let code = 7000
const draft = () => ({ enterpriseName: `企业${++code}`, creditCode: testCreditCode(code) })

test('a hundred enterprises created at once with seven places left: seven are made, the rest refused with the numbers', async () => {
  const { boss, used } = await firmWith({ enterprise: 10 })
  for (let n = 0; n < 3; n++) await boss(enterprise.save, draft())
  const tried = await Promise.allSettled(Array.from({ length: 100 }, () => boss(enterprise.save, draft())))
  const refused = tried.filter((one) => one.status === 'rejected')
  expect(tried.length - refused.length).toBe(7)
  expect(refused[0]?.reason).toMatchObject({
    code: 60002,
    status: 400,
    message: '资源数量超过限制，请购买更多资源',
    data: { metric: 'enterprise', limit: 10, used: 10, need: 1 },
  })
  expect((await boss(enterprise.list, {})).total).toBe(10)
  expect(await used('enterprise')).toBe(10)
})

test('what is removed gives its place back; what failed for another reason never took one', async () => {
  const { boss, used } = await firmWith({ enterprise: 1, project: 1 })
  const first = await boss(enterprise.save, draft())
  await expect(boss(enterprise.save, draft())).rejects.toMatchObject({ code: 60002 })
  await boss(enterprise.remove, { ids: first.id })
  const again = draft()
  const second = await boss(enterprise.save, again)
  expect(await used('enterprise')).toBe(1)
  const [template] = await boss(docFile.templates, {})
  const work = { enterpriseId: second.id, projectName: '年审', year: '2025', category: 1 }
  await expect(boss(project.save, { ...work, category: 99 })).rejects.toMatchObject({ code: 400 })
  const made = await boss(project.save, { ...work, workpaperTemplateId: template?.id ?? '' })
  await expect(
    boss(project.save, { ...work, projectName: '二', workpaperTemplateId: template?.id ?? '' }),
  ).rejects.toMatchObject({ code: 60002, data: { metric: 'project', need: 1 } })
  await boss(project.remove, { ids: made.id })
  expect(await used('project')).toBe(0)
})

test('a firm without a package has no limits', async () => {
  const where = await server.tenant()
  const boss = await server.as('admin', '王管理', where)
  await boss(enterprise.save, draft())
  const { metrics, packageName } = await boss(usage.summary, {})
  expect(packageName).toBe('')
  expect(metrics.map(({ limit }) => limit)).toEqual(metrics.map(() => null))
  expect(metrics.find(({ metric }) => metric === 'enterprise')?.used).toBe(1)
})

test('records from before there was a counter are counted', async () => {
  const { inside, boss } = await firmWith({ enterprise: 2 })
  await boss(enterprise.save, draft())
  await inside((db) => db.deleteFrom('usage_counter').execute())
  await boss(enterprise.save, draft())
  await expect(boss(enterprise.save, draft())).rejects.toMatchObject({ code: 60002, data: { used: 2 } })
})

test('what the platform gives on top counts until it expires or is taken back, and only for that firm', async () => {
  const { tenantId, boss, inside } = await firmWith({ enterprise: 0 })
  await expect(boss(enterprise.save, draft())).rejects.toMatchObject({ code: 60002, data: { limit: 0 } })
  const given = await platform(allowance.submit, {
    tenantId,
    metric: 'enterprise',
    amount: 2,
    expireTime: '2099-01-01',
  })
  await boss(enterprise.save, draft())
  await inside((db) =>
    db
      .updateTable('allowance')
      .set({ expire_time: new Date(0) })
      .execute(),
  )
  await expect(boss(enterprise.save, draft())).rejects.toMatchObject({ code: 60002, data: { limit: 0, used: 1 } })
  await inside((db) => db.updateTable('allowance').set({ expire_time: null }).execute())
  await boss(enterprise.save, draft())
  await platform(allowance.void, { tenantId, ids: given.id })
  await expect(boss(enterprise.save, draft())).rejects.toMatchObject({ data: { limit: 0, used: 2 } })
  expect((await boss(allowance.list, {})).records).toMatchObject([{ metric: 'enterprise', amount: 2, state: 'void' }])
  await expect(platform(allowance.void, { tenantId, ids: given.id })).rejects.toMatchObject({ code: 400 })
  await expect(boss(allowance.submit, { tenantId, metric: 'seat', amount: 9 })).rejects.toMatchObject({ code: 403 })
  const other = await server.tenant()
  await expect(boss(usage.summary, { tenantId: other.tenantId })).rejects.toMatchObject({ code: 404 })
})

test('a number of seats set for the firm replaces that of its package', async () => {
  const { tenantId, inside } = await firmWith({ seat: 1 })
  expect(await inside((db) => usageOf(db, 'seat'))).toEqual({ metric: 'seat', limit: 1, used: 1 })
  await expect(inside((db) => reserve(db, 'seat'))).rejects.toMatchObject({ code: 60002 })
  const { id } = await platform(tenant.detail, { id: tenantId })
  await platform(tenant.setting, { ids: id, accountNumber: 2 })
  await inside((db) => reserve(db, 'seat'))
  await expect(inside((db) => reserve(db, 'seat'))).rejects.toMatchObject({ data: { limit: 2, used: 2, need: 1 } })
})

test('bytes of files count, and a file that does not fit is refused', async () => {
  const { boss, inside } = await firmWith({ storage_bytes: 100 })
  const client = await boss(enterprise.save, draft())
  const [template] = await boss(docFile.templates, {})
  const of = { enterpriseId: client.id, projectName: '年审', year: '2025', category: 1 }
  const made = await boss(project.save, { ...of, workpaperTemplateId: template?.id ?? '' })
  const user = await server.kernel.sessions.userOf(boss.accessToken)
  if (!user) throw new Error('signed out')
  const add = (size: number) => {
    const path = join(server.folder, `file-${size}`)
    writeFileSync(path, randomBytes(size))
    return server.kernel.files.add(user, { purpose: 'financial', ownerId: made.id, name: '科目余额表.csv', path })
  }
  await add(60)
  await expect(add(50)).rejects.toMatchObject({ code: 60002, data: { metric: 'storage_bytes', used: 60, need: 50 } })
  await add(40)
  expect(await inside((db) => usageOf(db, 'storage_bytes'))).toMatchObject({ used: 100 })
})

test('a monthly metric starts again with the month, and gives back what was not used', async () => {
  const { inside } = await firmWith({ sms: 3 })
  await inside((db) => reserve(db, 'sms', 3))
  await expect(inside((db) => reserve(db, 'sms'))).rejects.toMatchObject({ code: 60002 })
  await inside((db) => release(db, 'sms'))
  await inside((db) => reserve(db, 'sms'))
  await inside((db) => db.updateTable('usage_counter').set({ period: '2001-01' }).where('metric', '=', 'sms').execute())
  await inside((db) => reserve(db, 'sms', 3))
})

test('a counter that has gone wrong is set right at night', async () => {
  const { inside, boss } = await firmWith({ enterprise: 5 })
  await boss(enterprise.save, draft())
  await inside((db) => db.updateTable('usage_counter').set({ used: 5n }).where('metric', '=', 'enterprise').execute())
  expect(await inside(recount)).toEqual(['enterprise'])
  expect(await inside(recount)).toEqual([])
  await boss(enterprise.save, draft())
})
