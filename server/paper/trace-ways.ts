import type { Chain } from './lineage.ts'

/** How a cell and a return line hang together: the line, the cell that fills it, and the cells between that and the one that reads. */
export type Way = { returnRef: string; fills: string; through: string[] }

/** The shortest way from one of some cells down to every cell below them. `line`: the return line one came from. */
export function waysDown(chain: Chain, tops: readonly string[], line?: string): ReadonlyMap<string, Way> {
  const up = waysUp(chain)
  const ways = new Map<string, Way>()
  for (const top of tops) {
    const above = up(top)
    const fills = chain.cells.get(top)?.feeds[0]
    if (line !== undefined) ways.set(top, { returnRef: line, fills: top, through: [] })
    else if (fills !== undefined) ways.set(top, { returnRef: fills, fills: top, through: [] })
    else ways.set(top, above ?? { returnRef: '', fills: '', through: [] })
  }
  // a map grows while it is walked: the nearest cells come first
  for (const [key, way] of ways)
    for (const child of chain.cells.get(key)?.children ?? [])
      if (!ways.has(child)) ways.set(child, { ...way, through: [...way.through, key] })
  return ways
}

/** The shortest way from a cell up to a cell that fills a return line; undefined where none lies above. */
export function waysUp(chain: Chain): (cell: string) => Way | undefined {
  const known = new Map<string, Way | undefined>()
  return (start) => {
    if (!known.has(start)) known.set(start, wayUp(chain, start))
    return known.get(start)
  }
}

function wayUp({ cells }: Chain, start: string): Way | undefined {
  const cameFrom = new Map<string, string>([[start, '']])
  for (const key of cameFrom.keys()) {
    const cell = cells.get(key)
    const [line] = cell?.feeds ?? []
    if (line !== undefined) {
      const through: string[] = []
      for (let at = key; at !== start; at = cameFrom.get(at) ?? start) through.push(at)
      return { returnRef: line, fills: key, through }
    }
    for (const user of cell?.usedBy ?? []) if (!cameFrom.has(user)) cameFrom.set(user, key)
  }
  return undefined
}
