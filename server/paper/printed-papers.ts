import { PaperSheet } from '#contract/paper.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Context, RawContext } from '#server/kernel/service.ts'
import { reachableProject } from '#server/project/reach.ts'
import { shownGeneration } from './generation-query.ts'
import { projectOverrides, saidValue } from '../workbook/project-overrides.ts'
import { typedByPaper, withTyped } from '../workbook/printed-typed.ts'
import { inLanguage, type StoredProvenance } from './stored-cell.ts'
import type { BoundNote } from './workbook-file.ts'

type Language = Context['language']

/** The printed sheets of a generation: all that are called for, or those named. */
export const sheetsOf = async (db: Db, generationId: string, language: Language, paperIds: readonly string[] = []) => {
  let query = db.selectFrom('paper').select(['paper_id', 'sheet']).where('generation_id', '=', generationId)
  // a paper nobody asked for is there for whoever names it
  query = paperIds.length > 0 ? query.where('paper_id', 'in', paperIds) : query.where('called', '=', true)
  const rows = await query.orderBy('sort').execute()
  return rows.map(({ sheet }) =>
    PaperSheet.parse((sheet as { zh: unknown; en: unknown })[language === 'en' ? 'en' : 'zh']),
  )
}

/** The bound cells of a generation, or of the papers named. */
export const cellsOf = (db: Db, generationId: string, paperIds: readonly string[] = []) => {
  let query = db
    .selectFrom('paper_cell')
    .select(['paper_id', 'cell', 'status', 'unit', 'value', 'provenance'])
    .where('generation_id', '=', generationId)
  if (paperIds.length > 0) query = query.where('paper_id', 'in', paperIds)
  return query.orderBy('ordinal').execute()
}

type Asker = Pick<RawContext, 'user' | 'extent' | 'language'> & { db: Db }

/** What a file of the papers prints, in the caller's language; not found where a paper that was named is not there. */
export async function printedPapers(
  { db, user, extent, language }: Asker,
  projectId: string,
  wanted: readonly string[],
) {
  const project = await reachableProject({ db, user, extent }, projectId)
  const generationId = shownGeneration(project)
  const { enterprise_name: company } = await db
    .selectFrom('firm_enterprise')
    .select('enterprise_name')
    .where('id', '=', project.enterprise_id)
    .executeTakeFirstOrThrow()
  const sheets = await sheetsOf(db, generationId, language, wanted)
  if (sheets.length === 0 || sheets.length < wanted.length) throw notFound()
  const cells = await cellsOf(db, generationId, wanted)
  const overrides = await projectOverrides(db, projectId)
  const notes = new Map(
    cells.map((cell): [string, BoundNote] => [cell.cell, noteOf(cell, overrides[cell.cell], language)]),
  )
  const values = new Map(cells.map(({ cell, unit, value }) => [cell, value === null ? null : saidValue(unit, value)]))
  const typed = await typedByPaper(db, projectId)
  const printed = sheets.map((sheet) =>
    withTyped(sheet, { typed: typed.get(sheet.id), valueOf: (cell) => values.get(cell) ?? null, language }),
  )
  return { title: project.project_name, company, year: project.year, sheets: printed, notes, cells, generationId }
}

type Decided = Awaited<ReturnType<typeof projectOverrides>>[string]
/** What a person decided against the formula of a cell: what it gave, what was set, why, on what, by whom. */
function decisionOf({ value, reason, evidence, who, when }: Decided, given: string | null, language: Language): string {
  return language === 'en'
    ? `Overridden: ${given ?? 'no value'} → ${value}. Reason: ${reason}. Evidence: ${evidence || 'attached file'}. ${who}, ${when}`
    : `改数：${given ?? '无值'} → ${value}。理由：${reason}。依据：${evidence || '见附件'}。${who} ${when}`
}

/** Rows of a table share their column's formula; a note on each would hide the figures. */
function noteOf(
  { cell, status, unit, provenance }: { cell: string; status: string; unit: string; provenance: unknown },
  decided: Decided | undefined,
  language: Language,
): BoundNote {
  const { words, calculated = null } = provenance as StoredProvenance
  // a decision made since the papers were computed is not in their figure yet
  const stands = status === 'overridden' ? decided : undefined
  const given = calculated === null ? null : saidValue(unit, calculated)
  return {
    note: [stands && decisionOf(stands, given, language), cell.includes('@') ? '' : inLanguage(words, language)]
      .filter(Boolean)
      .join('\n'),
    waiting: status === 'missing' || status === 'error',
    overridden: status === 'overridden',
  }
}
