import type { BookCell, BookSheet, BookStyle } from '#contract/sheet-book.ts'

const POINT_PX = 4 / 3
const LINE = 1.35
const DEFAULT_POINTS = 11
/** A digit and a Chinese character at the default size. */
const DIGIT_PX = 7
const WIDE_PX = 14.5

const textPx = (text: string, size: number) => {
  let px = 0
  for (const char of text) px += (char.codePointAt(0) ?? 0) > 0x2e80 ? WIDE_PX : DIGIT_PX
  return (px * size) / DEFAULT_POINTS
}

type Measured = { styles: readonly BookStyle[]; widthOf: (column: number) => number; usual: number }

/** Pixels of rows that say no height of their own and hold text which is larger than a line of the usual one, or wraps. */
export function rowHeights(sheet: BookSheet, { styles, widthOf, usual }: Measured): Map<number, number> {
  const merged = new Map(sheet.merges.map((range) => [`${range.top} ${range.left}`, range]))
  const heights = new Map<number, number>()
  for (const cell of sheet.cells) {
    if (typeof cell.v !== 'string' || cell.v === '' || sheet.heights[String(cell.r)] !== undefined) continue
    const range = merged.get(`${cell.r} ${cell.c}`)
    // what runs over several rows has room
    if (range && range.bottom > range.top) continue
    let width = 0
    for (let column = cell.c; column <= (range?.right ?? cell.c); column += 1) width += widthOf(column)
    const px = cellPx(cell, cell.s === undefined ? undefined : styles[cell.s], width)
    if (px > Math.max(usual, heights.get(cell.r) ?? 0)) heights.set(cell.r, px)
  }
  return heights
}

function cellPx({ v }: BookCell, style: BookStyle | undefined, width: number): number {
  const size = style?.size ?? DEFAULT_POINTS
  const line = Math.ceil(size * POINT_PX * LINE)
  const usual = size <= DEFAULT_POINTS
  if (style?.wrap !== true) return usual ? 0 : line + 2
  const lines = String(v)
    .split('\n')
    .reduce((sum, text) => sum + Math.max(1, Math.ceil(textPx(text, size) / Math.max(20, width - 6))), 0)
  return lines === 1 && usual ? 0 : lines * line + 2
}
