import { sql } from 'kysely'
import type { ActivityVerb } from '#contract/disk-shapes.ts'
import type { Db } from '#server/kernel/database.ts'

type Happened = { id: string; spaceId: string; ancestors: readonly string[]; name: string }

/** Stands in the place of what happened in folders with rules of their own that are gone for good: who manages reads it. */
export const CLOSED_ONCE = '00000000-0000-0000-0000-000000000000'

/** Notes what happened to nodes, in the transaction in which it happens; it is also what their folders' logs say. */
export async function noteAll(
  db: Db,
  nodes: readonly Happened[],
  verb: ActivityVerb,
  detail: Record<string, string | number> = {},
): Promise<void> {
  if (nodes.length === 0) return
  await db
    .insertInto('disk_activity')
    .values(
      nodes.map(({ id, spaceId, ancestors, name }) => ({
        space_id: spaceId,
        node_id: id,
        place: sql<string[]>`${[...ancestors, id]}::uuid[]`,
        name,
        verb,
        detail: JSON.stringify(detail),
      })),
    )
    .execute()
}

export const note = (
  db: Db,
  node: Happened,
  verb: ActivityVerb,
  detail: Record<string, string | number> = {},
): Promise<void> => noteAll(db, [node], verb, detail)
