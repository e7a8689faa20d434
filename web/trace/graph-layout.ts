import type { GraphEdge, GraphNode } from '#contract/trace.ts'

export const BOX = { width: 208, height: 60 }
const GAP = { across: 132, along: 14 }

export type PlacedNode = GraphNode & { x: number; y: number }
/** A line from one box to another, with the place of its amount. */
export type PlacedEdge = GraphEdge & { path: string; labelX: number; labelY: number }
export type PlacedGraph = { nodes: PlacedNode[]; edges: PlacedEdge[]; width: number; height: number }

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/**
 * The graph in columns, the return at the left: every column in the order of what it hangs on in the column nearer the chosen
 * place, so that lines cross little; columns are centred against each other.
 */
export function placedGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): PlacedGraph {
  const columns = [...new Set(nodes.map(({ column }) => column))].toSorted((a, b) => a - b)
  const rank = new Map<string, number>()
  const ordered = new Map<number, GraphNode[]>()
  // from the chosen place outwards
  for (const column of columns.toSorted((a, b) => Math.abs(a) - Math.abs(b))) {
    const own = nodes.filter((node) => node.column === column)
    const weight = new Map(own.map((node, at) => [node.id, weightOf(node, edges, rank) ?? at]))
    const sorted = own.toSorted((a, b) => (weight.get(a.id) ?? 0) - (weight.get(b.id) ?? 0))
    ordered.set(column, sorted)
    for (const [at, { id }] of sorted.entries()) rank.set(id, at - (sorted.length - 1) / 2)
  }
  const tallest = Math.max(1, ...[...ordered.values()].map(({ length }) => length))
  const height = tallest * BOX.height + (tallest - 1) * GAP.along
  const placed = columns.flatMap((column, place) => {
    const own = ordered.get(column) ?? []
    const top = (height - (own.length * BOX.height + (own.length - 1) * GAP.along)) / 2
    return own.map((node, at): PlacedNode =>
      Object.assign({ x: place * (BOX.width + GAP.across), y: top + at * (BOX.height + GAP.along) }, node),
    )
  })
  const at = new Map(placed.map((node) => [node.id, node]))
  return {
    nodes: placed,
    edges: edges.flatMap((edge) => placedEdge(edge, at)),
    width: columns.length * (BOX.width + GAP.across) - GAP.across,
    height,
  }
}

function weightOf(
  { id }: GraphNode,
  edges: readonly GraphEdge[],
  rank: ReadonlyMap<string, number>,
): number | undefined {
  const beside = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
  const known = beside.flatMap((other) => rank.get(other) ?? [])
  return known.length > 0 ? mean(known) : undefined
}

function placedEdge(edge: GraphEdge, at: ReadonlyMap<string, PlacedNode>): PlacedEdge[] {
  const from = at.get(edge.from)
  const to = at.get(edge.to)
  if (!from || !to) return []
  const y1 = from.y + BOX.height / 2
  const y2 = to.y + BOX.height / 2
  // between boxes of one column the line leaves and comes back at the right
  const sameColumn = from.column === to.column
  const x1 = from.x + BOX.width
  const x2 = sameColumn ? to.x + BOX.width : to.x
  const bend = sameColumn ? 40 : (x2 - x1) / 2
  const path = `M${x1} ${y1} C${x1 + bend} ${y1} ${sameColumn ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`
  // beside the box that is further out, where lines are furthest apart
  const outer = Math.abs(from.column) > Math.abs(to.column) ? from : to
  const labelX = outer === from ? x1 + 6 : x2 - 6
  return [{ ...edge, path, labelX, labelY: (outer === from ? y1 : y2) - 5 }]
}
