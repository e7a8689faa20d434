import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roles } from '#contract/grants.ts'
import { md5 } from '../auth/password.ts'
import { testServer } from '#server/kernel/testing.ts'
import { DEMO_TENANT } from './accounts.ts'
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

test('the demo firm has an account per role that signs in, a client and a project whose ledger counts', async () => {
  const accounts = await seedDemo(kernel)
  expect(accounts.map(({ role }) => role)).toEqual([...roles])
  expect(accounts.every(({ role, account, tenantId }) => role === account && tenantId === DEMO_TENANT)).toBe(true)
  for (const { account, password } of accounts) await server.signIn(DEMO_TENANT, account, md5(password))
  const there = await counted()
  expect(there.enterprises).toMatchObject([{ enterprise_name: '东桥南溟精密机械有限公司' }])
  expect(there.datasets).toMatchObject([{ state: 'active', version: 1 }])
  expect(there.projects).toMatchObject([{ dataset_id: there.datasets[0]?.id }])
  expect(there.files).toHaveLength(6)
  const path = join(server.folder, 'demo-accounts.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

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
