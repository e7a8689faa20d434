import { sql } from 'kysely'
import type { Group } from '#contract/ai-search.ts'
import { MOST_COUNTED } from '#contract/ai-search.ts'
import type { Db } from '#server/kernel/database.ts'
import { reachesEnterprise, reachesProject } from '../project/reach.ts'
import { groupOf, holdsAll, line, nothing, type Seeking, skipOf, underGrant } from './seeking.ts'

/** Clients by name, credit code or address. */
export async function clientGroup(db: Db, seeking: Seeking): Promise<Group> {
  const asker = underGrant(seeking, db, 'enterprise.view')
  if (!asker || seeking.projectId !== '') return nothing(seeking, 'client')
  const text = sql`concat_ws(' ', enterprise_name, credit_code, industry)`
  const matching = db
    .selectFrom('firm_enterprise')
    .where('is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
    .where(holdsAll(text, seeking.words))
  const rows = await matching
    .select(['id', 'enterprise_name as name', 'credit_code as code', 'industry'])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .orderBy(sql`strpos(lower(enterprise_name), ${seeking.query.toLowerCase()}) = 1`, 'desc')
    .orderBy('update_time', 'desc')
    .orderBy('id')
    .limit(seeking.size)
    .offset(skipOf(seeking))
    .execute()
  return groupOf(seeking, 'client', {
    total: rows[0]?.total ?? 0,
    hits: rows.map(({ id, name, code, industry }) => ({
      id,
      group: 'client',
      kind: 'enterprise',
      title: line(name),
      place: `/aiApp/index?${new URLSearchParams({ enterpriseId: id }).toString()}`,
      quote: line([code, industry].filter(Boolean).join(' · ')),
      owner: '',
      aside: '',
      amount: '',
      marks: [],
    })),
  })
}

/** Projects by their name, their client's, or their year. */
export async function projectGroup(db: Db, seeking: Seeking): Promise<Group> {
  const asker = underGrant(seeking, db, 'project.view')
  if (!asker || seeking.projectId !== '') return nothing(seeking, 'project')
  const text = sql`concat_ws(' ', project_name, enterprise_name, firm_project.year)`
  const rows = await db
    .selectFrom('firm_project')
    .innerJoin('firm_enterprise', (join) =>
      join
        .onRef('firm_enterprise.tenant_id', '=', 'firm_project.tenant_id')
        .onRef('firm_enterprise.id', '=', 'firm_project.enterprise_id'),
    )
    .where('firm_project.is_deleted', '=', 0)
    .where(reachesProject(asker))
    .where(holdsAll(text, seeking.words))
    .select(['firm_project.id', 'project_name as name', 'firm_project.year', 'enterprise_name as client'])
    .select(['enterprise_id as enterpriseId', sql<number>`(count(*) over ())::int`.as('total')])
    .orderBy('firm_project.update_time', 'desc')
    .orderBy('firm_project.id')
    .limit(Math.min(seeking.size, MOST_COUNTED))
    .offset(skipOf(seeking))
    .execute()
  return groupOf(seeking, 'project', {
    total: rows[0]?.total ?? 0,
    hits: rows.map(({ id, name, year, client, enterpriseId }) => ({
      id,
      group: 'project',
      kind: 'project',
      title: line(name),
      place: `/projectApp/index?${new URLSearchParams({ enterpriseId, projectId: id, projectName: name }).toString()}`,
      owner: line(client),
      aside: String(year),
      amount: '',
      marks: [],
    })),
  })
}
