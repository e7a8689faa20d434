import type { PaperSheet } from '#contract/paper.ts'
import type { FreeLook, WorkbookCell } from '#contract/workbook.ts'
import { type ComposedCell, type ComposedRow, composeSheet, LOST_ROW } from '#engine/workbook/composed-sheet.ts'
import type { Typing } from './paper-edits.ts'
import type { Mark } from './sheet-snapshot.ts'

export type PaperRow = ComposedRow<FreeLook>
export type PaperCell = ComposedCell<FreeLook>

/** The paper on screen: printed cells, what people typed, how each stands. */
export type OpenPaper = {
  sheet: PaperSheet
  rows: readonly PaperRow[]
  cells: ReadonlyMap<string, WorkbookCell>
  marks: ReadonlyMap<string, Mark>
  /** Places with comments that are not settled. */
  commented: ReadonlySet<string>
  editing: boolean
  /** The key of the row below which lost cells stand. */
  lostRow: string
}
type Parts = {
  sheet: PaperSheet
  cells: readonly WorkbookCell[]
  typing: Typing
  commented: readonly { place: string }[]
  editing: boolean
}

/** Puts a paper together. */
export function openPaper({ sheet, cells, typing, commented, editing }: Parts): OpenPaper {
  const byPlace = new Map(cells.map((cell) => [cell.cell, cell]))
  const rows = composeSheet<FreeLook>({
    rows: sheet.rows,
    columns: sheet.widths.length,
    typed: typing.free,
    added: typing.rows,
    valueOf: (binding) => byPlace.get(binding)?.value ?? null,
  })
  const marks = new Map<string, Mark>(cells.map((cell) => [cell.cell, markOf(cell)]))
  for (const row of rows)
    for (const { place, typed: byHand, problem } of row.cells) {
      if (problem) marks.set(place, problem.code === 'missing' ? 'missing' : 'error')
      else if (byHand) marks.set(place, 'typed')
    }
  return {
    sheet,
    rows,
    cells: byPlace,
    marks,
    commented: new Set(commented.map(({ place }) => place)),
    editing,
    lostRow: LOST_ROW,
  }
}

function markOf({ status, entered, stale }: WorkbookCell): Mark {
  if (stale) return 'stale'
  if (status !== 'ok') return status
  return entered ? 'entered' : 'ok'
}

/** Where a place stands: row and column from 0; null if the paper does not show it. */
export function spotOf({ rows }: Pick<OpenPaper, 'rows'>, place: string): { row: number; column: number } | null {
  for (const [row, { cells }] of rows.entries()) {
    const cell = cells.find((one) => one.place === place)
    if (cell) return { row, column: cell.column }
  }
  return null
}

/** The cell at a spot, also where it is covered by a wider one. */
export const cellAt = ({ rows }: Pick<OpenPaper, 'rows'>, row: number, column: number): PaperCell | undefined =>
  rows[row]?.cells.find((cell) => cell.column <= column && column < cell.column + (cell.span ?? 1))

/** The next cell of these marks after a place, around the end; '' if there is none. */
export function nextMarked({ rows, marks }: OpenPaper, after: string, wanted: readonly Mark[]): string {
  const places = rows.flatMap(({ cells }) => cells.map(({ place }) => place))
  const at = places.indexOf(after)
  const turned = [...places.slice(at + 1), ...places.slice(0, at + 1)]
  return turned.find((place) => wanted.includes(marks.get(place) ?? 'ok')) ?? ''
}

/** The next place whose printed text holds the words, after a place, around the end; '' if none does. */
export function nextHolding({ rows }: OpenPaper, after: string, words: string): string {
  const needle = words.trim().toLowerCase()
  if (needle === '') return ''
  const all = rows.flatMap(({ cells }) => cells)
  const at = all.findIndex(({ place }) => place === after)
  const turned = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return (
    turned.find(({ value }) =>
      String(value ?? '')
        .toLowerCase()
        .includes(needle),
    )?.place ?? ''
  )
}
