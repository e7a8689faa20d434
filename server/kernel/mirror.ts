import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Database, Db } from './database.ts'
import { PLATFORM } from './platform.ts'
import { type TenantTable, tenantTables } from './tenant-tables.ts'

type Read = { tenants: string[]; tables: { table: TenantTable; rows: string }[] }

/**
 * Makes the shared rows on another server what they are on the main one: those of tenant 000000 that all tenants read (menus,
 * dictionaries, packages …) and the directory's rows of the platform, of `residents` and of `guests`, who are about to move in. One transaction; what is the same is not
 * written. `owner` signs in as the schema's owner there.
 */
export async function mirrorShared(
  database: Database,
  owner: ClientConfig,
  { residents, guests }: { residents: readonly string[]; guests: readonly string[] },
): Promise<void> {
  const client = new Client({
    ...owner,
    application_name: 'digao mirror',
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // whoever comes second reads the main server after the first has written: an older state never follows a newer one
    await client.query(`select pg_advisory_xact_lock(hashtext('digao.mirror'))`)
    const shared = (await tenantTables(client)).filter((table) => table.shared)
    const { tenants, tables } = await database.acrossTenants('shared rows for the other servers', (db) =>
      readShared(db, shared, [...residents, ...guests]),
    )
    const [platform = '', ...others] = tenants
    await writeTenant(client, platform)
    for (const each of tables.toReversed()) await removeMissing(client, each)
    for (const each of tables) await writeRows(client, each)
    for (const row of others) await writeTenant(client, row)
    for (const tenantId of residents) await letIn(client, tenantId)
    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
}

/** As JSON text, which PostgreSQL reads back exactly; the platform's own tenant comes first. */
async function readShared(db: Db, shared: readonly TenantTable[], tenantIds: readonly string[]): Promise<Read> {
  await sql`set transaction isolation level repeatable read`.execute(db)
  const { rows: tenants } = await sql<{ row: string }>`
    select (to_jsonb(tenant) || '{"datasource_id": null}')::text as row from tenant
    where tenant_id = any(${[PLATFORM, ...tenantIds]}) order by tenant_id <> ${PLATFORM}, tenant_id`.execute(db)
  const tables: Read['tables'] = []
  for (const table of shared) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${sql.table(table.name)} t where tenant_id = ${PLATFORM}`.execute(
      db,
    )
    tables.push({ table, rows: rows[0]?.rows ?? '[]' })
  }
  return { tenants: tenants.map(({ row }) => row), tables }
}

const inTenant = (client: Client, tenantId: string) =>
  client.query(`select set_config('app.tenant', $1, true)`, [tenantId])

const quoted = (names: readonly string[], prefix = '') => names.map((name) => `${prefix}"${name}"`).join(', ')

/** `insert`, or `update` where the row differs. */
function upsert({ name, columns, key }: Omit<TenantTable, 'shared' | 'identities'>, source: string): string {
  const rest = columns.filter((column) => !key.includes(column))
  const change = rest.length
    ? `do update set ${rest.map((column) => `"${column}" = excluded."${column}"`).join(', ')}
       where (${quoted(rest, `${name}.`)}) is distinct from (${quoted(rest, 'excluded.')})`
    : 'do nothing'
  return `insert into ${name} (${quoted(columns)}) overriding system value select ${quoted(columns)} from ${source}
    on conflict (${quoted(key)}) ${change}`
}

async function writeTenant(client: Client, row: string) {
  if (!row) return
  const { rows } = await client.query<{ id: string; columns: string[] }>(
    `select $1::jsonb ->> 'tenant_id' as id, array(select attname::text from pg_attribute
       where attrelid = 'tenant'::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns`,
    [row],
  )
  const [found] = rows
  if (!found) return
  await inTenant(client, found.id)
  const tenant = { name: 'tenant', columns: found.columns, key: ['tenant_id'] }
  await client.query(upsert(tenant, 'jsonb_populate_record(null::tenant, $1::jsonb)'), [row])
}

/** A move that died with its server out of reach may have left its sign at the door of a tenant that still lives here. */
async function letIn(client: Client, tenantId: string) {
  await inTenant(client, tenantId)
  const shut = await client.query('select from tenant_away where tenant_id = $1 and until is null', [tenantId])
  if (shut.rowCount === 0) return
  // not while a move holds the door: it puts up its own sign
  const { rows } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('tenant ' || $1, 0)) as mine`,
    [tenantId],
  )
  if (rows[0]?.mine) await client.query('delete from tenant_away where tenant_id = $1', [tenantId])
}

async function writeRows(client: Client, { table, rows }: Read['tables'][number]) {
  await inTenant(client, PLATFORM)
  await client.query(upsert(table, `jsonb_populate_recordset(null::${table.name}, $1::jsonb)`), [rows])
}

async function removeMissing(client: Client, { table: { name, key }, rows }: Read['tables'][number]) {
  await inTenant(client, PLATFORM)
  const same = key.map((column) => `kept."${column}" = ${name}."${column}"`).join(' and ')
  await client.query('savepoint before')
  try {
    await client.query(
      `delete from ${name} where tenant_id = '${PLATFORM}'
         and not exists (select from jsonb_populate_recordset(null::${name}, $1::jsonb) kept where ${same})`,
      [rows],
    )
  } catch (error) {
    // a tenant here still names one of them: they stay until it no longer does
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await client.query('rollback to before')
  }
}
