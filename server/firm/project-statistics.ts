import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { FirmStatistics } from '#contract/firm-statistics.ts'
import { dueOf, ownerDeptOf, today } from '../project/due.ts'
import { type Asker, reachesProject } from '../project/reach.ts'
import { stageOf } from '../project/stage.ts'
import type { Period } from '#server/kernel/period.ts'

type Whose = { userId?: string | undefined; deptId?: string | undefined }
type Statistics = z.input<typeof FirmStatistics>
type Kpi = Omit<Statistics['kpi'], 'enterprises'>
type Owner = { userId: string; name: string; doing: number; overdue: number }
type Found = { kpi: Kpi; owners: Owner[] } & Pick<Statistics, 'pipeline' | 'byYear' | 'trend'>

/** Projects the asker's list would show, cut to whose are meant. */
function projectsOf(asker: Asker, { userId, deptId }: Whose) {
  let query = asker.db.selectFrom('firm_project').where('firm_project.is_deleted', '=', 0).where(reachesProject(asker))
  if (userId !== undefined) query = query.where('firm_project.owner', '=', userId)
  if (deptId !== undefined) query = query.where(sql<SqlBool>`${ownerDeptOf}::text = ${deptId}`)
  return query
}

const month = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM')`
const soon = (days: number) =>
  sql`count(*) filter (where stage <> 'generated' and due between ${today} and ${today} + ${sql.lit(days)})::int`
const at = (stage: Statistics['pipeline'][number]['stage']) =>
  sql`count(*) filter (where stage = ${sql.lit(stage)})::int`

/** Everything that is counted of projects, in one pass over them. */
export async function projectStatistics(asker: Asker, whose: Whose, { from, to }: Period): Promise<Found> {
  // the stage is asked once of each row; what follows from it as in due.ts, which asks it again for each field of a list
  const stages = projectsOf(asker, whose).select([
    'firm_project.id',
    'firm_project.owner',
    'firm_project.year',
    'firm_project.create_time',
    'firm_project.dataset_id',
    'firm_project.generation_id',
    'firm_project.relation_locked_time',
    stageOf.as('stage'),
    dueOf.as('due'),
  ])
  const rows = sql`select s.owner, s.year, s.create_time, s.stage, s.due,
      coalesce(s.due < ${today}, false) and s.stage <> 'generated' as overdue,
      case when s.stage = 'generated' then generation.create_time end as finish,
      coalesce(case s.stage when 'imported' then (select max(staged.create_time) from dataset staged
          where staged.project_id = s.id and staged.state in ('staged', 'verified'))
        when 'verified' then dataset.update_time when 'mapped' then s.relation_locked_time end, s.create_time) as since
    from s left join dataset on dataset.id = s.dataset_id left join generation on generation.id = s.generation_id`
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Asia/Shanghai' and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const { rows: answers } = await sql<Found>`with s as materialized (${stages}), p as materialized (${rows})
    select (select jsonb_build_object(
        'projects', count(*)::int,
        'activeProjects', count(*) filter (where stage <> 'generated')::int,
        'dueIn7', ${soon(7)}, 'dueIn30', ${soon(30)},
        'overdue', count(*) filter (where overdue)::int,
        'waitingClient', ${at('empty')}, 'ledgersWaiting', ${at('imported')}, 'relationsWaiting', ${at('verified')},
        'papersWaiting', ${at('mapped')}, 'papersReady', ${at('generated')},
        'opened', count(*) filter (where ${within('create_time')})::int,
        'finished', count(*) filter (where ${within('finish')})::int) from p) as kpi,
      (select coalesce(jsonb_agg(jsonb_build_object('stage', stage, 'count', n, 'overdue', late, 'avgDays', days)), '[]') from (
        select stage, count(*)::int as n, count(*) filter (where overdue)::int as late,
          greatest(0, round(avg(extract(epoch from case when stage = 'generated' then finish - create_time
            else now() - since end) / 86400)))::int as days from p group by stage) s) as pipeline,
      (select coalesce(jsonb_agg(jsonb_build_object('year', year::text, 'projects', n) order by year desc), '[]')
        from (select year, count(*)::int as n from p group by year) y) as "byYear",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', owner, 'name', coalesce(person_name(owner), ''),
          'doing', doing, 'overdue', late)), '[]') from (
        select owner, count(*) filter (where stage <> 'generated')::int as doing, count(*) filter (where overdue)::int as late
        from p group by owner having count(*) filter (where stage <> 'generated') > 0) o) as owners,
      (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'opened', coalesce(o.n, 0), 'finished', coalesce(f.n, 0))
          order by m.month), '[]')
        from (select to_char(generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month'), 'YYYY-MM') as month) m
        left join (select ${month('create_time')} as month, count(*)::int as n from p where ${within('create_time')} group by 1) o using (month)
        left join (select ${month('finish')} as month, count(*)::int as n from p where ${within('finish')} group by 1) f using (month)
      ) as trend`.execute(asker.db)
  const [found] = answers
  return found ?? nothing
}

const none: Kpi = {
  projects: 0,
  activeProjects: 0,
  dueIn7: 0,
  dueIn30: 0,
  overdue: 0,
  waitingClient: 0,
  ledgersWaiting: 0,
  relationsWaiting: 0,
  papersWaiting: 0,
  papersReady: 0,
  opened: 0,
  finished: 0,
}
/** For who sees no projects. */
export const nothing: Found = { kpi: none, pipeline: [], byYear: [], owners: [], trend: [] }
