import type { AssembledForm, TaxReturn } from './tax-return.ts'

export type FormStanding = { filled: number; missing: number; errors: number; conflicts: number; uncertain: boolean }

/** How far a form is: cells with a figure, that lack or fail, that two ways fill differently; and whether its texts are certain. */
export function formStanding(made: TaxReturn, form: AssembledForm): FormStanding {
  const cells = form.lines.flatMap((line) =>
    line.cells.flatMap((cell) => {
      const known = cell === null ? undefined : made.cells.get(cell)
      return known ? [known] : []
    }),
  )
  return {
    filled: cells.filter(({ value }) => value !== null).length,
    missing: cells.filter(({ status }) => status === 'missing').length,
    errors: cells.filter(({ status }) => status === 'error').length,
    conflicts: cells.filter(({ conflicts }) => conflicts.length > 0).length,
    uncertain: form.form?.uncertain ?? true,
  }
}
