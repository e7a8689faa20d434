import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { testServer } from '#server/kernel/testing.ts'

const { app, as } = await testServer({ SIGN_IN_TRIES: '100' })
const owner = await as('administrator')
const head = await as('administrator', '平台管理员', { tenantId: PLATFORM })

type Property = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Property[]
  items?: Property
  properties?: Record<string, Property>
  required?: string[]
}
const ID = '00000000-0000-7000-8000-000000000000'

/** A value the contract would take, so that the field beside it is looked at, too. */
function plausible(property: Property): unknown {
  const { type, format, enum: choices, const: fixed, anyOf, items, properties = {} } = property
  if (fixed !== undefined) return fixed
  if (choices) return choices[0]
  if (anyOf?.[0]) return plausible(anyOf[0])
  if (format === 'uuid') return ID
  if (type === 'array') return items ? [plausible(items)] : []
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, plausible(one)]))
  return type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : ID
}
const schemaOf = ({ input }: Endpoint) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Property
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const asked = app.endpoints.filter(({ kind, path }) => kind === 'call' && !path.endsWith('/oauth/logout'))

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const send = async (
  { method, path }: Endpoint,
  given: Record<string, unknown>,
  headers: Record<string, string> = {},
) => {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(textOf(given[field]).toWellFormed()),
  )
  const carried =
    method === 'GET'
      ? { query: Object.fromEntries(Object.entries(given).map(([key, value]) => [key, textOf(value)])) }
      : { payload: JSON.stringify(given), headers: { 'content-type': 'application/json' } }
  const signed = path.startsWith('/sc-system') ? head : owner
  const reply = await app.inject({
    method,
    url,
    ...carried,
    headers: { ...carried.headers, 'sc-auth': `bearer ${signed.accessToken}`, ...headers },
  })
  return { status: reply.statusCode, body: reply.body }
}

const injections = [
  "' or '1'='1",
  '1; select 5 --',
  '") or 1=1 --',
  '\u0000',
  '\ud800',
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '${jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  '\r\nSet-Cookie: a=b',
  '-1e999',
  '9'.repeat(400),
  'x'.repeat(20_000),
]
const shapes: unknown[] = [null, true, -1, 1e308, [], ['x'], {}, { $gt: '' }, { __proto__: { admin: true } }, [[[[]]]]]

/** A server error, or words that only a database or a stack trace uses. */
const betrays = ({ status, body }: { status: number; body: string }) =>
  status >= 500 || /syntax error|pg_|kysely|node_modules|at \/|postgres/i.test(body)

/** The field a filter's key is about: without its comparison. */
const fieldOf = (key: string) => key.replace(/_(\w+)$/, '')
const changed = (sound: Record<string, unknown>, key: string, value: unknown) => ({ ...sound, [key]: value })

describe('hostile values in every field of every call', () => {
  test.each(asked.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const faults: unknown[] = []
    const { properties = {}, required = [] } = schemaOf(endpoint)
    const keys = Object.keys(properties)

    // of a list's filters one comparison of each field is tried
    const tried = keys.filter((key, at) => keys.findIndex((other) => fieldOf(other) === fieldOf(key)) === at)
    const every = Object.fromEntries(
      Object.entries(properties)
        .filter(([key]) => tried.includes(key) && fieldOf(key) === key)
        .map(([key, property]) => [key, plausible(property)]),
    )
    // a list looks at each filter for itself; with all of them beside each hostile value its query takes long to plan
    const sound =
      endpoint.method === 'POST'
        ? every
        : Object.fromEntries(Object.entries(every).filter(([key]) => required.includes(key)))
    const hostile = endpoint.method === 'POST' ? [...injections, ...shapes] : injections
    const givens = [
      // field by field, each with its share of the hostile values; over all calls every value meets every kind of field
      ...tried.flatMap((key, at) =>
        hostile.filter((_, n) => n % 4 === at % 4).map((value) => changed(sound, key, value)),
      ),
      { "id' or 1=1 --": 'x', 'updatexml(1,concat(0x7e,version()),1)': '1', ascs: '(select 1)', descs: "id';--" },
      { ...sound, current: '0', size: '1000000' },
      { ...sound, current: '99999999999', size: '-5' },
      { ...every, __proto__: { tenantId: PLATFORM }, constructor: { prototype: { x: 1 } } },
    ]
    for (const given of givens) {
      const answer = await send(endpoint, given)
      if (betrays(answer)) faults.push({ given: JSON.stringify(given).slice(0, 200), ...answer })
    }
    expect(faults).toEqual([])
  })
})

test('every spelling of a content type is read as it says or refused, never let past the contract', async () => {
  const spellings = [
    'text/plain', 'text/xml', 'application/xml', 'application/json\t; charset=utf-8', ' application/json', 'APPLICATION/JSON',
    'application/json;charset=gbk', 'application/json, text/plain', 'application/jsonx', 'application/vnd.api+json', 'multipart/form-data',
    'multipart/form-data; boundary=', 'application/octet-stream', 'application/x-www-form-urlencoded', 'application/graphql', '*/*', 'json', ';',
  ] // prettier-ignore
  // those that cannot do with nothing: a body that was not looked at would show as success
  const posts = asked.filter(
    ({ method, may, input }) => method === 'POST' && may !== 'public' && !input.safeParse({ id: 7, ids: 7 }).success,
  )
  const faults: unknown[] = []
  for (const [at, endpoint] of posts.entries()) {
    const spelling = spellings[at % spellings.length] ?? ''
    const answer = await send(endpoint, { id: 7, ids: 7 }, { 'content-type': spelling })
    if (betrays(answer) || answer.status === 200) faults.push({ name: nameOf(endpoint), spelling, ...answer })
  }
  expect(faults).toEqual([])
})
