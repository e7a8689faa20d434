import { check } from '../binding/check.ts'
import type { World } from '../binding/world.ts'
import { LedgerAccess } from '../binding/ledger-access.ts'
import { indexLedger } from '../binding/ledger-index.ts'
import { compile, type CompiledBinding, type Program } from '../binding/program.ts'
import type { Value } from '../binding/value.ts'
import { Statement } from '../taxlaw/statement.ts'
import { readsOf } from './cell-reads.ts'
import { bindingsOf, type ExpandedPaper, expandPaper } from './expand.ts'
import {
  type CellResult,
  evaluateCell,
  generate,
  type Generation,
  type GenerationInput,
  resultHash,
  vocabularyOf,
} from './generate.ts'
import { inputChanges, isAmong, touchedAccounts } from './input-changes.ts'

/** A generation made from one before it, and the cells that were computed anew. */
type Renewed = { generation: Generation; evaluated: ReadonlySet<string> }

/**
 * The generation of new inputs, made from one of the same ledger: only what depends on a change is computed, and the rest keeps its
 * very objects. Equal to `generate(input)` to the last bit; another ledger, law or standard is computed whole.
 */
export function renew(before: Generation, input: GenerationInput): Renewed {
  const old = before.input
  const related =
    old.ledger === input.ledger &&
    old.relation.standard === input.relation.standard &&
    old.facts.rules === input.facts.rules &&
    old.facts.statements === input.facts.statements &&
    old.facts.mapping === input.facts.mapping &&
    old.facts.papers.parameters === input.facts.papers.parameters &&
    old.facts.papers.registers === input.facts.papers.registers &&
    old.facts.papers.version === input.facts.papers.version
  if (!related) {
    const generation = generate(input)
    return { generation, evaluated: new Set(generation.cells.keys()) }
  }
  return renewed(before, input)
}

function renewed(before: Generation, input: GenerationInput): Renewed {
  const { facts } = input
  const sameBooks = before.input.relation === input.relation
  const index = sameBooks ? before.index : indexLedger(input.ledger, input.relation, facts.mapping, before.index)
  const papers = papersAnew(before, input, index)
  const samePapers = papers.length === before.papers.length && papers.every((paper, at) => paper === before.papers[at])
  const { program, faults } = samePapers ? before : programAnew(before, papers, input)
  const world: World = {
    ...before.world,
    access: sameBooks
      ? before.world.access
      : new LedgerAccess(index, new Statement(index, facts.statements), input.hash, before.world.access),
    params: input.params,
    adjustments: input.adjustments ?? [],
    entries: input.entries ?? {},
  }
  const plan = planned(before, { input, index, program, faults, sameBooks })
  const wrong = Map.groupBy(faults, ({ cell }) => cell)
  const values = new Map<string, Value>()
  const cells = new Map<string, CellResult>()
  const moved = new Set<string>()
  const evaluated = new Set<string>()
  for (const key of program.order) {
    const binding = program.bindings.get(key)
    if (!binding) continue
    const oldCell = before.cells.get(key)
    const oldValue = before.values.get(key)
    const certain = !oldCell || !oldValue || plan.anew.has(key)
    if (!certain && !plan.ask.has(key) && !oldCell.trace.children.some((child) => moved.has(child))) {
      cells.set(key, oldCell)
      values.set(key, oldValue)
      continue
    }
    evaluated.add(key)
    const override = input.overrides?.[key] ?? null
    const made = evaluateCell(binding, { program, world, values, override, broken: wrong.get(key) })
    cells.set(key, !certain && asText(oldCell) === asText(made.cell) ? oldCell : made.cell)
    values.set(key, made.value)
    if (!oldValue || asText(oldValue) !== asText(made.value)) moved.add(key)
  }
  const made = { year: before.year, index, program, papers, cells, faults, input, world, values }
  return { generation: { ...made, returnLines: program.feeds, hash: resultHash(made) }, evaluated }
}

