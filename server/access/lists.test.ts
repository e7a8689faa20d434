import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { rowOf } from '#server/kernel/testing-row.ts'
import { testServer } from '#server/kernel/testing.ts'
import { listInputs, subjects } from './testing-subjects.ts'

const { app, as, tenant, databases } = await testServer()
const elsewhere = await tenant('别家事务所')
const mine = await as('administrator')
const theirs = await as('administrator', '别家管理员', elsewhere)

/** Stands in every text of every table of the other tenant. */
const CANARY = 'canary-of-another-tenant'
const admin = new Client(databases.admin)
await admin.connect()
afterAll(() => admin.end())
await admin.query('set session_replication_role = replica')
const { rows: tables } = await admin.query<{ name: string }>(`select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('tenant', 'session', 'tenant_away') order by 1`)
for (const { name } of tables) {
  const columns = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'tenant_id'
      and atttypid = 'text'::regtype and attgenerated = '' and not exists (select from pg_constraint k
        where k.conrelid = attrelid and k.contype = 'c' and attnum = any(k.conkey))`,
    [name],
  )
  const texts = Object.fromEntries(columns.rows.map((column) => [column.name, `'${CANARY}'`]))
  // the chain of what really happened begins at 1
  const seq: Record<string, string> = name === 'audit_event' ? { seq: '1000' } : {}
  await admin.query(await rowOf(admin, name, elsewhere.tenantId, { ...texts, ...seq }))
}

const lists = app.endpoints.filter(({ method, path }) => subjects[`${method} ${path}`] === 'a list')
const ask = async ({ path }: Endpoint, accessToken: string) => {
  const query = listInputs[path] ?? { size: '500' }
  const reply = await app.inject({ url: path, query, headers: { 'sc-auth': `bearer ${accessToken}` } })
  return { status: reply.statusCode, shows: reply.body.includes(CANARY) }
}

describe('a list, a tree, a search', () => {
  test.each(lists.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s shows nothing of another tenant',
    async (_, endpoint) => {
      const { status, shows } = await ask(endpoint, mine.accessToken)
      expect({ shows, refused: status === 403 || status === 200 }).toEqual({ shows: false, refused: true })
    },
  )
})

test('the other tenant itself does see what none else may', async () => {
  const seen: string[] = []
  for (const endpoint of lists) if ((await ask(endpoint, theirs.accessToken)).shows) seen.push(endpoint.path)
  expect(seen.length).toBeGreaterThan(lists.length / 3)
})
