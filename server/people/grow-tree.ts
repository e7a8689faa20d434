/** Rows as trees below `root`; a node without children has no `children` key, by which clients tell leaves. */
export function growTree<N extends { id: string; parentId: string }>(
  rows: readonly N[],
  root = '0',
): (N & { children?: N[] })[] {
  const known = new Set(rows.map(({ id }) => id))
  // whose parent is gone stands at the top, so that nothing is out of sight
  const byParent = Map.groupBy(rows, ({ parentId }) => (known.has(parentId) ? parentId : root))
  const grow = (parent: string): N[] =>
    (byParent.get(parent) ?? []).map((node) => {
      const children = grow(node.id)
      return children.length ? Object.assign(node, { children }) : node
    })
  return grow(root)
}
