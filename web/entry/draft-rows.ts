import type { EntryColumn } from '#contract/entry.ts'
import { type EnteredValue, enteredValue } from '#engine/workpaper/entered-value.ts'
import { fenOf, yuan } from '#engine/money.ts'

/** A row as it is being typed; without a key it is new. `by` says who saved it last. */
export type DraftRow = { key: string; values: Readonly<Record<string, string>>; evidence: string; by: string }

/** The column of the evidence beside a row. */
export const EVIDENCE = ' evidence'

export const blankRow = (): DraftRow => ({ key: '', values: {}, evidence: '', by: '' })

export const valueAt = (row: DraftRow, column: string): string =>
  column === EVIDENCE ? row.evidence : (row.values[column] ?? '')

const withValue = (row: DraftRow, column: string, value: string): DraftRow =>
  column === EVIDENCE ? { ...row, evidence: value } : { ...row, values: { ...row.values, [column]: value } }

export const setAt = (rows: readonly DraftRow[], place: number, column: string, value: string): DraftRow[] =>
  rows.map((row, at) => (at === place ? withValue(row, column, value) : row))

/** The value as registers keep it, or what is wrong with it. */
export function readAt({ unit, required, choices }: EntryColumn, typed: string): EnteredValue {
  return enteredValue(
    { unit, required, choices: choices.map(({ value, label }) => ({ value, names: [label, label] })) },
    typed,
  )
}

/**
 * A block of cells put in from a place on, to the right and down; rows are added as needed. What a column can read is put
 * in its own form, the rest stays as it was copied, to be corrected.
 */
export function pasteAt(
  rows: readonly DraftRow[],
  columns: readonly EntryColumn[],
  from: { row: number; column: string },
  cells: readonly (readonly string[])[],
): DraftRow[] {
  const keys = [...columns.map(({ key }) => key), EVIDENCE]
  const first = keys.indexOf(from.column)
  const next = [...rows]
  for (const [down, line] of cells.entries()) {
    let row = next[from.row + down] ?? blankRow()
    for (const [right, cell] of line.entries()) {
      const key = keys[first + right]
      if (key === undefined) continue
      const column = columns.find((one) => one.key === key)
      const read = column ? readAt(column, cell) : { value: cell.trim(), problem: null }
      row = withValue(row, key, read.problem ? cell.trim() : read.value)
    }
    next[from.row + down] = row
  }
  return next
}

/** The sum of a column of amounts, in yuan; what is no amount yet is left out. */
export const totalOf = (rows: readonly DraftRow[], column: string): string =>
  yuan(rows.reduce((sum, row) => sum + (fenOf(valueAt(row, column).replaceAll(/[,，\s]/g, '')) ?? 0n), 0n))

/** Whether two lists would be saved as the same. */
export const sameRows = (a: readonly DraftRow[], b: readonly DraftRow[]): boolean =>
  a.length === b.length && a.every((row, place) => text(row) === text(b[place] ?? blankRow()))

const text = ({ key, values, evidence }: DraftRow) =>
  JSON.stringify([
    key,
    evidence,
    Object.keys(values)
      .filter((column) => values[column] !== '')
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((column) => [column, values[column]]),
  ])
