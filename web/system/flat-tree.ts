/** A row of a tree drawn as a table: how deep it stands and whether it can be opened. */
export type FlatRow<T> = { row: T; depth: number; opens: boolean; closed: boolean }

/** The rows of a tree from top to bottom, those below a closed one left out; `below` says what stands under a row. */
export function flatten<T extends { id: string }>(
  tree: readonly T[],
  below: (row: T) => readonly T[],
  closed: ReadonlySet<string>,
): FlatRow<T>[] {
  const rows: FlatRow<T>[] = []
  const walk = (level: readonly T[], depth: number) => {
    for (const row of level) {
      const children = below(row)
      const shut = closed.has(row.id)
      rows.push({ row, depth, opens: children.length > 0, closed: shut })
      if (!shut) walk(children, depth + 1)
    }
  }
  walk(tree, 0)
  return rows
}
