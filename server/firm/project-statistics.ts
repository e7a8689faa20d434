import { sql } from 'kysely'
import type { z } from 'zod'
import type { FirmStatistics } from '#contract/firm-statistics.ts'
import { dueOf, ownedIn, today } from '../project/due.ts'
import { type Asker, reachesProject } from '../project/reach.ts'
import { generationCounts, signsJoined, signsJoins, stageBy } from '../project/stage.ts'
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
  if (deptId !== undefined) query = query.where(ownedIn('firm_project.owner', deptId))
  return query
}

const total = (column: 'n' | 'late' | 'due7' | 'due30', of = sql`true`) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where ${of}), 0)::int`
const at = (stage: Statistics['pipeline'][number]['stage']) => total('n', sql`stage = ${sql.lit(stage)}`)
const open = sql`stage <> 'generated'`
const { noLedger, waits, unlocked, papersCount } = signsJoined
const stage = stageBy({
  noLedger: sql`no_ledger`,
  waits: sql`waits`,
  unlocked: sql`unlocked`,
  papersCount: sql`papers_count`,
})

/**
 * Everything that is counted of projects. Stages come by joins, not asked of each row, and rows are grouped by conditions, of
 * which the planner knows how few groups they make: it hashes instead of sorting.
 */
export async function projectStatistics(asker: Asker, whose: Whose, { from, to }: Period): Promise<Found> {
  const mine = projectsOf(asker, whose).selectAll('firm_project')
  // whose reach is asked row by row is asked once
  const kept = sql.raw(asker.extent === true ? 'not materialized' : 'materialized')
  const { rows: answers } = await sql<Found>`with firm_project as ${kept} (${mine}),
    -- where months begin, from the first day meant to the day after the last
    bounds as materialized (select array(select greatest(month, ${from}::timestamp) at time zone 'Asia/Shanghai'
        from generate_series(date_trunc('month', ${from}::timestamp), ${to}::timestamp, interval '1 month') m (month) order by month)
      || (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai' as at),
    kinds as materialized (select owner, ${noLedger} as no_ledger, ${waits} as waits, ${unlocked} as unlocked,
        ${papersCount} as papers_count, count(*) as n, count(*) filter (where ${dueOf} < ${today}) as late,
        count(*) filter (where ${dueOf} between ${today} and ${today} + 7) as due7,
        count(*) filter (where ${dueOf} between ${today} and ${today} + 30) as due30,
        sum(date_part('epoch', firm_project.create_time)) as created,
        sum(date_part('epoch', generation.create_time)) as done,
        sum(date_part('epoch', coalesce(case when ${noLedger} then waiting.create_time when ${unlocked} then dataset.update_time
          else firm_project.relation_locked_time end, firm_project.create_time))) as since
      from firm_project ${signsJoins} left join dataset on dataset.id = firm_project.dataset_id group by 1, 2, 3, 4, 5),
    p as (select *, ${stage} as stage from kinds),
    begun as materialized (select year, width_bucket(create_time, (select at from bounds)) as month, grouping(year) = 0 as of_year, count(*) as n
      from firm_project group by grouping sets ((1), (2))),
    o as (select month, n from begun where not of_year and month between 1 and (select cardinality(at) - 1 from bounds)),
    f as (select width_bucket(generation.create_time, (select at from bounds)) as month, count(*) as n
      from firm_project join generation on ${generationCounts} where not ${unlocked}
        and generation.create_time >= (select at[1] from bounds) and generation.create_time < (select at[cardinality(at)] from bounds)
      group by 1)
    select (select jsonb_build_object(
        'projects', ${total('n')}, 'activeProjects', ${total('n', open)},
        'dueIn7', ${total('due7', open)}, 'dueIn30', ${total('due30', open)}, 'overdue', ${total('late', open)},
        'waitingClient', ${at('empty')}, 'ledgersWaiting', ${at('imported')}, 'relationsWaiting', ${at('verified')},
        'papersWaiting', ${at('mapped')}, 'papersReady', ${at('generated')},
        'opened', (select coalesce(sum(n), 0)::int from o), 'finished', (select coalesce(sum(n), 0)::int from f)) from p) as kpi,
      (select coalesce(jsonb_agg(jsonb_build_object('stage', stage, 'count', n, 'overdue', late, 'avgDays', days)), '[]') from (
        select stage, ${total('n')} as n, ${total('late', open)} as late,
          greatest(0, round(case when stage = 'generated' then sum(done) - sum(created)
            else sum(n * date_part('epoch', now()) - since) end / sum(n) / 86400))::int as days from p group by stage) s) as pipeline,
      (select coalesce(jsonb_agg(jsonb_build_object('year', year::text, 'projects', n) order by year desc), '[]')
        from begun where of_year) as "byYear",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', owner, 'name', coalesce(person_name(owner), ''),
          'doing', doing, 'overdue', late)), '[]') from (
        select owner, ${total('n')} as doing, ${total('late')} as late from p where ${open} group by owner) w) as owners,
      (select coalesce(jsonb_agg(jsonb_build_object('month', to_char(at[month] at time zone 'Asia/Shanghai', 'YYYY-MM'),
          'opened', coalesce(o.n, 0), 'finished', coalesce(f.n, 0)) order by month), '[]')
        from bounds, generate_series(1, cardinality(at) - 1) month left join o using (month) left join f using (month)) as trend`.execute(
    asker.db,
  )
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
