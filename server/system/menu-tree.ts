import type { Selectable } from 'kysely'
import { type Menu, type MenuNode, menuTypeOf, type PickNode } from '#contract/menu.ts'
import type { Language } from '#contract/texts.ts'
import type { Menu as MenuTable } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

export type MenuRow = Selectable<MenuTable>

/** Categories of menu rows. */
export const PAGE = 1
/** The parent of what stands at the top, on the wire. */
export const TOP = '0'

type Placed = { id: string; parentId: string }

/** Rows as trees, in their order, the rows themselves as nodes; a node without children has no `children` key, by which clients tell leaves. */
export function treeOf<T extends Placed>(rows: readonly T[], root = TOP): (T & { children?: T[] })[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const grow = (parent: string): (T & { children?: T[] })[] =>
    (byParent.get(parent) ?? []).map((row) => {
      const children = grow(row.id)
      return children.length ? Object.assign(row, { children }) : row
    })
  return grow(root)
}

/** The chosen rows with all their ancestors, in the order of `all`. */
export function withAncestors<T extends { id: string; parent_id: string | null }>(
  all: readonly T[],
  chosen: readonly T[],
): T[] {
  const byId = new Map(all.map((row) => [row.id, row]))
  const kept = new Set<T>()
  for (const row of chosen) {
    for (let at: T | undefined = row; at && !kept.has(at); at = byId.get(at.parent_id ?? TOP)) kept.add(at)
  }
  return all.filter((row) => kept.has(row))
}

/** The ids and those of everything under them. */
export function withDescendants(
  rows: readonly { id: string; parent_id: string | null }[],
  ids: Iterable<string>,
): Set<string> {
  const below = Map.groupBy(rows, ({ parent_id: parent }) => parent ?? TOP)
  const found = new Set<string>()
  const take = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const row of below.get(id) ?? []) take(row.id)
  }
  for (const id of ids) take(id)
  return found
}

const nameIn = (row: Pick<MenuRow, 'name' | 'name_en'>, language: Language) =>
  language === 'en' && row.name_en ? row.name_en : row.name

/** A menu as it is shown to whoever may open it. */
export const asNode = (row: MenuRow, language: Language): MenuNode => ({
  id: row.id,
  parentId: row.parent_id ?? TOP,
  code: row.code,
  name: nameIn(row, language),
  label: nameIn(row, language),
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
  meta: {
    ...(row.meta as Record<string, unknown>),
    menuType: menuTypeOf(row.visibility_scope),
    visibilityScope: row.visibility_scope,
  },
})

/** The same as its administrator sees it: the name is the Chinese one, `label` what is shown. */
export const asMenu = (row: MenuRow, language: Language): Menu => ({
  ...asNode(row, language),
  meta: row.meta as Record<string, unknown>,
  name: row.name,
  nameEn: row.name_en,
  remark: row.remark,
  roles: row.roles,
  excludeRoles: row.exclude_roles,
  grantName: row.grant_name,
  status: row.status,
  version: row.version,
  updateTime: wallTime(row.update_time),
})

export const asPick = (row: MenuRow, language: Language): PickNode => ({
  id: row.id,
  parentId: row.parent_id ?? TOP,
  title: nameIn(row, language),
  key: row.id,
  value: row.id,
})
