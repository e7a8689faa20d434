import { fork } from 'node:child_process'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { audit } from '#contract/audit.ts'
import { auth } from '#contract/auth.ts'
import { datasource } from '#contract/datasource.ts'
import { enterprise } from '#contract/enterprise.ts'
import { firm } from '#contract/firm.ts'
import { ledger } from '#contract/ledger.ts'
import { log } from '#contract/log.ts'
import { menu } from '#contract/menu.ts'
import { tenant } from '#contract/tenant.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { tenantTables } from '#server/kernel/tenant-tables.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from '../ledger/testing-import.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'
import { ask, farServer } from './testing-far-server.ts'
import type { MoverOrder } from './testing-mover.ts'

const environment = { DIGAO_DATASOURCE_HOSTS: '127.0.0.1', DIGAO_DATASOURCE_TLS: 'off' }
const [far, server] = await Promise.all([farServer(), testServer(environment)])
const { kernel, app, databases } = server
const root = await server.as('administrator', '平台管理员', { tenantId: PLATFORM })
const DATABASE = 'digao_east'
let east = ''

/** A tenant with an administrator who has signed in, and a client of his. */
async function firmWith(n: number) {
  const where = await server.tenant(`第${n}税务师事务所`)
  const admin = await server.as('admin', `管理${n}`, where)
  await admin(enterprise.save, { enterpriseName: `客户${n}`, creditCode: testCreditCode(n) })
  return admin
}
const zhang = await firmWith(1)
const wang = await firmWith(2)

beforeAll(async () => {
  const { id } = await root(datasource.submit, {
    name: '华东机房',
    host: far.host,
    port: far.port,
    databaseName: DATABASE,
    username: far.username,
    password: far.password,
  })
  await root(datasource.test, { id })
  east = id
})

const move = async (who: Caller, datasourceId: string) => {
  const { jobId } = await root(tenant.datasource, { tenantId: who.tenantId, datasourceId })
  return jobId
}

