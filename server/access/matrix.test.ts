import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { extentOf, type Extent, heldByRoles, roles } from '#contract/grants.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { rowOf } from '#server/kernel/testing-row.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { kinds, ofPlatform } from './testing-kinds.ts'
import type { Subject } from './testing-subject.ts'
import { subjects } from './testing-subjects.ts'

const { app, as, tenant, home, databases } = await testServer()
const elsewhere = await tenant('别家事务所')
const stranger = await as('administrator', '别家管理员', elsewhere)
const colleague = await as('zxs', '同事')
const headColleague = await as('zxs', '平台同事', { tenantId: PLATFORM })
const callers = await Promise.all(
  roles.map(async (role) => ({ name: role as string, platform: false, caller: await as(role) })),
)
const head = await as('administrator', '平台管理员', { tenantId: PLATFORM })
callers.push({ name: 'platform', platform: true, caller: head })

const admin = new Client(databases.admin)
await admin.connect()
// rows stand alone here: what they refer to is not what is tried
await admin.query('set session_replication_role = replica')
afterAll(() => admin.end())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const subjectOf = (endpoint: Endpoint) => subjects[nameOf(endpoint)]

/** A row of the kind, of this tenant, made by this person; answers its id. */
async function rowFor(kind: Subject['kind'], tenantId: string, owner: string): Promise<string> {
  const id = randomUUID()
  const rows = kinds[kind].map(({ table, set }) => rowOf(admin, table, tenantId, set(id, owner)))
  await admin.query((await Promise.all(rows)).join(';'))
  return id
}

async function send({ method, path }: Endpoint, { accessToken }: Caller, input: Record<string, unknown>) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(input[field]))
  const carried = method === 'GET' ? { query: input as Record<string, string> } : { payload: input }
  const reply = await app.inject({ method, url, headers: { 'sc-auth': `bearer ${accessToken}` }, ...carried })
  return reply.statusCode
}

/** What a row of somebody's must answer to whoever holds `extent`: reached, or not found like another tenant's. */
type Whose = 'own' | 'other' | 'foreign'
const reached = (extent: Extent, whose: Whose) => whose === 'own' || (whose === 'other' && extent === true)
const toldBy = (status: number) => (status < 500 && ![401, 403, 404].includes(status) ? 'reached' : String(status))

type By = { name: string; caller: Caller; extent: Extent }
type Tried = { said: string[]; wanted: string[] }

/** The three rows, each made for this one call, since the call may end it. */
async function tryRows(endpoint: Endpoint, subject: Subject, { name, caller, extent }: By, { said, wanted }: Tried) {
  const rows: [Whose, string, string][] = [
    ['own', caller.tenantId, caller.userId],
    ['other', caller.tenantId, (caller.tenantId === PLATFORM ? headColleague : colleague).userId],
    ['foreign', caller.tenantId === home.tenantId ? elsewhere.tenantId : home.tenantId, stranger.userId],
  ]
  for (const [whose, tenantId, owner] of rows) {
    if (whose === 'foreign' && ofPlatform.has(subject.kind)) continue
    const where = ofPlatform.has(subject.kind) ? PLATFORM : tenantId
    const status = await send(endpoint, caller, subject.input(await rowFor(subject.kind, where, owner)))
    const through = reached(extent, whose)
    said.push(`${name}, ${whose} row: ${through ? toldBy(status) : status}`)
    wanted.push(`${name}, ${whose} row: ${through ? 'reached' : 404}`)
  }
}

test('every call is in the table, and nothing else is', () => {
  expect(Object.keys(subjects).sort()).toEqual(app.endpoints.map(nameOf).sort())
})

describe('own row, another’s row, another tenant’s row', () => {
  const guarded = app.endpoints.filter(({ may }) => may !== 'public')
  test.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const subject = subjectOf(endpoint)
    if (!subject) throw new Error('this call is not in the table of testing-subjects.ts')
    const said: string[] = []
    const wanted: string[] = []
    for (const { name, platform, caller } of callers) {
      const extent = extentOf(heldByRoles(platform ? 'administrator' : name, platform), endpoint.may)
      if (extent === undefined) {
        const nothing = typeof subject === 'string' ? {} : subject.input(randomUUID())
        said.push(`${name}: ${await send(endpoint, caller, nothing)}`)
        wanted.push(`${name}: 403`)
      } else if (typeof subject !== 'string') {
        const by = { name, caller, extent: endpoint.may === 'signedIn' ? ('self' as const) : extent }
        await tryRows(endpoint, subject, by, { said, wanted })
      }
    }
    expect(said).toEqual(wanted)
  })
})
