import { z } from 'zod'
import { BookCell, BookSheet, BookStyle, MOST_BOOK_CELLS, type SheetBook } from './sheet-book.ts'

const sheet = z.string().min(1).max(40)
/** What a cell becomes: value, formula and look; null clears it. */
const CellOp = z.object({
  kind: z.literal('cell'),
  sheet,
  r: BookCell.shape.r,
  c: BookCell.shape.c,
  cell: z.object({ v: BookCell.shape.v, f: BookCell.shape.f, style: BookStyle.optional() }).nullable(),
})
/** Everything of a sheet but its cells: name, sizes, merges, frozen panes, comments, pictures. */
const ShapeOp = z.object({ kind: z.literal('shape'), sheet, shape: BookSheet.omit({ id: true, cells: true }) })
/** A sheet added, or replaced where so much of it moved that single cells would say less; `at` is its place. */
const SheetWhole = z.object({
  kind: z.literal('sheet'),
  at: z.number().int().min(0),
  sheet: BookSheet,
  styles: z.array(BookStyle),
})
const RemoveOp = z.object({ kind: z.literal('remove'), sheet })
const OrderOp = z.object({ kind: z.literal('order'), sheets: z.array(sheet) })
/** One change of a spreadsheet. A batch of them is one step of its history. */
export const SheetOp = z.discriminatedUnion('kind', [CellOp, ShapeOp, SheetWhole, RemoveOp, OrderOp])
export type SheetOp = z.output<typeof SheetOp>
export type CellChange = Extract<SheetOp, { kind: 'cell' }>

/** More changed cells of one sheet than this go as the whole sheet. */
const MANY_CELLS = 5000

/** What an operation touches: two with the same key collide. */
export const opKey = (op: SheetOp): string =>
  op.kind === 'cell'
    ? `cell ${op.sheet} ${op.r} ${op.c}`
    : op.kind === 'order'
      ? 'order'
      : `${op.kind} ${op.kind === 'sheet' ? op.sheet.id : op.sheet}`

/** Styles of a book, each once. */
export function styleTable(styles: readonly BookStyle[]) {
  const all = [...styles]
  const places = new Map(all.map((style, at) => [JSON.stringify(style), at]))
  return {
    all,
    place(style: BookStyle | undefined): number | undefined {
      if (style === undefined || Object.keys(style).length === 0) return undefined
      const key = JSON.stringify(style)
      const known = places.get(key)
      if (known !== undefined) return known
      const at = all.push(style) - 1
      places.set(key, at)
      return at
    },
  }
}
type StyleTable = ReturnType<typeof styleTable>

const placeKey = (r: number, c: number) => r * 16_384 + c
const byPlace = (a: BookCell, b: BookCell) => a.r - b.r || a.c - b.c
/** A cell as stored: absent parts are absent, not undefined. */
export const storedCell = (
  r: number,
  c: number,
  parts: { v: BookCell['v']; f?: string | undefined; s?: number | undefined },
): BookCell => ({
  r,
  c,
  v: parts.v,
  ...(parts.f === undefined ? {} : { f: parts.f }),
  ...(parts.s === undefined ? {} : { s: parts.s }),
})

/**
 * The book after a batch of operations; those on sheets that are gone change nothing. Throws RangeError where the limit of cells
 * is passed or no sheet is left.
 */
export function applyOps(book: SheetBook, ops: readonly SheetOp[]): SheetBook {
  const styles = styleTable(book.styles)
  let sheets = [...book.sheets]
  for (const group of runs(ops)) {
    const [first] = group
    if (first === undefined) continue
    if (first.kind === 'cell') {
      const run = group.filter((op) => op.kind === 'cell')
      sheets = sheets.map((one) => (one.id === first.sheet ? withCells(one, run, styles) : one))
    } else sheets = withSheet(sheets, first, styles)
  }
  if (sheets.length === 0) throw new RangeError('a book has a sheet')
  if (sheets.reduce((sum, { cells }) => sum + cells.length, 0) > MOST_BOOK_CELLS) throw new RangeError('too many cells')
  return { ...book, sheets, styles: styles.all }
}

/** Neighbouring cell operations of one sheet together, so that a sheet is walked once for all of them. */
function runs(ops: readonly SheetOp[]): SheetOp[][] {
  const groups: SheetOp[][] = []
  for (const op of ops) {
    const last = groups.at(-1)
    const [head] = last ?? []
    if (last && op.kind === 'cell' && head?.kind === 'cell' && head.sheet === op.sheet) last.push(op)
    else groups.push([op])
  }
  return groups
}

function withCells(sheet: BookSheet, changes: readonly CellChange[], styles: StyleTable): BookSheet {
  const changed = new Map(changes.map((op) => [placeKey(op.r, op.c), op]))
  const cells = sheet.cells.filter(({ r, c }) => !changed.has(placeKey(r, c)))
  let { rows, columns } = sheet
  for (const { r, c, cell } of changed.values()) {
    if (cell === null) continue
    rows = Math.max(rows, r + 1)
    columns = Math.max(columns, c + 1)
    cells.push(storedCell(r, c, { v: cell.v, f: cell.f, s: styles.place(cell.style) }))
  }
  return { ...sheet, rows, columns, cells: cells.sort(byPlace) }
}

