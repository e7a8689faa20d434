import { sql } from 'kysely'
import type { TemplateCell } from '#contract/paper-template.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { reachableTemplate } from './template-query.ts'
import { boundOf, cellRow, type VersionKey } from './template-store.ts'

type Seen = { id: string; rev: number }

/** The template, held, as the person saw it; 409 if somebody changed it meanwhile. */
export async function seenTemplate(context: Context, { id, rev }: Seen) {
  const template = await reachableTemplate(context, id, { lock: true })
  if (template.rev !== rev) throw conflict()
  return template
}

/** Its draft, held; refused where nothing is in work. */
export async function seenDraft(context: Context, seen: Seen): Promise<VersionKey & { name: string; current: number }> {
  const { id: templateId, name, current_version: current } = await seenTemplate(context, seen)
  const draft = await context.db
    .selectFrom('paper_template_version')
    .select('version')
    .where('template_id', '=', templateId)
    .where('published', '=', false)
    .executeTakeFirst()
  if (!draft) throw new Refusal('templateNoDraft')
  return { templateId, version: draft.version, name, current }
}

/** Counts a change of a template and notes who made it. */
export const touch = (
  { db, user }: Context,
  templateId: string,
  set: { name?: string; state?: string; current_version?: number } = {},
) =>
  db
    .updateTable('paper_template')
    .set({ ...set, rev: sql`rev + 1`, update_user: user.id, update_time: sql<Date>`now()` })
    .where('id', '=', templateId)
    .execute()

/** Binds a cell of a draft, in place of what was bound there; another cell of the paper may not have its name. */
export async function bindCell(
  { db }: Context,
  key: VersionKey,
  cell: TemplateCell,
): Promise<TemplateCell | undefined> {
  const { papers, cells } = await boundOf(db, key)
  if (!papers.some(({ paperId }) => paperId === cell.paperId)) throw new Refusal('templateSheetUnknown')
  const ofPaper = cells.filter(({ paperId }) => paperId === cell.paperId)
  const before = ofPaper.find(({ row, column }) => row === cell.row && column === cell.column)
  if (ofPaper.some((one) => one !== before && one.key === cell.key))
    throw new Refusal('templateKeyTaken', { key: cell.key })
  if (before) await dropCell(db, key, before)
  await db
    .insertInto('paper_template_cell')
    .values(cellRow(key, { ...cell, origin: before?.origin ?? '' }))
    .execute()
  return before
}

const dropCell = (db: Context['db'], { templateId, version }: VersionKey, { paperId, key }: TemplateCell) =>
  db
    .deleteFrom('paper_template_cell')
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .where('paper_id', '=', paperId)
    .where('key', '=', key)
    .execute()

/** Frees a cell of a draft; not found where it was free. */
export async function unbindCell({ db }: Context, key: VersionKey, cell: Pick<TemplateCell, 'paperId' | 'key'>) {
  const { cells } = await boundOf(db, key)
  const before = cells.find(({ paperId, key: name }) => paperId === cell.paperId && name === cell.key)
  if (!before) throw notFound()
  await dropCell(db, key, before)
  return before
}
