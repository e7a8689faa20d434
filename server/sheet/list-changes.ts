import { placeName } from '#engine/sheet/place-name.ts'
import type { BookCell, SheetBook } from '#contract/sheet-book.ts'
import type { SheetChange } from '#contract/sheet-file.ts'

/** What a cell holds, as it is typed: formulas with =. */
export const typedText = ({ v, f }: Pick<BookCell, 'v' | 'f'>): string =>
  f === undefined ? (v === null ? '' : String(v)) : `=${f}`

/** The cells whose contents differ, sheet by sheet; a sheet that one book lacks counts as empty there. */
export function listChanges(before: SheetBook, after: SheetBook): SheetChange[] {
  const changes: SheetChange[] = []
  const old = new Map(before.sheets.map((sheet) => [sheet.id, sheet]))
  const pairs = [
    ...after.sheets.map((sheet) => ({ name: sheet.name, was: old.get(sheet.id)?.cells ?? [], is: sheet.cells })),
    ...before.sheets
      .filter(({ id }) => !after.sheets.some((sheet) => sheet.id === id))
      .map((sheet) => ({ name: sheet.name, was: sheet.cells, is: [] })),
  ]
  for (const { name, was, is } of pairs) {
    const places = new Map<string, { r: number; c: number; before: string; after: string }>()
    for (const cell of was)
      places.set(`${cell.r},${cell.c}`, { r: cell.r, c: cell.c, before: typedText(cell), after: '' })
    for (const cell of is) {
      const known = places.get(`${cell.r},${cell.c}`)
      places.set(`${cell.r},${cell.c}`, { r: cell.r, c: cell.c, before: known?.before ?? '', after: typedText(cell) })
    }
    const differing = [...places.values()].filter((place) => place.before !== place.after)
    differing.sort((a, b) => a.r - b.r || a.c - b.c)
    for (const { r, c, before: from, after: to } of differing)
      changes.push({ sheet: name, cell: placeName(r, c), before: from, after: to })
  }
  return changes
}
