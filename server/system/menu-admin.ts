import { sql } from 'kysely'
import type { z } from 'zod'
import type { Menu, MenuTree, menu, PickNode } from '#contract/menu.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page } from '#server/kernel/service.ts'
import { sentFields } from '../project/sent-fields.ts'
import { editionMenus, tenantMenus } from './effective-menus.ts'
import { asMenu, asPick, type MenuRow, PAGE, TOP, treeOf, withAncestors, withDescendants } from './menu-tree.ts'
import { usersOfMenus } from './menu-use.ts'

const columnOf = {
  name: 'menu.name',
  code: 'menu.code',
  alias: 'menu.alias',
  path: 'menu.path',
  category: 'menu.category',
  visibilityScope: 'menu.visibility_scope',
  status: 'menu.status',
  sort: 'menu.sort',
}
const BY_SORT = ['menu.sort', 'menu.id']
/** More rows than a deployment has menus. */
const ALL = { current: 1, size: 100_000, sort: [] }

const menus = ({ db }: Context) => db.selectFrom('menu').selectAll('menu').where('menu.is_deleted', '=', 0)

type In<K extends keyof typeof menu> = z.output<(typeof menu)[K]['input']>

/** The tree of all categories; a filter keeps what matches, with its ancestors. */
export async function menuTree(context: Context, { where }: In<'list'>): Promise<MenuTree[]> {
  const all = await menus(context).orderBy('sort').orderBy('id').execute()
  const found = where.length ? await page(menus(context), { ...ALL, where }, columnOf, BY_SORT) : undefined
  const ids = found && new Set(found.records.map(({ id }) => id))
  const rows = ids
    ? withAncestors(
        all,
        all.filter(({ id }) => ids.has(id)),
      )
    : all
  return treeOf<MenuTree>(rows.map((row) => asMenu(row, context.language)))
}

/** One level, each with whether there is another below it. */
export async function menuLevel(context: Context, parentId: string | undefined, onlyPages: boolean) {
  let level = menus(context)
  if (onlyPages) level = level.where('menu.category', '=', PAGE)
  const parent = parentId || TOP
  level = parent === TOP ? level.where('menu.parent_id', 'is', null) : level.where('menu.parent_id', '=', parent)
  const rows = await level
    .select(
      sql<boolean>`exists (select from menu below where below.tenant_id = menu.tenant_id and below.parent_id = menu.id
        and below.is_deleted = 0 and (below.category = ${PAGE} or not ${onlyPages}))`.as('hasChildren'),
    )
    .orderBy('menu.sort')
    .orderBy('menu.id')
    .execute()
  return rows.map((row) => Object.assign(asMenu(row, context.language), { hasChildren: row.hasChildren }))
}

export async function menuPage(context: Context, paging: In<'menuList'>) {
  const found = await page(menus(context).where('menu.category', '=', PAGE), paging, columnOf, BY_SORT)
  return { ...found, records: found.records.map((row) => asMenu(row, context.language)) }
}

/** What a tenant can have, as a picker's tree. Another tenant's is for the platform alone. */
export async function pickMenus(context: Context, { tenantId, edition }: In<'tree'>): Promise<PickNode[]> {
  const { db, user, kernel, language } = context
  const manages = user.held['tenant.manage'] !== undefined
  const foreign = tenantId && tenantId !== user.tenantId ? tenantId : undefined
  if (foreign && !manages) throw notFound()
  const rows =
    edition && manages
      ? await editionMenus(db, edition)
      : foreign
        ? await kernel.database.inTenant({ tenantId: foreign, userId: user.id }, async (of) => {
            one(await of.selectFrom('tenant').where('tenant_id', '=', foreign).select('id').execute())
            return tenantMenus(of)
          })
        : await tenantMenus(db)
  const all = await menus(context).orderBy('sort').orderBy('id').execute()
  return treeOf(withAncestors(all, keptOf(all, rows)).map((row) => asPick(row, language)))
}

/** The same menus among rows that were read elsewhere. */
function keptOf(all: readonly MenuRow[], rows: readonly MenuRow[]): MenuRow[] {
  const ids = new Set(rows.map(({ id }) => id))
  return all.filter(({ id }) => ids.has(id))
}

export const menuDetail = async (context: Context, { id }: { id: string }): Promise<Menu> =>
  asMenu(one(await menus(context).where('menu.id', '=', id).execute()), context.language)