/** Rows of a tenant by table, those that are none left out; read past row-level security. */
async function rowsOf(question: (sql: string) => Promise<Record<string, unknown>[]>, tenantId: string) {
  const tables =
    await question(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const counts = await question(
    tables
      .map(
        ({ name }) =>
          `select '${String(name)}' as name, count(*)::int as n from "${String(name)}" where tenant_id = '${tenantId}'`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(counts.filter(({ n }) => n !== 0).map(({ name, n }) => [String(name), Number(n)]))
}
const here = (tenantId: string) => rowsOf((sql) => ask(databases.admin, sql), tenantId)
const there = (tenantId: string) => rowsOf((sql) => far.ask(DATABASE, sql), tenantId)
const clients = async (who: Caller) => (await who(enterprise.list, {})).records.map((row) => row.enterpriseName)
/** HTTP status and code of a call, and how long it took. */
async function statusOf(who: Caller) {
  const began = performance.now()
  const headers = { 'sc-auth': `bearer ${who.accessToken}` }
  const reply = await app.inject({ method: 'GET', url: enterprise.list.path, headers })
  return {
    status: reply.statusCode,
    took: performance.now() - began,
  }
}

test('every table with rows of tenants has a place in the order of copying', async () => {
  const tables = await kernel.database.inTenantBulk({ tenantId: PLATFORM, userId: '' }, (_, client) =>
    tenantTables(client),
  )
  const held = await ask(
    databases.admin,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('tenant', 'tenant_away', 'datasource')`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(held.map(({ name }) => String(name)).toSorted())
  expect(tables.filter(({ key }) => key[0] !== 'tenant_id')).toEqual([])
})

describe('a tenant that is moved', () => {
  let before: Record<string, number> = {}
  let moved = {}
  let others: Record<string, number> = {}

  beforeAll(async () => {
    await importFiles(server, zhang, await projectOf(zhang), fixtureFiles('yonyou-u8'))
    before = await here(zhang.tenantId)
    others = await here(wang.tenantId)
    moved = await root.done(await move(zhang, east))
  })

  test('has every row on the other server, and none on the first but its line in the directory', async () => {
    expect(moved).toMatchObject({ state: 'succeeded', error: '' })
    expect(before['ledger_line']).toBeGreaterThan(100)
    expect(await here(zhang.tenantId)).toEqual({ tenant: 1, tenant_away: 1 })
    expect(await there(zhang.tenantId)).toMatchObject(before)
    expect(await here(wang.tenantId)).toEqual(others)
    expect(await there(wang.tenantId)).toEqual({})
  })

  test('goes on as before: its sessions stand, people sign in, renew, read and write', async () => {
    expect(await clients(zhang)).toContain('客户1')
    await server.signIn(zhang.tenantId, zhang.account)
    const renewed = await app.inject({
      method: 'POST',
      url: auth.token.path,
      headers: { authorization: server.client },
      payload: { grant_type: 'refresh_token', refresh_token: zhang.refreshToken, tenantId: zhang.tenantId },
    })
    expect(renewed.statusCode).toBe(200)
    const li = await server.as('zxs', '李新来', zhang)
    await li(enterprise.save, { enterpriseName: '迁移之后', creditCode: testCreditCode(3) })
    expect(await clients(zhang)).toContain('迁移之后')
    expect(await there(zhang.tenantId)).toMatchObject({ firm_enterprise: Number(before['firm_enterprise']) + 1 })
    expect(await here(zhang.tenantId)).toEqual({ tenant: 1, tenant_away: 1 })
  })

  test('runs its jobs there and hears of them', async () => {
    const sent = async () => (await there(zhang.tenantId))['push_event'] ?? 0
    const told = await sent()
    const { job, datasetId } = await importFiles(server, zhang, await projectOf(zhang), fixtureFiles('kingdee-kis'))
    expect(job.state).toBe('succeeded')
    expect(await sent()).toBeGreaterThan(told)
    const accounts = await zhang(ledger.accounts, { datasetId })
    expect(accounts.total).toBeGreaterThan(10)
    expect(await here(zhang.tenantId)).toEqual({ tenant: 1, tenant_away: 1 })
  })

  test('takes its history along, whole', async () => {
    expect(await zhang(audit.verify, {})).toMatchObject({ broken: null })
    const { records } = await zhang(audit.list, { size: 500 })
    expect(records.at(-1)?.seq).toBe(1)
  })

  test('sees what the platform changes for all', async () => {
    const [shown] = await zhang(menu.routes, {})
    if (!shown) throw new Error('an administrator has menus')
    await kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, (db) =>
      db.updateTable('menu').set({ name: '改过的菜单' }).where('id', '=', shown.id).execute(),
    )
    await expect
      .poll(async () => (await zhang(menu.routes, {})).find(({ id }) => id === shown.id)?.name, { timeout: 5_000 })
      .toBe('改过的菜单')
  })

  test('is named at its data source, which cannot be deleted or pointed elsewhere while it lives there', async () => {
    const shown = await root(datasource.detail, { id: east })
    expect(shown.residents).toEqual([{ tenantId: zhang.tenantId, tenantName: '第1税务师事务所' }])
    await expect(root(datasource.remove, { ids: east })).rejects.toThrow('还有 1 个租户在此数据源上')
    await expect(root(datasource.submit, { id: east, databaseName: 'other' })).rejects.toThrow('还有 1 个租户')
  })

  test('stands in the lists that the platform reads over all tenants, page by page', async () => {
    const { records, total } = await root(firm.list, { size: 500, ascs: 'firmName' })
    const paged = []
    for (let current = 1; current <= total; current++)
      paged.push(...(await root(firm.list, { size: 1, current, ascs: 'firmName' })).records)
    expect(paged).toEqual(records)
    expect(records.map(({ tenantId }) => tenantId)).toEqual(expect.arrayContaining([zhang.tenantId, wang.tenantId]))
    expect(await root(firm.searchByTitle, { title: '第1税务师' })).toMatchObject([{ tenantId: zhang.tenantId }])
    for (const one of [wang, zhang]) {
      await server.signIn(one.tenantId, one.account)
      const comings = () => root(log.signIn, { tenantId: '*', size: 500 })
      await vi.waitFor(async () =>
        expect((await comings()).records.map(({ tenantId }) => tenantId)).toContain(one.tenantId),
      )
    }
  })

  test('waits while its server is gone or hangs, and everybody else is served', async () => {
    await far.shut()
    try {
      const gone = await statusOf(zhang)
      expect(gone).toMatchObject({ status: 503 })
      expect(gone.took).toBeLessThan(2_500)
      expect(await clients(wang)).toEqual(['客户2'])
      const { job } = await importFiles(server, wang, await projectOf(wang), fixtureFiles('kingdee-kis'))
      expect(job.state).toBe('succeeded')
    } finally {
      await far.open()
    }
    await expect.poll(async () => (await statusOf(zhang)).status, { timeout: 5_000 }).toBe(200)
    far.hang(true)
    try {
      const silent = await statusOf(zhang)
      expect(silent).toMatchObject({ status: 503 })
      expect(silent.took).toBeLessThan(2_500)
      expect(await clients(wang)).toContain('客户2')
    } finally {
      far.hang(false)
    }
    await expect.poll(async () => (await statusOf(zhang)).status, { timeout: 5_000 }).toBe(200)
  })

  test('moves back, and nothing of it is left there', async () => {
    const rows = await there(zhang.tenantId)
    expect(await root.done(await move(zhang, ''))).toMatchObject({ state: 'succeeded', error: '' })
    const { tenant_away: _, tenant: __, ...kept } = rows
    expect(await here(zhang.tenantId)).toMatchObject(kept)
    expect(await there(zhang.tenantId)).toEqual({ tenant_away: 1 })
    expect(await clients(zhang)).toContain('迁移之后')
    expect(await zhang(audit.verify, {})).toMatchObject({ broken: null })
  })
})

describe('a move that does not come to its end', () => {
  test('leaves the tenant where it was when the other server goes away, and what was left there is gone after the next', async () => {
    const chen = await firmWith(4)
    const before = await here(chen.tenantId)
    far.hang(true)
    const jobId = await move(chen, east)
    await far.shut()
    far.hang(false)
    const ended = await root.done(jobId)
    await far.open()
    expect(ended.state).toBe('failed')
    expect(ended.error).toMatch(/没有应答|无法连接/)
    expect(await clients(chen)).toEqual(['客户4'])
    expect(await here(chen.tenantId)).toMatchObject(before)
    await kernel.directory.prepare(east, [chen.tenantId])
    await far.ask(DATABASE, 'insert into post (tenant_id, post_code, post_name) values ($1, $2, $2)', [
      chen.tenantId,
      'x',
    ])
    expect(await root.done(await move(chen, east))).toMatchObject({ state: 'succeeded' })
    expect((await there(chen.tenantId))['post']).toBe(before['post'])
    expect(await clients(chen)).toEqual(['客户4'])
  })

  test('holds the tenant’s people back, not out, and is undone when its process is killed in the middle', async () => {
    const quiet = await testServer({ ...environment, DIGAO_JOBS: '0' })
    const boss = await quiet.as('administrator', '平台管理员', { tenantId: PLATFORM })
    const liu = await quiet.as('admin')
    await liu(enterprise.save, { enterpriseName: '客户5', creditCode: testCreditCode(5) })
    const login = { host: far.host, port: far.port, username: far.username, password: far.password }
    const { id } = await boss(datasource.submit, { name: '华南机房', databaseName: 'digao_south', ...login })
    await boss(datasource.test, { id })
    await expect.poll(() => quiet.kernel.database.servers().length, { timeout: 10_000 }).toBe(2)
    const mover = fork(new URL('./testing-mover.ts', import.meta.url))
    const { tokenKey, ...secrets } = quiet.kernel.secrets
    const order: MoverOrder = {
      environment: { ...environment, DIGAO_DATA: quiet.folder, DIGAO_JOBS: '1' },
      secrets: { ...secrets, tokenKey: tokenKey.toString('hex') },
      app: quiet.databases.app,
    }
    mover.send(order)
    // an open transaction of the platform there stops the copy at its commit's door
    const wall = far
      .ask('digao_south', `lock table push_event in access exclusive mode; select pg_sleep(60)`)
      .catch(() => [])
    const { jobId } = await boss(tenant.datasource, { tenantId: liu.tenantId, datasourceId: id })
    const copying = () =>
      far.ask(
        'digao_south',
        `select pid from pg_stat_activity where application_name = 'digao move' and wait_event_type = 'Lock'`,
      )
    await expect.poll(async () => (await copying()).length, { timeout: 15_000 }).toBe(1)
    const during = await quiet.app.inject({
      method: 'GET',
      url: enterprise.list.path,
      headers: { 'sc-auth': `bearer ${liu.accessToken}` },
    })
    expect(during.statusCode).toBe(503)
    expect(during.json()).toMatchObject({ msg: '正在迁移数据，请稍后' })

    mover.kill('SIGKILL')
    await far.ask(
      'postgres',
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'lock table push_event%'`,
    )
    await wall
    await expect.poll(() => clients(liu), { timeout: 5_000 }).toEqual(['客户5'])
    // a minute later
    await ask(quiet.databases.admin, `update job set beat_time = now() - interval '1 minute' where state = 'running'`)
    expect(await boss.done(jobId)).toMatchObject({ state: 'failed' })
    const left = () => rowsOf((sql) => far.ask('digao_south', sql), liu.tenantId)
    await expect.poll(left, { timeout: 5_000 }).toEqual({ tenant_away: 1 })
    expect(await clients(liu)).toEqual(['客户5'])
  }, 60_000)
})
