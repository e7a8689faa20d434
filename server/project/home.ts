import { sql } from 'kysely'
import type { ProjectHome, project } from '#contract/project.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { generationOf } from '../paper/generation-query.ts'
import { listParams } from '../paper/params.ts'
import { billCounts } from '../relation/bill-query.ts'
import { financialFiles } from './financial-file.ts'
import { type ProjectRow, reachableProject } from './reach.ts'

/** As many acts as one screen holds; the whole is the administrator's audit list. */
const ACTS = 20

/** What a project's home shows beside the project itself. */
export const projectHome: Service<typeof project>['home'] = async (context, { id }) => {
  const row = await reachableProject(context, id)
  return {
    waiting: await waitingIn(context, row),
    sections: await sectionsOf(context.db, row.generation_id),
    team: await teamOf(context.db, row),
    activity: await activityOf(context.db, id),
  }
}

async function waitingIn({ db, language }: Context, row: ProjectRow): Promise<ProjectHome['waiting']> {
  const files = await financialFiles(db, row.id)
  const ledger = await db
    .selectFrom('dataset')
    .where('project_id', '=', row.id)
    .where('state', 'in', ['verified', 'active'])
    .select(['state', 'blocking', 'warnings'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const bill = row.dataset_id ? await billCounts(db, row.id, row.dataset_id) : undefined
  const params = row.dataset_id ? await listParams(db, row, language) : []
  const generation = await generationOf(db, row)
  return {
    files: files.filter(({ datasetId }) => datasetId === '').length,
    // differences of a ledger in use were accepted with it
    blocking: ledger?.state === 'verified' ? ledger.blocking : 0,
    warnings: ledger?.state === 'verified' ? ledger.warnings : 0,
    relations: bill ? bill.accountsPending + bill.linesPending : 0,
    params: params.filter(({ value, optional }) => value === null && !optional).length,
    missing: Number(generation?.missing ?? 0),
    errors: Number(generation?.errors ?? 0),
    stale: generation?.stale ?? false,
  }
}

async function sectionsOf(db: Db, generationId: string | null): Promise<ProjectHome['sections']> {
  if (!generationId) return []
  const full = sql`missing + errors = 0`
  const missing = sql`errors = 0 and missing > 0`
  const faulty = sql`errors > 0`
  const counted = (of: typeof full) => sql`(count(*) filter (where ${of}))::int`
  const first = (of: typeof full) => sql`coalesce(min(paper_id) filter (where ${of}), '')`
  const { rows } = await sql<ProjectHome['sections'][number]>`
    select section, count(*)::int as papers, ${counted(full)} as full, ${counted(missing)} as missing, ${counted(faulty)} as errors,
      sum(cells)::int as cells, min(paper_id) as "firstPaper", ${first(full)} as "firstFull", ${first(missing)} as "firstMissing",
      ${first(faulty)} as "firstFaulty"
    from (select left(p.paper_id, 1) as section, p.paper_id, count(c.cell) as cells,
        count(c.cell) filter (where c.status = 'missing') as missing, count(c.cell) filter (where c.status = 'error') as errors
      from paper p left join paper_cell c on c.tenant_id = p.tenant_id and c.generation_id = p.generation_id and c.paper_id = p.paper_id
      where p.generation_id = ${generationId} group by p.paper_id) each_paper
    group by section order by position(section in 'ZABCDEF'), section`.execute(db)
  return rows
}

/** The owner, the people of the project and of its enterprise, and who made it; each once, by the nearest. */
async function teamOf(db: Db, row: ProjectRow): Promise<ProjectHome['team']> {
  const { rows } = await sql<ProjectHome['team'][number]>`
    select distinct on (parts.user_id) parts.user_id as "userId", coalesce(person_name(parts.user_id), '') as "realName", parts.part
    from (select ${row.owner} as user_id, 'owner' as part, 1 as place
      union all select user_id::text, 'member', 3 from project_member where project_id = ${row.id}
      union all select user_id::text, role, case role when 'lead' then 2 else 4 end from enterprise_member
        where enterprise_id = ${row.enterprise_id}
      union all select ${row.create_user}, 'creator', 5) parts
    where parts.user_id <> '' order by parts.user_id, parts.place`.execute(db)
  const order = ['owner', 'lead', 'member', 'creator']
  return rows
    .filter(({ realName }) => realName !== '')
    .toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part))
}

async function activityOf(db: Db, projectId: string): Promise<ProjectHome['activity']> {
  const { rows } = await sql<{ seq: bigint; biz_type: string; action: string; actor_name: string; create_time: Date }>`
    select seq, biz_type, action, actor_name, create_time from (
      select * from audit_event where biz_type in ('project', 'relation', 'paper') and biz_id = ${projectId}
      union all select audit_event.* from dataset join audit_event
        on audit_event.tenant_id = dataset.tenant_id and biz_type = 'dataset' and biz_id = dataset.id::text
        where dataset.project_id = ${projectId}
      union all select audit_event.* from file join audit_event
        on audit_event.tenant_id = file.tenant_id and biz_type = 'file' and biz_id = file.id::text
        where file.purpose = 'financial' and file.owner_id = ${projectId}) acts
    order by seq desc limit ${ACTS}`.execute(db)
  return rows.map((row) => ({
    seq: Number(row.seq),
    action: row.action.includes('.') ? row.action : `${row.biz_type}.${row.action}`,
    actorName: row.actor_name,
    createTime: wallTime(row.create_time),
  }))
}