function withSheet(sheets: BookSheet[], op: Exclude<SheetOp, CellChange>, styles: StyleTable): BookSheet[] {
  switch (op.kind) {
    case 'shape':
      return sheets.map((one) => (one.id === op.sheet ? { ...one, ...op.shape } : one))
    case 'remove':
      return sheets.filter(({ id }) => id !== op.sheet)
    case 'order': {
      const rank = new Map(op.sheets.map((id, at) => [id, at]))
      return sheets.toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity))
    }
    case 'sheet': {
      const cells = op.sheet.cells.map(({ r, c, v, f, s }) =>
        storedCell(r, c, { v, f, s: s === undefined ? undefined : styles.place(op.styles[s]) }),
      )
      const rest = sheets.filter(({ id }) => id !== op.sheet.id)
      return rest.toSpliced(op.at, 0, { ...op.sheet, cells: cells.sort(byPlace) })
    }
  }
}

/** What turns one book into the other: cell by cell where few changed, whole sheets where many did. */
export function diffBooks(before: SheetBook, after: SheetBook): SheetOp[] {
  const ops: SheetOp[] = []
  const known = new Map(before.sheets.map((one) => [one.id, one]))
  const kept = new Set(after.sheets.map(({ id }) => id))
  for (const [at, sheet] of after.sheets.entries()) {
    const old = known.get(sheet.id)
    const changes = old && cellChanges({ sheet: old, styles: before.styles }, { sheet, styles: after.styles })
    if (!old || !changes || changes.length > MANY_CELLS) {
      ops.push({ kind: 'sheet', at, sheet: alone(sheet, after.styles), styles: usedStyles(sheet, after.styles) })
      continue
    }
    const { id, cells: _, ...shape } = sheet
    const { id: _id, cells: _cells, ...oldShape } = old
    if (JSON.stringify(shape) !== JSON.stringify(oldShape)) ops.push({ kind: 'shape', sheet: id, shape })
    ops.push(...changes)
  }
  for (const { id } of before.sheets) if (!kept.has(id)) ops.push({ kind: 'remove', sheet: id })
  const order = after.sheets.map(({ id }) => id)
  const stood = before.sheets.map(({ id }) => id).filter((id) => kept.has(id))
  if (stood.join() !== order.filter((id) => known.has(id)).join()) ops.push({ kind: 'order', sheets: order })
  return ops
}

type Styled = { sheet: BookSheet; styles: readonly BookStyle[] }
const styleOf = ({ s }: BookCell, styles: readonly BookStyle[]) => (s === undefined ? undefined : styles[s])
const contentOf = (cell: BookCell, styles: readonly BookStyle[]): NonNullable<CellChange['cell']> => {
  const style = styleOf(cell, styles)
  return { v: cell.v, ...(cell.f === undefined ? {} : { f: cell.f }), ...(style === undefined ? {} : { style }) }
}

/** The changed cells of a sheet, by place. */
export function cellChanges(before: Styled, after: Styled): CellChange[] {
  const sheet = after.sheet.id
  const old = new Map(before.sheet.cells.map((cell) => [placeKey(cell.r, cell.c), cell]))
  const changes: CellChange[] = []
  for (const cell of after.sheet.cells) {
    const key = placeKey(cell.r, cell.c)
    const was = old.get(key)
    old.delete(key)
    const content = contentOf(cell, after.styles)
    if (was && JSON.stringify(contentOf(was, before.styles)) === JSON.stringify(content)) continue
    changes.push({ kind: 'cell', sheet, r: cell.r, c: cell.c, cell: content })
  }
  for (const { r, c } of old.values()) changes.push({ kind: 'cell', sheet, r, c, cell: null })
  return changes.sort((a, b) => a.r - b.r || a.c - b.c)
}

const usedPlaces = (sheet: BookSheet) => [...new Set(sheet.cells.flatMap(({ s }) => (s === undefined ? [] : [s])))]
const usedStyles = (sheet: BookSheet, styles: readonly BookStyle[]) => usedPlaces(sheet).map((s) => styles[s] ?? {})
/** A sheet whose styles are numbered among those it uses. */
function alone(sheet: BookSheet, styles: readonly BookStyle[]): BookSheet {
  const places = new Map(usedPlaces(sheet).map((s, at) => [s, at]))
  const cells = sheet.cells.map((cell) =>
    storedCell(cell.r, cell.c, {
      v: cell.v,
      f: cell.f,
      s: cell.s === undefined || styles[cell.s] === undefined ? undefined : places.get(cell.s),
    }),
  )
  return { ...sheet, cells }
}
