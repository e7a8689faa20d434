import type { Unit } from '#engine/binding/functions.ts'
import type { Binding } from '#engine/binding/program.ts'

/** A cell that stands beside the papers, known by name and unit only: a template's own. */
export type BesideCell = { cell: string; label: string; unit: Unit }

/** A formula in its cell, whose name is taken apart: `C15.allowed@row`. One without a cell stands in a place of its own. */
export function bindingOf(cell: string, more: Partial<Binding> & Pick<Binding, 'expression' | 'unit'>): Binding {
  const [, paper = 'X00', key = 'formula', row = null] = /^([^.]+)\.([^@]+)(?:@(.+))?$/.exec(cell) ?? []
  return { paper, cell: key, row, label: { zh: cell, en: cell }, feeds: [], rule: null, ...more }
}

/** Such cells as formulas see them. */
export const besideBindings = (cells: readonly BesideCell[]): Binding[] =>
  cells.map(({ cell, label, unit }) =>
    bindingOf(cell, {
      expression: unit === 'text' ? '""' : unit === 'bool' ? '1 = 1' : '0',
      unit,
      label: { zh: label, en: label },
    }),
  )
