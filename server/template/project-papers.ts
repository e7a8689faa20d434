import type { BookSheet, BookStyle } from '#contract/sheet-book.ts'
import type { Paper } from '#engine/workpaper/paper.ts'
import type { TemplateCell } from '#contract/paper-template.ts'
import type { Db } from '#server/kernel/database.ts'
import { bookOf, boundOf, type VersionKey } from './template-store.ts'

/** The version of the firm's template that a project works on; undefined for the system's template or none. */
export async function templateOfProject(db: Db, projectId: string): Promise<VersionKey | undefined> {
  const row = await db
    .selectFrom('project_template')
    .select(['template_id', 'version'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row && { templateId: row.template_id, version: row.version }
}

/**
 * The papers of the firm's template version that the project works on, to be computed beside the system's; none for the system's
 * template. Their `purpose` holds the hash of the sheets, so that other sheets are other inputs.
 */
export async function projectTemplatePapers(db: Db, projectId: string): Promise<Paper[]> {
  const key = await templateOfProject(db, projectId)
  if (!key) return []
  const { papers, cells, bookHash } = await boundOf(db, key)
  return papers.map(({ paperId, name }) => ({
    id: paperId,
    name,
    purpose: bookHash,
    forms: [...new Set(cells.filter((cell) => cell.paperId === paperId).flatMap(formsOf))],
    rules: [],
    blocks: [{ kind: 'items', title: null, items: cells.filter((cell) => cell.paperId === paperId).map(itemOf) }],
    procedures: [],
    conclusion: { zh: '', en: '' },
  }))
}

const formsOf = ({ feeds }: TemplateCell) => feeds.flatMap((line) => line.split('.')[0] ?? [])
const itemOf = ({ key, label, expression, unit, feeds, rule, note }: TemplateCell) => ({
  key,
  label,
  expr: expression,
  unit,
  feeds,
  rule: rule === '' ? null : rule,
  note: note === '' ? null : { zh: note, en: note },
})

/** What a template paper is printed on: its sheet as uploaded, and where its bound cells stand. */
export type TemplateSheet = { sheet: BookSheet; styles: readonly BookStyle[]; cells: readonly TemplateCell[] }

/** The sheets of those papers, by paper. */
export async function projectTemplateSheets(db: Db, projectId: string): Promise<Map<string, TemplateSheet>> {
  const key = await templateOfProject(db, projectId)
  if (!key) return new Map()
  const [{ papers, cells }, book] = [await boundOf(db, key), await bookOf(db, key)]
  return new Map(
    papers.flatMap(({ sheet: id, paperId }) => {
      const sheet = book.sheets.find((one) => one.id === id)
      const own = cells.filter((cell) => cell.paperId === paperId)
      return sheet ? [[paperId, { sheet, styles: book.styles, cells: own }] as const] : []
    }),
  )
}
