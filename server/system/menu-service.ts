import type { menu } from '#contract/menu.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { effectiveMenus, inScopes, scopesOf } from './effective-menus.ts'
import { menuFrame } from './menu-frame.ts'
import {
  menuDetail,
  menuLevel,
  menuPage,
  menuTree,
  pickMenus,
  removeMenus,
  sortMenus,
  submitMenu,
} from './menu-admin.ts'
import { asNode, PAGE, TOP, treeOf, withAncestors, withDescendants } from './menu-tree.ts'

/** The scope of the menus within one enterprise. */
const ENTERPRISE = 'ai'

/** The caller's pages of these scopes, with their ancestors, as a tree; `under`: only these menus and what lies below them. */
async function pagesOf(context: Context, scopes: readonly string[] | undefined, under?: readonly string[]) {
  const { all, mine, scopes: edition } = await effectiveMenus(context)
  // a menu of several scopes shows by one that the edition has, too: a firm has no education menu
  const asked = scopes?.filter((scope) => !edition || edition.includes(scope))
  const cut = under && withDescendants(all, under)
  const chosen = mine.filter(
    (row) => row.category === PAGE && (!asked || inScopes(row, asked)) && (!cut || cut.has(row.id)),
  )
  // a heading that nothing is left under is none
  const pages = chosen.filter((row) => row.path !== '' || row.href !== '')
  return treeOf(withAncestors(all, pages).map((row) => asNode(row, context.language)))
}

async function entriesOf({ db }: Context, topMenuId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('top_menu')
    .leftJoin('top_menu_entry as entry', 'entry.top_menu_id', 'top_menu.id')
    .where('top_menu.id', '=', topMenuId)
    .where('top_menu.is_deleted', '=', 0)
    .where('top_menu.status', '=', 1)
    .select('entry.menu_id')
    .execute()
  if (rows.length === 0) throw notFound()
  return rows.flatMap(({ menu_id: id }) => (id === null ? [] : [id]))
}

export const menuService: Service<typeof menu> = {
  async routes(context, { topMenuId, visibilityScope, enterpriseId }) {
    const asked = visibilityScope || (enterpriseId ? ENTERPRISE : '')
    const under = topMenuId && topMenuId !== TOP ? await entriesOf(context, topMenuId) : undefined
    return pagesOf(context, asked ? scopesOf(asked) : undefined, under)
  },

  byScope: (context, { visibilityScope }) => pagesOf(context, visibilityScope ? scopesOf(visibilityScope) : undefined),

  frame: menuFrame,
  frameHosts: async ({ kernel }) => [...kernel.config.DIGAO_FRAME_HOSTS],

  async buttons(context) {
    const { all, mine } = await effectiveMenus(context)
    const pages = new Set(mine.map(({ id }) => id))
    const buttons = mine.filter(({ category, parent_id: page }) => category !== PAGE && pages.has(page ?? ''))
    return treeOf(withAncestors(all, buttons).map((row) => asNode(row, context.language)))
  },

  async topMenu(context) {
    const { db, language } = context
    const rows = await db
      .selectFrom('top_menu')
      .leftJoin('top_menu_entry as entry', 'entry.top_menu_id', 'top_menu.id')
      .where('top_menu.is_deleted', '=', 0)
      .where('top_menu.status', '=', 1)
      .select(['top_menu.id', 'code', 'name', 'name_en', 'source', 'sort', 'entry.menu_id'])
      .orderBy('sort')
      .orderBy('top_menu.id')
      .execute()
    const { all, mine } = await effectiveMenus(context)
    const shown = new Set(mine.filter(({ category }) => category === PAGE).map(({ id }) => id))
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((entries) => {
      const [top] = entries
      const below = withDescendants(
        all,
        entries.flatMap(({ menu_id: id }) => (id === null ? [] : [id])),
      )
      if (!top || ![...below].some((id) => shown.has(id))) return []
      const { id, code, source, sort, name, name_en: english } = top
      return [{ id, code, source, sort, name: language === 'en' && english ? english : name }]
    })
  },

  list: menuTree,
  lazyList: (context, { parentId }) => menuLevel(context, parentId, false),
  lazyMenuList: (context, { parentId }) => menuLevel(context, parentId, true),
  menuList: menuPage,
  tree: pickMenus,
  detail: menuDetail,
  submit: submitMenu,
  sort: sortMenus,
  remove: removeMenus,
}
