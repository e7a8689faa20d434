import type { Selectable } from 'kysely'
import type { MenuNode, menu } from '#contract/system.ts'
import type { Language } from '#contract/texts.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import type { Menu } from '#server/kernel/tables.ts'

const MENU = 1

/** The menus of platform and tenant that the caller's roles let him see, by sort. */
async function menusOf({ db, user, language }: Context): Promise<MenuNode[]> {
  const rows = await db
    .selectFrom('menu')
    .selectAll()
    .where('is_deleted', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const held: readonly string[] = user.roles
  return rows
    .filter(({ roles, exclude_roles: excluded }) => {
      const wanted = roles.length === 0 || roles.some((role) => held.includes(role))
      return wanted && !excluded.some((role) => held.includes(role))
    })
    .map((row) => asNode(row, language))
}

const asNode = (row: Selectable<Menu>, language: Language): MenuNode => ({
  id: row.id,
  parentId: row.parent_id ?? '0',
  code: row.code,
  name: language === 'en' && row.name_en ? row.name_en : row.name,
  label: language === 'en' && row.name_en ? row.name_en : row.name,
  alias: row.alias,
  path: row.path,
  source: row.source,
  sort: row.sort,
  category: row.category,
  action: row.action,
  isOpen: row.is_open,
  component: row.component,
  visibilityScope: row.visibility_scope,
  query: row.query,
  href: row.href,
  meta: row.meta as Record<string, unknown>,
})

/** Rows as trees; a node without children has no `children` key, by which clients tell leaves. */
function treeOf(rows: readonly MenuNode[], root = '0'): MenuNode[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const grow = (parent: string): MenuNode[] =>
    (byParent.get(parent) ?? []).map((node) => {
      const children = grow(node.id)
      return children.length ? Object.assign(node, { children }) : node
    })
  return grow(root)
}

/** The chosen rows with all their ancestors. */
function withAncestors(all: readonly MenuNode[], chosen: readonly MenuNode[]): MenuNode[] {
  const byId = new Map(all.map((row) => [row.id, row]))
  const kept = new Set<MenuNode>()
  for (const row of chosen) {
    for (let at: MenuNode | undefined = row; at && !kept.has(at); at = byId.get(at.parentId)) kept.add(at)
  }
  return all.filter((row) => kept.has(row))
}

const scoped = (rows: readonly MenuNode[], scope: string | undefined) =>
  scope
    ? withAncestors(
        rows,
        rows.filter(({ visibilityScope }) => visibilityScope === scope),
      )
    : rows

export const menuService: Service<typeof menu> = {
  async routes(context, { topMenuId, visibilityScope, enterpriseId }) {
    const rows = (await menusOf(context)).filter(({ category }) => category === MENU)
    // within an enterprise its own menus show, those of the firm do not
    const scope = visibilityScope ?? (enterpriseId ? 'enterprise' : undefined)
    return treeOf(scoped(rows, scope), topMenuId || '0')
  },
  async byScope(context, { visibilityScope }) {
    const rows = (await menusOf(context)).filter(({ category }) => category === MENU)
    return treeOf(scoped(rows, visibilityScope))
  },
  async buttons(context) {
    const rows = await menusOf(context)
    return treeOf(
      withAncestors(
        rows,
        rows.filter(({ category }) => category !== MENU),
      ),
    )
  },
}
