import type { ClientBase } from 'pg'

/** A table whose rows belong to tenants, as the catalogue has it. Names are the catalogue's own and need no quoting beyond `"…"`. */
export type TenantTable = {
  name: string
  /** Rows of tenant 000000 are read by all tenants. */
  shared: boolean
  /** Those that can be written. */
  columns: readonly string[]
  key: readonly string[]
  /** Numbered by a sequence of the server's own. */
  identities: readonly string[]
}
type Found = TenantTable & { after: string[] }

/** The directory and what guards it are not moved as rows: each server has its own. */
const apart = ['tenant', 'tenant_away', 'datasource']

/**
 * Every table with rows of tenants, in an order in which each comes after those it refers to; references that may wait for the
 * end of the transaction (deferrable) and those into the same table are not counted.
 */
export async function tenantTables(client: Pick<ClientBase, 'query'>): Promise<TenantTable[]> {
  const { rows } = await client.query<Found>(
    `select c.relname as name,
       exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'shared_rows') as shared,
       array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select attname::text from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(num, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num where i.indrelid = c.oid and i.indisprimary order by place) as key,
       array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and attidentity <> '') as identities,
       array(select distinct o.relname::text from pg_constraint k join pg_class o on o.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and not k.condeferrable) as after
     from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1) order by c.relname`,
    [apart],
  )
  const ordered: Found[] = []
  const placed = new Set(apart)
  for (let left = rows; left.length; left = left.filter(({ name }) => !placed.has(name))) {
    const next = left.filter(({ after }) => after.every((name) => placed.has(name)))
    if (next.length === 0)
      throw new Error(
        `these tables refer to each other: ${left.map(({ name }) => name).join(', ')}; make one reference deferrable`,
      )
    for (const table of next) placed.add(table.name)
    ordered.push(...next)
  }
  return ordered
}
