import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Restored, TrashCaller, TrashRow, TrashRules } from '#server/kernel/trash.ts'
import { purgeRow } from './purge-rows.ts'
import { freeName } from './rename.ts'

/** A table whose rows are flagged `is_deleted`, and what makes a name be taken there. */
export type RowKind = {
  table: string
  /** The column that holds the name. */
  name: string
  /** Columns (or expressions over `t`) that must be equal for two rows to be in each other's way; none: names may repeat. */
  within?: readonly RawBuilder<unknown>[]
  /** Looks whether it can come back, brings back what it stands in, counts limits. */
  before?: (caller: TrashCaller, row: TrashRow) => Promise<void>
  after?: (caller: TrashCaller, row: TrashRow) => Promise<void>
}

/** Brings back, and purges, rows of such a table. */
export function rowKind(kind: RowKind): Pick<TrashRules, 'restore' | 'purge'> {
  const table = sql.table(kind.table)
  const column = sql.ref(kind.name)
  return {
    async restore(caller, row, how): Promise<Restored> {
      const { db } = caller
      const { rows } = await sql<{ name: string }>`select ${column} as name from ${table}
        where tenant_id = current_tenant() and id = ${row.itemId}::uuid and is_deleted = 1 for update`.execute(db)
      const [found] = rows
      if (!found) throw new Refusal('trashGone', { name: row.name })
      await kind.before?.(caller, row)
      const name = kind.within
        ? await freeName(found.name, how.suffix, (wanted) => isTaken(caller, kind, row.itemId, wanted))
        : found.name
      await sql`update ${table} set is_deleted = 0, ${column} = ${name}
        where tenant_id = current_tenant() and id = ${row.itemId}::uuid`.execute(db)
      await kind.after?.(caller, row)
      return { name, place: row.place, renamed: name !== found.name }
    },
    purge: ({ db }, row) => purgeRow(db, kind.table, row.itemId),
  }
}

async function isTaken({ db }: TrashCaller, kind: RowKind, id: string, name: string): Promise<boolean> {
  const within = (kind.within ?? []).map(
    (same) => sql`(select ${same} from ${sql.table(kind.table)} t
    where t.tenant_id = current_tenant() and t.id = ${id}::uuid) is not distinct from (${same})`,
  )
  const { rows } =
    await sql`select from ${sql.table(kind.table)} t where t.tenant_id = current_tenant() and t.id <> ${id}::uuid
    and t.is_deleted = 0 and ${sql.ref(`t.${kind.name}`)} = ${name} and ${sql.join([sql`true`, ...within], sql` and `)} limit 1`.execute(
      db,
    )
  return rows.length > 0
}
