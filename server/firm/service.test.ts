import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { firm } from '#contract/firm.ts'
import { docFile, project } from '#contract/project.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
})

test('every role sees the own firm and no other', async () => {
  await server.tenant('别的事务所')
  for (const role of ['administrator', 'zxs', 'student', 'user'] as const) {
    const caller = await server.as(role)
    const { records } = await caller(firm.list, {})
    expect(records.map(({ tenantId }) => tenantId)).toEqual([caller.tenantId])
    expect(await caller(firm.detailByTenantId, { tenantId: caller.tenantId })).toEqual(records[0])
    expect(await caller(firm.detail, { id: records[0]?.id ?? '' })).toEqual(records[0])
  }
})

test("the platform's administrator sees every tenant's firm, and changes none", async () => {
  const other = await server.tenant('远方事务所')
  const platform = await server.as('administrator', '平台', { tenantId: '000000' })
  const found = await platform(firm.list, { firmName: '远方' })
  expect(found.records).toMatchObject([{ tenantId: other.tenantId, firmName: '远方事务所' }])
  expect((await platform(firm.detail, { id: other.firmId })).tenantId).toBe(other.tenantId)
  await expect(platform(firm.update, { id: other.firmId, firmName: '改' })).rejects.toMatchObject({ code: 404 })
  const user = await server.as('user', '平台用户', { tenantId: '000000' })
  expect((await user(firm.list, {})).total).toBe(0)
})

test('an administrator changes the own firm, only what is sent; a consultant may not', async () => {
  const id = server.home.firmId
  const before = await admin(firm.detail, { id })
  const after = await admin(firm.update, { id, phone: '021-5555', website: { firmProjectEnterpriseEncrypt: true } })
  expect(after).toEqual({ ...before, phone: '021-5555', website: { firmProjectEnterpriseEncrypt: true } })
  await expect(admin(firm.update, { id, creditCode: '123' })).rejects.toMatchObject({ code: 400 })
  expect((await admin(firm.update, { id, creditCode: testCreditCode(900) })).creditCode).toBe(testCreditCode(900))
  await expect((await server.as('zxs'))(firm.update, { id, phone: '1' })).rejects.toMatchObject({ code: 403 })
})

test('the numbers count what the lists show: all for an administrator, the own for a consultant', async () => {
  const where = await server.tenant()
  const [boss, zxs] = [await server.as('admin', '王', where), await server.as('zxs', '张', where)]
  const [template] = await boss(docFile.templates, {})
  let code = 500
  const add = async (caller: Caller, years: string[]) => {
    code += 1
    const { id } = await caller(enterprise.save, { enterpriseName: `企业${code}`, creditCode: testCreditCode(code) })
    for (const year of years) {
      const of = { enterpriseId: id, projectName: '年审', year, category: 1, workpaperTemplateId: template?.id ?? '' }
      await caller(project.save, of)
    }
  }
  await add(boss, ['2024', '2025'])
  await add(zxs, ['2025'])
  expect(await boss(firm.statistics, { tenantId: where.tenantId })).toEqual({
    enterprises: 2,
    projects: 3,
    projectsThisYear: 3,
    ledgersWaiting: 0,
    relationsWaiting: 0,
    papersReady: 0,
    byYear: [
      { year: '2025', projects: 2 },
      { year: '2024', projects: 1 },
    ],
  })
  expect(await zxs(firm.statistics, { tenantId: where.tenantId })).toMatchObject({
    enterprises: 1,
    projects: 1,
    byYear: [{ year: '2025', projects: 1 }],
  })
  const plain = await server.as('user', '某', where)
  expect(await plain(firm.statistics, { tenantId: where.tenantId })).toMatchObject({
    enterprises: 0,
    projects: 0,
    byYear: [],
  })
})
