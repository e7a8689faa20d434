import { type Role, rolesOf } from '#contract/grants.ts'
import type { MenuNode } from '#contract/menu.ts'

/** A heading of the menu with its entries; code and name are empty for entries that stand outside of any. */
export type MenuSection = { code: string; name: string; entries: MenuNode[] }

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value ? value.split(',') : []

/**
 * The server's menu as a person sees it: its first level as headings, under each the pages in their order. A page shows if it is
 * marked as a menu (meta.isMenu), in one of these scopes, for one of the roles it names (meta.role) and none it excludes.
 */
export function menuSections(tree: MenuNode[], roleName: string, scopes = ''): MenuSection[] {
  const held: readonly Role[] = rolesOf(roleName)
  const holds = (names: string[]) => held.some((role) => names.includes(role))
  const inScope = ({ visibilityScope }: MenuNode) =>
    scopes === '' || strings(visibilityScope).some((scope) => strings(scopes).includes(scope))
  const shows = (node: MenuNode) => {
    const { path, href, meta } = node
    const roles = strings(meta['role'])
    const leads = path !== '' || href !== ''
    return (
      leads &&
      String(meta['isMenu']) === 'true' &&
      inScope(node) &&
      (roles.length === 0 || holds(roles)) &&
      !holds(strings(meta['excludeRole']))
    )
  }
  const leaves = (node: MenuNode): MenuNode[] => node.children?.flatMap(leaves) ?? (shows(node) ? [node] : [])

  const loose: MenuSection = { code: '', name: '', entries: tree.filter((node) => !node.children).flatMap(leaves) }
  const headed = tree
    .filter((node) => node.children)
    .map((node) => ({ code: node.code, name: node.name, entries: leaves(node) }))
  return [loose, ...headed].filter(({ entries }) => entries.length > 0)
}
