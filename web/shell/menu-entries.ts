import { type Role, rolesOf } from '#contract/grants.ts'
import type { MenuNode } from '#contract/menu.ts'

/** A heading of the menu with its entries; code and name are empty for entries that stand outside of any. */
export type MenuSection = { code: string; name: string; entries: MenuNode[] }

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value ? value.split(',') : []

/**
 * The server's menu as a person sees it: its first level as headings, under each the pages in their order. A page shows unless
 * marked as no menu (meta.isMenu), for one of the roles it names (meta.role), and for none it excludes (meta.excludeRole).
 */
export function menuSections(tree: MenuNode[], roleName: string): MenuSection[] {
  const held: readonly Role[] = rolesOf(roleName)
  const holds = (names: string[]) => held.some((role) => names.includes(role))
  const shows = ({ path, meta }: MenuNode) => {
    const roles = strings(meta['role'])
    const menu = !['false', false].some((no) => meta['isMenu'] === no)
    return path !== '' && menu && (roles.length === 0 || holds(roles)) && !holds(strings(meta['excludeRole']))
  }
  const leaves = (node: MenuNode): MenuNode[] => node.children?.flatMap(leaves) ?? (shows(node) ? [node] : [])

  const loose: MenuSection = { code: '', name: '', entries: tree.filter((node) => !node.children).flatMap(leaves) }
  const headed = tree
    .filter((node) => node.children)
    .map((node) => ({ code: node.code, name: node.name, entries: leaves(node) }))
  return [loose, ...headed].filter(({ entries }) => entries.length > 0)
}
