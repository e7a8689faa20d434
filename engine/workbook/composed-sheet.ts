import { decimalText } from '../binding/rational.ts'
import { anchored, circle, type FormulaProblem, placed, type Spot, workOut } from './free-formula.ts'
import { freePlace, rowKeys } from './row-keys.ts'

/** A cell as it is printed. */
type PrintedCell = {
  value: string | number | null
  style: string
  binding?: string | undefined
  formula?: string | undefined
  span?: number | undefined
  /** Rows it covers. */
  down?: number | undefined
  /** The look an uploaded sheet gives it, by number. */
  look?: number | undefined
}
export type PrintedRow = { height?: number | undefined; cells: readonly PrintedCell[] }
/** What a person typed, by the names of its row and column. */
export type Typed<Look> = {
  row: string
  column: number
  content: { value: string; formula?: string | undefined; look?: Look | undefined }
}
type AddedRow = { row: string; after: string }

export type ComposedCell<Look> = Omit<PrintedCell, 'look'> & {
  /** The bound cell's key, or the place of the free cell. */
  place: string
  column: number
  /** A person may type here. */
  free: boolean
  typed: boolean
  look?: Look | undefined
  printedLook?: number | undefined
  /** A formula that gives nothing, and why. */
  problem?: FormulaProblem
}
export type ComposedRow<Look> = { key: string; height?: number; added: boolean; cells: ComposedCell<Look>[] }

/** Printed text that is the paper's own; what stands in it is not for typing over, as are words in cells for text. */
const fixed = new Set(['title', 'head', 'header', 'section', 'label', 'memo', 'total'])
/** Columns right of the paper that may be typed into. */
const SPARE_COLUMNS = 3
/** The row below which stands what belonged to rows that are gone. */
export const LOST_ROW = 'lost'

type Paper<Look> = {
  rows: readonly PrintedRow[]
  columns: number
  typed: readonly Typed<Look>[]
  added: readonly AddedRow[]
  /** The exact value of a bound cell; null if it is missing. */
  valueOf: (binding: string) => string | null
}

/**
 * The printed paper with what people typed and the rows they added, formulas worked out. What was typed in a row that the
 * paper no longer has stands below it, never lost.
 */
export function composeSheet<Look>({ rows, columns, typed, added, valueOf }: Paper<Look>): ComposedRow<Look>[] {
  const width = columns + SPARE_COLUMNS
  const printed = rowKeys(rows)
  const composed = withAdded(
    rows.map((row, at): ComposedRow<Look> => composedRow(printed[at] ?? '', row, width)),
    added,
    width,
  )
  const known = new Set(composed.map(({ key }) => key))
  const lost = [...new Set(typed.filter(({ row }) => !known.has(row)).map(({ row }) => row))]
  if (lost.length > 0)
    composed.push(blankRow<Look>(LOST_ROW, width, false), ...lost.map((key) => blankRow<Look>(key, width, true)))
  if (added.length > 0) moveFormulas(composed, printed)
  const byKey = new Map(composed.map((row) => [row.key, row]))
  for (const { row, column, content } of typed) {
    const cells = byKey.get(row)?.cells ?? []
    const cell = cells.find((one) => one.column === column)
    if (!cell || !(cell.free || isLaw(cell, cells))) continue
    // written over the law before it was kept: it shows as typed, and once emptied the law stands again
    cell.free = true
    cell.typed = true
    cell.value = content.value
    cell.look = content.look
    if (content.formula !== undefined) cell.formula = content.formula
  }
  calculate(composed, valueOf)
  return composed
}

