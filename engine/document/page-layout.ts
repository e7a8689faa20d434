import type { Block, Box, TableRow } from '../retrieval/block.ts'
import {
  around,
  joined,
  pageLines,
  readingOrder,
  type Line,
  type PageText,
  type Rules,
  type Segment,
} from './page-lines.ts'
import { repeatedLines } from './repeated-lines.ts'
import { tableRun } from './table-run.ts'

export type Layout = { blocks: Block[]; repeated: number }

/** A font larger than the body's by so much heads something. */
const LARGER = 1.12
const LONGEST_HEADING = 80

/** The level of a heading by its words: parts and chapters of laws, whatever their size. */
const partWords = /^第\s?[〇零一二三四五六七八九十百千\d]+\s?([编章节])(?=[\s\u3000]|$|[^，。；]{1,30}$)/
const levels: Record<string, number> = { 编: 1, 章: 2, 节: 3 }
/** What begins a paragraph wherever it stands. */
const opening =
  /^(?:第[〇零一二三四五六七八九十百千\d]+[编章节条]|[（(][一二三四五六七八九十\d]{1,3}[）)]|[一二三四五六七八九十]{1,3}、|\d{1,2}(?:[.、．]|\.\d{1,2})(?!\d)|[•●■◆○])/

/**
 * The blocks of placed text: lines to paragraphs by indentation, gaps and full lines; headings by size or the words of laws;
 * tables where lines have cells under each other; header and footer lines that pages repeat are left out, but counted.
 */
export function layoutBlocks(pages: readonly PageText[]): Layout {
  const lined = pages.map((page) => ({ page, height: page.height, lines: pageLines(page) }))
  const dropped = repeatedLines(lined)
  const kept = lined.map(({ page, lines }) => ({ page, lines: lines.filter((line) => !dropped.has(line)) }))
  const { body, sizes } = fontSizes(kept.flatMap(({ lines }) => lines))
  const blocks: Block[] = []
  const push = (block: Block) =>
    void blocks.push({ ...block, origin: { ...block.origin, paragraph: blocks.length + 1 } })
  for (const { page, lines: unordered } of kept) {
    const { lines, columns } = readingOrder(unordered, page.width)
    const how = { page: page.page, body, sizes, rules: page.rules, tables: columns === 1 }
    for (const block of pageBlocks(lines, how)) push(block)
  }
  return { blocks, repeated: dropped.size }
}

/** The size of most text, and the larger ones, largest first. */
function fontSizes(lines: readonly Line[]): { body: number; sizes: number[] } {
  const weights = new Map<number, number>()
  for (const { text, size } of lines.flatMap((line) => line.segments)) {
    const step = Math.round(size * 2) / 2
    weights.set(step, (weights.get(step) ?? 0) + text.length)
  }
  const [body = 0] = [...weights].sort(([, one], [, other]) => other - one)[0] ?? []
  const larger = [...weights.keys()].filter((size) => size > body * LARGER).sort((one, other) => other - one)
  return { body, sizes: larger }
}

type How = { page: number; body: number; sizes: number[]; rules: Rules | undefined; tables: boolean }

function pageBlocks(lines: readonly Line[], how: How): Block[] {
  const blocks: Block[] = []
  const left = edge(lines, ({ left }) => left)
  const right = -edge(lines, ({ left, width }) => -(left + width))
  let held: Segment[] = []
  const flush = () => {
    if (held.length > 0) blocks.push(textBlock(held, how))
    held = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const run = how.tables ? tableRun(lines, at, how.rules) : null
    if (run) {
      flush()
      blocks.push(tableBlock(run.rows, run.box, how.page))
      at += run.lines - 1
      continue
    }
    const line = lines[at]
    if (!line) continue
    const segment = whole(line)
    const above = held.at(-1)
    if (above && !goesOn(above, segment, { left, right, first: held.length === 1, body: how.body })) flush()
    held.push(segment)
  }
  flush()
  return blocks
}

/** Where most lines begin: the smallest value that a fifth of the lines share, so that a stray mark moves nothing. */
function edge(lines: readonly Line[], of: (segment: Segment) => number): number {
  const values = lines.flatMap(({ segments }) => segments.map(of)).sort((one, other) => one - other)
  return values[Math.floor(values.length * 0.1)] ?? 0
}

const whole = ({ segments }: Line): Segment =>
  segments.reduce((one, other) => ({
    ...around(one, other),
    text: `${one.text}  ${other.text}`,
    size: Math.max(one.size, other.size),
  }))

type Margins = { left: number; right: number; first: boolean; body: number }

/** Whether a line goes on with the paragraph of the one above it. */
function goesOn(above: Segment, line: Segment, { left, right, body }: Margins): boolean {
  const size = Math.max(above.size, line.size)
  if (Math.abs(above.size - line.size) > size * 0.12) return false
  const gap = line.top - (above.top + above.height)
  if (gap > size * 1.3 || gap < -size * 1.5) return false
  if (opening.test(line.text) || partWords.test(above.text)) return false
  // titles are broken by hand, centred
  if (size > body * LARGER) return true
  // signature and date are set to the right
  const aside = left + (right - left) * 0.3
  if (line.left > aside && above.left > aside) return false
  if (line.left > left + size * 1.2 && line.left > above.left + size * 0.8) return false
  return above.left + above.width > right - size * 2.5
}

function textBlock(segments: readonly Segment[], { page, body, sizes }: How): Block {
  const text = segments.reduce((said, one) => (said === '' ? one.text : joined(said, one.text)), '')
  const box = rounded(segments.reduce<Box>(around, segments[0] ?? nowhere))
  const origin = { paragraph: 0, page, box }
  const part = partWords.exec(text)?.[1]
  if (part && text.length <= 40) return { kind: 'heading', level: levels[part] ?? 2, text, origin }
  const size = Math.round((segments[0]?.size ?? 0) * 2) / 2
  // figures set large, and fields that are filled in, head nothing
  if (size > body * LARGER && text.length <= LONGEST_HEADING && /\p{L}{2}/u.test(text) && !/\d{8}|[：:]\S/.test(text)) {
    return { kind: 'heading', level: Math.min(6, 1 + Math.max(0, sizes.indexOf(size))), text, origin }
  }
  return { kind: 'paragraph', text, origin }
}

const nowhere: Box = { left: 0, top: 0, width: 0, height: 0 }

const rounded = ({ left, top, width, height }: Box): Box => ({
  left: Math.round(left * 10) / 10,
  top: Math.round(top * 10) / 10,
  width: Math.round(width * 10) / 10,
  height: Math.round(height * 10) / 10,
})

const tableBlock = (rows: TableRow[], box: Box, page: number): Block => ({
  kind: 'table',
  rows,
  origin: { paragraph: 0, page, box: rounded(box) },
})
