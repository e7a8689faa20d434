import { containing } from '#server/kernel/stored-text.ts'
import type { Db } from '#server/kernel/database.ts'

type Target = { value: string; title: string }
const MOST = 200

/** Departments, roles or people of the transaction's tenant whose name contains `title`. */
export function noticeTargets(db: Db, scope: 'depts' | 'roles' | 'users', title: string): Promise<Target[]> {
  if (scope === 'depts')
    return db
      .selectFrom('dept')
      .where('is_deleted', '=', 0)
      .where('dept_name', 'ilike', containing(title))
      .select(['id as value', 'dept_name as title'])
      .orderBy('sort')
      .orderBy('id')
      .limit(MOST)
      .execute()
  if (scope === 'roles')
    return db
      .selectFrom('role')
      .where('is_deleted', '=', 0)
      .where('role_name', 'ilike', containing(title))
      .select(['id as value', 'role_name as title'])
      .orderBy('sort')
      .orderBy('id')
      .limit(MOST)
      .execute()
  return db
    .selectFrom('app_user')
    .where('is_deleted', '=', 0)
    .where('status', '=', 1)
    .where('real_name', 'ilike', containing(title))
    .select(['id as value', 'real_name as title'])
    .orderBy('real_name')
    .orderBy('id')
    .limit(MOST)
    .execute()
}
