import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { release } from '#server/kernel/entitlement.ts'

/** Tables whose rows are accounts of what happened: they stay and forget what they were about. */
const KEPT: ReadonlySet<string> = new Set(['model_usage'])
const FILE = 'file'
/** Rows that are a file's own content: they go with it and hold nothing. */
const OF_FILE: ReadonlySet<string> = new Set(['sheet_version', 'sheet_step'])
/** Tables whose rows own files by their id alone (`file.owner_id`). */
const OWNERS: ReadonlySet<string> = new Set(['firm_project', 'kb_base', 'writing_doc', 'disk_node'])
/** What the keys of hidden names are kept under: they end with what they were for. */
const KEYED: Readonly<Record<string, string>> = {
  firm_project: 'project',
  chat_conversation: 'conversation',
  writing_doc: 'document',
}

/** One foreign key: `from` names rows of `to`, column by column; without the tenant's. */
type Key = { from: string; to: string; columns: string[]; named: string[]; nullable: string[]; cascades: boolean }
/** Rows of a table: those that a condition over it finds. */
type Rows = { table: string; where: RawBuilder<boolean> }

/** Asked once: no table changes while a server runs, and every purge of thousands would ask again. */
let known: readonly Key[] | undefined
const keysOf = async (db: Db): Promise<readonly Key[]> => (known ??= await readKeys(db))

