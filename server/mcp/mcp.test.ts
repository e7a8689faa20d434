import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accessToken, CALLS_PER_MINUTE } from '#contract/access-token.ts'
import { masking } from '#contract/masking.ts'
import { param } from '#contract/param.ts'
import { toolNames } from '#contract/tool-source.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { namelessPlace } from '../access-token/outside-mask.ts'
import { listening, tokenOf } from '../access-token/testing-token.ts'
import { importFiles, projectOf } from '../ledger/testing-import.ts'
import { hostileLedger } from '../tool/testing-asker.ts'

let server: TestServer
let address: string
let zxs: Caller
let projectId: string
const open: Client[] = []
beforeAll(async () => {
  server = await testServer()
  address = await listening(server)
  zxs = await server.as('zxs', '张审计')
  projectId = await projectOf(zxs)
  await importFiles(server, zxs, projectId, hostileLedger())
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function connected(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  open.push(client)
  return client
}
type Result = Awaited<ReturnType<Client['callTool']>>
const textOf = ({ content }: Result) =>
  (content as { type: string; text?: string }[]).map(({ text = '' }) => text).join('\n')

test('a client lists the tools its person has, all marked as reading only', async () => {
  const client = await connected(await tokenOf(zxs))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([...toolNames])
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true)
  const visitor = await connected(await tokenOf(await server.as('normal', '访客')))
  expect((await visitor.listTools()).tools.map(({ name }) => name)).toEqual([
    'calculate',
    'tax_calculator',
    'read_file',
  ])
})

test('a client finds a project and reads its books, with addresses that open', async () => {
  const client = await connected(await tokenOf(zxs))
  const projects = await client.callTool({ name: 'list_projects', arguments: {} })
  expect(textOf(projects)).toContain(projectId)
  const balance = await client.callTool({ name: 'ledger_balance', arguments: { projectId, account: '1002' } })
  expect(balance.isError).toBe(false)
  expect(textOf(balance)).toContain('2234.56')
  expect(textOf(balance)).toMatch(/http:\/\/[^\s]+\/firmProject\/financialInfo\?/)
  expect(balance.structuredContent).toMatchObject({ data: { total: 1 } })
})

test('a refusal, a wrong input and an unknown tool are answered in words, as errors of the tool', async () => {
  const client = await connected(await tokenOf(zxs))
  const far = await client.callTool({ name: 'ledger_balance', arguments: { projectId: crypto.randomUUID() } })
  expect(far).toMatchObject({ isError: true })
  expect(textOf(far)).toBe('数据不存在')
  const wrong = await client.callTool({ name: 'ledger_detail', arguments: { projectId, account: 12 } })
  expect(wrong.isError).toBe(true)
  expect(textOf(wrong)).toContain('account')
  expect(await client.callTool({ name: 'drop_everything', arguments: {} })).toMatchObject({ isError: true })
})

test('another firm’s person sees nothing of it', async () => {
  const stranger = await server.as('admin', '外所', await server.tenant('另一家事务所'))
  const client = await connected(await tokenOf(stranger))
  expect(await client.callTool({ name: 'ledger_balance', arguments: { projectId } })).toMatchObject({ isError: true })
  expect(textOf(await client.callTool({ name: 'list_projects', arguments: {} }))).not.toContain(projectId)
})

test('an address that leaves names nobody in whichever letters', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  expect(namelessPlace(`/projectApp/index?enterpriseId=${id}&projectName=AcmeTrading-2025`)).toBe(
    `/projectApp/index?enterpriseId=${id}`,
  )
  expect(namelessPlace('/x?form=A100000&cell=A100000.13.1&find=星河&phone=13800138000')).toBe(
    '/x?form=A100000&cell=A100000.13.1',
  )
})

