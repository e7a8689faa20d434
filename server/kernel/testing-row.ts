import type { Client } from 'pg'

type Column = { name: string; type: string; given: boolean; allowed: string | null }
const values: Record<string, string> = {
  text: "'x'",
  bpchar: "'01'",
  uuid: 'gen_random_uuid()',
  int4: '2025',
  int8: '1',
  bool: 'false',
  jsonb: "'{}'",
  bytea: String.raw`'\x00'`,
  timestamptz: 'now()',
  date: "'2025-01-31'",
}

/** Columns whose text must have a form. */
const shaped: Record<string, Record<string, string>> = {
  region: { code: "'110000'", level: '1' },
  kb_access: { level: '1' },
  disk_acl: { level: '1' },
  // a system base is the platform's alone
  kb_base: { scope: "'firm'" },
  // so are its prompt templates
  prompt_template: { scope: "'firm'" },
  client: { client_id: "'client'" },
  // a line of an entry is of one side
  adjustment_line: { debit: '1', credit: '0' },
  // for one use at least
  access_token: { scopes: "'{mcp}'" },
  // of a client, or of a project
  doc_request: { enterprise_id: 'gen_random_uuid()' },
  // at least one bound
  indicator_threshold: { low: '0' },
}

/**
 * An insert of one row of the tenant into any table, made from what the catalogue says of the columns; `set` gives columns
 * their SQL. References are not minded: run it under `session_replication_role = replica`.
 */
export async function rowOf(
  client: Client,
  table: string,
  tenant: string,
  set: Record<string, string> = {},
): Promise<string> {
  const rows = await columnsOf(client, table)
  const asked = { ...shaped[table], ...set }
  const columns = rows.filter(({ given, name }) => name !== 'tenant_id' && (!given || name in asked))
  const special: Record<string, string> = { sha256: `'${'a'.repeat(64)}'`, ...asked }
  const cells = columns.map(
    ({ name, type, allowed }) =>
      special[name] ?? (allowed ? `'${allowed}'` : /^_|range$/.test(type) ? `'{}'` : values[type]),
  )
  return `insert into ${table} (tenant_id${columns.map(({ name }) => `, "${name}"`).join('')}) values ('${tenant}'${cells.map((cell) => `, ${cell}`).join('')})`
}

/** The schema is one and stands still while tests run: a table is asked about once. */
const known = new Map<string, Promise<Column[]>>()

function columnsOf(client: Client, table: string): Promise<Column[]> {
  const asked = known.get(table) ?? askColumns(client, table)
  known.set(table, asked)
  return asked
}

async function askColumns(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, t.typname as type, a.atthasdef or not a.attnotnull or a.attidentity <> '' or a.attgenerated <> '' as given,
       (select substring(pg_get_constraintdef(k.oid) from '''([a-z_]+)''::text') from pg_constraint k
         where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey) limit 1) as allowed
     from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  )
  return rows
}
