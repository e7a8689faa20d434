import type { TemplateCell } from '#contract/paper-template.ts'
import { kindsOf } from './template-problems.ts'

const units: Readonly<Record<string, TemplateCell['unit']>> = { ratio: 'rate', bool: 'bool', text: 'text' }

/** Cells whose unit nobody has said yet, each with the one its formula gives; money where that is open. */
export function fittingUnits(cells: TemplateCell[]): TemplateCell[] {
  const kinds = kindsOf(cells)
  return cells.map((cell) => ({ ...cell, unit: units[kinds.get(`${cell.paperId}.${cell.key}`) ?? ''] ?? cell.unit }))
}
