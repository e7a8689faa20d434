import { creditNormal } from './account-class.ts'
import { printedCode } from './account-code.ts'
import { balanceCells, balanceOf } from './balance.ts'
import { isBlank, wordsOf, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import type { DimensionBalance } from './model.ts'
import { classifyRow, rowNotes, type DroppedRow, type RowRemark } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'

/** Balances by customer, supplier or another dimension, with what was left out. */
export type DimensionTable = { balances: DimensionBalance[]; dropped: DroppedRow[]; remarks: RowRemark[] }

/**
 * Reads a 辅助余额表. A blank account code belongs to the account above (merged cells). `resolve` turns a printed code
 * into the trial balance's; the kind is the client's own word, or the header's when a column is named 客户 or 供应商.
 */
export function parseDimensionBalances(
  rows: readonly SheetRow[],
  reading: SheetReading,
  file: number,
  resolve: (printed: string) => string,
): DimensionTable {
  const notes = rowNotes(file, reading.sheet, reading.columns)
  const roles = columnsByRole(reading.columns)
  const cells = balanceCells(reading)
  const balances: DimensionBalance[] = []
  const nameHeader = reading.columns.find(({ column }) => column === roles.dimension)?.header ?? ''
  let account = ''
  let accountName = ''
  for (const row of rows) {
    if (!reading.header) break
    const kind = classifyRow(row, reading.header, [
      roles.account_code,
      roles.account_name,
      roles.dimension_code,
      roles.dimension,
    ])
    if (kind !== 'data') {
      notes.drop(row, kind)
      continue
    }
    const at = roles.account_code
    const printed = at === undefined ? undefined : printedCode(row.cells[at], row.shown?.[at])
    if (printed) {
      account = resolve(printed.printed)
      accountName = roles.account_name === undefined ? '' : wordsOf(row.cells[roles.account_name])
    }
    const name = roles.dimension === undefined ? '' : wordsOf(row.cells[roles.dimension])
    const code = roles.dimension_code === undefined ? '' : wordsOf(row.cells[roles.dimension_code])
    if (account === '' || (name === '' && code === '')) {
      notes.drop(row, 'no_account')
      continue
    }
    notes.take(row)
    const given =
      roles.dimension_kind === undefined || isBlank(row.cells[roles.dimension_kind])
        ? nameHeader
        : wordsOf(row.cells[roles.dimension_kind])
    balances.push({
      account,
      kind: kindOf(given),
      code,
      name,
      ...balanceOf(row, cells, { credit: creditNormal({ code: account, fullName: accountName }, 'cas'), notes }),
      origin: notes.origin(row.row),
    })
  }
  return { balances, dropped: notes.dropped, remarks: notes.remarks }
}

const kindOf = (word: string): string =>
  /客户|customer/i.test(word) ? 'customer' : /供应商|supplier|vendor/i.test(word) ? 'supplier' : word
