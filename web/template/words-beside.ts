import type { SheetBook } from '#contract/sheet-book.ts'
import type { Place } from './marked-book.ts'

/** What a cell is called, by the nearest text to its left and the nearest above it. */
export function wordsBeside({ sheets }: SheetBook, { sheet, row, column }: Place): string {
  let left: { at: number; text: string } | undefined
  let above: { at: number; text: string } | undefined
  for (const { r, c, v } of sheets.find(({ id }) => id === sheet)?.cells ?? []) {
    if (typeof v !== 'string' || v.trim() === '') continue
    if (r === row && c < column && c >= (left?.at ?? 0)) left = { at: c, text: v.trim() }
    if (c === column && r < row && r >= (above?.at ?? 0)) above = { at: r, text: v.trim() }
  }
  return [left, above]
    .flatMap((word) => (word ? [word.text] : []))
    .join(' ')
    .slice(0, 120)
}
