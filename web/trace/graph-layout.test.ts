import { expect, test } from 'vitest'
import type { GraphNode } from '#contract/trace.ts'
import { BOX, placedGraph } from './graph-layout.ts'

const node = (id: string, column: number): GraphNode => ({
  id,
  kind: 'paper',
  ref: id,
  title: id,
  note: '',
  amount: '1.00',
  column,
})
const nodes = [node('here', 0), node('up', -1), node('a', 1), node('b', 1), node('b1', 2), node('a1', 2)]
const edge = (from: string, to: string) => ({ from, to, amount: '1.00' })
const edges = [edge('up', 'here'), edge('here', 'a'), edge('here', 'b'), edge('a', 'a1'), edge('b', 'b1')]

test('what uses a place stands left of it, what it is made of right of it, and no boxes overlap', () => {
  const placed = placedGraph(nodes, edges)
  const x = new Map(placed.nodes.map((one) => [one.id, one.x]))
  expect((x.get('up') ?? 0) < (x.get('here') ?? 0) && (x.get('here') ?? 0) < (x.get('a') ?? 0)).toBe(true)
  const gaps = placed.nodes.flatMap((one) =>
    placed.nodes.filter((other) => other !== one && other.x === one.x).map((other) => Math.abs(one.y - other.y)),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(BOX.height)
  for (const { x: left, y } of placed.nodes) {
    expect(left + BOX.width).toBeLessThanOrEqual(placed.width)
    expect(y + BOX.height).toBeLessThanOrEqual(placed.height)
  }
})

test('a column stands in the order of what it hangs on, so that lines do not cross', () => {
  const y = new Map(placedGraph(nodes, edges).nodes.map((one) => [one.id, one.y]))
  expect((y.get('a1') ?? 0) < (y.get('b1') ?? 0)).toBe((y.get('a') ?? 0) < (y.get('b') ?? 0))
})

test('every line carries its amount, and one that leads nowhere is not drawn', () => {
  const { edges: drawn } = placedGraph(nodes, [...edges, edge('here', 'gone')])
  expect(drawn).toHaveLength(edges.length)
  expect(drawn.every(({ path, amount }) => /^M[\d.]+ /.test(path) && amount === '1.00')).toBe(true)
})
