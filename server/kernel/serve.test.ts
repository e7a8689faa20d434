import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { get, none, paging, paged, post } from '#contract/endpoint.ts'
import { audit as appendAudit } from './audit.ts'
import { Refusal } from './errors.ts'
import { openWeb } from './open-web.ts'
import { serve } from './serve.ts'
import type { Service } from './service.ts'
import { testServer } from './testing.ts'

const { as, kernel } = await testServer()

/** A slice of its own, on the real kernel: what only the binding decides. */
const note = {
  echo: post('/sc-llm/test/echo', {
    may: 'signedIn',
    says: 'Gives back what it read',
    input: z.object({
      name: z.string('projectName').min(1, 'projectName').max(5),
      count: z.coerce.number().default(1),
      list: z.array(z.unknown()).optional(),
    }),
    output: z.object({ name: z.string(), count: z.number(), keys: z.array(z.string()) }),
  }),
  search: get('/sc-llm/test/search', {
    may: 'signedIn',
    says: 'Finds',
    input: paging(['name']),
    output: paged(z.object({ name: z.string() })),
  }),
  write: post('/sc-llm/test/write', {
    may: 'signedIn',
    says: 'Stores a parameter',
    input: z.object({ key: z.string(), value: z.string() }),
    output: z.object({ id: z.uuid() }),
  }),
  fail: post('/sc-llm/test/fail', {
    may: 'signedIn',
    says: 'Fails',
    input: z.object({ how: z.string() }),
    output: none,
  }),
  nothing: post('/sc-llm/test/nothing', { may: 'signedIn', says: 'Says nothing', input: none, output: none }),
}
let ran = 0
const after: string[] = []
const failures: Record<string, () => unknown> = {
  bug: () => new Error('secret of the house'),
  missing: () => new Refusal('notFound'),
  limit: () => new Refusal('overLimit', {}, { metric: 'projects', limit: 1, used: 1, need: 1 }),
  busy: () => new Refusal('tooMany', { seconds: 30 }),
  full: () => Object.assign(new Error('could not extend file'), { code: '53100' }),
  down: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
}
const noteService: Service<typeof note> = {
  echo: async (_, input) => ({ name: input.name, count: input.count, keys: Object.keys(input), secret: 1 }),
  search: async (_, { size, current, where }) => ({
    records: where.map(({ value }) => ({ name: value })),
    total: 0,
    size,
    current,
    pages: 0,
  }),
  async write(context, { key, value }) {
    ran++
    context.afterCommit(() => void after.push(key))
    const row = { param_key: key, param_value: value }
    const { id } = await context.db.insertInto('param').values(row).returning('id').executeTakeFirstOrThrow()
    if (value === 'refuse') throw new Refusal('nothing')
    await sql`select pg_sleep(0.05)`.execute(context.db)
    await appendAudit(context, { action: 'write', bizType: 'param', bizId: id })
    return { id }
  },
  async fail(_, { how }) {
    throw failures[how]?.() ?? new Error('unknown')
  },
  nothing: async () => ({}),
}
const app = await openWeb(kernel)
serve(app, kernel, note, noteService)
await app.ready()

const li = await as('zxs')
const signed = { 'sc-auth': `bearer ${li.accessToken}` }
const send = async (
  path: string,
  options: { payload?: unknown; query?: string; headers?: Record<string, string>; method?: 'GET' | 'POST' } = {},
) => {
  const { payload, query = '', headers = {}, method = 'POST' } = options
  const body = payload === undefined ? {} : { payload: payload as object }
  const reply = await app.inject({ method, url: path + query, headers: { ...signed, ...headers }, ...body })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.body,
    body: reply.json<Record<string, unknown>>(),
  }
}

