import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { datasource } from '#contract/datasource.ts'
import { tenant } from '#contract/tenant.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { ask } from './testing-far-server.ts'

/** Whoever listens here has no idea of PostgreSQL, and says so in words that nobody may see. */
const stranger = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end('SSH-2.0-secret-banner\r\n'))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => stranger.once('listening', resolve))
afterAll(() => void stranger.close())
const address = stranger.address()
const strangePort = typeof address === 'object' && address ? address.port : 0

const server = await testServer({
  DIGAO_DATASOURCE_HOSTS: `db.example.invalid, 127.0.0.1:${strangePort}, localhost:1`,
  DIGAO_DATASOURCE_TLS: 'off',
})
const root = await server.as('administrator', '平台管理员', { tenantId: PLATFORM })

let made = 0
const draft = (over: object = {}) => ({
  name: `数据源${++made}`,
  host: 'db.example.invalid',
  port: 5432,
  databaseName: 'digao',
  username: 'postgres',
  password: 'geheim-4711',
  ...over,
})
const submit = (over: object = {}, who: Caller = root) => who(datasource.submit, draft(over))

test('a data source is added, shown without its password, changed field by field and deleted', async () => {
  const row = await submit({ remark: '一号' })
  expect(row).toMatchObject({ state: 'draft', testTime: '', tenants: 0, remark: '一号' })
  expect(JSON.stringify(row)).not.toContain('geheim')
  const after = await root(datasource.submit, { id: row.id, version: row.version, remark: '二号' })
  expect(after).toMatchObject({ remark: '二号', name: row.name, host: row.host, version: 2 })
  await expect(root(datasource.submit, { id: row.id, version: row.version, remark: '三号' })).rejects.toThrow(
    '已被他人修改',
  )
  await root(datasource.remove, { ids: row.id })
  await expect(root(datasource.detail, { id: row.id })).rejects.toThrow('数据不存在')
})

test('its password lies sealed in the database, and neither the history nor the log knows it', async () => {
  const row = await submit()
  await root(datasource.submit, { id: row.id, password: 'neu-0815' })
  const [stored] = await ask(server.databases.admin, 'select password_encrypted from datasource where id = $1', [
    row.id,
  ])
  expect(stored?.['password_encrypted']).toMatch(/^v1\./)
  const { records } = await root(audit.list, { bizId_equal: row.id })
  expect(records.map(({ action }) => action)).toEqual(['datasource.update', 'datasource.add'])
  expect(records[0]?.after).toMatchObject({ passwordChanged: true })
  expect(JSON.stringify(records) + server.logged.join('')).not.toMatch(/geheim|neu-0815|v1\./)
})

test('only hosts that the operator has named are ever asked, and the refusal says where to name them', async () => {
  for (const host of ['169.254.169.254', 'example.com', '127.0.0.1', 'LOCALHOST']) {
    await expect(submit({ host })).rejects.toThrow('DIGAO_DATASOURCE_HOSTS')
    await expect(root(datasource.test, draft({ host }))).rejects.toThrow('DIGAO_DATASOURCE_HOSTS')
  }
})

test.each([
  ['a socket of the machine', { host: '/var/run/postgresql' }],
  ['a connection string', { host: 'postgres://x@db.example.invalid' }],
  ['several hosts', { host: 'db.example.invalid,other' }],
  ['options behind the database', { databaseName: 'digao?sslmode=disable' }],
  ['another schema of the database', { databaseName: 'digao options=-csearch_path' }],
  ['a port out of range', { port: 70_000 }],
])('%s is no data source', async (_, over) => {
  await expect(submit(over)).rejects.toMatchObject({ status: 400 })
})

test('a test says what is wrong in our words: no such host, nothing there, a stranger', async () => {
  const unknown = await root(datasource.test, draft())
  expect(unknown).toMatchObject({ ok: false, version: '', why: '找不到该主机，请检查名称' })
  const closed = await root(datasource.test, draft({ host: 'localhost', port: 1 }))
  expect(closed).toMatchObject({ ok: false })
  expect(closed.why).toContain('该端口没有服务')
  const strange = await root(datasource.test, draft({ host: '127.0.0.1', port: strangePort }))
  expect(strange.ok).toBe(false)
  expect(strange.why).not.toContain('secret-banner')
})

test('the result of a test is kept with the data source, and read in the reader’s language', async () => {
  const row = await submit()
  await root(datasource.test, { id: row.id })
  const english = await root(datasource.detail, { id: row.id }, { 'accept-language': 'en' })
  expect(english).toMatchObject({ state: 'failed', testError: 'There is no host of that name; check the name' })
  expect(english.testTime).not.toBe('')
  const { records } = await root(datasource.list, { state_equal: 'failed' })
  expect(records.map(({ id }) => id)).toContain(row.id)
})

test('a stored password is never sent to another host than it was given for', async () => {
  const row = await submit()
  const elsewhere = { id: row.id, host: '127.0.0.1', port: strangePort }
  await expect(root(datasource.test, elsewhere)).rejects.toThrow('请输入密码')
  await expect(root(datasource.submit, elsewhere)).rejects.toThrow('请输入密码')
  await expect(root(datasource.submit, { id: row.id, username: 'other' })).rejects.toThrow('请输入密码')
})

test('a tenant moves only to a data source that works, and the platform moves nowhere', async () => {
  const row = await submit()
  const { tenantId } = await server.tenant('想搬家事务所')
  await expect(root(tenant.datasource, { tenantId, datasourceId: row.id })).rejects.toThrow('还没有通过连接测试')
  await expect(root(tenant.datasource, { tenantId, datasourceId: '' })).rejects.toThrow('租户已在该数据源上')
  await expect(root(tenant.datasource, { tenantId: PLATFORM, datasourceId: row.id })).rejects.toThrow(
    '平台租户不能迁移',
  )
  expect(await root(datasource.select, {})).toEqual([])
})

test('two data sources have not the same name', async () => {
  const row = await submit()
  await expect(submit({ name: row.name })).rejects.toThrow('已有同名的数据源')
})

test('whoever administers a firm has no data sources, nor the platform’s', async () => {
  const row = await submit()
  const zhang = await server.as('administrator')
  await expect(zhang(datasource.list, {})).rejects.toMatchObject({ status: 403 })
  await expect(zhang(datasource.test, { id: row.id })).rejects.toMatchObject({ status: 403 })
  await expect(submit({}, zhang)).rejects.toMatchObject({ status: 403 })
})
