import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { rowOf } from './testing-row.ts'
import { freshDatabase } from './testing-database.ts'

const { admin, app, owner } = await freshDatabase()

async function withClient<T>(config: typeof admin, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
  withClient(owner, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)

const tenantTables = `pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

describe('the catalogue', () => {
  test('every table with a tenant forces row-level security with both conditions for the application', async () => {
    const bare =
      await ask(`select c.relname from ${tenantTables} and (not c.relrowsecurity or not c.relforcerowsecurity or not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polroles = array['digao_app'::regrole::oid]
        and pg_get_expr(p.polqual, c.oid) like '%tenant_id = ( SELECT current_tenant()%'
        and pg_get_expr(p.polwithcheck, c.oid) like '%tenant_id = ( SELECT current_tenant()%'))`)
    expect(bare).toEqual([])
  })

  test('nothing but the tenant’s own rows and the platform’s shared ones is ever let through', async () => {
    const rules = await ask(`select distinct pg_get_expr(p.polqual, p.polrelid) as rule from pg_policy p
      where p.polroles && array['digao_app'::regrole::oid, 0] order by 1`)
    expect(rules.map(({ rule }) => rule)).toEqual([
      "((tenant_id = ( SELECT current_tenant() AS current_tenant)) OR (tenant_id = '000000'::text))",
      '(tenant_id = ( SELECT current_tenant() AS current_tenant))',
    ])
  })

  test('every reference from a tenant’s row carries the tenant or can only mean the platform’s, so none points into another one', async () => {
    const loose = await ask(`select conrelid::regclass::text as tab, conname from pg_constraint k
      where contype = 'f' and exists (select from ${tenantTables} and c.oid = k.confrelid)
        and not exists (select from unnest(conkey) at join pg_attribute a on a.attrelid = conrelid and a.attnum = at 
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where attname = 'tenant_id' or (attgenerated = 's' and pg_get_expr(d.adbin, d.adrelid) = '''000000''::text'))`)
    expect(loose).toEqual([])
  })

  test('a table without a tenant is one of the three that belong to nobody', async () => {
    const rest = await ask(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and oid not in (select c.oid from ${tenantTables}) order by 1`)
    expect(rest.map(({ relname }) => relname)).toEqual(['attempt', 'captcha', 'migration'])
  })
})

const tables = (await ask(`select c.relname from ${tenantTables} order by 1`)).map(({ relname }) => String(relname))

describe('two firms', () => {
  test.each(tables)('never meet in %s', async (table) => {
    const insert = await withClient(admin, async (client) => {
      // references are not what is tried here
      await client.query('set session_replication_role = replica')
      const mine = await rowOf(client, table, 'firmaaaa')
      await client.query(mine)
      await client.query(mine.replace('firmaaaa', 'firmbbbb'))
      return mine.replace('firmaaaa', 'firmbbbb')
    })
    await withClient(app, async (client) => {
      expect((await client.query(`select from ${table}`)).rowCount, 'without a tenant nothing shows').toBe(0)
      await client.query(`begin; set local app.tenant = 'firmaaaa'`)
      const { rows } = await client.query<{ tenant_id: string }>(`select tenant_id from ${table}`)
      expect(rows.map((row) => row.tenant_id)).toEqual(['firmaaaa'])
      for (const change of [`delete from ${table}`, `update ${table} set tenant_id = tenant_id`]) {
        await client.query('savepoint before')
        const reached = await client
          .query(`${change} where tenant_id = 'firmbbbb'`)
          .then(({ rowCount }) => `${rowCount} rows`)
          .catch((error: unknown) => String(error))
        expect(reached).toMatch(/^0 rows$|permission denied/)
        await client.query('rollback to before')
      }
      await expect(client.query(insert)).rejects.toThrow(/row-level security|permission denied/)
      await client.query('rollback')
    })
  })
})
