import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { user } from '#contract/user.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one } from '#server/kernel/service.ts'
import type { AppUser } from '#server/kernel/tables.ts'
import { mayAdminister, mayHandOut, rolesWithGrants } from './authority.ts'
import { reachesUser } from './person.ts'

export type PersonRow = Selectable<AppUser>

/** The people of a write, locked, each within the caller's reach and none of them above him; otherwise nothing is done. */
export async function subjectsOf(context: Context, ids: readonly string[]): Promise<PersonRow[]> {
  const rows = await context.db
    .selectFrom('app_user')
    .selectAll('app_user')
    .where('app_user.id', 'in', [...new Set(ids)])
    .where('app_user.is_deleted', '=', 0)
    .where(reachesUser(context))
    .orderBy('app_user.id')
    .forUpdate()
    .execute()
  every(ids)(rows)
  await mayAdminister(context, rows)
  return rows
}

/** The same for one person; a version that is not the current one is a conflict, whoever has left changes no more. */
export async function subjectOf(context: Context, id: string, version?: number): Promise<PersonRow> {
  const row = one(await subjectsOf(context, [id]))
  if (version !== undefined && version !== row.version) throw conflict()
  if (row.left_time) throw new Refusal('userHasLeft', { name: row.real_name })
  return row
}

/** For what nobody does to himself. */
export function refuseYourself({ user }: Context, ids: readonly string[]): void {
  if (ids.includes(user.id)) throw new Refusal('notYourself')
}

/** Ends every session of these people, but one where it is named; what they opened closes as soon as the change commits. */
export async function endSessions(
  { db, kernel, afterCommit }: Pick<Context, 'db' | 'kernel' | 'afterCommit'>,
  userIds: readonly string[],
  reason: string,
  except = '',
): Promise<void> {
  let query = db
    .updateTable('session')
    .set({ revoke_time: sql`now()`, revoke_reason: reason })
    .where('user_id', 'in', [...userIds])
    .where('revoke_time', 'is', null)
  if (except) query = query.where('id', '<>', except)
  await query.execute()
  forgetPeople({ kernel, afterCommit }, userIds)
}

/** What is remembered of these people is asked again; other processes hear of the change by themselves. */
export const forgetPeople = (
  { kernel, afterCommit }: Pick<Context, 'kernel' | 'afterCommit'>,
  userIds: readonly string[],
): void =>
  afterCommit(() => {
    for (const id of userIds) kernel.sessions.forget(id)
  })

type Sent = z.output<typeof user.submit.input>
/** The columns of a person; undefined where nothing was sent. */
export const columnsOf = (sent: Partial<Sent>) => ({
  account: sent.account,
  code: sent.code,
  name: sent.name,
  real_name: sent.realName,
  avatar: sent.avatar,
  email: sent.email,
  phone: sent.phone,
  sex: sent.sex,
  birthday: sent.birthday === undefined ? undefined : sent.birthday || null,
  remark: sent.remark,
  dept_id: sent.deptId === undefined ? undefined : (sent.deptId[0] ?? null),
})

/** Says which of account and phone somebody else has. */
export async function refuseTaken(
  { db }: Pick<Context, 'db'>,
  sent: { account?: string | undefined; phone?: string | undefined },
  self = '',
): Promise<void> {
  const others = () => {
    const query = db.selectFrom('app_user').where('is_deleted', '=', 0).select('real_name')
    return self ? query.where('id', '<>', self) : query
  }
  if (sent.account !== undefined) {
    const found = await others()
      .where(sql`lower(account)`, '=', sent.account.toLowerCase())
      .executeTakeFirst()
    if (found) throw new Refusal('accountTaken')
  }
  if (sent.phone) {
    const found = await others().where('phone', '=', sent.phone).executeTakeFirst()
    if (found) throw new Refusal('phoneTaken', { name: found.real_name })
  }
}

/** Departments that do not exist read like another tenant's; whoever reaches only some may choose only those. */
export async function checkDepts({ db, extent, user }: Context, deptIds: readonly string[]): Promise<void> {
  if (extent !== true) {
    const reach = typeof extent === 'object' ? extent.depts : [user.deptId]
    if (deptIds.length === 0 || deptIds.some((id) => !reach.includes(id))) throw new Refusal('deptOutOfReach')
  }
  if (deptIds.length === 0) return
  const rows = await db
    .selectFrom('dept')
    .where('id', 'in', [...deptIds])
    .where('is_deleted', '=', 0)
    .select('id')
    .execute()
  every(deptIds)(rows)
}

/** Puts a person into these departments and no others; the first is the main one, which app_user.dept_id has already. */
export async function setDepts({ db }: Pick<Context, 'db'>, userId: string, deptIds: readonly string[]): Promise<void> {
  await sql`delete from user_dept where user_id = ${userId} and dept_id <> all(${[...deptIds]}::uuid[])`.execute(db)
  if (deptIds.length === 0) return
  await db
    .insertInto('user_dept')
    .values(deptIds.map((dept_id, sort) => ({ user_id: userId, dept_id, sort })))
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'user_id', 'dept_id']).doUpdateSet((eb) => ({ sort: eb.ref('excluded.sort') })),
    )
    .execute()
}

/** Gives a person these posts and no others. */
export async function setPosts({ db }: Pick<Context, 'db'>, userId: string, postIds: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('post')
    .where('is_deleted', '=', 0)
    .where('id', '=', sql<string>`any(${[...postIds]}::uuid[])`)
    .select('id')
    .execute()
  every(postIds)(found)
  await db.deleteFrom('user_post').where('user_id', '=', userId).execute()
  if (postIds.length === 0) return
  await db
    .insertInto('user_post')
    .values(postIds.map((post_id, sort) => ({ user_id: userId, post_id, sort })))
    .execute()
}

/**
 * Gives people these roles and no others, where that changes anything: only an administrator may, only within what he may
 * himself, and never leaving himself without one.
 */
export async function setRoles(
  context: Context,
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> {
  const { db, user } = context
  const roles = await rolesWithGrants(db, roleIds)
  every(roleIds)(roles)
  const held = await db
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .where('user_id', 'in', [...userIds])
    .where('role.is_deleted', '=', 0)
    .select(['user_id', 'role_id'])
    .execute()
  const ofUser = Map.groupBy(held, ({ user_id }) => user_id)
  const changed = userIds.filter((id) => {
    const before = (ofUser.get(id) ?? []).map(({ role_id }) => role_id)
    return before.length !== new Set(roleIds).size || before.some((role) => !roleIds.includes(role))
  })
  if (changed.length === 0) return
  if (roleIds.length === 0 && changed.includes(user.id)) throw new Refusal('keepOneRole')
  const touched = new Set(held.filter(({ user_id }) => changed.includes(user_id)).map(({ role_id }) => role_id))
  mayHandOut(user, [...roles, ...(await rolesWithGrants(db, [...touched]))])
  await db.deleteFrom('user_role').where('user_id', 'in', changed).execute()
  forgetPeople(context, changed)
  if (roleIds.length === 0) return
  await db
    .insertInto('user_role')
    .values(changed.flatMap((user_id) => roleIds.map((role_id) => ({ user_id, role_id }))))
    .execute()
}
