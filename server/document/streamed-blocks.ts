import type { Cell, TableRow } from '#engine/retrieval/block.ts'
import { openWorkbook } from '#server/ledger/read/open-workbook.ts'
import { defaultLimits } from '#server/ledger/read/read-limits.ts'
import type { BlockList } from './block-list.ts'
import type { SheetBounds } from './document-reading.ts'
import { putSheet } from './sheet-blocks.ts'

/** A large workbook, or a delimited text, row by row: values only. Answers how many sheets there are. */
export async function streamedBlocks(
  path: string,
  name: string,
  bounds: SheetBounds,
  list: BlockList,
): Promise<number> {
  const book = await openWorkbook(path, name, { limits: { ...defaultLimits, columns: 1 << 14 } })
  let left = bounds.cells
  try {
    for (const [index, sheet] of book.sheets.entries()) {
      if (sheet.hidden) list.warn('documentHiddenSheet', { sheet: sheet.name })
      const rows: TableRow[] = []
      let wide = false
      let cut = false
      for await (const batch of sheet.batches()) {
        for (const { row, cells: stored, shown } of batch.rows) {
          cut ||= rows.length >= bounds.rows || left <= 0
          if (cut) break
          const cells = stored.flatMap((value, at): Cell[] => {
            const text = shown?.[at] ?? String(value ?? '').trim()
            if (text === '') return []
            wide ||= at >= bounds.columns
            return at < bounds.columns ? [{ column: at + 1, text }] : []
          })
          left -= cells.length
          if (cells.length > 0) rows.push({ row, cells })
        }
        if (cut) break
      }
      const said = sheet.name || name
      if (cut) list.notRead('documentRowsUnread', { sheet: said, limit: rows.length })
      if (wide) list.notRead('documentColumnsCut', { sheet: said, limit: bounds.columns })
      putSheet(list, said, rows, index + 1)
    }
    return book.sheets.length
  } finally {
    book.close()
  }
}
