import type { FormulaProblem } from '#engine/workbook/free-formula.ts'
import { formulaFunctions } from '#engine/workbook/free-formula.ts'
import type { Params } from '#contract/texts.ts'
import { type OpenPaper, spotOf } from './open-paper.ts'
import type { texts } from './texts.ts'

type Say = (key: keyof typeof texts, params?: Params) => string

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26))
/** B7. */
const spotName = ({ row, column }: { row: number; column: number }): string => `${lettersOf(column)}${row + 1}`

/** What a place is called: a figure by its label, any other by where it stands. */
export function placeName(paper: OpenPaper, place: string): string {
  const bound = paper.cells.get(place)
  if (bound) return bound.label
  const spot = spotOf(paper, place)
  if (!spot) return place
  const label = paper.rows[spot.row]?.cells.find(({ value }) => typeof value === 'string' && value !== '')?.value
  return label ? `${spotName(spot)} ${String(label).slice(0, 30)}` : spotName(spot)
}

/** Why a formula gives nothing, in words. */
export function problemText(problem: FormulaProblem, t: Say): string {
  switch (problem.code) {
    case 'function':
      return t('problemFunction', { name: problem.name, known: formulaFunctions.join(' ') })
    case 'zero':
      return t('problemZero')
    case 'circle':
      return t('problemCircle')
    case 'gone':
      return t('problemGone')
    case 'words':
      return t('problemWords', { cell: spotName(problem.spot) })
    case 'missing':
      return t('problemMissing', { cell: spotName(problem.spot) })
    case 'syntax':
    default:
      return t('problemSyntax')
  }
}
