import { sql } from 'kysely'
import type { ActivityVerb } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'

type Happened = { id: string; spaceId: string; ancestors: readonly string[]; name: string }

/** Stands in the place of what happened in folders with rules of their own that are gone for good: who manages reads it. */
export const CLOSED_ONCE = '00000000-0000-0000-0000-000000000000'

type Detail = Record<string, string | number>

/** Notes what happened to nodes, in the transaction in which it happens; it is also what their folders' logs say. */
export async function noteEach(
  db: Db,
  happened: readonly { node: Happened; verb: ActivityVerb; detail: Detail }[],
): Promise<void> {
  if (happened.length === 0) return
  const rows = JSON.stringify(
    happened.map(({ node: { id, spaceId, ancestors, name }, verb, detail }) => ({
      space: spaceId,
      id,
      place: [...ancestors, id],
      name,
      verb,
      detail,
    })),
  )
  await sql`insert into disk_activity (space_id, node_id, place, name, verb, detail)
    select space, id, place, name, verb, detail from jsonb_to_recordset(${rows}::jsonb)
      as r(space uuid, id uuid, place uuid[], name text, verb text, detail jsonb)`.execute(db)
}

export const noteAll = (db: Db, nodes: readonly Happened[], verb: ActivityVerb, detail: Detail = {}): Promise<void> =>
  noteEach(
    db,
    nodes.map((node) => ({ node, verb, detail })),
  )

export const note = (db: Db, node: Happened, verb: ActivityVerb, detail: Detail = {}): Promise<void> =>
  noteAll(db, [node], verb, detail)
