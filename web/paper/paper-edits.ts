import type { FreeCell, FreeContent, FreeRow, WorkbookOp } from '#contract/workbook.ts'
import { freePlace } from '#engine/workbook/row-keys.ts'

/** What people typed into a paper. */
export type Typing = { free: readonly FreeCell[]; rows: readonly FreeRow[] }
type CellOp = Extract<WorkbookOp, { kind: 'cell' }>

/** What the paper holds after these changes, as the server will hold it. */
export function typedAfter(typing: Typing, ops: readonly WorkbookOp[]): { free: FreeCell[]; rows: FreeRow[] } {
  const free = new Map(typing.free.map((cell) => [freePlace(cell.row, cell.column), cell]))
  let rows = [...typing.rows]
  for (const op of ops) {
    if (op.kind === 'row') {
      rows = rows.filter(({ row }) => row !== op.row)
      if (op.after !== null) rows.push({ row: op.row, after: op.after })
      else for (const [place, { row }] of free) if (row === op.row) free.delete(place)
    } else if (op.content === null) free.delete(freePlace(op.row, op.column))
    else free.set(freePlace(op.row, op.column), { row: op.row, column: op.column, content: op.content })
  }
  return { free: [...free.values()], rows }
}

/** What takes these changes back, to be done in this order. */
export function inverseOf(typing: Typing, ops: readonly WorkbookOp[]): WorkbookOp[] {
  const undo: WorkbookOp[] = []
  let now = typing
  for (const op of ops) {
    undo.unshift(...undone(now, op))
    now = typedAfter(now, [op])
  }
  return undo
}

function undone({ free, rows }: Typing, op: WorkbookOp): WorkbookOp[] {
  if (op.kind === 'cell') {
    const was = free.find(({ row, column }) => row === op.row && column === op.column)
    return [{ ...op, content: was?.content ?? null }]
  }
  const stood = rows.find(({ row }) => row === op.row)
  if (!stood) return [{ ...op, after: null }]
  const held = free.filter(({ row }) => row === op.row)
  return [
    { kind: 'row', row: stood.row, after: stood.after },
    ...held.map((cell): WorkbookOp => ({ kind: 'cell', row: cell.row, column: cell.column, content: cell.content })),
  ]
}

const same = (one: FreeContent | null, other: FreeContent | null) => JSON.stringify(one) === JSON.stringify(other)
const cellsOf = (ops: readonly WorkbookOp[]): Map<string, CellOp> =>
  new Map(ops.filter((op) => op.kind === 'cell').map((op) => [freePlace(op.row, op.column), op]))

/** One cell that two people changed: what each wants there. */
export type Clash = { place: string; row: string; column: number; mine: FreeContent | null; theirs: FreeContent | null }

/** Cells that both sides changed to something else; what only one side touched goes together without asking. */
export function clashesOf(mine: readonly WorkbookOp[], theirs: readonly WorkbookOp[]): Clash[] {
  const others = cellsOf(theirs)
  const gone = new Set(theirs.flatMap((op) => (op.kind === 'row' && op.after === null ? [op.row] : [])))
  return [...cellsOf(mine)].flatMap(([place, { row, column, content }]) => {
    const other = others.get(place)
    // typing into a row that somebody took out meanwhile
    if (!other && gone.has(row) && content !== null) return [{ place, row, column, mine: content, theirs: null }]
    return other && !same(other.content, content) ? [{ place, row, column, mine: content, theirs: other.content }] : []
  })
}

/** My changes without those where theirs was chosen. */
export const keptOps = (mine: readonly WorkbookOp[], dropped: ReadonlySet<string>): WorkbookOp[] =>
  mine.filter((op) => op.kind === 'row' || !dropped.has(freePlace(op.row, op.column)))

/** Cells of a clipboard's text: tabs and lines, quoted where a cell holds either. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y
  let at = 0
  while (at <= text.length) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    rows.at(-1)?.push(match?.[1] === undefined ? (match?.[2] ?? '') : match[1].replaceAll('""', '"'))
    at += match?.[0].length ?? 0
    if (at >= text.length) break
    if (text[at] === '\t') at += 1
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      if (at >= text.length) break
      rows.push([])
    }
  }
  return rows
}

/** What somebody typed, as it is kept: numbers without thousands, `5%` as 0.05 shown as percent, everything else as it is. */
export function contentOf(typed: string, look: FreeContent['look']): FreeContent {
  const plain = typed.trim().normalize('NFKC')
  const kept = look === undefined ? {} : { look }
  if (look?.format === 'text') return { value: typed, ...kept }
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) || /^-?\d+(\.\d+)?$/.test(plain))
    return { value: /^-?0\d/.test(plain) ? plain : plain.replaceAll(',', ''), ...kept }
  const percent = /^(-?)(\d+)(?:\.(\d+))?%$/.exec(plain)
  if (percent) {
    const [, minus = '', whole = '0', part = ''] = percent
    const digits = whole.padStart(3, '0')
    const value = `${minus}${digits.slice(0, -2).replace(/^0+(?=\d)/, '')}.${digits.slice(-2)}${part}`
    return { value: value.replace(/\.?0+$/, ''), look: { ...look, format: 'percent' } }
  }
  return { value: typed, ...kept }
}
