import { beforeAll, expect, test } from 'vitest'
import { log } from '#contract/log.ts'
import { platform } from '#contract/platform.ts'
import { tenant } from '#contract/tenant.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
let operator: Caller
let boss: Caller
beforeAll(async () => {
  server = await testServer()
  await server.tenant('第二家')
  operator = await server.as('administrator', '平台', { tenantId: '000000' })
  boss = await server.as('administrator', '王')
  await server.as('zxs', '张')
})

test('who runs the platform sees it whole, and each number is that of its list', async () => {
  // the logs are written a moment later
  await expect
    .poll(async () => (await operator(log.signIn, { tenantId: '*', size: 1 })).total, { timeout: 20_000 })
    .toBe(3)
  const said = await operator(platform.overview, {})
  const days = { createTime_datege: said.from, createTime_datele: said.to }
  expect(said.tenants).toBe((await operator(tenant.list, { size: 1 })).total)
  expect(said.newTenants).toBe((await operator(tenant.list, { ...days, size: 1 })).total)
  for (const { state, tenants } of said.byState)
    expect(tenants).toBe((await operator(tenant.list, { state, size: 1 })).total)
  const signedIn = { tenantId: '*', result_equal: 'ok', method_notequal: 'refresh', ...days, size: 1 }
  expect(said.signIns).toBe((await operator(log.signIn, signedIn)).total)
  expect(said.errors).toBe((await operator(log.error, { tenantId: '*', ...days, size: 1 })).total)
  // three have just signed in, each in his own tenant
  expect(said).toMatchObject({ activePeople: 3, serversMissing: 0 })
  expect(said.days).toHaveLength(30)
  expect(said.days.at(-1)).toEqual({ day: said.to, signIns: said.signIns, errors: said.errors })
})

test('days before there was anything show nothing; nobody else sees the platform', async () => {
  const before = await operator(platform.overview, { from: '2020-01-01', to: '2020-01-31' })
  expect(before).toMatchObject({ signIns: 0, errors: 0, newTenants: 0, activePeople: 0 })
  expect(before.days).toHaveLength(31)
  await expect(boss(platform.overview, {})).rejects.toMatchObject({ code: 403 })
})
