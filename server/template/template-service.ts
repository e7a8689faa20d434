import { sql } from 'kysely'
import type { paperTemplate, TemplatePaper } from '#contract/paper-template.ts'
import { MOST_BOUND } from '#contract/paper-template.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, page, type Service } from '#server/kernel/service.ts'
import { moveUp, ofProject } from './project-template.ts'
import { bindCell, seenDraft, seenTemplate, touch, unbindCell } from './template-draft.ts'
import { templateDiff } from './template-diff.ts'
import { templateProblems } from './template-problems.ts'
import {
  newestTemplate,
  reachableTemplate,
  reachesTemplate,
  shownTemplate,
  templateColumns,
  templatesOf,
} from './template-query.ts'
import { addVersion, bookOf, boundOf, contentsOf, copyVersion, storePapers, versionsOf } from './template-store.ts'
import { systemCopy } from './system-copy.ts'
import { newTemplate, replaceFile, uploadTemplate } from './upload-template.ts'

const noted = (context: Context, action: string, bizId: string, what: { before?: unknown; after?: unknown }) =>
  audit(context, { action: `template.${action}`, bizType: 'template', bizId, ...what })

/** The version asked for; else the draft, else the newest. */
async function versionOf(db: Db, templateId: string, asked: number | undefined): Promise<number> {
  if (asked !== undefined) return asked
  const row = await db
    .selectFrom('paper_template_version')
    .select(sql<number | null>`max(version)`.as('version'))
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  return row?.version ?? 0
}

async function refuseDraft(db: Db, templateId: string): Promise<void> {
  const draft = await db
    .selectFrom('paper_template_version')
    .select('version')
    .where('template_id', '=', templateId)
    .where('published', '=', false)
    .executeTakeFirst()
  if (draft) throw new Refusal('templateHasDraft', { version: draft.version })
}

/** Marks a version as published: it never changes again, and new projects take it. */
async function publishVersion(context: Context, templateId: string, version: number, note: string): Promise<void> {
  await context.db
    .updateTable('paper_template_version')
    .set({ published: true, note, publish_user: context.user.id, publish_time: sql<Date>`now()` })
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .execute()
  await touch(context, templateId, { state: 'published', current_version: version })
}

/** A circle is told once, at one of its cells; it is everybody's on its path. */
const concerns = (name: string) => {
  const onPath = (text: string) => text.includes(' → ') && text.split(/[^\w.@-]+/).includes(name)
  return ({ cell, text }: { cell: string; text: string }) => cell === name || onPath(text)
}