/** Every foreign key between tables of tenants, as the catalogue has them: what a later release adds is found too. */
async function readKeys(db: Db): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to", k.confdeltype = 'c' as cascades,
      array_agg(a.attname::text order by o) filter (where a.attname <> 'tenant_id') as columns,
      array_agg(b.attname::text order by o) filter (where b.attname <> 'tenant_id') as named,
      coalesce(array_agg(a.attname::text order by o) filter (where not a.attnotnull and a.attgenerated = ''), '{}') as nullable
    from pg_constraint k
    cross join lateral unnest(k.conkey, k.confkey) with ordinality as pair (child, parent, o)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.child
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.parent
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid <> 'tenant'::regclass
    group by k.oid, k.conrelid, k.confrelid, k.confdeltype`.execute(db)
  return rows.filter(({ columns }) => columns !== null)
}

/** The rows that name these rows through a key. */
const naming = ({ from, to, columns, named }: Key, { where }: Rows): Rows => ({
  table: from,
  where: sql<boolean>`(${sql.join(columns.map((column) => sql.ref(`${from}.${column}`)))}) in
    (select ${sql.join(named.map((column) => sql.ref(`${to}.${column}`)))} from ${sql.table(to)}
     where ${sql.ref(`${to}.tenant_id`)} = current_tenant() and ${where})`,
})

const mine = ({ table, where }: Rows) => sql`${sql.ref(`${table}.tenant_id`)} = current_tenant() and ${where}`

/**
 * Deletes rows and everything that exists only because of them, found through the catalogue's foreign keys, leaves first. Answers
 * the files that the deleted rows named. Rows that only mention what goes (a key that may be empty, back to a table on the way)
 * forget it.
 */
async function deleteTree(db: Db, keys: readonly Key[], rows: Rows, path: readonly string[]): Promise<Set<string>> {
  const files = new Set<string>()
  const below = [...path, rows.table]
  for (const key of keys.filter(({ to }) => to === rows.table)) {
    const children = naming(key, rows)
    if (key.nullable.length > 0 && (below.includes(key.from) || KEPT.has(key.from))) {
      const empty = sql.join(key.nullable.map((column) => sql`${sql.id(column)} = null`))
      // among themselves they go together; set apart first, two of one name would be in each other's way
      const outside = key.from === rows.table ? sql`and (${rows.where}) is not true` : sql``
      await sql`update ${sql.table(key.from)} set ${empty} where ${mine(children)} ${outside}`.execute(db)
    } else if (!below.includes(key.from) && !(key.cascades && isLeaf(keys, key.from))) {
      for (const id of await deleteTree(db, keys, children, below)) files.add(id)
    }
  }
  for (const { columns } of keys.filter(({ from, to }) => from === rows.table && to === FILE)) {
    const named = await sql<{ id: string }>`select distinct ${sql.ref(`${rows.table}.${columns[0]}`)} as id
      from ${sql.table(rows.table)} where ${mine(rows)} and ${sql.ref(`${rows.table}.${columns[0]}`)} is not null`.execute(
      db,
    )
    for (const { id } of named.rows) files.add(id)
  }
  if (OWNERS.has(rows.table)) {
    const owned = await sql<{ id: string }>`select id from file where tenant_id = current_tenant() and owner_id in
      (select ${sql.ref(`${rows.table}.id`)}::text from ${sql.table(rows.table)} where ${mine(rows)})`.execute(db)
    for (const { id } of owned.rows) files.add(id)
  }
  const scope = KEYED[rows.table]
  if (scope)
    await sql`delete from mask_key where tenant_id = current_tenant() and scope in
      (select ${`${scope}:`}::text || ${sql.ref(`${rows.table}.id`)} from ${sql.table(rows.table)} where ${mine(rows)})`.execute(
      db,
    )
  await sql`delete from ${sql.table(rows.table)} where ${mine(rows)}`.execute(db)
  return files
}

/** Nothing hangs on it and it names no file: the database may cascade to it by itself. */
const isLeaf = (keys: readonly Key[], table: string) =>
  !keys.some(({ from, to }) => to === table || (from === table && to === FILE))

/** Keys of what holds a file: a ledger, a document, an answer. */
const holdersOf = (keys: readonly Key[], but: readonly string[]) =>
  keys.filter(({ from, to }) => to === FILE && from !== FILE && !OF_FILE.has(from) && !but.includes(from))
const holds = ({ from, columns }: Key) =>
  sql<boolean>`exists (select from ${sql.table(from)} where ${sql.ref(`${from}.tenant_id`)} = file.tenant_id
    and ${sql.ref(`${from}.${columns[0]}`)} = file.id)`

/** Which of these files something holds that is in none of the tables `but`. */
export async function heldFiles(db: Db, ids: readonly string[], but: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const held = holdersOf(await keysOf(db), but).map(holds)
  const { rows } = await sql<{ id: string }>`select id from file where tenant_id = current_tenant()
    and id = any(${[...ids]}::uuid[]) and (${sql.join([sql`false`, ...held], sql` or `)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these files lie in the bin under legal hold. */
async function legallyHeld(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('trash_item')
    .select('item_id')
    .where('kind', '=', 'file')
    .where(sql<boolean>`item_id = any(${[...ids]}::text[])`)
    .where('legal_hold', '=', true)
    .execute()
  return rows.map((row) => row.item_id)
}

/** Deletes files that nothing holds any more and gives their bytes back. The store frees what no row names at its next sweep. */
export async function purgeFiles(db: Db, ids: readonly string[]): Promise<void> {
  const held = await heldFiles(db, ids, [])
  for (const id of await legallyHeld(db, ids)) held.add(id)
  const free = ids.filter((id) => !held.has(id))
  if (free.length === 0) return
  for (const table of OF_FILE)
    await sql`delete from ${sql.table(table)} where tenant_id = current_tenant() and file_id = any(${free}::uuid[])`.execute(
      db,
    )
  const gone = await db.deleteFrom('file').where('id', 'in', free).returning(['size', 'is_deleted']).execute()
  const counted = gone.filter((row) => row.is_deleted === 0)
  await release(
    db,
    'storage_bytes',
    counted.reduce((sum, { size }) => sum + Number(size), 0),
  )
}

/**
 * Removes one row of a table for good, with all that hangs on it and the files that this named or owned. The row must be locked by the caller's transaction.
 */
export async function purgeRow(db: Db, table: string, id: string): Promise<void> {
  const keys = await keysOf(db)
  const files = await deleteTree(db, keys, { table, where: sql<boolean>`${sql.ref(`${table}.id`)} = ${id}::uuid` }, [])
  await purgeFiles(db, [...files])
}
