import type { Box } from '../retrieval/block.ts'

/** A run of text as it was placed on a page, in points from the upper left corner; `height` is the size of its font. */
export type Piece = Box & { text: string }

/** Straight lines drawn on a page: the rules of tables. */
export type Rules = {
  vertical: readonly { at: number; from: number; to: number }[]
  horizontal: readonly { at: number; from: number; to: number }[]
}

export type PageText = { page: number; width: number; height: number; pieces: readonly Piece[]; rules?: Rules }

/** Words that stand together on one line; a wide gap parts two of them. `size` is that of the font. */
export type Segment = Box & { text: string; size: number }

/** Segments side by side, from left to right. */
export type Line = { segments: Segment[]; top: number; bottom: number }

/** A gap of so many characters' heights parts columns. */
const APART = 1.6

/** The lines of a page from top to bottom. Words printed twice in the same place (shadows, false bold) are said once. */
export function pageLines({ pieces, rules }: Pick<PageText, 'pieces' | 'rules'>): Line[] {
  const filled = pieces.filter(({ text, height }) => text.trim() !== '' && height > 0)
  const sorted = filled.toSorted((one, other) => middle(one) - middle(other))
  const rows: Piece[][] = []
  let row: Piece[] = []
  let reach = Number.NEGATIVE_INFINITY
  for (const piece of sorted) {
    const [first] = row
    if (first && middle(piece) <= reach && piece.height < first.height * 3) row.push(piece)
    else {
      row = [piece]
      rows.push(row)
    }
    // a line holds what has its middle above the bottom of its first word, less a third
    if (row.length === 1) reach = middle(piece) + piece.height * 0.35
  }
  return rows.map((row) => lineOf(row, rules?.vertical ?? []))
}

const middle = ({ top, height }: Box) => top + height / 2

function lineOf(pieces: Piece[], rules: Rules['vertical']): Line {
  const within = rules.filter(({ from, to }) => pieces.some((one) => from <= middle(one) && to >= middle(one)))
  const segments: Segment[] = []
  let last: Piece | undefined
  for (const piece of pieces.toSorted((one, other) => one.left - other.left)) {
    if (
      last &&
      last.text === piece.text &&
      Math.abs(last.left - piece.left) < 1.5 &&
      Math.abs(last.top - piece.top) < 1.5
    )
      continue
    const open = segments.at(-1)
    const size = piece.height
    const gap = open ? piece.left - (open.left + open.width) : 0
    const start = open ? open.left + open.width / 2 : 0
    const ruled = open !== undefined && within.some(({ at }) => at > start && at < piece.left + piece.width / 2)
    if (!open || ruled || gap > Math.max(open.size, size) * APART) {
      segments.push({ ...boxOf(piece), text: piece.text, size })
    } else {
      open.text = joined(open.text, piece.text, parted(open.text, piece.text, gap / size))
      Object.assign(open, around(open, piece))
      open.size = Math.max(open.size, size)
    }
    last = piece
  }
  for (const segment of segments) segment.text = unspaced(segment.text.trim())
  return {
    segments,
    top: Math.min(...segments.map(({ top }) => top)),
    bottom: Math.max(...segments.map(({ top, height }) => top + height)),
  }
}

const boxOf = ({ left, top, width, height }: Box): Box => ({ left, top, width, height })

/** The smallest box around both. */
export function around(one: Box, other: Box): Box {
  const left = Math.min(one.left, other.left)
  const top = Math.min(one.top, other.top)
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  }
}

const han = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/

/**
 * Whether a gap (in heights of the font) is a blank: between words of letters, or two names in Chinese. Between Chinese and figures
 * programs leave a quarter by themselves.
 */
function parted(one: string, other: string, gap: number): boolean {
  const alike = han.test(one.trimEnd().at(-1) ?? '') === han.test(other.trimStart()[0] ?? '')
  const written = one.endsWith(' ') || other.startsWith(' ')
  return gap > 0.4 || (alike && (written || gap > 0.2))
}

/** Words set wide, sign by sign, are no words of one sign; a blank between two names stays. */
function unspaced(text: string): string {
  const gaps = text.match(/(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])/g)?.length ?? 0
  const signs = text.match(/[\u3400-\u9fff]/g)?.length ?? 0
  return gaps >= 2 && gaps >= (signs - 1) * 0.6
    ? text.replaceAll(/(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])/g, '')
    : text
}

/** Two texts one after the other; a line ends between words of letters, but anywhere in Chinese. */
export function joined(one: string, other: string, blank?: boolean): string {
  const left = one.trimEnd()
  const right = other.trimStart()
  const apart = blank ?? !(han.test(left.at(-1) ?? '') || han.test(right[0] ?? ''))
  return apart && left !== '' && right !== '' ? `${left} ${right}` : left + right
}

/**
 * Lines in the order they are read: where a page has two columns, the left one first, band by band between lines that go
 * across. A page of two columns has prose on both sides of a gutter in its middle; a table has short cells.
 */
export function readingOrder(lines: readonly Line[], width: number): { lines: Line[]; columns: 1 | 2 } {
  const gutter = gutterOf(lines, width)
  if (gutter === null) return { lines: [...lines], columns: 1 }
  const ordered: Line[] = []
  let left: Line[] = []
  let right: Line[] = []
  const flush = () => {
    ordered.push(...left, ...right)
    left = []
    right = []
  }
  for (const line of lines) {
    if (line.segments.some((one) => crosses(one, gutter))) {
      flush()
      ordered.push(line)
      continue
    }
    const beside = line.segments.filter((one) => one.left < gutter)
    const beyond = line.segments.filter((one) => one.left >= gutter)
    if (beside.length > 0) left.push({ ...line, segments: beside })
    if (beyond.length > 0) right.push({ ...line, segments: beyond })
  }
  flush()
  return { lines: ordered, columns: 2 }
}

const crosses = ({ left, width }: Segment, x: number) => left < x - 1 && left + width > x + 1

/** Prose fills its column, but for the last lines of paragraphs. */
const full = (side: readonly Segment[], room: number) =>
  side.filter((one) => one.width > room * 0.7).length >= side.length * 0.5

function gutterOf(lines: readonly Line[], width: number): number | null {
  const segments = lines.flatMap((line) => line.segments)
  let best: { x: number; crossing: number } | null = null
  for (let share = 0.4; share <= 0.6; share += 0.01) {
    const x = width * share
    const crossing = segments.filter((one) => crosses(one, x)).length
    if (!best || crossing < best.crossing) best = { x, crossing }
  }
  if (!best) return null
  const { x, crossing } = best
  const free = segments.filter((one) => !crosses(one, x))
  const left = free.filter((one) => one.left < x)
  const right = free.filter((one) => one.left >= x)
  const room = width * 0.36
  if (left.length < 8 || right.length < 8 || crossing > segments.length * 0.2) return null
  return full(left, room) && full(right, room) ? x : null
}
