import { type Expression, nodes } from '../binding/syntax.ts'
import { linesOf, type StatementSets } from '../taxlaw/statement.ts'

/** Which standard accounts a formula's readings can touch; `all`: any. */
type Reads = { keys: ReadonlySet<string>; all: boolean }

const known = new WeakMap<Expression, Reads>()
const sumsKnown = new WeakMap<StatementSets, Map<string, Reads>>()

/** What the formula reads of the mapped ledger, told from the formula alone. */
export function readsOf(tree: Expression, sets: StatementSets): Reads {
  const found = known.get(tree)
  if (found) return found
  const keys = new Set<string>()
  let all = false
  for (const node of nodes(tree)) {
    if (node.kind === 'selection') {
      if (node.accounts.length === 0) all = true
      for (const { key } of node.accounts) keys.add(key)
    }
    const [first] = node.kind === 'call' && node.name === 'line' ? node.args : []
    if (first?.kind === 'word') {
      const line = readsOfLine(first.value, sets)
      if (line.all) all = true
      for (const key of line.keys) keys.add(key)
    }
  }
  const reads = { keys, all }
  known.set(tree, reads)
  return reads
}

function readsOfLine(id: string, sets: StatementSets): Reads {
  const memo = sumsKnown.get(sets) ?? new Map<string, Reads>()
  sumsKnown.set(sets, memo)
  const found = memo.get(id)
  if (found) return found
  const lines = linesOf(sets)
  const keys = new Set<string>()
  let all = false
  const waiting = [id]
  const seen = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const line = lines.get(next)
    if (!line || seen.has(next)) continue
    seen.add(next)
    for (const { account, measure } of line.terms) {
      keys.add(account)
      // profit and loss not closed yet: whatever account carries it
      if (measure === 'unclosed') all = true
    }
    waiting.push(...line.sum.map((part) => part.line))
  }
  const reads = { keys, all }
  memo.set(id, reads)
  return reads
}
