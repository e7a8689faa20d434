import type { Db } from '#server/kernel/database.ts'
import type { StoredProvenance } from '#server/paper/stored-cell.ts'
import { type Asker, type ProjectRow, reachesProject } from '#server/project/reach.ts'

const YEARS = 3

export type YearCell = {
  status: string
  unit: string
  /** Fen for money. */
  value: string | null
  provenance: StoredProvenance
}
/** One year of an enterprise: the project whose papers show it, and the cells asked for. */
export type ProjectYear = {
  year: number
  project: Pick<ProjectRow, 'id' | 'project_name' | 'generation_id' | 'dataset_id'> | null
  cells: ReadonlyMap<string, YearCell>
}

/** What pictures of years read: the indicator paper, and who works for the client. */
const PAPERS = ['F04', 'Z02']

/**
 * The last three years of an enterprise, the newest first, of the projects the asker reaches; of several in a year the one
 * worked on last, or the project that is named.
 */
export async function projectYears(
  asker: Asker,
  enterpriseId: string,
  base: ProjectRow | null = null,
): Promise<ProjectYear[]> {
  const { db } = asker
  let query = db
    .selectFrom('firm_project')
    .select(['id', 'project_name', 'year', 'generation_id', 'dataset_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('is_deleted', '=', 0)
    .where('generation_id', 'is not', null)
    .where(reachesProject(asker))
  if (base) query = query.where('year', '<', base.year).where('year', '>', base.year - YEARS)
  const rows = await query.orderBy('year', 'desc').orderBy('update_time', 'desc').orderBy('id').limit(200).execute()
  const newest = base?.year ?? rows[0]?.year
  if (newest === undefined) return []
  const of = (year: number) => (base?.year === year ? base : (rows.find((row) => row.year === year) ?? null))
  const years = Array.from({ length: YEARS }, (_, back) => ({ year: newest - back, project: of(newest - back) }))
  const cells = await cellsBy(
    db,
    years.flatMap(({ project }) => project?.generation_id ?? []),
  )
  return years.map(({ year, project }) => ({
    year,
    project,
    cells: cells.get(project?.generation_id ?? '') ?? new Map(),
  }))
}

async function cellsBy(db: Db, generations: string[]): Promise<Map<string, Map<string, YearCell>>> {
  const found = new Map<string, Map<string, YearCell>>(generations.map((id) => [id, new Map()]))
  if (generations.length === 0) return found
  const rows = await db
    .selectFrom('paper_cell')
    .select(['generation_id', 'cell', 'status', 'unit', 'value', 'provenance'])
    .where('generation_id', 'in', generations)
    .where('paper_id', 'in', PAPERS)
    .execute()
  for (const { generation_id: id, cell, provenance, ...row } of rows)
    found.get(id)?.set(cell, { ...row, provenance: provenance as StoredProvenance })
  return found
}
