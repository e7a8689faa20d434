import { sql } from 'kysely'
import {
  type Extent,
  type GrantName,
  grantNames,
  grants,
  heldBy,
  platformGrants,
  type Role,
  roles as productRoles,
} from '#contract/grants.ts'
import type { ExtentName } from '#contract/role.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context, User } from '#server/kernel/service.ts'

export const isProductRole = (alias: string): alias is Role => (productRoles as readonly string[]).includes(alias)

/** How far one grant of a role goes, as it is stored. */
export type RoleGrant = { grant: GrantName; extent: ExtentName; deptIds: readonly string[] }
export type RoleRow = { id: string; name: string; alias: string; grants: RoleGrant[] }

/** What the table gives a role of the product under a grant. */
export function tableExtent(alias: string, grant: GrantName): 'none' | 'self' | 'all' {
  const row: Partial<Record<string, Extent>> = grants[grant]
  const given = isProductRole(alias) ? row[alias] : undefined
  return given === true ? 'all' : given === 'self' ? 'self' : 'none'
}

const isGrant = (name: string): name is GrantName => (grantNames as readonly string[]).includes(name)
const isExtent = (name: string): name is ExtentName =>
  ['none', 'self', 'dept', 'deptTree', 'depts', 'all'].includes(name)

/** What a role may, grant by grant: the table where it is one of the product's, cut down to what the tenant has set. */
function effective(alias: string, set: readonly RoleGrant[]): RoleGrant[] {
  const given = new Map(set.map((one) => [one.grant, one]))
  if (!isProductRole(alias)) {
    return set.filter(({ grant, extent }) => extent !== 'none' && !platformGrants.includes(grant))
  }
  return grantNames.flatMap((grant): RoleGrant[] => {
    const table = tableExtent(alias, grant)
    const own = given.get(grant)
    if (table === 'none' || own?.extent === 'none') return []
    return [own && table === 'all' ? own : { grant, extent: table, deptIds: [] }]
  })
}

/** Roles of the transaction's tenant with what they may; unknown ids are absent. */
export async function rolesWithGrants(db: Db, ids: readonly string[]): Promise<RoleRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('role')
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', 0)
    .select(['id', 'role_name as name', 'role_alias as alias'])
    .execute()
  const set = await db
    .selectFrom('role_scope')
    .where('role_id', 'in', [...ids])
    .selectAll()
    .execute()
  const ofRole = Map.groupBy(set, ({ role_id }) => role_id)
  return rows.map(({ id, name, alias }) => {
    const own = (ofRole.get(id) ?? []).flatMap(({ grant_name: grant, extent, dept_ids: deptIds }) =>
      isGrant(grant) && isExtent(extent) ? [{ grant, extent, deptIds }] : [],
    )
    return { id, name, alias, grants: effective(alias, own) }
  })
}

const holds = (user: User, ...aliases: Role[]) => aliases.some((alias) => user.roles.includes(alias))
export const isAdministrator = (user: User) => holds(user, 'administrator', 'admin')

/** Roles below an administrator: what they may he may give, although he does not do it himself. */
const below = {
  administrator: heldBy(productRoles.map((alias) => ({ alias, extents: {} }))),
  admin: heldBy(productRoles.filter((alias) => alias !== 'administrator').map((alias) => ({ alias, extents: {} }))),
}

/** Whether an extent that somebody has goes at least as far; a department that depends on the holder needs everything. */
function reaches(held: Extent | undefined, { extent, deptIds }: Omit<RoleGrant, 'grant'>): boolean {
  if (held === true || extent === 'none') return true
  if (held === undefined) return false
  if (extent === 'self') return true
  return extent === 'depts' && typeof held === 'object' && deptIds.every((id) => held.depts.includes(id))
}

/** Whether the caller may give this grant away. */
export function mayGive(user: User, wanted: RoleGrant): boolean {
  if (reaches(user.held[wanted.grant], wanted)) return true
  if (!isAdministrator(user)) return false
  return reaches(below[holds(user, 'administrator') ? 'administrator' : 'admin'][wanted.grant], wanted)
}

/** Whether a role goes no further than the caller: only then he may change it, or people who hold it. */
export function isWithin(user: User, { alias, grants: wanted }: Pick<RoleRow, 'alias' | 'grants'>): boolean {
  if (alias === 'administrator') return holds(user, 'administrator')
  if (isAdministrator(user) && isProductRole(alias)) return true
  return wanted.every((grant) => mayGive(user, grant))
}

/** Refuses unless the caller may give and take these roles. */
export function mayHandOut(user: User, roles: readonly RoleRow[]): void {
  if (roles.length === 0) return
  if (!isAdministrator(user)) throw new Refusal('rolesByAdministrators')
  const beyond = roles.find((role) => !isWithin(user, role))
  if (beyond) throw new Refusal('roleAbove', { name: beyond.name })
}

/** Which of these people may more than the caller. */
export async function peopleAbove(
  { db, user }: Pick<Context, 'db' | 'user'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const others = ids.filter((id) => id !== user.id)
  if (others.length === 0) return new Set()
  const held = await db.selectFrom('user_role').where('user_id', 'in', others).select(['user_id', 'role_id']).execute()
  const roles = await rolesWithGrants(db, [...new Set(held.map(({ role_id }) => role_id))])
  const beyond = new Set(roles.filter((role) => !isWithin(user, role)).map(({ id }) => id))
  return new Set(held.filter(({ role_id }) => beyond.has(role_id)).map(({ user_id }) => user_id))
}

/** Refuses when one of these people may more than the caller: whoever resets a password becomes that person. */
export async function mayAdminister(
  context: Pick<Context, 'db' | 'user'>,
  subjects: readonly { id: string; real_name: string }[],
): Promise<void> {
  const above = await peopleAbove(
    context,
    subjects.map(({ id }) => id),
  )
  const who = subjects.find(({ id }) => above.has(id))
  if (who) throw new Refusal('userAbove', { name: who.real_name })
}

/** People who can sign in and administer the transaction's tenant; the platform counts only those who run it. */
async function administrators(db: Db, tenantId: string): Promise<number> {
  const aliases = tenantId === PLATFORM ? ['administrator'] : ['administrator', 'admin']
  const { rows } = await sql<{ n: number }>`select count(distinct u.id)::int as n from role
    join user_role on user_role.role_id = role.id join app_user u on u.id = user_role.user_id
    where role.role_alias = any(${aliases}) and role.is_deleted = 0 and u.status = 1 and u.is_deleted = 0
      and u.left_time is null and role.tenant_id = current_tenant() and user_role.tenant_id = role.tenant_id
      and u.tenant_id = role.tenant_id`.execute(db)
  return rows[0]?.n ?? 0
}

/** Changes of people and roles of a tenant one after another, so that two cannot each take the other's last administrator. */
export const alone = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('people ' || current_tenant()))`.execute(db)

/** Runs a change alone and refuses it if it would leave the tenant without an administrator. */
export async function keepingAdministrators<T>({ db, user }: Context, change: () => Promise<T>): Promise<T> {
  await alone(db)
  const before = await administrators(db, user.tenantId)
  const result = await change()
  if (before > 0 && (await administrators(db, user.tenantId)) === 0) throw new Refusal('lastAdministrator')
  return result
}
