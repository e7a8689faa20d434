import type { TemplateCell, TemplateDetail } from '#contract/paper-template.ts'

/** A place of a sheet. */
export type Place = { sheet: string; row: number; column: number }

/** `B5` for row 4, column 1. */
export function addressOf({ row, column }: Pick<Place, 'row' | 'column'>): string {
  const letters = (at: number): string =>
    (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))
  return `${letters(column)}${row + 1}`
}

/** The sheet a bound cell stands on. */
export const sheetOfPaper = ({ contents }: Pick<TemplateDetail, 'contents'>, paperId: string): string =>
  contents.find((paper) => paper.paperId === paperId)?.sheet ?? ''

/** The cell bound at a place. */
export const boundAt = (detail: TemplateDetail, place: Place): TemplateCell | undefined =>
  detail.bound.find(
    ({ paperId, row, column }) =>
      row === place.row && column === place.column && sheetOfPaper(detail, paperId) === place.sheet,
  )

/** Places to mark, with their formula: bound ones in jade, those with problems in seal. */
export function marksOf(detail: TemplateDetail) {
  const wrong = new Set(detail.problems.map(({ cell }) => cell))
  return detail.bound.map(({ paperId, key, row, column, expression }) => {
    const tone = wrong.has(`${paperId}.${key}`) ? ('seal' as const) : ('jade' as const)
    return { sheet: sheetOfPaper(detail, paperId), row, column, tone, words: expression }
  })
}
