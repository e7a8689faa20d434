import type { Kind, Unit } from './functions.ts'
import { type Fault, FormulaError } from './fault.ts'
import { cellKey, type Expression, nodes } from './syntax.ts'
import { parse } from './parse.ts'

/** A formula tied to a cell. `feeds` are the return cells it fills, as `A105000.15.1`. */
export type Binding = {
  paper: string
  cell: string
  row: string | null
  expression: string
  unit: Unit
  label: { zh: string; en: string }
  feeds: readonly string[]
  rule: string | null
}

export type CompiledBinding = Binding & { key: string; tree: Expression }
export type BindingFault = { cell: string; fault: Fault }

/** All bindings of a set of papers, parsed, tied together and ordered so that what a cell needs stands before it. */
export type Program = {
  bindings: ReadonlyMap<string, CompiledBinding>
  order: readonly string[]
  /** Which cell fills a return cell. */
  feeds: ReadonlyMap<string, string>
  /** Cells of a table column, in row order: `B04.s` → `B04.s@1` … */
  columns: ReadonlyMap<string, readonly string[]>
  /** Cells that each cell's formula names. */
  children: ReadonlyMap<string, readonly string[]>
}

/** The cell that fills a return cell; a form of one column may be named without it. */
export const feedOf = (program: Pick<Program, 'feeds'>, line: string): string | undefined =>
  program.feeds.get(line) ?? program.feeds.get(`${line}.1`)

/**
 * The cells that a reference means: within a table, the same row if that column has it; from outside, the whole column.
 * Undefined if there is no such cell.
 */
export function referenced(
  program: Pick<Program, 'bindings' | 'columns'>,
  from: Pick<Binding, 'paper' | 'row'>,
  cell: Extract<Expression, { kind: 'cell' }>,
): { keys: readonly string[]; series: boolean } | undefined {
  const exact = cellKey(cell.paper, cell.key, cell.row)
  if (program.bindings.has(exact)) return { keys: [exact], series: false }
  if (cell.row !== null) return undefined
  const beside = cellKey(cell.paper, cell.key, from.row)
  if (from.row !== null && cell.paper === from.paper && program.bindings.has(beside))
    return { keys: [beside], series: false }
  const column = program.columns.get(exact)
  return column && { keys: column, series: true }
}

/** Cells that a binding reads, through references and through the return. */
export function childrenOf(
  program: Pick<Program, 'bindings' | 'columns' | 'feeds'>,
  binding: CompiledBinding,
): string[] {
  const children = new Set<string>()
  for (const node of nodes(binding.tree)) {
    if (node.kind === 'cell') for (const key of referenced(program, binding, node)?.keys ?? []) children.add(key)
    if (node.kind === 'call' && node.name === 'ret' && node.args.length === 1) {
      const [line] = node.args
      const feed = line?.kind === 'word' ? feedOf(program, line.value) : undefined
      if (feed !== undefined) children.add(feed)
    }
  }
  return [...children]
}

const trees = new Map<string, Expression>()
/** Formulas of papers are the same for every client, so each is read once; a tree is never changed. */
function parsed(expression: string): Expression {
  const tree = trees.get(expression) ?? parse(expression)
  if (trees.size > 20_000) trees.clear()
  trees.set(expression, tree)
  return tree
}

/** `emptyColumns` are table columns whose table has no row this time: they are known, and sum to zero. */
export function compile(
  list: readonly Binding[],
  emptyColumns: readonly string[] = [],
): { program: Program; faults: BindingFault[] } {
  const bindings = new Map<string, CompiledBinding>()
  const feeds = new Map<string, string>()
  const columns = new Map<string, string[]>(emptyColumns.map((column) => [column, []]))
  const faults: BindingFault[] = []
  for (const binding of list) {
    const key = cellKey(binding.paper, binding.cell, binding.row)
    if (bindings.has(key)) {
      faults.push({ cell: key, fault: { code: 'duplicate_cell', params: { cell: key } } })
      continue
    }
    try {
      bindings.set(key, { ...binding, key, tree: parsed(binding.expression) })
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error
      faults.push({ cell: key, fault: error.fault })
      continue
    }
    for (const line of binding.feeds) {
      const first = feeds.get(line)
      if (first !== undefined)
        faults.push({ cell: key, fault: { code: 'duplicate_feed', params: { line, first, second: key } } })
      else feeds.set(line, key)
    }
    if (binding.row !== null) {
      const column = cellKey(binding.paper, binding.cell, null)
      const keys = columns.get(column)
      if (keys) keys.push(key)
      else columns.set(column, [key])
    }
  }
  const tied = { bindings, feeds, columns }
  const children = new Map([...bindings].map(([key, binding]) => [key, childrenOf(tied, binding)]))
  const { order, cycle } = sorted(children)
  if (cycle) faults.push({ cell: cycle[0] ?? '', fault: { code: 'cycle', params: { path: cycle.join(' → ') } } })
  return { program: { ...tied, children, order }, faults }
}

/** Depth-first order of the cells, or the path of the first circle. Without recursion, so that no depth is too deep. */
function sorted(children: ReadonlyMap<string, readonly string[]>): { order: string[]; cycle: string[] | null } {
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  for (const root of children.keys()) {
    const path: { key: string; below: readonly string[]; next: number }[] = []
    const open = (key: string) => {
      const below = children.get(key)
      if (!below) return
      state.set(key, 'open')
      path.push({ key, below, next: 0 })
    }
    if (!state.has(root)) open(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const child = top.below[top.next]
      top.next += 1
      if (child === undefined) {
        state.set(top.key, 'done')
        order.push(top.key)
        path.pop()
      } else if (state.get(child) === 'open') {
        const keys = path.map(({ key }) => key)
        return { order, cycle: [...keys.slice(keys.indexOf(child)), child] }
      } else if (!state.has(child)) open(child)
    }
  }
  return { order, cycle: null }
}

/** Which kind the value of a param has; undefined if there is no such parameter. */
export type ParamKinds = (name: string) => { kind: Kind; series: boolean } | undefined
