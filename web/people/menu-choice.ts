import type { MenuPick } from '#contract/role.ts'

/** The nodes of a tree, parents before what is below them. */
export const flatMenus = (nodes: readonly MenuPick[]): MenuPick[] =>
  nodes.flatMap((node) => [node, ...flatMenus(node.children ?? [])])

/** The ticks after one was set or taken: what is above a ticked menu is ticked too, what is below goes with it. */
export function tick(tree: readonly MenuPick[], ticked: ReadonlySet<string>, id: string, on: boolean): Set<string> {
  const rows = flatMenus(tree)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const next = new Set(ticked)
  const node = byId.get(id)
  if (!node) return next
  for (const below of flatMenus([node])) {
    if (on) next.add(below.id)
    else next.delete(below.id)
  }
  if (on) for (let at = byId.get(node.parentId); at; at = byId.get(at.parentId)) next.add(at.id)
  return next
}
