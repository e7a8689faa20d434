import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { extentOf, heldByRoles } from '#contract/grants.ts'
import { readConfig, variables } from './config.ts'
import { openApi } from './openapi.ts'
import { testServer } from './testing.ts'

const { app, as, databases, logged } = await testServer({ METRICS_TOKEN: 'a-token-of-the-monitor' })

const get = async (url: string) => (await app.inject(url)).body
const metricsFrom = (remoteAddress: string, headers = {}) => app.inject({ url: '/metrics', remoteAddress, headers })

describe('the API document', () => {
  test('names every call with its grant, its input and its answer', async () => {
    const document = JSON.parse(await get('/doc/openapi.json')) as ReturnType<typeof openApi> & {
      openapi: string
      paths: Record<
        string,
        Record<string, { 'x-grant': string; responses: object; parameters: { name: string; in: string }[] }>
      >
    }
    expect(document.openapi).toBe('3.1.0')
    for (const { path, method, may } of app.endpoints) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      expect([path, operation?.['x-grant']]).toEqual([path, may])
      expect(operation?.responses).toHaveProperty('200')
    }
    const connect = document.paths['/sc-sse/sse/connect/{userId}']?.['get']
    expect(connect?.parameters).toContainEqual(expect.objectContaining({ name: 'userId', in: 'path' }))
  })

  test('is printed the same every time and leaves nothing out that is served', () => {
    expect(JSON.stringify(openApi(app.endpoints))).toBe(JSON.stringify(openApi(app.endpoints)))
    expect(extentOf(heldByRoles('administrator'), 'audit.view')).toBe(true)
  })

  test('can be read in a browser under the content security policy: no script or style inside the page', async () => {
    const page = await get('/doc')
    expect(page).toContain('<script src="/doc/page.js"></script>')
    expect(page).not.toMatch(/<script>|<style>| on\w+=/)
    expect(await get('/doc/page.js')).toContain('/doc/openapi.json')
  })
})

describe('for those who run it', () => {
  test('/health says it lives, /ready that it can serve', async () => {
    expect((await app.inject('/health')).json()).toEqual({ status: 'up' })
    expect((await app.inject('/ready')).json()).toEqual({ status: 'ready' })
  })

  test('metrics are read on this machine, or with the token, and by nobody else', async () => {
    expect((await metricsFrom('127.0.0.1')).body).toContain('digao_answer_seconds')
    expect((await metricsFrom('10.0.0.7')).statusCode).toBe(404)
    expect((await metricsFrom('127.0.0.1', { 'x-forwarded-for': '10.0.0.7' })).statusCode).toBe(404)
    expect((await metricsFrom('10.0.0.7', { authorization: 'Bearer a-token-of-the-monitor' })).statusCode).toBe(200)
    expect((await metricsFrom('10.0.0.7', { authorization: 'Bearer guess' })).statusCode).toBe(404)
  })

  test('an answer opens itself to no other origin', async () => {
    const { headers } = await app.inject({ url: '/health', headers: { origin: 'https://example.org' } })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cross-origin-resource-policy': 'same-origin' })
    const asked = await app.inject({
      method: 'OPTIONS',
      url: auth.token.path,
      headers: { origin: 'https://example.org' },
    })
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('the address of a caller is his own unless a trusted proxy names it', async () => {
    const addressIn = async (server: typeof app, logged: readonly string[]) => {
      await server.inject({ url: '/health', remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '1.2.3.4' } })
      return (JSON.parse(logged.at(-1) ?? '{}') as { address?: string }).address
    }
    expect(await addressIn(app, logged)).toBe('10.0.0.7')
    const behind = await testServer({ DIGAO_PROXIES: '10.0.0.0/8' })
    expect(await addressIn(behind.app, behind.logged)).toBe('1.2.3.4')
  })

  test('methods that no call has are not answered', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE'] as const) {
      expect(
        (await app.inject({ method: method as 'PUT', url: auth.userInfo.path })).statusCode,
      ).toBeGreaterThanOrEqual(400)
    }
  })

  test('without its database every call says so within two seconds, and goes on when it is back', async () => {
    const li = await as('zxs')
    const ask = () => app.inject({ url: auth.userInfo.path, headers: { 'sc-auth': `bearer ${li.accessToken}` } })
    expect((await ask()).statusCode).toBe(200)
    const root = new Client({ ...databases.admin, database: 'postgres' })
    await root.connect()
    const name = root.escapeIdentifier(String(databases.app.database))
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${String(databases.app.database)}'`
    await root.query(`alter database ${name} connection limit 0`)
    await root.query(cut)
    try {
      const start = performance.now()
      const answers = await Promise.all(Array.from({ length: 30 }, ask))
      expect(performance.now() - start).toBeLessThan(3_000)
      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(503)
        expect(body).toContain('数据库暂时无法连接')
      }
    } finally {
      await root.query(`alter database ${name} connection limit -1`)
      await root.end()
    }
    await expect.poll(async () => (await ask()).statusCode, { timeout: 5_000 }).toBe(200)
  })
})

describe('the configuration', () => {
  test('a value that does not fit is refused by its name, and never shown', () => {
    expect(() => readConfig({ PORT: 'eighty' })).toThrow(/^The environment variable PORT is not right/)
    expect(() => readConfig({ METRICS_TOKEN: 'geheim' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('geheim') }),
    )
    expect(() => readConfig({ DIGAO_SERVICES: 'auth,mail' })).toThrow(/DIGAO_SERVICES/)
  })

  test('an empty variable is one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8080, HOST: 'localhost' })
    expect(variables).toContain('DIGAO_DATA')
  })
})

test('a process offers only the services it is told to', async () => {
  const { app: part } = await testServer({ DIGAO_SERVICES: 'auth' })
  expect((await part.inject(auth.captcha.path)).statusCode).toBe(200)
  expect((await part.inject('/sc-system/tenant/info?domain=x')).statusCode).toBe(404)
  expect(new Set(part.endpoints.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['sc-auth']))
})
