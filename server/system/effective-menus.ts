import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import type { Context } from '#server/kernel/service.ts'
import { type MenuRow, PAGE } from './menu-tree.ts'

export type Edition = 'platform' | 'firm' | 'school' | 'person'

/** The visibility scopes each edition of the product has; the platform has all. */
const editionScopes: Record<Exclude<Edition, 'platform'>, readonly string[]> = {
  // somebody of a firm may hold the role personal: what is personal names that role
  firm: ['firm', 'personal', 'project', 'ai', 'system'],
  school: ['edu', 'firm', 'project', 'ai', 'system'],
  person: ['personal', 'project', 'ai', 'system'],
}

/** A menu's scopes, or those a client asks for: comma-separated. */
export const scopesOf = (list: string) => list.split(',').map((scope) => scope.trim())
export const inScopes = (row: Pick<MenuRow, 'visibility_scope'>, scopes: readonly string[]) =>
  scopesOf(row.visibility_scope).some((scope) => scopes.includes(scope))

const isEdition = (kind: string): kind is Edition => kind === 'platform' || Object.hasOwn(editionScopes, kind)

/** The menus that are switched on, by sort. */
const switchedOn = (db: Db) =>
  db
    .selectFrom('menu')
    .selectAll()
    .where('is_deleted', '=', 0)
    .where('status', '=', 1)
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** The edition of the transaction's tenant, and the menus of its package; null where the package leaves all. */
const allowed = (db: Db) =>
  db
    .selectFrom('tenant')
    .leftJoin('tenant_package as package', (join) =>
      join.onRef('package.id', '=', 'tenant.package_id').on('package.own_menus', '=', true),
    )
    .where('tenant.tenant_id', '=', sql<string>`current_tenant()`)
    .select([
      'tenant.kind',
      sql<string[] | null>`case when package.id is null then null else array(
        select menu_id::text from package_menu where package_menu.package_id = package.id) end`.as('menus'),
    ])
    .executeTakeFirst()

/** What the transaction's tenant can have: its edition cut to its package. A button goes with its page. */
export async function tenantMenus(db: Db): Promise<MenuRow[]> {
  const [rows, tenant] = await Promise.all([switchedOn(db), allowed(db)])
  return cutToTenant(rows, tenant)
}

/** All menus of an edition. */
export const editionMenus = async (db: Db, edition: Exclude<Edition, 'platform'>): Promise<MenuRow[]> =>
  cutToTenant(await switchedOn(db), { kind: edition, menus: null })

type Allowed = { kind: string; menus: string[] | null }

/** The scopes of a tenant's edition; undefined: all. */
function scopesOfTenant(tenant: Allowed | undefined): readonly string[] | undefined {
  const edition = tenant && isEdition(tenant.kind) ? tenant.kind : 'firm'
  return edition === 'platform' ? undefined : editionScopes[edition]
}

function cutToTenant(rows: readonly MenuRow[], tenant: Allowed | undefined) {
  const scopes = scopesOfTenant(tenant)
  const inPackage = tenant?.menus && new Set(tenant.menus)
  // what only the platform's administrator may see is no other tenant's to have or to hand out
  const inEdition = (row: MenuRow) => !scopes || (inScopes(row, scopes) && !onlyPlatform(row))
  const pages = new Set(
    rows
      .filter((row) => row.category === PAGE && inEdition(row) && (inPackage?.has(row.id) ?? true))
      .map(({ id }) => id),
  )
  return rows.filter((row) => pages.has(row.category === PAGE ? row.id : (row.parent_id ?? '')))
}

const onlyPlatform = ({ roles }: MenuRow) => roles.length > 0 && roles.every((role) => role === 'platform')

/** The caller's roles, each with its own menus where the tenant has chosen them; null: the menus name the role themselves. */
const rolesOf = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db
    .selectFrom('role')
    .where('is_deleted', '=', 0)
    .where((eb) => (user.roles.length ? eb('role_alias', 'in', [...user.roles]) : sql<SqlBool>`false`))
    .select([
      'role_alias as alias',
      sql<string[] | null>`case when own_menus then array(
        select menu_id::text from role_menu where role_menu.role_id = role.id) end`.as('menus'),
    ])
    .execute()

/**
 * The menus and buttons the caller sees, by sort: his roles' ∩ his tenant's package's ∩ his edition's, computed on every read
 * in three queries. A parent that is hidden hides nothing below it: whoever shows a tree adds the ancestors (`all`).
 */
export async function effectiveMenus({ db, user }: Pick<Context, 'db' | 'user'>): Promise<{
  all: MenuRow[]
  mine: MenuRow[]
  /** The scopes of his edition; undefined: all. */
  scopes: readonly string[] | undefined
}> {
  const [all, tenant, roles] = await Promise.all([switchedOn(db), allowed(db), rolesOf({ db, user })])
  const chosen = new Map(roles.map(({ alias, menus }) => [alias, menus && new Set(menus)]))
  const named: string[] = user.roles.filter((alias) => !chosen.get(alias))
  if (user.held['menu.edit']) named.push('platform')
  const own = [...chosen.values()].filter((menus) => menus !== null)

  const grants: Partial<Record<string, unknown>> = user.held
  const mine = cutToTenant(all, tenant).filter((row) => {
    if (row.exclude_roles.some((role) => named.includes(role))) return false
    if (row.grant_name !== '' && grants[row.grant_name] === undefined) return false
    const byName =
      (named.length > 0 || user.roles.length === 0) &&
      (row.roles.length === 0 || row.roles.some((role) => named.includes(role)))
    return byName || own.some((menus) => menus.has(row.id))
  })
  return { all, mine, scopes: scopesOfTenant(tenant) }
}
