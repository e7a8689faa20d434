/** What is picked in a list: rows by id, the row the keyboard stands at, and the one a range begins at (-1: none). */
export type Selection = { ids: ReadonlySet<string>; cursor: number; anchor: number }
export const nothingPicked: Selection = { ids: new Set(), cursor: -1, anchor: -1 }

/** Held while picking: `add` is Ctrl or ⌘, `range` is Shift. */
export type Held = { add: boolean; range: boolean }
type IdAt = (at: number) => string | undefined

const idsBetween = (one: number, other: number, idAt: IdAt) => {
  const first = Math.min(one, other)
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, step) => idAt(first + step)).filter(
    (id) => id !== undefined,
  )
}

/** A click on a row, or Space: alone, added to or taken from the others, or everything from the anchor to here. */
export function picked(before: Selection, at: number, { add, range }: Held, idAt: IdAt): Selection {
  const id = idAt(at)
  if (id === undefined) return before
  if (range) {
    const anchor = before.anchor < 0 ? at : before.anchor
    const between = idsBetween(anchor, at, idAt)
    return { ids: new Set(add ? [...before.ids, ...between] : between), cursor: at, anchor }
  }
  if (!add) return { ids: new Set([id]), cursor: at, anchor: at }
  const ids = new Set(before.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, cursor: at, anchor: at }
}

/** The keyboard goes to a row: picks it alone, with Shift the range; with Ctrl only the place moves. */
export const moved = (before: Selection, at: number, held: Held, idAt: IdAt): Selection =>
  held.add && !held.range ? { ...before, cursor: at } : picked(before, at, held, idAt)

/** Where a key leads among `count` things that stand `across` in a line, `lines` of them in sight; undefined: the key is none of these. */
export function stepOf(
  key: string,
  from: number,
  { count, across, lines }: { count: number; across: number; lines: number },
): number | undefined {
  if (count === 0) return undefined
  const steps: Record<string, number | undefined> = {
    ArrowDown: across,
    ArrowUp: -across,
    PageDown: across * lines,
    PageUp: -across * lines,
    ...(across > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return undefined
  if (from < 0) return step > 0 ? 0 : count - 1
  return Math.max(0, Math.min(count - 1, from + step))
}

/** The rows that pages of `size` bring between two places, by page counted from one. */
export const pagesBetween = (first: number, last: number, size: number): number[] => {
  const from = Math.floor(Math.max(0, Math.min(first, last)) / size)
  const to = Math.floor(Math.max(0, first, last) / size)
  return Array.from({ length: to - from + 1 }, (_, step) => from + step + 1)
}
