import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roles } from '#contract/grants.ts'
import { md5 } from '../auth/password.ts'
import { testServer } from '#server/kernel/testing.ts'
import { firmService } from '../firm/service.ts'
import { DEMO_TENANT } from './accounts.ts'
import { asCall, inTenant, userOf } from './demo-call.ts'
import { settlePortfolio } from './portfolio.ts'
import { seedDemo } from './seed.ts'

const server = await testServer()
const { kernel } = server
const counted = () =>
  kernel.database.inTenant({ tenantId: DEMO_TENANT, userId: '' }, async (db) => ({
    users: await db.selectFrom('app_user').select('account').orderBy('account').execute(),
    enterprises: await db.selectFrom('firm_enterprise').select(['enterprise_name', 'credit_code']).execute(),
    projects: await db.selectFrom('firm_project').select(['project_name', 'dataset_id']).execute(),
    datasets: await db.selectFrom('dataset').select(['id', 'state', 'version']).execute(),
    files: await db.selectFrom('file').select('name').orderBy('name').execute(),
  }))

test('the demo has accounts for every role and layout that sign in, and at the firm clients, and projects whose ledgers count', async () => {
  const accounts = await seedDemo(kernel)
  const ofFirm = accounts.filter(({ tenantId }) => tenantId === DEMO_TENANT)
  expect(ofFirm.map(({ role }) => role)).toEqual([...roles])
  expect(ofFirm.every(({ role, account }) => role === account)).toBe(true)
  const elsewhere = accounts.filter((one) => !ofFirm.includes(one)).map(({ tenantId, role }) => [tenantId, role])
  expect(elsewhere).toEqual([
    ['100002', 'admin'],
    ['100002', 'teacher'],
    ['100002', 'student'],
    ['100003', 'personal,normal'],
  ])
  for (const { tenantId, account, password } of accounts) await server.signIn(tenantId, account, md5(password))
  const there = await counted()
  expect(there.enterprises.map(({ enterprise_name }) => enterprise_name)).toContain('东桥南溟精密机械有限公司')
  expect(there.files).toHaveLength(6)
  expect(there.datasets).toMatchObject([{ state: 'active', version: 1 }])
  expect(there.projects.filter(({ dataset_id }) => dataset_id !== null)).toHaveLength(1)
  const path = join(server.folder, 'demo-accounts.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
}, 120_000)

test('its projects stand at every stage, belong to several people, and have something to tell of the last months', async () => {
  await settlePortfolio(kernel)
  const user = await userOf(kernel, 'administrator')
  const said = await inTenant(kernel, user, (db) =>
    firmService.statistics(asCall(kernel, user, db), { tenantId: DEMO_TENANT }),
  )
  expect(said.pipeline.map(({ stage }) => stage).toSorted()).toEqual([
    'empty',
    'generated',
    'imported',
    'mapped',
    'verified',
  ])
  expect(said.workload.length).toBeGreaterThanOrEqual(3)
  expect(said.kpi).toMatchObject({ enterprises: 7, papersReady: 1 })
  expect(said.deadlines.length).toBeGreaterThan(3)
  expect(said.portfolio).toMatchObject({ left: 1 })
  expect(said.trend.filter(({ opened }) => Number(opened) > 0).length).toBeGreaterThan(2)
  // each year of a client opens as the one before closed: nothing of it is warned about
  const alarms = await kernel.database.inTenant({ tenantId: DEMO_TENANT, userId: '' }, (db) =>
    db
      .selectFrom('dataset')
      .innerJoin('firm_project', 'firm_project.id', 'dataset.project_id')
      .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
      .where('enterprise_name', '=', '东桥望海商贸有限公司')
      .orderBy('dataset.year')
      .select(['dataset.year', 'blocking', 'warnings'])
      .execute(),
  )
  expect(alarms).toEqual([
    { year: 2024, blocking: 0, warnings: 0 },
    { year: 2025, blocking: 0, warnings: 0 },
  ])
  const before = await counted()
  await settlePortfolio(kernel)
  expect(await counted()).toEqual(before)
}, 120_000)

test('a second start changes nothing and knows the same passwords', async () => {
  const before = await counted()
  const first = await seedDemo(kernel)
  const second = await seedDemo(kernel)
  expect(second).toEqual(first)
  expect(await counted()).toEqual(before)
})

test('where the file with the passwords is lost, the accounts get new ones that work', async () => {
  const old = await seedDemo(kernel)
  rmSync(join(server.folder, 'demo-accounts.json'))
  const renewed = await seedDemo(kernel)
  const [of] = renewed
  expect(of?.password).not.toBe(old[0]?.password)
  await server.signIn(DEMO_TENANT, of?.account ?? '', md5(of?.password ?? ''))
  expect((await counted()).users).toHaveLength(roles.length)
})
