import type { Box, TableRow } from '../retrieval/block.ts'
import { around, joined, type Line, type Rules, type Segment } from './page-lines.ts'

/** Rows of cells that stand under each other, and how many lines they took. */
export type TableRun = { rows: TableRow[]; lines: number; box: Box }

const FEWEST_ROWS = 3
/** Lines further apart than so many heights belong to different tables. */
const GAP = 3.5

/**
 * The table that begins at this line, if one does: at least three lines with cells side by side whose edges agree. A line with one
 * cell between them goes on with the cell above it. Null for anything else.
 */
export function tableRun(lines: readonly Line[], from: number, rules?: Rules): TableRun | null {
  if ((lines[from]?.segments.length ?? 0) < 2) return null
  let to = from
  let single = 0
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]
    const above = lines[at - 1]
    if (!line || (at > from && above && line.top - above.bottom > sizeOf(line) * GAP)) break
    if (line.segments.length === 1) {
      single += 1
      if (single > 2) break
    } else {
      single = 0
      to = at + 1
    }
  }
  const run = lines.slice(from, to)
  const wide = run.filter(({ segments }) => segments.length > 1)
  const parted = run.map((line, at) => at > 0 && ruleBetween(run[at - 1], line, rules))
  const ruled = parted.filter(Boolean).length >= 1
  if (wide.length < (ruled ? 2 : FEWEST_ROWS)) return null
  const columns = columnsOf(wide)
  if (columns.length < 2 || !agrees(wide, columns)) return null
  const box = run.flatMap(({ segments }) => segments).reduce<Box>(around, run[0]?.segments[0] ?? nowhere)
  return { rows: rowsOf(run, columns, ruled ? parted : null), lines: run.length, box }
}

/** Whether a line is drawn between two lines of text, under some part of them. */
function ruleBetween(above: Line | undefined, below: Line, rules: Rules | undefined): boolean {
  if (!above || !rules) return false
  const high = (above.top + above.bottom) / 2
  const low = (below.top + below.bottom) / 2
  const words = [...above.segments, ...below.segments].map(spanOf)
  return rules.horizontal.some(
    ({ at, from, to }) => at > high && at < low && words.some((span) => overlap(span, { from, to }) > 0),
  )
}

const nowhere: Box = { left: 0, top: 0, width: 0, height: 0 }
const sizeOf = (line: Line) => Math.max(...line.segments.map(({ size }) => size))

type Span = { from: number; to: number }
const spanOf = ({ left, width }: Segment): Span => ({ from: left, to: left + width })

/** Columns are what the lines with the most cells cover, overlapping spans taken together. */
function columnsOf(lines: readonly Line[]): Span[] {
  const most = Math.max(...lines.map(({ segments }) => segments.length))
  const full = lines.filter(({ segments }) => segments.length === most)
  const spans = full.flatMap(({ segments }) => segments.map(spanOf)).sort((one, other) => one.from - other.from)
  const columns: Span[] = []
  for (const span of spans) {
    const last = columns.at(-1)
    if (last && span.from < last.to - 1) last.to = Math.max(last.to, span.to)
    else columns.push({ ...span })
  }
  return columns
}

/** Prose that happens to have wide gaps has cells anywhere. */
function agrees(lines: readonly Line[], columns: readonly Span[]): boolean {
  const segments = lines.flatMap((line) => line.segments)
  const within = segments.filter((one) => columns.filter((column) => overlap(spanOf(one), column) > 0).length === 1)
  return within.length >= segments.length * 0.7
}

const overlap = (one: Span, other: Span) => Math.min(one.to, other.to) - Math.max(one.from, other.from)

/** `parted` says which lines a rule parts from the one above; lines between two rules are one row. Without rules each is its own. */
function rowsOf(lines: readonly Line[], columns: readonly Span[], parted: readonly boolean[] | null): TableRow[] {
  const rows: { row: number; cells: Map<number, string> }[] = []
  for (const [at, line] of lines.entries()) {
    const last = rows.at(-1)
    if (parted && last && !parted[at]) {
      for (const segment of line.segments) put(last.cells, columnOf(segment, columns), segment.text)
      continue
    }
    const [only] = line.segments
    const alone = !parted && line.segments.length === 1 && only && last
    if (alone && columnOf(only, columns) > 1) {
      put(last.cells, columnOf(only, columns), only.text)
      continue
    }
    const cells = new Map<number, string>()
    for (const segment of line.segments) put(cells, columnOf(segment, columns), segment.text)
    rows.push({ row: rows.length + 1, cells })
  }
  return rows.map(({ row, cells }) => ({
    row,
    cells: [...cells].sort(([one], [other]) => one - other).map(([column, text]) => ({ column, text })),
  }))
}

const put = (cells: Map<number, string>, column: number, text: string) =>
  cells.set(column, cells.has(column) ? joined(cells.get(column) ?? '', text) : text)

/** The first column it covers, else the nearest. */
function columnOf(segment: Segment, columns: readonly Span[]): number {
  const span = spanOf(segment)
  const covered = columns.findIndex((column) => overlap(span, column) > 0)
  if (covered >= 0) return covered + 1
  const distances = columns.map((column) => -overlap(span, column))
  return distances.indexOf(Math.min(...distances)) + 1
}
