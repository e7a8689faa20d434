import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { User } from '#contract/user.ts'
import { type Context, one } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

/** Whoever asks for people: a context, or the same parts in a transaction of one's own. */
export type Asker = Pick<Context, 'db' | 'user' | 'extent'>

/** 'self' for people: myself, and whom I added; departments add their people. Row-level security has cut it to the tenant. */
export const reachesUser =
  ({ user, extent }: Omit<Asker, 'db'>) =>
  (eb: ExpressionBuilder<DB, 'app_user'>) => {
    if (extent === true) return sql<SqlBool>`true`
    const depts = typeof extent === 'object' ? [...extent.depts] : []
    return eb.or([
      eb('app_user.id', '=', user.id),
      eb('app_user.create_user', '=', user.id),
      eb('app_user.id', 'in', sql<string>`(select user_id from user_dept where dept_id = any(${depts}::uuid[]))`),
    ])
  }

/** pending has never signed in, locked is kept out by an administrator, left is gone for good. */
const stateOf = sql<User['state']>`case when app_user.left_time is not null then 'left'
  when app_user.status <> 1 then 'locked' when app_user.sign_in_time is null then 'pending' else 'active' end`

/** Where the fields of a list of people stand. */
export const userColumns = {
  account: 'app_user.account',
  realName: 'app_user.real_name',
  name: 'app_user.name',
  code: 'app_user.code',
  phone: 'app_user.phone',
  email: 'app_user.email',
  status: 'app_user.status',
  state: stateOf,
  createTime: 'app_user.create_time',
  signInTime: 'app_user.sign_in_time',
}
/** How people are ordered that the caller's sort leaves equal. */
export const newestPeople = ['app_user.create_time desc', 'app_user.id']

type Named = { id: string; name: string; alias?: string }
const rolesOf = sql<Named[]>`coalesce((select json_agg(json_build_object('id', role.id, 'name', role.role_name,
    'alias', role.role_alias) order by role.sort, role.id)
  from user_role join role on role.id = user_role.role_id
  where user_role.user_id = app_user.id and role.is_deleted = 0), '[]')`
const deptsOf = sql<Named[]>`coalesce((select json_agg(json_build_object('id', dept.id, 'name', dept.dept_name)
    order by dept.id <> app_user.dept_id, user_dept.sort, dept.id)
  from user_dept join dept on dept.id = user_dept.dept_id
  where user_dept.user_id = app_user.id and dept.is_deleted = 0), '[]')`
const postsOf = sql<Named[]>`coalesce((select json_agg(json_build_object('id', post.id, 'name', post.post_name)
    order by user_post.sort, post.id)
  from user_post join post on post.id = user_post.post_id
  where user_post.user_id = app_user.id and post.is_deleted = 0), '[]')`

/** The people the caller reaches, as the wire shows them; `shownPerson` makes a row of it. */
export const people = (asker: Asker) =>
  asker.db
    .selectFrom('app_user')
    .where('app_user.is_deleted', '=', 0)
    .where(reachesUser(asker))
    .select([
      'app_user.id',
      'app_user.tenant_id as tenantId',
      'app_user.code',
      'app_user.account',
      'app_user.name',
      'app_user.real_name as realName',
      'app_user.avatar',
      'app_user.email',
      'app_user.phone',
      'app_user.birthday',
      'app_user.sex',
      'app_user.remark',
      'app_user.status',
      'app_user.must_change_password as mustChangePassword',
      'app_user.create_user as createUser',
      'app_user.create_time as createTime',
      'app_user.update_time as updateTime',
      'app_user.sign_in_time as signInTime',
      'app_user.left_time as leftTime',
      'app_user.version',
      stateOf.as('state'),
      rolesOf.as('roles'),
      deptsOf.as('depts'),
      postsOf.as('posts'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

const joined = (named: readonly Named[], field: 'id' | 'name' | 'alias') =>
  named.map((one) => one[field] ?? '').join(',')

/** A row of `people` as the contract's User. */
export const shownPerson = ({ roles, depts, posts, ...row }: Row): User => ({
  ...row,
  birthday: row.birthday ?? '',
  roleId: joined(roles, 'id'),
  roleName: joined(roles, 'name'),
  roleAlias: joined(roles, 'alias'),
  deptId: joined(depts, 'id'),
  deptName: joined(depts, 'name'),
  postId: joined(posts, 'id'),
  postName: joined(posts, 'name'),
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
  signInTime: row.signInTime && wallTime(row.signInTime),
  leftTime: row.leftTime && wallTime(row.leftTime),
})

/** One person the caller reaches; otherwise not found. */
export const person = async (asker: Asker, id: string): Promise<User> =>
  shownPerson(one(await people(asker).where('app_user.id', '=', id).execute()))
