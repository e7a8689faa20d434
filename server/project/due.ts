import { sql, type SqlBool } from 'kysely'
import { taxCalendar } from '#facts/tax-calendar.ts'
import { stageOf } from './stage.ts'

/** Today where the customers are; asked once in a statement, not of each row. */
export const today = sql<Date>`(select (now() at time zone 'Asia/Shanghai')::date)`

const dated = taxCalendar.annual.filter(({ projectCategories }) => projectCategories.length > 0)
const cases = dated.map(
  ({ projectCategories, yearsAfter, month, day }) =>
    sql`when firm_project.category in (${sql.join(projectCategories.map((category) => sql.lit(category)))})
      then make_date(firm_project.year + ${sql.lit(yearsAfter)}, ${sql.lit(month)}, ${sql.lit(day)})`,
)

/** The statutory day a project's work is due; null where its service type has none. */
export const dueOf = sql<Date | null>`case ${sql.join(cases, sql` `)} end`

/** Due before today, and its papers are not generated. */
export const overdueOf = sql<boolean>`(coalesce((${dueOf}) < ${today}, false) and (${stageOf}) <> 'generated')`

/** When the papers that count were generated; null while there are none. */
export const finishOf = sql<Date | null>`case when (${stageOf}) = 'generated' then (select generation.create_time from generation
  where generation.tenant_id = firm_project.tenant_id and generation.id = firm_project.generation_id) end`

/**
 * The main department of an owner (a column); an owner that is no person has none. The map from people to departments is made
 * once in a statement: looked up for each row, it would cost seconds over a firm's projects.
 */
export const mainDeptOf = (owner: 'firm_project.owner' | 'firm_enterprise.owner') =>
  sql<string | null>`((select jsonb_object_agg(app_user.id, app_user.dept_id) from app_user
    where app_user.tenant_id = current_tenant()) ->> ${sql.ref(owner)})`

/** Whether an owner's main department is this one; `is true` keeps the people one hashed set, where a join would be guessed wrong. */
export const ownedIn = (owner: 'firm_project.owner' | 'firm_enterprise.owner', deptId: string) =>
  sql<SqlBool>`(${sql.ref(owner)} in (select app_user.id::text from app_user
    where app_user.tenant_id = current_tenant() and app_user.dept_id = ${deptId}::uuid)) is true`

/** The main department of who owns a project. */
export const ownerDeptOf = mainDeptOf('firm_project.owner')