describe('what goes in', () => {
  test('path, query and body are one input; the body wins over the query, and only named fields pass', async () => {
    const { body } = await send(note.echo.path, { query: '?name=query&count=2&extra=1', payload: { name: 'body' } })
    expect(body).toMatchObject({
      code: 200,
      success: true,
      msg: '操作成功',
      data: { name: 'body', count: 2, keys: ['name', 'count'] },
    })
  })

  test('an empty body with a JSON content type is no body', async () => {
    const { body } = await send(note.echo.path, {
      query: '?name=a',
      payload: '',
      headers: { 'content-type': 'application/json' },
    })
    expect(body).toMatchObject({ code: 200 })
  })

  test('a field that is missing or wrong is named, in the caller’s language', async () => {
    const missing = await send(note.echo.path, { payload: {} })
    expect(missing).toMatchObject({
      status: 400,
      body: { code: 400, success: false, msg: '请输入项目名称', data: { field: 'name' } },
    })
    const long = await send(note.echo.path, { payload: { name: 'abcdefgh' } })
    expect(long.body).toMatchObject({ msg: '参数 name 不正确：超过上限 5' })
    const english = await send(note.echo.path, {
      payload: { name: 'abcdefgh' },
      headers: { 'accept-language': 'en-GB,en;q=0.9' },
    })
    expect(english.body).toMatchObject({ msg: 'Field name is not right: it is over the limit of 5' })
  })

  test('a query key that comes twice is refused', async () => {
    const { status, body } = await send(note.echo.path, { query: '?name=a&name=b' })
    expect({ status, body }).toMatchObject({ status: 400, body: { msg: '参数 name 重复' } })
  })

  test('keys that would change the prototype are dropped', async () => {
    const payload = '{"name":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const { body } = await send(note.echo.path, { payload, headers: { 'content-type': 'application/json' } })
    expect(body).toMatchObject({ data: { keys: ['name', 'count'] } })
    expect('polluted' in {}).toBe(false)
  })

  test('a body that is an array comes under list', async () => {
    const { body } = await send(note.echo.path, { query: '?name=a', payload: [1, 2] })
    expect(body).toMatchObject({ data: { keys: ['name', 'count', 'list'] } })
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'Application/JSON ; x',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    ' text/plain',
    'application/json\tx',
  ])('a body that says it is %j is either read as JSON and checked, or refused', async (type) => {
    const { status, body } = await send(note.echo.path, {
      payload: '{"name":"too long for it"}',
      headers: { 'content-type': type },
    })
    expect(status === 415 || status === 400).toBe(true)
    expect(body).toMatchObject({ success: false })
  })

  test('a body that is no JSON, or too large, is refused', async () => {
    const headers = { 'content-type': 'application/json' }
    expect(await send(note.echo.path, { payload: '{', headers })).toMatchObject({
      status: 400,
      body: { msg: '请求内容无法读取' },
    })
    const deep = `{"name":"a","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
    for (const payload of ['3', deep])
      expect(await send(note.echo.path, { payload, headers })).toMatchObject({ status: 400 })
    const large = JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) })
    expect(await send(note.echo.path, { payload: large, headers })).toMatchObject({ status: 413, body: { code: 413 } })
  })

  test('filters off the list of fields do nothing, and a page is at most 500 rows', async () => {
    const get = { method: 'GET' } as const
    const { body } = await send(note.search.path, {
      ...get,
      query: '?name=%E7%94%B2&1%20or%201%3D1_equal=x&password_like=x',
    })
    expect(body).toMatchObject({ data: { records: [{ name: '甲' }] } })
    expect(await send(note.search.path, { ...get, query: '?size=501' })).toMatchObject({ status: 400 })
  })
})

describe('what comes out', () => {
  test('an answer with nothing to say says so', async () => {
    expect((await send(note.nothing.path)).text).toBe('{"code":200,"success":true,"data":{},"msg":"暂无承载数据"}')
  })

  test('fields that the contract does not name never leave', async () => {
    expect((await send(note.echo.path, { payload: { name: 'a' } })).text).not.toContain('secret')
  })

  test.each([
    ['missing', 404, 404, '数据不存在'],
    ['limit', 400, 60_002, '资源数量超过限制，请购买更多资源'],
    ['busy', 429, 429, '请求过于频繁，请30秒后再试'],
    ['full', 507, 507, '存储空间不足，请联系管理员'],
    ['down', 503, 503, '数据库暂时无法连接，请稍后重试'],
  ])('%s answers %i with code %i', async (how, status, code, msg) => {
    const answer = await send(note.fail.path, { payload: { how } })
    expect(answer).toMatchObject({ status, body: { code, success: false, msg } })
  })

  test('a refusal carries what the client acts on', async () => {
    expect((await send(note.fail.path, { payload: { how: 'busy' } })).headers['retry-after']).toBe('30')
    const over = await send(note.fail.path, { payload: { how: 'limit' } })
    expect(over.body).toMatchObject({ data: { metric: 'projects', limit: 1, used: 1, need: 1 } })
  })

  test('a bug answers with a trace id that the log knows, and none of its own words', async () => {
    const { status, body, headers } = await send(note.fail.path, { payload: { how: 'bug' } })
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { code: 500, msg: `服务器异常（追踪号 ${String(headers['x-trace-id'])}）` },
    })
    expect(JSON.stringify(body)).not.toContain('house')
  })

  test('a path that is none answers in the envelope', async () => {
    const reply = await app.inject('/sc-llm/test/none')
    expect(reply.json()).toEqual({ code: 404, success: false, data: {}, msg: '数据不存在' })
  })

  test('no answer is stored by a cache, and each names its trace', async () => {
    const { headers } = await send(note.nothing.path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['x-trace-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

const write = (key: string, payload: object) => send(note.write.path, { payload, headers: { 'idempotency-key': key } })
const stored = () => kernel.database.inTenant(li, (db) => db.selectFrom('param').select('param_key').execute())

describe('Idempotency-Key', () => {
  test('a hundred sends at once have one effect and the same answer, to the byte', async () => {
    ran = 0
    const before = (await stored()).length
    const answers = await Promise.all(Array.from({ length: 100 }, () => write('k1', { key: 'a', value: '1' })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ code: 200 })
    expect((await stored()).length - before).toBe(1)
    expect(ran).toBe(1)
    expect(after.filter((key) => key === 'a')).toHaveLength(1)
  })

  test('the order of the fields does not make another request, another value does', async () => {
    const first = await write('k2', { key: 'b', value: '1' })
    expect((await write('k2', { value: '1', key: 'b' })).text).toBe(first.text)
    expect(await write('k2', { key: 'b', value: '2' })).toMatchObject({
      status: 422,
      body: { code: 422, msg: '幂等键已用于不同的请求' },
    })
  })

  test('a refused request had no effect and may be sent again', async () => {
    const before = (await stored()).length
    expect(await write('k3', { key: 'c', value: 'refuse' })).toMatchObject({ status: 400 })
    expect((await stored()).length).toBe(before)
    expect(await write('k3', { key: 'c', value: 'refuse' })).toMatchObject({ status: 400 })
    expect(after).not.toContain('c')
  })

  test('what is kept for the same request once more is sealed', async () => {
    const { text } = await write('k5', { key: 'sealed', value: 'shown only once' })
    const kept = await kernel.database.inTenant(li, (db) => db.selectFrom('idempotency').select('answer').execute())
    expect(kept.length).toBeGreaterThan(0)
    for (const { answer } of kept) expect(answer).toMatch(/^v1\./)
    expect((await write('k5', { key: 'sealed', value: 'shown only once' })).text).toBe(text)
  })

  test('a key is one person’s own, and not too long', async () => {
    await write('k4', { key: 'd', value: '1' })
    const wang = await as('zxs')
    const reply = await app.inject({
      method: 'POST',
      url: note.write.path,
      headers: { 'sc-auth': `bearer ${wang.accessToken}`, 'idempotency-key': 'k4' },
      payload: { key: 'e', value: '2' },
    })
    expect(reply.statusCode).toBe(200)
    expect(await write('k'.repeat(256), { key: 'f', value: '1' })).toMatchObject({ status: 400 })
  })
})

test('two writers of one unique value meet in a conflict, not in a fault', async () => {
  await send(note.write.path, { payload: { key: 'once', value: '1' } })
  expect(await send(note.write.path, { payload: { key: 'once', value: '2' } })).toMatchObject({
    status: 409,
    body: { code: 409 },
  })
})
