import type { TableRow } from '#engine/retrieval/block.ts'
import { tidy, type BlockList } from './block-list.ts'

/** Blank rows that part two tables of one sheet. */
const GAP = 2
const PREAMBLE = 30

/**
 * The rows of a sheet as tables: cut where blank rows part them; what stands over a header in one or two cells (title, unit,
 * period) stays in its cells and is also the caption of the table under it.
 */
export function putSheet(list: BlockList, sheet: string, rows: readonly TableRow[], page: number): void {
  for (const part of parts(rows)) {
    const widest = Math.max(...part.map(({ cells }) => cells.length))
    const body = widest <= 2 ? 0 : part.findIndex(({ cells }) => cells.length > 2)
    const preamble = body > 0 && body <= PREAMBLE ? part.slice(0, body) : []
    const caption = preamble
      .flatMap(({ cells }) => cells.map(({ text }) => tidy(text).replaceAll('\n', ' ')))
      .join(' ')
      .slice(0, 200)
    const spot = { page }
    list.table(preamble, { sheet, headerRows: 0 }, spot)
    list.table(part.slice(preamble.length), { sheet, ...(caption ? { caption } : {}) }, spot)
  }
}

function parts(rows: readonly TableRow[]): TableRow[][] {
  const found: TableRow[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    if (row.row - last > GAP) found.push([])
    found.at(-1)?.push(row)
    last = row.row
  }
  return found
}
