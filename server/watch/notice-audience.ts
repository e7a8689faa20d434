import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Context } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'

/** Whether a notice is for a person, both by the name under which they stand in the query. */
export const isFor = (notice: string, userId: Expression<string | null>): Expression<SqlBool> => {
  const scope = sql.ref(`${notice}.scope`)
  const ids = sql.ref(`${notice}.scope_ids`)
  return sql<SqlBool>`(${scope} = 'all'
    or ${scope} = 'users' and ${userId} = any(${ids})
    or ${scope} = 'roles' and exists (select from user_role where user_role.user_id = ${userId} and role_id = any(${ids}))
    or ${scope} = 'depts' and (exists (select from user_dept where user_dept.user_id = ${userId} and dept_id = any(${ids}))
      or exists (select from app_user anyone where anyone.id = ${userId} and anyone.dept_id = any(${ids}))))`
}

const isOut = (eb: ExpressionBuilder<DB, 'notice'>) =>
  eb.and([
    eb('notice.is_deleted', '=', 0),
    eb('notice.state', '=', 'released'),
    eb('notice.release_time', '<=', sql<Date>`now()`),
    eb.or([eb('notice.expire_time', 'is', null), eb('notice.expire_time', '>', sql<Date>`now()`)]),
  ])

/** Notices that are out for the caller, each with when he read it. */
export const visibleNotices = ({ db, user }: Context) =>
  db
    .selectFrom('notice')
    .where((eb) => isOut(eb))
    .where(isFor('notice', sql<string>`${user.id}::uuid`))
    .leftJoin('notice_read', (join) =>
      join.onRef('notice_read.notice_id', '=', 'notice.id').on('notice_read.user_id', '=', user.id),
    )
