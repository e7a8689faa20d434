import { sql } from 'kysely'
import { z } from 'zod'
import { ReadReport, TemplateCell, TemplatePaper } from '#contract/paper-template.ts'
import type { SheetBook } from '#contract/sheet-book.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { VersionContents } from './template-diff.ts'

/** A version of a template: what it is called by. */
export type VersionKey = { templateId: string; version: number }

const emptyReport: ReadReport = { found: [], left: [] }

/** What a version is made of: its sheets as JSON text, as the thread that read them wrote it. */
export type NewContents = {
  book: string
  papers: readonly TemplatePaper[]
  cells: readonly TemplateCell[]
  report?: ReadReport
  fileName?: string
}

/** Adds a version with all it holds. */
export async function addVersion(db: Db, { templateId, version }: VersionKey, contents: NewContents): Promise<void> {
  const { report = emptyReport, fileName = '' } = contents
  const row = { template_id: templateId, version, published: false, file_name: fileName }
  await db
    .insertInto('paper_template_version')
    .values({ ...row, ...stored(contents), notes: JSON.stringify(report) })
    .execute()
  await insertCells(db, { templateId, version }, contents.cells)
}

const stored = ({ book, papers }: Pick<NewContents, 'book' | 'papers'>) => ({
  book,
  book_hash: sha256(book),
  papers: JSON.stringify(papers),
})

/** Puts other sheets into a draft; its bound cells are the given ones from now on. */
export async function replaceContents(db: Db, key: VersionKey, contents: NewContents): Promise<void> {
  const { report = emptyReport, fileName = '' } = contents
  await ofVersion(db, key)
    .set({ ...stored(contents), notes: JSON.stringify(report), file_name: fileName })
    .execute()
  await cellsOf(db, key).execute()
  await insertCells(db, key, contents.cells)
}
const ofVersion = (db: Db, { templateId, version }: VersionKey) =>
  db.updateTable('paper_template_version').where('template_id', '=', templateId).where('version', '=', version)
const cellsOf = (db: Db, { templateId, version }: VersionKey) =>
  db.deleteFrom('paper_template_cell').where('template_id', '=', templateId).where('version', '=', version)

/** Says which sheet is which paper. */
export const storePapers = (db: Db, key: VersionKey, papers: readonly TemplatePaper[]) =>
  ofVersion(db, key)
    .set({ papers: JSON.stringify(papers) })
    .execute()

/** A cell as the table keeps it. */
export const cellRow = ({ templateId, version }: VersionKey, cell: TemplateCell) => ({
  template_id: templateId,
  version,
  paper_id: cell.paperId,
  key: cell.key,
  row_at: cell.row,
  column_at: cell.column,
  expression: cell.expression,
  unit: cell.unit,
  label_zh: cell.label.zh,
  label_en: cell.label.en,
  feeds: cell.feeds,
  rule: cell.rule,
  note: cell.note,
  origin: cell.origin,
})

/** Cells per statement: each has some parameters, of which one statement takes 65,535. */
const CHUNK = 1000
async function insertCells(db: Db, key: VersionKey, cells: readonly TemplateCell[]): Promise<void> {
  for (let start = 0; start < cells.length; start += CHUNK) {
    const rows = cells.slice(start, start + CHUNK).map((cell) => cellRow(key, cell))
    await db.insertInto('paper_template_cell').values(rows).execute()
  }
}

/** Papers and bound cells of a version, without its sheets. */
export async function boundOf(
  db: Db,
  { templateId, version }: VersionKey,
): Promise<{
  papers: TemplatePaper[]
  cells: TemplateCell[]
  report: ReadReport
  published: boolean
  bookHash: string
}> {
  const row = await db
    .selectFrom('paper_template_version')
    .select(['papers', 'notes', 'published', 'book_hash'])
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound()
  const cells = await db
    .selectFrom('paper_template_cell')
    .selectAll()
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .orderBy('paper_id')
    .orderBy('row_at')
    .orderBy('column_at')
    .execute()
  return {
    papers: z.array(TemplatePaper).parse(row.papers),
    report: ReadReport.catch(emptyReport).parse(row.notes),
    published: row.published,
    bookHash: row.book_hash,
    cells: cells.map((cell) =>
      TemplateCell.parse({
        paperId: cell.paper_id,
        key: cell.key,
        row: cell.row_at,
        column: cell.column_at,
        expression: cell.expression,
        unit: cell.unit,
        label: { zh: cell.label_zh, en: cell.label_en },
        feeds: cell.feeds,
        rule: cell.rule,
        note: cell.note,
        origin: cell.origin,
      }),
    ),
  }
}

/** The sheets of a version; what is stored was checked when it was read. */
export async function bookOf(db: Db, { templateId, version }: VersionKey): Promise<SheetBook> {
  const row = await db
    .selectFrom('paper_template_version')
    .select('book')
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.book as SheetBook
}

/** A version whole. */
export const contentsOf = async (db: Db, key: VersionKey): Promise<VersionContents> => ({
  ...(await boundOf(db, key)),
  book: await bookOf(db, key),
})

/** Copies a version to another number, in the database: the sheets never travel. */
export async function copyVersion(db: Db, { templateId, version }: VersionKey, to: number): Promise<void> {
  await sql`insert into paper_template_version (template_id, version, book, book_hash, papers, notes, file_name)
    select template_id, ${to}, book, book_hash, papers, notes, file_name from paper_template_version
    where template_id = ${templateId} and version = ${version}`.execute(db)
  await sql`insert into paper_template_cell (template_id, version, paper_id, key, row_at, column_at, expression, unit, label_zh,
      label_en, feeds, rule, note, origin)
    select template_id, ${to}, paper_id, key, row_at, column_at, expression, unit, label_zh, label_en, feeds, rule, note, origin
    from paper_template_cell where template_id = ${templateId} and version = ${version}`.execute(db)
}

/** Versions of a template, newest first: number, state, who, when, how many projects work on it. */
export async function versionsOf(db: Db, templateId: string) {
  const { rows } = await sql<{
    version: number
    published: boolean
    note: string
    fileName: string
    papers: number
    cells: number
    projects: number
    createUserName: string | null
    createTime: Date
    publishUserName: string | null
    publishTime: Date | null
  }>`select v.version, v.published, v.note, v.file_name as "fileName", jsonb_array_length(v.papers) as papers,
      (select count(*)::int from paper_template_cell c where c.tenant_id = v.tenant_id and c.template_id = v.template_id
        and c.version = v.version) as cells,
      (select count(*)::int from project_template p join firm_project f on f.tenant_id = p.tenant_id and f.id = p.project_id
          and f.is_deleted = 0
        where p.tenant_id = v.tenant_id and p.template_id = v.template_id and p.version = v.version) as projects,
      person_name(v.create_user) as "createUserName", v.create_time as "createTime",
      case when v.publish_user = '' then '' else person_name(v.publish_user) end as "publishUserName", v.publish_time as "publishTime"
    from paper_template_version v where v.template_id = ${templateId} order by v.version desc`.execute(db)
  return rows.map((row) => ({
    version: row.version,
    published: row.published,
    note: row.note,
    fileName: row.fileName,
    papers: row.papers,
    cells: row.cells,
    projects: row.projects,
    createUserName: row.createUserName ?? '',
    createTime: wallTime(row.createTime),
    publishUserName: row.publishUserName ?? '',
    publishTime: row.publishTime ? wallTime(row.publishTime) : '',
  }))
}
