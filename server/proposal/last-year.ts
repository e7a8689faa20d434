import type { Source } from '#contract/tool-source.ts'
import { extentOf } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import { cellsOf } from '../paper/printed-papers.ts'
import { wireCell } from '../paper/stored-cell.ts'
import { type ProjectRow, reachesProject } from '../project/reach.ts'
import { type CellFact, cellSource } from './paper-facts.ts'

/** The same paper a year before: its money by cell, and where each figure is. */
export type LastYear = {
  values: ReadonlyMap<string, string | null>
  sourceOf: (cell: Pick<CellFact, 'cell' | 'label'>) => Source[]
}
const nothing: LastYear = { values: new Map(), sourceOf: () => [] }

/** The client's papers of the year before, if the person may see that project and it has been generated; the newest of several. */
export async function lastYearOf(
  { db, user, language }: { db: Db; user: User; language: Language },
  project: ProjectRow,
  paperId: string,
): Promise<LastYear> {
  const extent = extentOf(user.held, 'paper.view')
  if (extent === undefined) return nothing
  const before = await db
    .selectFrom('firm_project')
    .selectAll('firm_project')
    .where('firm_project.enterprise_id', '=', project.enterprise_id)
    .where('firm_project.year', '=', project.year - 1)
    .where('firm_project.is_deleted', '=', 0)
    .where('firm_project.generation_id', 'is not', null)
    .where(reachesProject({ user, extent }))
    .orderBy('firm_project.create_time', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!before?.generation_id) return nothing
  const rows = await cellsOf(db, before.generation_id, [paperId])
  const cells = rows.filter(({ unit }) => unit === 'money').map((row) => wireCell(row, language))
  return {
    values: new Map(cells.map(({ cell, value }) => [cell, value])),
    sourceOf: ({ cell, label }) => [cellSource(before, { cell, label: `${before.year} ${label}` })],
  }
}

/** Where the papers reckon no materiality. */
const SMALL_FEN = 1_000_000n
/** What is clearly trivial is a twentieth of overall materiality. */
const TRIVIAL_PART = 20n

/** Fen under which a difference need not be looked at: 5 % of the overall materiality of paper Z06, else 10,000 yuan. */
export async function trivialOf(db: Db, generationId: string): Promise<bigint> {
  const row = await db
    .selectFrom('paper_cell')
    .select('value')
    .where('generation_id', '=', generationId)
    .where('cell', '=', 'Z06.om')
    .executeTakeFirst()
  // stored as fen
  const whole = row?.value && /^\d+$/.test(row.value) ? BigInt(row.value) : 0n
  return whole >= TRIVIAL_PART ? whole / TRIVIAL_PART : SMALL_FEN
}
