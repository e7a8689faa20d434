import { sql } from 'kysely'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { BothLanguages, StoredStatementLine } from './stored-cell.ts'

export type Place = { db: Db; generationId: string; projectId: string; language: Language }
export type ChainCell = {
  cell: string
  paperId: string
  status: string
  unit: string
  value: string | null
  label: BothLanguages
  /** Cells its formula reads, and cells whose formula reads it. */
  children: string[]
  usedBy: string[]
  /** Return cells it fills. */
  feeds: string[]
}
/** A generation's cells tied both ways, with its statement lines. */
type Ties = {
  datasetId: string
  cells: ReadonlyMap<string, ChainCell>
  /** Return cell to the cell that fills it, in the order of the papers. */
  feeds: ReadonlyMap<string, string>
  statement: Readonly<Record<string, StoredStatementLine>>
}
export type Chain = Place & Ties

/** A generation never changes, so its ties are read once and kept while people walk along them; ids tell tenants apart. */
const kept = new Map<string, Ties>()
const MOST_KEPT = 8

export async function lineage(place: Place): Promise<Chain> {
  const ties = kept.get(place.generationId) ?? (await readTies(place))
  kept.delete(place.generationId)
  kept.set(place.generationId, ties)
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
  return { ...place, ...ties }
}

async function readTies({ db, generationId }: Place): Promise<Ties> {
  const generation = await db
    .selectFrom('generation')
    .select(['dataset_id', 'statement'])
    .where('id', '=', generationId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Omit<ChainCell, 'usedBy'>>`
    select cell, paper_id as "paperId", status, unit, value, provenance->'label' as label,
      provenance->'children' as children, provenance->'feeds' as feeds
    from paper_cell where generation_id = ${generationId} order by ordinal`.execute(db)
  const cells = new Map(rows.map((row): [string, ChainCell] => [row.cell, { ...row, usedBy: [] }]))
  const feeds = new Map<string, string>()
  for (const { cell, children, feeds: lines } of cells.values()) {
    for (const child of children) cells.get(child)?.usedBy.push(cell)
    for (const line of lines) feeds.set(line, cell)
  }
  return { datasetId: generation.dataset_id, cells, feeds, statement: generation.statement as Ties['statement'] }
}

/** The keys a start reaches by `next`, itself first, each once. */
export function closure(starts: readonly string[], next: (key: string) => readonly string[]): string[] {
  const found = new Set(starts)
  for (const key of found) for (const other of next(key)) found.add(other)
  return [...found]
}
