import { checkOne } from './check.ts'
import type { Fault } from './fault.ts'
import type { Kind } from './functions.ts'
import { type Binding, type BindingFault, compile, type CompiledBinding, type Program } from './program.ts'
import { cellKey } from './syntax.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Faults of formulas that are to stand beside the papers of `base` (instead of those of the same cells): unknown names, types, cells
 * and return cells filled twice, circles with their path.
 */
export function checkBindings(list: readonly Binding[], base: Program, vocabulary: Vocabulary): BindingFault[] {
  const { program, faults } = beside(list, base)
  const own = new Set(list.map(({ paper, cell, row }) => cellKey(paper, cell, row)))
  const types = [...own].flatMap((key) => {
    const binding = program.bindings.get(key)
    return binding ? checkOne(program, vocabulary, binding).faults.map((fault) => ({ cell: key, fault })) : []
  })
  return [...faults.filter((fault) => touches(fault, own)), ...types]
}

/** One formula: its faults and kind, and how it stands among the others; no binding if it cannot be read. */
export function checkFormula(
  binding: Binding,
  base: Program,
  vocabulary: Vocabulary,
): { faults: Fault[]; kind: Kind | null; program: Program; compiled: CompiledBinding | null } {
  const key = cellKey(binding.paper, binding.cell, binding.row)
  const { program, faults } = beside([binding], base)
  const compiled = program.bindings.get(key) ?? null
  const own = faults.filter((fault) => touches(fault, new Set([key]))).map(({ fault }) => fault)
  if (!compiled) return { faults: own, kind: null, program, compiled }
  const typed = checkOne(program, vocabulary, compiled)
  return { faults: [...own, ...typed.faults], kind: typed.kind, program, compiled }
}

/** A circle names the cell it was found at; it is everybody's on its path. */
const touches = ({ cell, fault }: BindingFault, own: ReadonlySet<string>): boolean =>
  own.has(cell) || (fault.code === 'cycle' && (fault.params['path'] ?? '').split(' → ').some((key) => own.has(key)))

/** The papers with formulas beside them, or instead of those of the same cells. */
export const programBeside = (list: readonly Binding[], base: Program): Program => beside(list, base).program

function beside(list: readonly Binding[], base: Program) {
  const own = new Set(list.map(({ paper, cell, row }) => cellKey(paper, cell, row)))
  const others = [...base.bindings.values()].filter(({ key }) => !own.has(key))
  const columns = [...base.columns].filter(([, keys]) => keys.length === 0).map(([column]) => column)
  return compile([...others, ...list], columns)
}