describe('where the firm has a default masking template', () => {
  const NAME = '深圳市星河互动科技有限公司'

  async function masked() {
    const boss = await server.as('admin', '王主任', await server.tenant())
    const who = await server.as('zxs', '吴审计', { tenantId: boss.tenantId })
    const { actions } = await boss(masking.effective, {})
    const { id } = await boss(masking.save, { name: '对外', scope: 'firm', actions })
    await boss(masking.setDefault, { id, isDefault: true })
    const own = await projectOf(who, { client: NAME })
    await importFiles(server, who, own, hostileLedger())
    return { boss, who, own }
  }

  test('nobody is named in an answer, figures are exact, and its tokens are understood in the next question', async () => {
    const { boss, who, own } = await masked()
    const client = await connected(await tokenOf(who))
    const projects = await client.callTool({ name: 'list_projects', arguments: {} })
    expect(JSON.stringify(projects)).not.toMatch(/星河|%E6%98%9F/)
    const [token = ''] = /〔企业\d+(?:-\d+)?〕/.exec(textOf(projects)) ?? []
    expect(token).not.toBe('')
    const found = await client.callTool({ name: 'list_projects', arguments: { find: token } })
    expect(textOf(found)).toContain(own)
    const balance = await client.callTool({ name: 'ledger_balance', arguments: { projectId: own, account: '1002' } })
    expect(balance.isError).toBe(false)
    expect(textOf(balance)).toContain('2234.56')
    expect(JSON.stringify(balance)).not.toMatch(/星河|%E6%98%9F/)
    expect(textOf(balance)).toMatch(/http:\/\/[^\s]+\/firmProject\/financialInfo\?/)
    const { records } = await boss(masking.runs, { purpose_equal: 'program.mcp' })
    expect(records[0]).toMatchObject({ createUserName: '吴审计', endpoint: '测试程序', blocked: false })
  })

  test('its tokens end with the access token, and the firm may switch this off', async () => {
    const { boss, who } = await masked()
    const client = await connected(await tokenOf(who))
    await client.callTool({ name: 'list_projects', arguments: {} })
    const kept = () =>
      server.kernel.database.inTenant({ tenantId: who.tenantId, userId: '' }, (db) =>
        db.selectFrom('mask_key').where('scope', 'like', 'program:%').select('scope').execute(),
      )
    expect(await kept()).toHaveLength(1)
    const [switched] = (await boss(param.list, { paramKey_equal: 'outsideMasking' })).records
    await boss(param.submit, { id: switched?.id ?? '', paramKey: 'outsideMasking', paramValue: 'off' })
    expect(textOf(await client.callTool({ name: 'list_projects', arguments: {} }))).toContain(NAME)
    const [row] = await who(accessToken.list, {})
    await who(accessToken.revoke, { id: row?.id ?? '' })
    expect(await kept()).toEqual([])
  })
})

test('a revoked token, a token for something else, and none at all get no further than the door', async () => {
  const who = await server.as('zxs', '吴审计')
  const token = await tokenOf(who)
  const client = await connected(token)
  const [row] = await who(accessToken.list, {})
  await who(accessToken.revoke, { id: row?.id ?? '' })
  await expect(client.listTools()).rejects.toThrow(/401|令牌|token/i)
  await expect(connected(await tokenOf(who, ['api']))).rejects.toThrow(/403|令牌|token/i)
  await expect(connected('')).rejects.toThrow(/401|令牌|token|Unauthorized/i)
})

test('too many calls are told to wait', async () => {
  const who = await server.as('zxs', '郑审计')
  const client = await connected(await tokenOf(who))
  await server.kernel.database.inTenant({ tenantId: who.tenantId, userId: who.userId }, (db) =>
    sql`update access_token set minute_calls = ${CALLS_PER_MINUTE} where user_id = ${who.userId}`.execute(db),
  )
  await expect(client.listTools()).rejects.toThrow(/429|频繁|many/i)
})

test('what is no message of the protocol harms nothing', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(zxs)}`, accept: 'application/json, text/event-stream' }
  const post = (payload: unknown) =>
    server.app.inject({ method: 'POST', url: '/mcp', headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(payload) }) // prettier-ignore
  for (const bad of [
    null,
    1,
    'x',
    [],
    {},
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, method: 'no/such' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } },
  ])
    // prettier-ignore
    expect((await post(bad)).statusCode).toBeLessThan(500)
  expect((await server.app.inject({ method: 'GET', url: '/mcp', headers })).statusCode).toBeLessThan(500)
})

test('a call is in the log of calls with its token’s name, not with what was found', async () => {
  const client = await connected(await tokenOf(zxs))
  await client.callTool({ name: 'voucher', arguments: { projectId, key: '03-记-1' } })
  await expect
    .poll(
      () =>
        server.kernel.database.inTenant({ tenantId: zxs.tenantId, userId: '' }, (db) =>
          db.selectFrom('api_log').where('path', '=', '/mcp').select('params').execute(),
        ),
      { timeout: 5000 },
    )
    .toContainEqual({ params: { token: '测试程序', tool: 'voucher', projectId } })
})