/** Inserts without an id, else changes what was sent. Moving a menu leaves what roles and packages have chosen as it is. */
export async function submitMenu(context: Context, { id, version, ...sent }: In<'submit'>): Promise<Menu> {
  const { db } = context
  // moves are checked against the whole tree: one at a time
  await sql`select pg_advisory_xact_lock(hashtext('digao.menu'))`.execute(db)
  const all = await menus(context).execute()
  const before = id ? one(all.filter((row) => row.id === id)) : undefined
  if (before && version !== undefined && version !== before.version) throw conflict()
  checkPlace(all, before, sent)
  const code = sent.code
  if (code !== undefined && all.some((row) => row.code === code && row !== before)) {
    throw new Refusal('menuCodeTaken', { code })
  }
  const columns = sentFields(columnsOf(sent))
  if (before) {
    await db
      .updateTable('menu')
      .set({ ...columns, version: before.version + 1, update_time: sql<Date>`now()` })
      .where('id', '=', before.id)
      .execute()
    const after = await menuDetail(context, before)
    const was = asMenu(before, context.language)
    await audit(context, { action: 'menu.update', bizType: 'menu', bizId: before.id, before: was, after })
    return after
  }
  if (code === undefined) throw new Refusal('menuCode')
  if (sent.name === undefined) throw new Refusal('menuName')
  const sort = sent.sort ?? 1 + Math.max(-1, ...siblingsOf(all, sent.parentId).map((row) => row.sort))
  const made = await db
    .insertInto('menu')
    .values({ meta: JSON.stringify({ isMenu: 'true' }), ...columns, code, name: sent.name, sort })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await menuDetail(context, made)
  await audit(context, { action: 'menu.add', bizType: 'menu', bizId: made.id, after })
  return after
}

const siblingsOf = (all: readonly MenuRow[], parentId: string | undefined) =>
  all.filter((row) => (row.parent_id ?? TOP) === (parentId || TOP))

/** Refuses a parent that is not there, is a button or lies under the menu itself, and a button with menus under it. */
function checkPlace(all: readonly MenuRow[], before: MenuRow | undefined, sent: Omit<In<'submit'>, 'id'>) {
  const { parentId, category } = sent
  if (parentId && parentId !== TOP) {
    const parent = all.find((row) => row.id === parentId)
    if (!parent) throw new Refusal('menuParentGone')
    if (parent.category !== PAGE) throw new Refusal('menuParentButton')
    if (before && withDescendants(all, [before.id]).has(parentId)) throw new Refusal('menuCycle')
  }
  if (before && category !== undefined && category !== PAGE && all.some((row) => row.parent_id === before.id)) {
    throw new Refusal('menuHasButtons', { name: before.name })
  }
}

/** Numbers siblings in the order of the ids. */
export async function sortMenus(context: Context, { ids }: In<'sort'>) {
  const { db } = context
  const rows = await menus(context).where('menu.id', 'in', ids).orderBy('menu.id').forUpdate().execute()
  every(ids)(rows)
  const [first] = rows
  if (!first) throw notFound()
  if (rows.some((row) => row.parent_id !== first.parent_id)) throw new Refusal('menuNotSiblings')
  await sql`update menu set sort = placed.sort - 1, version = version + 1, update_time = now()
    from unnest(${ids}::uuid[]) with ordinality as placed(id, sort)
    where menu.tenant_id = current_tenant() and menu.id = placed.id and menu.sort <> placed.sort - 1`.execute(db)
  const before = Object.fromEntries(rows.map((row) => [row.code, row.sort]))
  const after = Object.fromEntries(rows.map((row) => [row.code, ids.indexOf(row.id)]))
  await audit(context, { action: 'menu.sort', bizType: 'menu', bizId: first.parent_id ?? TOP, before, after })
  return {}
}

/** Deletes menus unless something stands under one of them or has chosen it; says who. */
export async function removeMenus(context: Context, { ids }: In<'remove'>) {
  const { db, language } = context
  const rows = await menus(context).where('menu.id', 'in', ids).orderBy('menu.id').forUpdate().execute()
  every(ids)(rows)
  const left = await menus(context).where('menu.parent_id', 'in', ids).where('menu.id', 'not in', ids).execute()
  const [first] = left
  if (first) {
    const of = left.filter((row) => row.parent_id === first.parent_id)
    const name = rows.find((row) => row.id === first.parent_id)?.name ?? ''
    throw new Refusal('menuHasChildren', { name, children: of.map((row) => row.name).join('、') })
  }
  const used = await usersOfMenus(context, ids)
  if (used) {
    const name = rows.find((row) => row.id === used.menuId)?.name ?? ''
    throw new Refusal('menuInUse', { name, users: used.says })
  }
  await db
    .updateTable('menu')
    .set({ is_deleted: 1, version: sql`version + 1`, update_time: sql<Date>`now()` })
    .where('id', 'in', ids)
    .execute()
  for (const row of rows) {
    const before = asMenu(row, language)
    await audit(context, { action: 'menu.remove', bizType: 'menu', bizId: row.id, before })
  }
  return {}
}

const columnsOf = (sent: Omit<In<'submit'>, 'id' | 'version'>) => ({
  parent_id: sent.parentId === undefined ? undefined : sent.parentId === TOP ? null : sent.parentId || null,
  code: sent.code,
  name: sent.name,
  name_en: sent.nameEn,
  alias: sent.alias,
  path: sent.path,
  source: sent.source,
  sort: sent.sort,
  category: sent.category,
  action: sent.action,
  is_open: sent.isOpen,
  component: sent.component,
  visibility_scope: sent.visibilityScope,
  query: sent.query,
  href: sent.href,
  meta: sent.meta && JSON.stringify(sent.meta),
  remark: sent.remark,
  roles: sent.roles,
  exclude_roles: sent.excludeRoles,
  grant_name: sent.grantName,
  status: sent.status,
})
