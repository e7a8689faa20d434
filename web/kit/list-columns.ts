import type { ReactNode } from 'react'
import type { ColumnSetting } from '#contract/list.ts'

/** What of a column a person can set; the rest is the page's. */
export type SettableColumn = {
  key: string
  title: ReactNode
  label?: string
  width?: number
  fixed?: 'start' | 'end'
  hidden?: boolean
}

/** The column of a row's buttons stays where the page has put it. */
export const ACTIONS = 'actions'

/** What a column is called in the drawer. */
export const columnLabel = ({ label, title, key }: SettableColumn): string =>
  label ?? (typeof title === 'string' ? title : key)

/** The setting that says of every column what the page says of it. */
export const ownSettings = (columns: readonly SettableColumn[]): ColumnSetting[] =>
  columns
    .filter(({ key }) => key !== ACTIONS)
    .map(({ key, hidden, fixed, width }) => cleanSetting({ key, hidden, pin: fixed, width }))

/** A setting that says only what is set, so that two alike read alike. */
export function cleanSetting({ key, hidden, pin, width }: ColumnSetting): ColumnSetting {
  const setting: ColumnSetting = { key }
  if (hidden) setting.hidden = true
  if (pin) setting.pin = pin
  if (width !== undefined) setting.width = width
  return setting
}

/**
 * A person's setting over the columns the page has now: in his order; one that the page has got since stands behind its neighbour,
 * one that is gone is left out.
 */
export function settledColumns(
  columns: readonly SettableColumn[],
  saved: readonly ColumnSetting[] | null,
): ColumnSetting[] {
  const own = ownSettings(columns)
  if (!saved) return own
  const known = new Set(own.map(({ key }) => key))
  const settled = saved.filter(({ key }, at) => known.has(key) && saved.findIndex((one) => one.key === key) === at)
  for (const [at, column] of own.entries()) {
    if (settled.some(({ key }) => key === column.key)) continue
    const before = settled.findIndex(({ key }) => key === own[at - 1]?.key)
    settled.splice(before + 1, 0, column)
  }
  return settled
}

/** The columns to draw: visible ones, in the person's order and width; pinned ones at their edge, the buttons last. */
export function drawnColumns<C extends SettableColumn>(
  columns: readonly C[],
  saved: readonly ColumnSetting[] | null,
): C[] {
  const settled = settledColumns(columns, saved).filter(({ hidden }) => !hidden)
  const rank = { start: 0, end: 2 } as const
  const place = ({ pin }: ColumnSetting) => (pin ? rank[pin] : 1)
  const drawn = settled
    .toSorted((one, other) => place(one) - place(other))
    .flatMap((setting) => columns.filter(({ key }) => key === setting.key).map((column) => asSet(column, setting)))
  return [...drawn, ...columns.filter(({ key }) => key === ACTIONS)]
}

function asSet<C extends SettableColumn>(column: C, { pin, width }: ColumnSetting): C {
  const drawn = { ...column }
  delete drawn.fixed
  if (pin) drawn.fixed = pin
  if (width !== undefined) drawn.width = width
  return drawn
}

/** A list with the entry at one place moved to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [entry] = list.slice(from, from + 1)
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, entry)
}
