import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Refusal } from '#server/kernel/errors.ts'
import type { TenantTable } from '#server/kernel/tenant-tables.ts'

type Sum = { rows: number; sum: string }

const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Opens a transaction in which the owner sees this tenant's rows and writes values the same on any server. */
export async function asTenant(owner: Client, tenantId: string, level = 'repeatable read'): Promise<void> {
  await owner.query(`begin isolation level ${level}`)
  await owner.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local bytea_output = 'hex'; set constraints all deferred`,
  )
  await owner.query(`select set_config('app.tenant', $1, true)`, [tenantId])
}

/** Rows of the transaction's tenant, and a sum over what is in them in which their order does not matter. */
export async function sumOf(owner: Client, table: TenantTable, tenantId: string): Promise<Sum> {
  const { rows } = await owner.query<Sum>(
    `select count(*)::int as rows, coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text as sum
     from "${table.name}" t where tenant_id = $1`,
    [tenantId],
  )
  return rows[0] ?? { rows: 0, sum: '0' }
}

/**
 * Copies one table's rows of the tenant between two transactions opened by `asTenant`. By way of a temporary table, since COPY is
 * closed where row-level security is forced; rows that a trigger has made meanwhile become what they were.
 */
export async function copyTable(from: Client, to: Client, table: TenantTable, tenantId: string): Promise<void> {
  const { name, columns, key, identities } = table
  const all = list(columns)
  const rest = columns.filter((column) => !key.includes(column))
  await to.query(`create temp table moved on commit drop as select ${all} from "${name}" with no data`)
  const out = from.query(copyTo(`copy (select ${all} from "${name}" where tenant_id = '${tenantId}') to stdout`))
  await pipeline(out, to.query(copyFrom('copy pg_temp.moved from stdin')))
  const change = rest.length
    ? `do update set ${rest.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`
    : 'do nothing'
  await to.query(
    `insert into "${name}" (${all}) overriding system value select ${all} from pg_temp.moved on conflict (${list(key)}) ${change}`,
  )
  await to.query('drop table pg_temp.moved')
  for (const column of identities) await goOnFrom(from, to, [name, column])
}

/** Numbers are given out on from where the old server was: readers remember the last one they saw. */
async function goOnFrom(from: Client, to: Client, sequence: readonly [table: string, column: string]) {
  const { rows } = await from.query<{ last: string | null }>(
    'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::text as last',
    [...sequence],
  )
  await to.query(
    `select setval(name, greatest(pg_sequence_last_value(name), $3::bigint, 1))
     from (select pg_get_serial_sequence($1, $2)::regclass as name) s`,
    [...sequence, rows[0]?.last ?? null],
  )
}

/** Deletes the tenant's rows in the transaction, those that refer to others first. Answers how many there were. */
export async function deleteRows(owner: Client, tables: readonly TenantTable[], tenantId: string): Promise<number> {
  let deleted = 0
  for (const { name } of tables.toReversed()) {
    const { rowCount } = await owner.query(`delete from "${name}" where tenant_id = $1`, [tenantId])
    deleted += rowCount ?? 0
  }
  return deleted
}

/** Refuses when a table's rows on the two sides are not the same to the last value. */
export async function compare(from: Client, to: Client, table: TenantTable, tenantId: string): Promise<number> {
  const [left, right] = await Promise.all([sumOf(from, table, tenantId), sumOf(to, table, tenantId)])
  if (left.rows !== right.rows || left.sum !== right.sum) throw new Refusal('moveDiffers', { table: table.name })
  return left.rows
}
