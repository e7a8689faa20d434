import { sql } from 'kysely'
import type { TemplateFile } from '#contract/doc-files.ts'
import { paperPack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { systemTemplate } from './system-template.ts'

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The system's templates for projects of this category. */
export const systemTemplates = (category: number): TemplateFile[] =>
  systemTemplate.category === category
    ? [
        {
          id: systemTemplate.id,
          templateType: 'system',
          originalName: systemTemplate.originalName,
          firmId: '',
          taxProjectCategory: category,
          version: 0,
          papers: paperPack.papers.length,
        },
      ]
    : []

/** The firm's published templates of this category, by name. `firmId` of another firm finds none. */
export async function firmTemplates(db: Db, category: number, firmId = ''): Promise<TemplateFile[]> {
  const rows = await db
    .selectFrom('paper_template as t')
    .innerJoin('paper_template_version as v', (on) =>
      on.onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.current_version'),
    )
    .select(['t.id', 't.name', 't.category', 't.current_version'])
    .select([
      sql<number>`jsonb_array_length(v.papers)`.as('papers'),
      sql<string>`coalesce((select id::text from firm limit 1), '')`.as('firm'),
    ])
    .where('t.category', '=', category)
    .where('t.state', '=', 'published')
    .where('t.is_deleted', '=', 0)
    .orderBy('t.name')
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      templateType: 'firm' as const,
      originalName: row.name,
      firmId: row.firm,
      taxProjectCategory: row.category,
      version: row.current_version,
      papers: row.papers,
    }))
    .filter((file) => firmId === '' || file.firmId === firmId)
}

/** A template's name in words; empty where the project has none. */
export const templateNameOf = sql<string>`case when firm_project.workpaper_template_id = ${sql.lit(systemTemplate.id)}
  then ${sql.lit(systemTemplate.originalName)} else coalesce((select t.name from paper_template t
    where t.tenant_id = firm_project.tenant_id and t.id::text = firm_project.workpaper_template_id), '') end`

/**
 * Sets the template of a project and, of a firm's template, the version the project works on. A project that has the template
 * already keeps its version, also when the template has been retired since.
 */
export async function takeTemplate(
  db: Db,
  project: { id: string; category: number; templateId: string },
  wished: string,
): Promise<void> {
  const { id, category, templateId: before } = project
  if (wished === before) return
  await db.deleteFrom('project_template').where('project_id', '=', id).execute()
  if (!isId(wished)) return
  const row = await db
    .selectFrom('paper_template')
    .select(['id', 'current_version'])
    .where('id', '=', wished)
    .where('category', '=', category)
    .where('state', '=', 'published')
    .where('is_deleted', '=', 0)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('template')
  const pin = { project_id: id, template_id: row.id, version: row.current_version }
  await db.insertInto('project_template').values(pin).execute()
}

/** Refuses a template that projects of this category cannot take. */
export async function refuseUnknownTemplate(db: Db, category: number, wished: string): Promise<void> {
  if (systemTemplates(category).some(({ id }) => id === wished)) return
  if ((await firmTemplates(db, category)).some(({ id }) => id === wished)) return
  throw new Refusal('template')
}
