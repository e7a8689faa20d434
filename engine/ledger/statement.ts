import { parseAmount } from './amounts.ts'
import { isBlank, textOf, wordsOf, type SheetRow } from './cell.ts'
import { headerKey } from './column-roles.ts'
import type { StatementFigure } from './model.ts'
import { classifyRow, rowNotes, type DroppedRow, type RowRemark } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'

/** The figures of the client's own statement, left block first, in the order of the rows. */
export type StatementTable = { figures: StatementFigure[]; dropped: DroppedRow[]; remarks: RowRemark[] }

type Block = { item: number; current: number | undefined; prior: number | undefined }

/** Reads a balance sheet or income statement, in one block or two side by side (资产 | 负债和所有者权益). */
export function parseStatement(rows: readonly SheetRow[], reading: SheetReading, file: number): StatementTable {
  const notes = rowNotes(file, reading.sheet)
  const figures: StatementFigure[] = []
  const { header, kind } = reading
  if (!header || (kind !== 'balance_sheet' && kind !== 'income_statement')) {
    return { figures, dropped: notes.dropped, remarks: notes.remarks }
  }
  const blocks = blocksOf(header.paths, kind)
  const byBlock: StatementFigure[][] = blocks.map(() => [])
  for (const row of rows) {
    const rowKind = classifyRow(row, header, [])
    if (rowKind !== 'data') {
      notes.drop(row, rowKind)
      continue
    }
    let used = false
    for (const [index, block] of blocks.entries()) {
      const name = wordsOf(row.cells[block.item])
      if (name === '') continue
      const read = (column: number | undefined) => {
        if (column === undefined) return null
        const amount = parseAmount(row.cells[column], reading.multiplier)
        if (amount === undefined) {
          notes.remark(row.row, 'cellNotAmount', {
            header: header.paths[column] ?? '',
            text: textOf(row.cells[column]),
          })
        }
        return amount?.fen ?? null
      }
      byBlock[index]?.push({
        kind,
        name,
        current: read(block.current),
        prior: read(block.prior),
        origin: notes.origin(row.row),
      })
      used = true
    }
    if (!used) notes.drop(row, 'no_item')
  }
  figures.push(...byBlock.flat())
  return { figures, dropped: notes.dropped, remarks: notes.remarks }
}

/** Every item column begins a block; its figures are the columns to its right. */
function blocksOf(paths: readonly string[], kind: SheetReading['kind']): Block[] {
  const found: { item: number; year?: number; part?: number; yearBefore?: number; partBefore?: number }[] = []
  for (const [column, path] of paths.entries()) {
    const key = headerKey(path)
    const block = found.at(-1)
    if (/^(?:项目|资产|负债(?:和|及).*|所有者权益.*|科目|item)$/.test(key)) found.push({ item: column })
    else if (!block) continue
    else if (/年初|上年|去年/.test(key)) block.yearBefore ??= column
    else if (/期初|上期/.test(key)) block.partBefore ??= column
    else if (/本年(?:累计|金额|数)/.test(key)) block.year ??= column
    // a month's end is a balance, a month's amount is not the year's
    else if (kind === 'income_statement' && ofMonth.test(key)) continue
    else if (/期末|年末|本期|本月|金额/.test(key) && !isBlank(path)) block.part ??= column
  }
  // beside the year, what a part of it had before (上期金额 of a quarter) is not last year
  return found.map(({ item, year, part, yearBefore, partBefore }) => ({
    item,
    current: year ?? part,
    prior: yearBefore ?? (year !== undefined && part !== undefined ? undefined : partBefore),
  }))
}

const ofMonth = /本月|当月|本季/

/** Whether a statement's only figures of this period are those of a month or a quarter: the year cannot be told from it. */
export function isOfMonth({ header, kind }: SheetReading): boolean {
  const paths = header?.paths ?? []
  return (
    paths.some((path) => ofMonth.test(headerKey(path))) &&
    blocksOf(paths, kind).every(({ current }) => current === undefined)
  )
}
