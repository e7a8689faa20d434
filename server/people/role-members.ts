import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one } from '#server/kernel/service.ts'
import { keepingAdministrators, mayAdminister, mayHandOut, rolesWithGrants } from './authority.ts'
import { forgetPeople } from './user-write.ts'

type Asked = { id: string; userIds: string[] }

/** The role and the people, locked; roles are handed out by administrators, within what they may themselves. */
async function both(context: Context, { id, userIds }: Asked) {
  const { db, user } = context
  const rows = await db
    .selectFrom('app_user')
    .where('id', 'in', userIds)
    .where('is_deleted', '=', 0)
    .select(['id', 'real_name', 'left_time'])
    .orderBy('id')
    .forUpdate()
    .execute()
  every(userIds)(rows)
  const role = one(await rolesWithGrants(db, [id]))
  mayHandOut(user, [role])
  await mayAdminister(context, rows)
  forgetPeople(context, userIds)
  return { role, rows }
}

/** Gives people a role; whoever has it keeps it. */
export async function addMembers(context: Context, asked: Asked) {
  const { role, rows } = await both(context, asked)
  const gone = rows.find(({ left_time }) => left_time !== null)
  if (gone) throw new Refusal('userHasLeft', { name: gone.real_name })
  const added = await context.db
    .insertInto('user_role')
    .values(rows.map(({ id }) => ({ user_id: id, role_id: role.id })))
    .onConflict((clash) => clash.doNothing())
    .returning('user_id')
    .execute()
  await note(context, 'role.addMembers', role.id, nameEach(rows, added))
  return {}
}

/** Takes a role from people who have it; never the caller's last, never the last administrator's. */
export async function removeMembers(context: Context, asked: Asked) {
  const { db, user } = context
  const { role, rows } = await both(context, asked)
  const removed = await keepingAdministrators(context, () =>
    db
      .deleteFrom('user_role')
      .where('role_id', '=', role.id)
      .where('user_id', 'in', asked.userIds)
      .returning('user_id')
      .execute(),
  )
  every(asked.userIds)(removed)
  if (asked.userIds.includes(user.id)) {
    const left = await db
      .selectFrom('user_role')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .where('user_id', '=', user.id)
      .where('role.is_deleted', '=', 0)
      .select('role_id')
      .executeTakeFirst()
    if (!left) throw new Refusal('keepOneRole')
  }
  await note(context, 'role.removeMembers', role.id, nameEach(rows, removed))
  return {}
}

const nameEach = (rows: readonly { id: string; real_name: string }[], touched: readonly { user_id: string }[]) =>
  rows
    .filter(({ id }) => touched.some(({ user_id }) => user_id === id))
    .map(({ id, real_name }) => ({ id, realName: real_name }))

const note = (context: Context, action: string, bizId: string, members: object[]) =>
  members.length ? audit(context, { action, bizType: 'role', bizId, after: { members } }) : Promise.resolve()
