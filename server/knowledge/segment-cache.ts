import { sql } from 'kysely'
import { SearchIndex } from '#engine/retrieval/search-index.ts'
import type { Segment } from '#engine/retrieval/segment.ts'
import { segmentFrom } from '#engine/retrieval/segment-bytes.ts'
import type { Sight } from './base-reach.ts'

/** Bytes of postings a process keeps at hand over all tenants. */
const MOST_BYTES = 512 * 1024 * 1024

type Kept = { segment: Segment; bytes: number }

/** Segments never change, so what was read once is right as long as its row stands. Least recently used ones go first. */
const kept = new Map<string, Kept>()
let held = 0

/** Segments of these bases that the sight lets through. Rows are asked each time, their bytes only once. */
export async function segmentsOf({ db, bases }: Sight, baseIds: readonly string[]): Promise<NamedSegment[]> {
  if (baseIds.length === 0) return []
  const rows = await db
    .selectFrom('kb_segment')
    .select('id')
    .where('base_id', 'in', bases)
    .where('base_id', 'in', [...baseIds])
    .orderBy('id')
    .execute()
  const missing = rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  const fresh = new Map<string, Segment>()
  for (const id of missing) {
    const row = await db.selectFrom('kb_segment').select('bytes').where('id', '=', id).executeTakeFirst()
    const segment = row && segmentFrom(row.bytes)
    if (!segment) continue
    fresh.set(id, segment)
    keep(id, { segment, bytes: row.bytes.byteLength })
    // a large base is read in many pieces: others get their turn in between
    await new Promise((resolve) => setImmediate(resolve))
  }
  return rows.flatMap(({ id }) => {
    const known = kept.get(id)
    if (known) {
      kept.delete(id)
      kept.set(id, known)
    }
    const segment = known?.segment ?? fresh.get(id)
    return segment ? [{ id, segment }] : []
  })
}

export type NamedSegment = { id: string; segment: Segment }

/** Indexes by the segments they stand on: what depends on all of them is worked out once. */
const indexes = new Map<string, SearchIndex>()
const MOST_INDEXES = 16

/** An index over these very segments and no others, so that nothing a person may not read weighs in his answers. */
export function indexOver(segments: readonly NamedSegment[]): SearchIndex {
  const name = segments.map(({ id }) => id).join(' ')
  const index = indexes.get(name) ?? new SearchIndex(segments.map(({ segment }) => segment))
  indexes.delete(name)
  indexes.set(name, index)
  for (const oldest of indexes.keys()) {
    if (indexes.size <= MOST_INDEXES) break
    indexes.delete(oldest)
  }
  return index
}

function keep(id: string, entry: Kept): void {
  kept.set(id, entry)
  held += entry.bytes
  for (const [oldest, { bytes }] of kept) {
    if (held <= MOST_BYTES || oldest === id) break
    kept.delete(oldest)
    held -= bytes
  }
}

/** Says that what can be found in a base has changed. */
export const touchBase = (db: Sight['db'], baseId: string) =>
  db
    .updateTable('kb_base')
    .set({ rev: sql<number>`rev + 1`, update_time: sql<Date>`now()` })
    .where('id', '=', baseId)
    .execute()
