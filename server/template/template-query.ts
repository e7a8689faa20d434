import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { PaperTemplate } from '#contract/paper-template.ts'
import { notFound } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { DB } from '#server/kernel/tables.ts'
import type { Asker } from '../project/reach.ts'

/** 'self' for a template: I made it; departments add what their people made. */
export const reachesTemplate =
  ({ user, extent }: Omit<Asker, 'db'>) =>
  (eb: ExpressionBuilder<DB, 'paper_template'>) => {
    if (extent === true) return sql<SqlBool>`true`
    const depts = typeof extent === 'object' ? [...extent.depts] : []
    const people = sql<string>`(select user_id::text from user_dept where dept_id = any(${depts}::uuid[]))`
    return eb.or([eb('paper_template.create_user', '=', user.id), eb('paper_template.create_user', 'in', people)])
  }

/** The version people look at first: the draft if there is one, else the newest. */
const newest = sql`(select max(v.version) from paper_template_version v
  where v.tenant_id = paper_template.tenant_id and v.template_id = paper_template.id)`
const projects = sql<number>`(select count(*)::int from project_template p join firm_project f
    on f.tenant_id = p.tenant_id and f.id = p.project_id and f.is_deleted = 0
  where p.tenant_id = paper_template.tenant_id and p.template_id = paper_template.id)`

/** Where the fields of the list stand. */
export const templateColumns = {
  name: 'paper_template.name',
  category: 'paper_template.category',
  state: 'paper_template.state',
  currentVersion: 'paper_template.current_version',
  createTime: 'paper_template.create_time',
  updateTime: 'paper_template.update_time',
  projects,
} as const
export const newestTemplate = ['paper_template.update_time desc', 'paper_template.id'] as const

/** The firm's templates the caller reaches. */
export const templatesOf = (asker: Asker) =>
  asker.db
    .selectFrom('paper_template')
    .where('paper_template.is_deleted', '=', 0)
    .where(reachesTemplate(asker))
    .select([
      'paper_template.id',
      'paper_template.name',
      'paper_template.category',
      'paper_template.state',
      'paper_template.current_version as currentVersion',
      'paper_template.rev',
      'paper_template.create_time as createTime',
      'paper_template.update_time as updateTime',
      projects.as('projects'),
      sql<number>`coalesce((select v.version from paper_template_version v where v.tenant_id = paper_template.tenant_id
        and v.template_id = paper_template.id and not v.published), 0)`.as('draftVersion'),
      sql<number>`coalesce((select jsonb_array_length(v.papers) from paper_template_version v
        where v.tenant_id = paper_template.tenant_id and v.template_id = paper_template.id and v.version = ${newest}), 0)`.as(
        'papers',
      ),
      sql<number>`(select count(*)::int from paper_template_cell c where c.tenant_id = paper_template.tenant_id
        and c.template_id = paper_template.id and c.version = ${newest})`.as('cells'),
      sql<string | null>`person_name(paper_template.create_user)`.as('createUserName'),
      sql<string | null>`person_name(paper_template.update_user)`.as('updateUserName'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof templatesOf>['execute']>>[number]
const stateOf = (state: string) => (state === 'published' || state === 'retired' ? state : 'draft')

/** A row as the contract says it. */
export const shownTemplate = (row: Row): PaperTemplate => ({
  ...row,
  state: stateOf(row.state),
  templateType: 'firm',
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
  createUserName: row.createUserName ?? '',
  updateUserName: row.updateUserName ?? '',
})

/** The template, if it exists and the caller's grant on this endpoint reaches it. `lock` holds it until the transaction ends. */
export async function reachableTemplate(asker: Asker, id: string, { lock }: { lock?: boolean } = {}) {
  let query = asker.db
    .selectFrom('paper_template')
    .selectAll('paper_template')
    .where('paper_template.id', '=', id)
    .where('paper_template.is_deleted', '=', 0)
    .where(reachesTemplate(asker))
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  return row
}
