import { sql } from 'kysely'
import type { z } from 'zod'
import { roles as productRoles } from '#contract/grants.ts'
import type { Role, role } from '#contract/role.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { isProductRole, isWithin, rolesWithGrants } from './authority.ts'

/** The roles of the tenant, as the wire shows them; `shownRole` makes a row of it. */
export const allRoles = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('role')
    .where('role.is_deleted', '=', 0)
    .select([
      'role.id',
      'role.role_name as roleName',
      'role.role_alias as roleAlias',
      'role.sort',
      'role.remark',
      'role.own_menus as ownMenus',
      'role.create_time as createTime',
      'role.update_time as updateTime',
      'role.version',
      sql<number>`(select count(*)::int from user_role join app_user on app_user.id = user_role.user_id
        where user_role.role_id = role.id and app_user.is_deleted = 0)`.as('userCount'),
      sql<number>`(select count(*)::int from role_scope where role_scope.role_id = role.id)`.as('scopeCount'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof allRoles>['execute']>>[number]
export const shownRole = (row: Row): Role => ({
  ...row,
  builtin: isProductRole(row.roleAlias),
  createTime: wallTime(row.createTime),
  updateTime: wallTime(row.updateTime),
})

/** One role of the tenant; otherwise not found. */
export const roleDetail = async (context: Pick<Context, 'db'>, id: string): Promise<Role> =>
  shownRole(one(await allRoles(context).where('role.id', '=', id).execute()))

/** A role about to be changed, locked; only who goes at least as far may, and only from the version he has seen. */
export async function changeable(context: Context, id: string, version?: number): Promise<Role> {
  const { db, user } = context
  one(await db.selectFrom('role').where('id', '=', id).where('is_deleted', '=', 0).select('id').forUpdate().execute())
  const before = await roleDetail(context, id)
  if (version !== undefined && version !== before.version) throw conflict()
  const [role] = await rolesWithGrants(db, [id])
  if (role && !isWithin(user, role)) throw new Refusal('roleAbove', { name: role.name })
  return before
}

/** Notes that a role has changed and answers it as it is now. */
export async function changed(context: Context, id: string, columns: object = {}): Promise<Role> {
  const { db, kernel, afterCommit } = context
  await db
    .updateTable('role')
    .set({ ...columns, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  // whoever holds it may something else now
  afterCommit(() => kernel.sessions.forget('*'))
  return roleDetail(context, id)
}

/** Aliases that mean something of their own, beside the product's roles: `platform` in menus is whoever runs the platform. */
const reserved: ReadonlySet<string> = new Set([...productRoles, 'platform'])

/** Adds a role of the tenant's own; the alias must be new. */
export async function insertRole({ db }: Pick<Context, 'db'>, sent: Partial<Sent>): Promise<string> {
  const { roleName, roleAlias } = sent
  if (roleName === undefined) throw new Refusal('roleNamePlease')
  if (roleAlias === undefined) throw new Refusal('roleAliasForm')
  if (reserved.has(roleAlias)) throw new Refusal('roleAliasReserved', { alias: roleAlias })
  const made = await db
    .insertInto('role')
    .values({ role_name: roleName, role_alias: roleAlias, sort: sent.sort ?? 100, remark: sent.remark ?? '' })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('roleAliasTaken', { alias: roleAlias })
  return made.id
}

type Sent = Omit<z.output<typeof role.submit.input>, 'id'>
