import { sql } from 'kysely'
import type { z } from 'zod'
import { PaperSheet } from '#contract/paper.ts'
import { FreeContent, type workbook, type WorkbookCell } from '#contract/workbook.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { shownGeneration } from '#server/paper/generation-query.ts'
import { staleOf } from '#server/paper/stale-query.ts'
import { type StoredProvenance, wireCell } from '#server/paper/stored-cell.ts'
import { reachableProject } from '#server/project/reach.ts'
import { saidValue } from './project-overrides.ts'

type Opened = z.input<typeof workbook.open.output>
type Marks = z.input<typeof workbook.marks.output>
type At = { projectId: string; paperId: string }

/** A figure that somebody typed: an answer to a parameter or a column of a register, nothing computed on the way. */
const TYPED = /^\s*(?:or0\(\s*)?(?:param|entered)\([^()]*\)\s*\)?\s*$/

/** One paper of the shown generation with all that people put on it. */
export async function openPaper(context: Context, { projectId, paperId }: At): Promise<Opened> {
  const { db, language } = context
  const project = await reachableProject(context, projectId)
  const generationId = shownGeneration(project)
  const paper = await db
    .selectFrom('paper')
    .select('sheet')
    .where('generation_id', '=', generationId)
    .where('paper_id', '=', paperId)
    .executeTakeFirst()
  if (!paper) throw notFound()
  const cells = await db
    .selectFrom('paper_cell')
    .select(['cell', 'status', 'unit', 'value', 'provenance'])
    .where('generation_id', '=', generationId)
    .where('paper_id', '=', paperId)
    .orderBy('ordinal')
    .execute()
  const stale = (await staleOf(db, project))?.cells.get(paperId)
  const sheets = paper.sheet as { zh: unknown; en: unknown }
  return {
    generationId,
    sheet: PaperSheet.parse(language === 'en' ? sheets.en : sheets.zh),
    cells: cells.map((row): z.input<typeof WorkbookCell> => {
      const { expression, calculated = null } = row.provenance as StoredProvenance
      const given = row.status === 'overridden' ? calculated : null
      return Object.assign(wireCell(row, language), {
        entered: TYPED.test(expression),
        stale: stale?.has(row.cell) ?? false,
        calculated: given === null ? null : saidValue(row.unit, given),
      })
    }),
    ...(await typedOn(db, { projectId, paperId })),
    commented: await commentedOn(db, { projectId, paperId }),
  }
}

/** What people typed into a paper, and its revision. */
export async function typedOn(db: Db, { projectId, paperId }: At): Promise<Pick<Opened, 'rev' | 'free' | 'rows'>> {
  const of = await db
    .selectFrom('paper_overlay')
    .select('rev')
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .executeTakeFirst()
  if (!of) return { rev: 0, free: [], rows: [] }
  const free = await db
    .selectFrom('paper_free_cell')
    .select(['row_key', 'column_no', 'content'])
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .orderBy('row_key')
    .orderBy('column_no')
    .execute()
  const rows = await db
    .selectFrom('paper_free_row')
    .select(['row_key', 'after_key'])
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .orderBy('rev')
    .orderBy('row_key')
    .execute()
  return {
    rev: of.rev,
    free: free.map(({ row_key: row, column_no: column, content }) => ({
      row,
      column,
      content: FreeContent.parse(content),
    })),
    rows: rows.map(({ row_key: row, after_key: after }) => ({ row, after })),
  }
}

const commentedOn = (db: Db, { projectId, paperId }: At) =>
  db
    .selectFrom('paper_thread')
    .select('place')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .where('resolved_time', 'is', null)
    .groupBy('place')
    .orderBy('place')
    .execute()

/** What people did to each paper, in numbers. */
export async function marksOf(context: Context, projectId: string): Promise<Marks> {
  const { db } = context
  const project = await reachableProject(context, projectId)
  const { generation_id: generationId } = project
  const stale = (await staleOf(db, project))?.cells ?? new Map<string, ReadonlySet<string>>()
  const counts = await sql<Omit<Marks[number], 'stale'>>`
    select paper_id as "paperId", sum(overridden)::int as overridden, sum(entered)::int as entered, sum(typed)::int as typed,
      sum(comments)::int as comments
    from (
      select paper_id, count(*) as overridden, 0 as entered, 0 as typed, 0 as comments from paper_override
        where project_id = ${projectId}::uuid and withdrawn_time is null group by 1
      union all select paper_id, 0, count(*), 0, 0 from paper_cell
        where generation_id = ${generationId}::uuid and provenance->>'expression' ~ '^\\s*(or0\\(\\s*)?(param|entered)\\([^()]*\\)\\s*\\)?\\s*$' group by 1
      union all select paper_id, 0, 0, count(*), 0 from paper_free_cell where project_id = ${projectId}::uuid group by 1
      union all select paper_id, 0, 0, 0, count(*) from paper_thread
        where project_id = ${projectId}::uuid and resolved_time is null group by 1
    ) counted group by 1 order by 1`.execute(db)
  const others = [...stale.keys()]
    .filter((paperId) => !counts.rows.some((row) => row.paperId === paperId))
    .map((paperId) => ({ paperId, overridden: 0, entered: 0, typed: 0, comments: 0 }))
  return [...counts.rows, ...others].map((row) => Object.assign(row, { stale: stale.get(row.paperId)?.size ?? 0 }))
}
