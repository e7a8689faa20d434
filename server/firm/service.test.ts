import { beforeAll, expect, test } from 'vitest'
import { firm } from '#contract/firm.ts'
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
