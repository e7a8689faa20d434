import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { extentOf, heldByRoles, type Role, roles } from '#contract/grants.ts'
import { testServer } from './testing.ts'

const { app, as } = await testServer()
const url = (path: string) => path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
const send = async ({ method, path }: Endpoint, headers: Record<string, string> = {}) => {
  const body = method === 'POST' ? { payload: {} } : {}
  const reply = await app.inject({ method, url: url(path), headers, ...body })
  // a stream that opens is no envelope
  const json = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, code: json ? reply.json<{ code?: number }>().code : undefined }
}
const name = ({ method, path }: Endpoint) => `${method} ${path}`
const guarded = app.endpoints.filter(({ may }) => may !== 'public')
const granted = guarded.filter(({ may }) => may !== 'signedIn')

test('only these calls answer without a token', () => {
  expect(
    app.endpoints
      .filter(({ may }) => may === 'public')
      .map(name)
      .sort(),
  ).toEqual([
    'GET /sc-auth/oauth/captcha',
    'GET /sc-auth/passkey/login-options',
    'GET /sc-auth/social/list',
    'GET /sc-auth/social/{source}/authorize',
    'GET /sc-auth/sso/{id}/start',
    'GET /sc-llm/freeApi/docRequest/sample',
    'GET /sc-llm/freeApi/share/download',
    'GET /sc-llm/freeApi/share/show',
    'GET /sc-llm/freeApi/share/zip',
    'GET /sc-llm/viewer/media',
    'GET /sc-system/freeApi/register/kinds',
    'GET /sc-system/freeApi/tenant/select',
    'GET /sc-system/tenant/info',
    'POST /sc-auth/oauth/token',
    'POST /sc-llm/freeApi/docRequest/items',
    'POST /sc-llm/freeApi/docRequest/open',
    'POST /sc-llm/freeApi/share/items',
    'POST /sc-llm/freeApi/share/open',
    'POST /sc-system/user/register-guest',
    'POST /sc-system/user/reset-password',
    'POST /sc-system/user/smsValidate/register-with-sms',
    'POST /sc-system/user/smsValidate/sendLoginValidate',
    'POST /sc-system/user/smsValidate/sendRegisterValidate',
    'POST /sc-system/user/smsValidate/sendResetValidate',
  ])
})

test.each(guarded.map((endpoint) => [name(endpoint), endpoint] as const))(
  '%s refuses a caller without a token',
  async (_, endpoint) => {
    expect(await send(endpoint)).toEqual({ status: 401, code: 401 })
    expect(await send(endpoint, { 'sc-auth': 'bearer x.y.z' })).toEqual({ status: 401, code: 401 })
  },
)

// every role, on every endpoint that asks for a grant, gets past the gate if and only if the table says so
test.each(roles)('a %s passes only where the table of grants lets him', async (role: Role) => {
  const caller = await as(role)
  const passed: string[] = []
  const may: string[] = []
  for (const endpoint of granted) {
    const { status } = await send(endpoint, { 'sc-auth': `bearer ${caller.accessToken}` })
    if (status !== 403) passed.push(name(endpoint))
    if (extentOf(heldByRoles(role), endpoint.may)) may.push(name(endpoint))
  }
  expect(passed).toEqual(may)
})

test('somebody without any role may nothing that asks for a grant', async () => {
  const caller = await as([])
  for (const endpoint of granted) {
    const answer = await send(endpoint, { 'sc-auth': `bearer ${caller.accessToken}` })
    expect({ name: name(endpoint), ...answer }).toEqual({ name: name(endpoint), status: 403, code: 403 })
  }
})