/** Everything of a cell or value as text; amounts are exact. */
const asText = (one: CellResult | Value): string =>
  JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

/** Papers with their rows; one whose rows are as they were keeps its object. */
function papersAnew(before: Generation, input: GenerationInput, index: Generation['index']): readonly ExpandedPaper[] {
  const { papers } = input.facts.papers
  const old = before.input
  const defined = new Map(old.facts.papers.papers.map((paper) => [paper.id, paper]))
  const known = new Map(before.papers.map((paper) => [paper.id, paper]))
  const sameRows = index === before.index && old.entries === input.entries
  const same = papers.length === before.papers.length && papers.every((paper) => defined.get(paper.id) === paper)
  if (sameRows && same) return before.papers
  return papers.map((paper) => {
    const expanded = expandPaper(paper, index, input.facts, input.entries ?? {})
    const earlier = known.get(paper.id)
    return earlier && JSON.stringify(earlier) === JSON.stringify(expanded) ? earlier : expanded
  })
}

function programAnew(before: Generation, papers: readonly ExpandedPaper[], { facts }: GenerationInput) {
  const expanded = papers.map(bindingsOf)
  const compiled = compile(
    expanded.flatMap(({ bindings }) => bindings),
    expanded.flatMap(({ columns }) => columns),
  )
  return { program: compiled.program, faults: [...compiled.faults, ...check(compiled.program, vocabularyOf(facts))] }
}

type Now = Pick<Generation, 'input' | 'index' | 'program' | 'faults'> & { sameBooks: boolean }

/** Cells that an input changed under (`anew`), and cells that must be asked whether they changed (`ask`). */
function planned(before: Generation, now: Now): { anew: Set<string>; ask: Set<string> } {
  const { params, overrides, inputs } = inputChanges(before.input, now.input)
  const anew = new Set<string>(overrides)
  const ask = new Set<string>()
  for (const [key, { trace }] of before.cells)
    if (trace.params.some((id) => params.has(id)) || trace.inputs.some((name) => isAmong(inputs, name))) anew.add(key)
  if (now.program !== before.program) for (const key of otherFormulas(before, now)) anew.add(key)
  if (now.sameBooks) return { anew, ask }
  const touched = touchedAccounts(before.index, now.index)
  if (touched.size > 0)
    for (const [key, { tree }] of now.program.bindings) {
      const reads = readsOf(tree, now.input.facts.statements)
      if (reads.all || [...reads.keys].some((account) => touched.has(account))) ask.add(key)
    }
  return { anew, ask }
}

const faultsOf = ({ faults }: Pick<Generation, 'faults'>) => Map.groupBy(faults, ({ cell }) => cell)

/** Cells whose formula, place in the return, faults or the cells it names are not as they were. */
function* otherFormulas(before: Generation, now: Now): Generator<string> {
  const [old, current] = [faultsOf(before), faultsOf(now)]
  for (const [key, binding] of now.program.bindings) {
    const was = before.program.bindings.get(key)
    const same =
      was &&
      sameBinding(was, binding) &&
      sameChildren(before.program, now.program, key) &&
      JSON.stringify(old.get(key)) === JSON.stringify(current.get(key))
    if (!same) yield key
  }
}

const sameBinding = (a: CompiledBinding, b: CompiledBinding): boolean =>
  a.expression === b.expression &&
  a.unit === b.unit &&
  a.rule === b.rule &&
  a.label.zh === b.label.zh &&
  a.label.en === b.label.en &&
  a.feeds.join() === b.feeds.join()

/** The same cells below, called by the same names. */
function sameChildren(before: Program, now: Program, key: string): boolean {
  const [old = [], current = []] = [before.children.get(key), now.children.get(key)]
  return (
    old.length === current.length &&
    old.every((child, at) => {
      const [was, is] = [before.bindings.get(child)?.label, now.bindings.get(child)?.label]
      return child === current[at] && was?.zh === is?.zh && was?.en === is?.en
    })
  )
}
