import { type Atom, rowsOf } from '#engine/binding/atom.ts'
import { checkFormula } from '#engine/binding/check-bindings.ts'
import { explain } from '#engine/binding/explain.ts'
import { describeFault } from '#engine/binding/fault.ts'
import type { Unit } from '#engine/binding/functions.ts'
import { compile } from '#engine/binding/program.ts'
import { evaluateCell, type Generation, type GenerationInput, vocabularyOf } from '#engine/workpaper/generate.ts'
import { namesFor } from '#engine/workpaper/names.ts'
import { type BesideCell, besideBindings, bindingOf } from '#server/binding/formula-cell.ts'
import { isBalance } from './line-sets.ts'
import { storedValue, type StoredAtom } from './stored-cell.ts'

export type PreviewAsk = {
  expression: string
  unit: Unit
  cell: string
  cells: readonly BesideCell[]
  language: 'zh' | 'en'
}
/** A formula's value on a generation; rows by their ordinals, for the caller to read. */
export type Preview = {
  datasetId?: string
  status: 'ok' | 'missing' | 'error'
  value: string | null
  reason: string
  words: string
  atoms: { atom: StoredAtom; balance: boolean; ordinals: number[] }[]
  inputs: { cell: string; label: string; unit: Unit; value: string | null }[]
}

/** Rows that a preview shows of each reading. */
const MOST_ROWS = 20

/** Evaluates a formula beside a generation; nothing is kept. */
export function previewOf(generation: Generation, inputs: GenerationInput, ask: PreviewAsk): Preview {
  const { expression, unit, cell, cells, language } = ask
  const others = besideBindings(cells.filter((one) => one.cell !== cell && !generation.cells.has(one.cell)))
  const base =
    others.length > 0 ? compile([...generation.program.bindings.values(), ...others]).program : generation.program
  const checked = checkFormula(bindingOf(cell, { expression, unit }), base, vocabularyOf(inputs.facts))
  const { compiled, program, faults } = checked
  const say = (list: typeof faults) =>
    list.map((fault) => describeFault(fault, language)).join(language === 'en' ? ' ' : '')
  if (!compiled || faults.length > 0)
    return { status: 'error', value: null, reason: say(faults), words: '', atoms: [], inputs: [] }
  const { world, values } = generation
  const { cell: made } = evaluateCell(compiled, { program, world, values, override: null, broken: undefined })
  return {
    status: made.status === 'missing' || made.status === 'error' ? made.status : 'ok',
    value: storedValue(made.value),
    reason: say([...made.faults]),
    words: explain(compiled.tree, namesFor({ ...generation, program }, inputs.facts, compiled.key, language)),
    atoms: made.trace.atoms.map((atom) => shownAtom(atom, generation)),
    inputs: made.trace.children.map((key) => {
      const child = generation.cells.get(key)
      const label = child?.label[language] ?? key
      return { cell: key, label, unit: child?.unit ?? 'text', value: storedValue(child?.value ?? null) }
    }),
  }
}

function shownAtom(atom: Atom, { index }: Generation) {
  const balance = isBalance(atom)
  const ordinals = balance ? [] : rowsOf(atom, index).lines.slice(0, MOST_ROWS)
  return { atom: { ...atom, sum: String(atom.sum) }, balance, ordinals }
}
