import { expect, test } from 'vitest'
import { usage } from '#contract/entitlement.ts'
import { tenant } from '#contract/tenant.ts'
import { testServer } from '#server/kernel/testing.ts'

const server = await testServer()
const platform = await server.as('administrator', '平台管理', { tenantId: '000000' })

test('everybody of a trial firm sees what the trial includes, what is left and when it ends', async () => {
  const { tenantId } = await platform(tenant.submit, {
    tenantName: '试用税务师事务所',
    administrator: { account: 'boss', realName: '钱所长' },
  })
  const zxs = await server.as('zxs', '张审计', { tenantId })
  const own = await zxs(usage.own, {})
  expect(own).toMatchObject({ packageName: '事务所试用版', state: 'trial', daysLeft: 30 })
  expect(own.metrics).toContainEqual({ metric: 'seat', limit: 5, used: 2 })
  expect(own.expireTime).toMatch(/^\d{4}-\d{2}-\d{2} /)
  // nothing of another tenant: what the platform sees of it is the same
  expect(own.metrics).toEqual((await platform(usage.summary, { tenantId })).metrics)
})

test('without a package nothing ends and nothing is limited', async () => {
  const normal = await server.as('normal', '周文')
  const own = await normal(usage.own, {})
  expect(own).toMatchObject({ packageName: '', state: 'active', expireTime: '', daysLeft: null })
  expect(own.metrics.every(({ limit }) => limit === null)).toBe(true)
})
