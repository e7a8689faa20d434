import { type Atom, type AtomRows, rowsOf } from '../binding/atom.ts'
import { type Argument, type Expression, nodes } from '../binding/syntax.ts'
import type { CellResult, Generation, GenerationInput, TaxFacts } from './generate.ts'
import { paramId, type ParamDefinition } from '../binding/param.ts'
import { textOf } from './generate.ts'
import { renew } from './renew.ts'

/** A cell that a voucher line reaches: directly by one of its atoms, or through the cells on the path. */
export type Use = {
  cell: string
  direct: boolean
  atoms: readonly Atom[]
  through: string | null
  returnLines: readonly string[]
}

/** The rows below an atom of this generation. */
export const rowsBelow = (generation: Generation, atom: Atom): AtomRows => rowsOf(atom, generation.index)

/**
 * Every cell that used a voucher line, nearest first: drill-up from a voucher to the return. A balance uses every line
 * posted to its accounts up to its instant.
 */
export function cellsUsing(generation: Generation, ordinal: number): Use[] {
  const { cells, index, program } = generation
  const { journal } = index.ledger
  const account = journal.accountCodes[journal.account[ordinal] ?? 0] ?? ''
  // Only atoms over the line's account can hold it; an atom over a pairing may name both sides, so it is asked itself.
  const near = (atom: Atom) => atom.pairing !== null || atom.accounts.includes(account)
  const holds = (atom: Atom) => near(atom) && rowsOf(atom, index).lines.includes(ordinal)
  const uses = new Map<string, Use>()
  for (const key of program.order) {
    const cell = cells.get(key)
    if (!cell) continue
    const atoms = cell.trace.atoms.filter(holds)
    const through = cell.trace.children.find((child) => uses.has(child)) ?? null
    if (atoms.length > 0 || through !== null)
      uses.set(key, { cell: key, direct: atoms.length > 0, atoms, through, returnLines: cell.feeds })
  }
  return [...uses.values()]
}

/** The cells below a cell, itself first: from a return line down to the cells that read the books. */
export function cellsBelow(generation: Generation, key: string): CellResult[] {
  const found = new Map<string, CellResult>()
  const waiting = [key]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const cell = generation.cells.get(next)
    if (!cell || found.has(next)) continue
    found.set(next, cell)
    waiting.push(...cell.trace.children)
  }
  return [...found.values()]
}

/** A parameter that the papers ask for, with its key if it has one, and the papers that need it. */
export type WantedParam = {
  id: string
  name: string
  key: string | null
  definition: ParamDefinition | null
  papers: readonly string[]
  optional: boolean
}

/**
 * All parameters of this generation's formulas. `optional` ones are read only where an explicit `or0` or `known` stands
 * around them: they count as zero, or may stay absent, until entered.
 */
export function wantedParams(generation: Generation, facts: TaxFacts): WantedParam[] {
  const definitions = new Map(facts.papers.parameters.map((definition) => [definition.name, definition]))
  const wanted = new Map<string, WantedParam>()
  for (const binding of generation.program.bindings.values()) {
    const excused = excusedNodes(binding.tree)
    for (const node of nodes(binding.tree)) {
      if (node.kind !== 'call' || !(node.name === 'param' || (node.name === 'ret' && node.args.length === 2))) continue
      const [first, second] = node.args
      const word = first?.kind === 'word' ? first.value : ''
      const name = node.name === 'ret' ? 'prior_return' : word
      const key = node.name === 'ret' ? word : second?.kind === 'text' ? second.value : null
      const id = paramId(name, key)
      const known = wanted.get(id)
      const papers = [...new Set([...(known?.papers ?? []), binding.paper])]
      wanted.set(id, {
        id,
        name,
        key,
        definition: definitions.get(name) ?? null,
        papers,
        optional: excused.has(node) && (known?.optional ?? true),
      })
    }
  }
  return [...wanted.values()]
}

const excusedKnown = new WeakMap<Expression, ReadonlySet<Argument>>()

/** What stands inside an `or0(…)` or a `known(…)`. */
function excusedNodes(tree: Expression): ReadonlySet<Argument> {
  const known = excusedKnown.get(tree)
  if (known) return known
  const excused = new Set<Argument>()
  for (const node of nodes(tree))
    if (node.kind === 'call' && (node.name === 'or0' || node.name === 'known'))
      for (const inner of nodes(node)) excused.add(inner)
  excusedKnown.set(tree, excused)
  return excused
}

/** The given cells and every cell that reads them, in order of calculation: what a change would make stale. */
export function cellsAbove(generation: Generation, keys: Iterable<string>): string[] {
  const reached = new Set(keys)
  for (const key of generation.program.order) {
    if (generation.cells.get(key)?.trace.children.some((child) => reached.has(child))) reached.add(key)
  }
  return generation.program.order.filter((key) => reached.has(key))
}

/** Cells that read this parameter, and all above them. */
export function cellsAsking(generation: Generation, param: string): string[] {
  return cellsAbove(
    generation,
    [...generation.cells.values()].filter(({ trace }) => trace.params.includes(param)).map(({ key }) => key),
  )
}

/** A generation from new inputs beside the one before it: the result, and exactly what it changed. */
export function regenerate(before: Generation, input: GenerationInput): { generation: Generation; changes: Change[] } {
  const { generation } = renew(before, input)
  return { generation, changes: changesBetween(before, generation) }
}

/** One cell whose figure or standing differs between two generations, and what brought the change about. */
export type Change = {
  cell: string
  before: string
  after: string
  cause: 'added' | 'removed' | 'formula' | 'override' | 'ledger' | 'law' | 'parameter' | 'cells'
}

/** What a new generation changed: only these cells lose their sign-off. */
export function changesBetween(before: Generation, after: Generation): Change[] {
  const changes: Change[] = []
  for (const key of new Set([...before.cells.keys(), ...after.cells.keys()])) {
    const [old, now] = [before.cells.get(key), after.cells.get(key)]
    if (old === now) continue
    const [was, is] = [old, now].map((cell) =>
      cell ? `${cell.status === 'ok' ? '' : `${cell.status} `}${textOf(cell.value)}` : '',
    )
    if (was === undefined || is === undefined || (was === is && old && now && proofOf(old) === proofOf(now))) continue
    changes.push({ cell: key, before: was, after: is, cause: causeOf(old, now) })
  }
  return changes
}

const rows = ({ trace }: CellResult) => trace.atoms.map(({ hash, sum }) => `${hash} ${sum}`).join()
const law = ({ trace }: CellResult) =>
  trace.rates.map(({ rule, field, value, from }) => [rule, field, value, from].join()).join('|')
const proofOf = (cell: CellResult) => `${cell.expression}|${rows(cell)}|${law(cell)}`

function causeOf(old: CellResult | undefined, now: CellResult | undefined): Change['cause'] {
  if (!old || !now) return old ? 'removed' : 'added'
  if (old.expression !== now.expression) return 'formula'
  if (JSON.stringify(old.override) !== JSON.stringify(now.override)) return 'override'
  if (rows(old) !== rows(now)) return 'ledger'
  if (law(old) !== law(now)) return 'law'
  return now.trace.params.length > 0 && now.trace.children.length === 0 ? 'parameter' : 'cells'
}