export const paperTemplateService: Service<typeof paperTemplate> = {
  async list(context, paging) {
    const result = await page(templatesOf(context), paging, templateColumns, newestTemplate)
    return { ...result, records: result.records.map(shownTemplate) }
  },

  async detail(context, { id, version: asked }) {
    const { db, language } = context
    await reachableTemplate(context, id)
    const row = await templatesOf(context).where('paper_template.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    const version = await versionOf(db, id, asked)
    const { papers: contents, cells: bound, report, published } = await boundOf(db, { templateId: id, version })
    const versions = await versionsOf(db, id)
    // what is published was right when it was, and does not change
    const problems = published ? [] : templateProblems({ papers: contents, cells: bound }, language)
    return { ...shownTemplate(row), versions, version, published, contents, bound, problems, report }
  },

  async book(context, { id, version: asked }) {
    await reachableTemplate(context, id)
    const version = await versionOf(context.db, id, asked)
    return { version, book: await bookOf(context.db, { templateId: id, version }) }
  },

  create: uploadTemplate,
  replace: replaceFile,

  async fromSystem(context, { name, category, papers }) {
    const { db } = context
    const { book, ...copy } = systemCopy(papers)
    const id = await newTemplate(db, { name, category })
    await addVersion(db, { templateId: id, version: 1 }, { ...copy, book: JSON.stringify(book) })
    const after = { name, category, papers: copy.papers.length, cells: copy.cells.length }
    await noted(context, 'fromSystem', id, { after })
    return { id }
  },

  async update(context, { id, rev, name }) {
    const template = await seenTemplate(context, { id, rev })
    const other = await context.db
      .selectFrom('paper_template')
      .select('id')
      .where('name', '=', name)
      .where('id', '<>', id)
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    if (other) throw new Refusal('templateNameTaken')
    await touch(context, id, { name })
    await noted(context, 'update', id, { before: { name: template.name }, after: { name } })
    return {}
  },

  async savePapers(context, { id, rev, papers }) {
    const { db } = context
    const draft = await seenDraft(context, { id, rev })
    const [before, book] = [await boundOf(db, draft), await bookOf(db, draft)]
    refuseWrongPapers(papers, new Set(book.sheets.map((sheet) => sheet.id)))
    // a paper that gets another index takes its cells along
    const moved = new Map(
      before.papers.flatMap((old) => {
        const now = papers.find(({ sheet }) => sheet === old.sheet)
        return now ? [[old.paperId, now.paperId] as const] : []
      }),
    )
    for (const { paperId } of before.papers) {
      const count = before.cells.filter((cell) => cell.paperId === paperId).length
      if (!moved.has(paperId) && count > 0) throw new Refusal('templatePaperBound', { paper: paperId, count })
    }
    await storePapers(db, draft, papers)
    await renumber(db, draft, moved)
    await touch(context, id)
    await noted(context, 'savePapers', id, { before: before.papers, after: papers })
    return {}
  },

  async saveCell(context, { id, rev, ...cell }) {
    const { db, language } = context
    const draft = await seenDraft(context, { id, rev })
    const feeds = [...new Set(cell.feeds.filter((line) => line !== ''))]
    const before = await bindCell(context, draft, { ...cell, feeds, origin: '' })
    const { papers, cells } = await boundOf(db, draft)
    if (cells.length > MOST_BOUND) throw new Refusal('templateTooManyCells', { limit: MOST_BOUND })
    await touch(context, id)
    await noted(context, 'saveCell', id, { ...(before && { before }), after: cell })
    const name = `${cell.paperId}.${cell.key}`
    return { problems: templateProblems({ papers, cells }, language).filter(concerns(name)) }
  },

  async removeCell(context, { id, rev, paperId, key }) {
    const draft = await seenDraft(context, { id, rev })
    const before = await unbindCell(context, draft, { paperId, key })
    await touch(context, id)
    await noted(context, 'removeCell', id, { before })
    return {}
  },

  async beginDraft(context, { id, version }) {
    const { db } = context
    const template = await reachableTemplate(context, id, { lock: true })
    await refuseDraft(db, id)
    const from = version ?? template.current_version
    const next = (await versionOf(db, id, undefined)) + 1
    await boundOf(db, { templateId: id, version: from })
    await copyVersion(db, { templateId: id, version: from }, next)
    await touch(context, id)
    await noted(context, 'beginDraft', id, { after: { from, version: next } })
    return { version: next }
  },

  async dropDraft(context, { id, rev }) {
    const draft = await seenDraft(context, { id, rev })
    if (draft.current === 0) throw new Refusal('templateOnlyDraft')
    await context.db
      .deleteFrom('paper_template_version')
      .where('template_id', '=', id)
      .where('version', '=', draft.version)
      .execute()
    await touch(context, id)
    await noted(context, 'dropDraft', id, { before: { version: draft.version } })
    return {}
  },

  async publish(context, { id, rev, note }) {
    const draft = await seenDraft(context, { id, rev })
    const contents = await boundOf(context.db, draft)
    const problems = templateProblems(contents, context.language)
    const [first] = problems
    if (first) {
      const where = first.cell === '' ? '' : `[${first.cell}] `
      throw new Refusal('templateProblems', { count: problems.length, first: `${where}${first.text}` })
    }
    await publishVersion(context, id, draft.version, note)
    await noted(context, 'publish', id, { after: { version: draft.version, note } })
    return { version: draft.version }
  },

  async rollBack(context, { id, rev, version: to }) {
    const { db, language } = context
    await seenTemplate(context, { id, rev })
    await refuseDraft(db, id)
    const old = await boundOf(db, { templateId: id, version: to })
    // what was right then may not be now: accounts, papers and the return change
    const problems = templateProblems(old, language)
    if (problems[0]) throw new Refusal('templateProblems', { count: problems.length, first: problems[0].text })
    const version = (await versionOf(db, id, undefined)) + 1
    await copyVersion(db, { templateId: id, version: to }, version)
    await publishVersion(context, id, version, `↩ ${to}`)
    await noted(context, 'rollBack', id, { after: { to, version } })
    return { version }
  },

  async retire(context, { id, rev, retired }) {
    const template = await seenTemplate(context, { id, rev })
    if (template.current_version === 0) throw new Refusal('templateNotPublished')
    const state = retired ? 'retired' : 'published'
    await touch(context, id, { state })
    await noted(context, 'retire', id, { before: { state: template.state }, after: { state } })
    return {}
  },

  async remove(context, { ids }) {
    const { db } = context
    const rows = await db
      .selectFrom('paper_template')
      .select(['paper_template.id', 'paper_template.name', 'paper_template.create_user'])
      .where('paper_template.id', 'in', ids)
      .where('paper_template.is_deleted', '=', 0)
      .where(reachesTemplate(context))
      .orderBy('paper_template.id')
      .forUpdate()
      .execute()
    every(ids)(rows)
    for (const { id, name } of rows) {
      const used = await templatesOf({ ...context, extent: true })
        .where('paper_template.id', '=', id)
        .executeTakeFirst()
      if (used && used.projects > 0) throw new Refusal('templateInUse', { count: used.projects, name })
    }
    await db.updateTable('paper_template').set({ is_deleted: 1 }).where('id', 'in', ids).execute()
    for (const { id, name, create_user: ownerId } of rows)
      await context.kernel.trash.put(db, { kind: 'paperTemplate', itemId: id, name, ownerId })
    for (const { id, name } of rows) await noted(context, 'remove', id, { before: { name } })
    return {}
  },

  async compare(context, { id, from, to }) {
    await reachableTemplate(context, id)
    const before = await contentsOf(context.db, { templateId: id, version: from })
    return templateDiff(before, await contentsOf(context.db, { templateId: id, version: to }))
  },

  ofProject,
  moveUp,
}

function refuseWrongPapers(papers: readonly TemplatePaper[], sheets: ReadonlySet<string>): void {
  const ids = new Set<string>()
  const used = new Set<string>()
  for (const { sheet, paperId } of papers) {
    if (!sheets.has(sheet) || used.has(sheet)) throw new Refusal('templateSheetUnknown')
    if (ids.has(paperId)) throw new Refusal('templatePaperTwice', { paper: paperId })
    ids.add(paperId)
    used.add(sheet)
  }
}

/** Gives cells the new indexes of their papers, all at once, so that two papers may change places. */
async function renumber(
  db: Db,
  { templateId, version }: { templateId: string; version: number },
  moved: ReadonlyMap<string, string>,
): Promise<void> {
  const changes = [...moved].filter(([old, now]) => old !== now).map(([old, now]) => ({ old, now }))
  if (changes.length === 0) return
  // a letter no index has stands between, since a unique key is held row by row
  await sql`update paper_template_cell c set paper_id = '~' || m.now
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as m(old text, now text)
    where c.template_id = ${templateId} and c.version = ${version} and c.paper_id = m.old`.execute(db)
  await sql`update paper_template_cell set paper_id = substr(paper_id, 2)
    where template_id = ${templateId} and version = ${version} and paper_id like '~%'`.execute(db)
  // formulas that name a cell of a renamed paper follow it
  for (const { old, now } of changes)
    await sql`update paper_template_cell set expression = replace(expression, ${`[${old}.`}, ${`[~${now}.`})
      where template_id = ${templateId} and version = ${version}`.execute(db)
  await sql`update paper_template_cell set expression = replace(expression, '[~', '[')
    where template_id = ${templateId} and version = ${version}`.execute(db)
}
