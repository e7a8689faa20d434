import { sql } from 'kysely'
import type { platform } from '#contract/platform.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Service } from '#server/kernel/service.ts'
import { type Period, periodOf } from '#server/kernel/period.ts'
import { tenants } from './tenant-rows.ts'

const reason = "the platform's administrator looks at the whole of it"
const DAYS = 30

type Sums = {
  people: number
  activePeople: number
  signIns: number
  enterprises: number
  projects: number
  storageBytes: number
  errors: number
  failedJobs: number
}
type Day = { day: string; signIns: number; errors: number }

const within = (column: string, { from, to }: Period) =>
  sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/** What one server knows of its tenants' rows. */
async function sumsOf(db: Db, period: Period): Promise<{ sums: Sums; days: Day[] }> {
  const { rows } = await sql<Sums & { days: Day[] }>`
    with signed as materialized (select tenant_id, user_id, create_time from login_log
        where result = 'ok' and method <> 'refresh' and ${within('create_time', period)}),
      wrong as materialized (select create_time from error_log where ${within('create_time', period)})
    select (select count(*)::int from app_user where is_deleted = 0 and left_time is null) as people,
      (select count(distinct (tenant_id, user_id))::int from signed) as "activePeople",
      (select count(*)::int from signed) as "signIns",
      (select count(*)::int from firm_enterprise where is_deleted = 0) as enterprises,
      (select count(*)::int from firm_project where is_deleted = 0) as projects,
      (select coalesce(sum(size), 0) from file where is_deleted = 0)::float8
        + (select coalesce(sum(bytes), 0) from writing_doc)::float8 + (select coalesce(sum(bytes), 0) from writing_version)::float8 as "storageBytes",
      (select count(*)::int from wrong) as errors,
      (select count(*)::int from job where state = 'failed' and ${within('create_time', period)}) as "failedJobs",
      (select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'signIns', coalesce(s.n, 0), 'errors', coalesce(w.n, 0))
          order by d.day), '[]')
        from (select to_char(generate_series(${period.from}::date, ${period.to}::date, interval '1 day'), 'YYYY-MM-DD') as day) d
        left join (select to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as n
          from signed group by 1) s using (day)
        left join (select to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as n
          from wrong group by 1) w using (day)) as days`.execute(db)
  const { days, ...sums } = rows[0] ?? { ...nothing, days: [] }
  return { sums, days }
}

const nothing: Sums = {
  people: 0,
  activePeople: 0,
  signIns: 0,
  enterprises: 0,
  projects: 0,
  storageBytes: 0,
  errors: 0,
  failedJobs: 0,
}
const added = (one: Sums, other: Sums): Sums => ({
  people: one.people + other.people,
  activePeople: one.activePeople + other.activePeople,
  signIns: one.signIns + other.signIns,
  enterprises: one.enterprises + other.enterprises,
  projects: one.projects + other.projects,
  storageBytes: one.storageBytes + other.storageBytes,
  errors: one.errors + other.errors,
  failedJobs: one.failedJobs + other.failedJobs,
})

/** Of the directory, which the main server alone keeps. */
async function tenantSums(db: Db, { from, to, asOf }: Period & { asOf: string }) {
  const { rows } = await sql<{ state: 'active'; tenants: number; begun: number; ending: number }>`
    select state, count(*)::int as tenants, count(*) filter (where ${within('t.createTime', { from, to })})::int as begun,
      count(*) filter (where t."expireTime" >= ${asOf}::date::timestamp at time zone 'Asia/Shanghai'
        and t."expireTime" < (${asOf}::date + ${sql.lit(DAYS + 1)})::timestamp at time zone 'Asia/Shanghai')::int as ending
    from (${tenants(db)}) t group by state order by state`.execute(db)
  return {
    tenants: rows.reduce((sum, { tenants }) => sum + tenants, 0),
    newTenants: rows.reduce((sum, { begun }) => sum + begun, 0),
    ending: rows.reduce((sum, { ending }) => sum + ending, 0),
    byState: rows.map(({ state, tenants }) => ({ state, tenants })),
  }
}

export const overviewService: Service<typeof platform> = {
  async overview({ kernel: { database, log } }, asked) {
    const period = periodOf(asked, DAYS)
    const directory = await database.acrossTenants(reason, (db) => tenantSums(db, period))
    let serversMissing = 0
    const found = await database.onEveryServer(
      reason,
      (db) => sumsOf(db, period),
      (error, server) => {
        serversMissing += 1
        log.warn({ err: error, server }, 'a server is missing from the sums of the platform')
      },
    )
    const days = new Map<string, Day>()
    for (const { days: own } of found)
      for (const { day, signIns, errors } of own) {
        const known = days.get(day) ?? { day, signIns: 0, errors: 0 }
        days.set(day, { day, signIns: known.signIns + signIns, errors: known.errors + errors })
      }
    return {
      ...period,
      ...directory,
      ...found.map(({ sums }) => sums).reduce(added, nothing),
      days: [...days.values()],
      serversMissing,
    }
  },
}