function composedRow<Look>(key: string, { height, cells }: PrintedRow, width: number): ComposedRow<Look> {
  const out: ComposedCell<Look>[] = []
  let column = 0
  for (const cell of cells) {
    const { look: printedLook, ...printed } = cell
    const words = cell.style === 'text' && hasWords(cell)
    const printedHere = words || isLaw(cell, cells) || fixed.has(cell.style)
    const free = cell.binding === undefined && cell.formula === undefined && !printedHere
    const place = cell.binding ?? freePlace(key, column)
    out.push({ ...printed, ...(printedLook !== undefined && { printedLook }), column, free, typed: false, place })
    column += cell.span ?? 1
  }
  out.push(...blanks<Look>(key, column, width))
  return { key, ...(height === undefined ? {} : { height }), added: false, cells: out }
}

type Worded = Pick<PrintedCell, 'value' | 'style' | 'binding'>
const hasWords = ({ value }: Worded) => value !== null && value !== ''

/** Words beside a figure are the law it stands on; procedures and conclusions, which people write on, have rows of their own. */
const isLaw = (cell: Worded, row: readonly Worded[]) =>
  cell.style === 'note' && hasWords(cell) && row.some(({ binding }) => binding !== undefined)

const blanks = <Look>(key: string, from: number, to: number): ComposedCell<Look>[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
    value: null,
    style: 'note',
    column: from + at,
    free: true,
    typed: false,
    place: freePlace(key, from + at),
  }))

const blankRow = <Look>(key: string, width: number, added: boolean): ComposedRow<Look> => ({
  key,
  added,
  cells: blanks<Look>(key, 0, width).map((cell) => Object.assign(cell, { free: key !== LOST_ROW, style: 'free' })),
})

/** Added rows stand below theirs, several in the order in which they were added; one whose row is gone stands at the end. */
function withAdded<Look>(rows: ComposedRow<Look>[], added: readonly AddedRow[], width: number): ComposedRow<Look>[] {
  const out = [...rows]
  const counted = new Map<string, number>()
  for (const { row, after } of added) {
    const at = out.findIndex(({ key }) => key === after)
    const before = counted.get(after) ?? 0
    counted.set(after, before + 1)
    out.splice(at < 0 ? out.length : at + 1 + before, 0, blankRow<Look>(row, width, true))
  }
  return out
}

/** A formula that is worked out here: a person's, or one of an uploaded sheet. That of a bound cell only says how its figure adds up. */
const works = <Look>({ formula, binding }: ComposedCell<Look>) => formula !== undefined && binding === undefined

/** Printed formulas name the rows where they stand now; one over a range might take an added row in, so a bound figure shows alone. */
function moveFormulas<Look>(rows: ComposedRow<Look>[], printed: readonly string[]): void {
  const keys = rows.map(({ key }) => key)
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    if (cell.formula === undefined) continue
    const alone = cell.binding !== undefined && cell.formula.includes(':')
    cell.formula = alone ? undefined : placed(anchored(cell.formula, printed), keys)
  }
}

/** Formulas in their turn, each once; one that asks for itself is a circle. */
function calculate<Look>(rows: ComposedRow<Look>[], valueOf: (binding: string) => string | null): void {
  const keys = rows.map(({ key }) => key)
  const grid = rows.map(({ cells }) => new Map(cells.map((cell) => [cell.column, cell])))
  const running = new Set<ComposedCell<Look>>()
  const done = new Set<ComposedCell<Look>>()
  const read = ({ row, column }: Spot): string | null | undefined => {
    const cell = grid[row]?.get(column)
    if (!cell) return null
    if (cell.binding !== undefined) return valueOf(cell.binding) ?? undefined
    if (works(cell)) work(cell)
    if (cell.problem) return undefined
    return cell.value === null ? null : String(cell.value)
  }
  const work = (cell: ComposedCell<Look>) => {
    if (done.has(cell)) return
    if (running.has(cell)) circle()
    running.add(cell)
    const a1 = placed(cell.formula ?? '', keys)
    const result = workOut(a1, read)
    cell.formula = a1
    if (result.ok) cell.value = decimalText(result.value)
    else Object.assign(cell, { problem: result.problem, value: null })
    running.delete(cell)
    done.add(cell)
  }
  for (const row of rows) for (const cell of row.cells) if (works(cell)) work(cell)
}
