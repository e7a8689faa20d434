import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'

/** A decision call, kept so that it can be taken back. Decisions are undone newest first, so nothing later is overwritten. */
export type Step = { kind: 'account' | 'line'; keys: readonly object[]; rows: readonly unknown[] }

/** At most this many calls are kept for undoing. */
const KEPT = 50

const accountKeys = (keys: readonly object[]) =>
  sql`select code from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(code text)`
const lineKeys = (keys: readonly object[]) =>
  sql`select voucher_key, line from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(voucher_key text, line int)`

/** The rows as they stand, before a decision changes them. */
export async function rowsBefore(db: Db, projectId: string, kind: Step['kind'], keys: readonly object[]) {
  const { rows } =
    kind === 'account'
      ? await sql<{ row: unknown }>`select to_jsonb(r) as row from relation_account r
          where project_id = ${projectId} and code in (${accountKeys(keys)})`.execute(db)
      : await sql<{ row: unknown }>`select to_jsonb(r) as row from relation_line r
          where project_id = ${projectId} and (voucher_key, line) in (${lineKeys(keys)})`.execute(db)
  return rows.map(({ row }) => row)
}

export async function keepStep(db: Db, projectId: string, { kind, keys, rows }: Step): Promise<void> {
  const { rows: made } = await sql<{ number: number }>`insert into relation_step (project_id, number, kind, keys, rows)
    select ${projectId}, coalesce(max(number), 0) + 1, ${kind}, ${JSON.stringify(keys)}::jsonb, ${JSON.stringify(rows)}::jsonb
    from relation_step where project_id = ${projectId} returning number`.execute(db)
  const number = made[0]?.number ?? 0
  await db
    .deleteFrom('relation_step')
    .where('project_id', '=', projectId)
    .where('number', '<=', number - KEPT)
    .execute()
}

/** The newest decision that can be undone: how many rows it covers and whose it is. */
export async function undoable(db: Db, projectId: string): Promise<{ count: number; by: string }> {
  const { rows } = await sql<{ count: number; by: string }>`select jsonb_array_length(keys)::int as count,
      coalesce(person_name(create_user), '') as by
    from relation_step where project_id = ${projectId} order by number desc limit 1`.execute(db)
  return rows[0] ?? { count: 0, by: '' }
}

/** Puts back what the newest decision replaced and forgets the decision; null where there is none. */
export async function undoStep(db: Db, projectId: string): Promise<Step | null> {
  const step = await db
    .selectFrom('relation_step')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!step) return null
  const keys = step.keys as object[]
  const rows = JSON.stringify(step.rows)
  if (step.kind === 'account') {
    await sql`delete from relation_account where project_id = ${projectId} and code in (${accountKeys(keys)})`.execute(
      db,
    )
    await sql`insert into relation_account select * from jsonb_populate_recordset(null::relation_account, ${rows}::jsonb)`.execute(
      db,
    )
  } else {
    await sql`delete from relation_line where project_id = ${projectId} and (voucher_key, line) in (${lineKeys(keys)})`.execute(
      db,
    )
    await sql`insert into relation_line select * from jsonb_populate_recordset(null::relation_line, ${rows}::jsonb)`.execute(
      db,
    )
  }
  await db.deleteFrom('relation_step').where('project_id', '=', projectId).where('number', '=', step.number).execute()
  return { kind: step.kind === 'account' ? 'account' : 'line', keys, rows: step.rows as unknown[] }
}
