import { sql } from 'kysely'
import { type CellMemory, staleCells } from '#engine/workpaper/stale-cells.ts'
import { statementSets } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { hasMoved, type Moved, movedSince } from './generation-inputs.ts'
import { paramsHash } from './store-generation.ts'

/** What moved since the generation that shows, and the cells that it reaches, by paper. */
type Stale = { moved: Moved; cells: ReadonlyMap<string, ReadonlySet<string>> }

const nothing: ReadonlyMap<string, ReadonlySet<string>> = new Map()
/** The last answers, by generation and what moved: while people look around, the same is asked again and again. */
const known = new Map<string, Stale['cells']>()
const MOST_KNOWN = 20

/** The cells that the generation shows as they no longer are: those that read what changed since, and those above them. */
export async function staleOf(db: Db, project: ProjectRow): Promise<Stale | null> {
  if (!project.generation_id) return null
  const made = await db
    .selectFrom('generation')
    .select(['dataset_id', 'relation_version', 'rule_pack', 'inputs'])
    .select(sql<boolean>`params_hash <> ${paramsHash(project.id)}`.as('params_moved'))
    .where('id', '=', project.generation_id)
    .executeTakeFirstOrThrow()
  const moved = await movedSince(db, project, made)
  if (!hasMoved(moved)) return { moved, cells: nothing }
  const key = [project.generation_id, moved.whole, moved.books, ...moved.clientAccounts, '', ...moved.names].join('\n')
  const before = known.get(key)
  if (before) return { moved, cells: before }
  const cells = await reached(db, project.generation_id, moved)
  known.set(key, cells)
  for (const old of [...known.keys()].slice(0, -MOST_KNOWN)) known.delete(old)
  return { moved, cells }
}

async function reached(db: Db, generationId: string, moved: Moved): Promise<Stale['cells']> {
  const { rows } = await sql<CellMemory>`select cell, paper_id as paper, provenance->>'expression' as expression,
      provenance->'children' as children, jsonb_path_query_array(provenance, '$.params[*].id') as params,
      provenance->'inputs' as inputs, status = 'overridden' as overridden
    from paper_cell where generation_id = ${generationId} order by ordinal`.execute(db)
  const stale = moved.whole ? new Set(rows.map(({ cell }) => cell)) : staleCells(rows, moved, statementSets)
  const papers = new Map<string, Set<string>>()
  for (const { cell, paper } of rows) {
    if (!stale.has(cell)) continue
    const of = papers.get(paper) ?? new Set()
    papers.set(paper, of.add(cell))
  }
  return papers
}
