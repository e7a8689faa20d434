import { accountInTitle, mayNameAccount } from './account-title.ts'
import { isBlank, textOf, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import { journalReader, type JournalContext, type JournalNotes } from './journal-lines.ts'
import type { JournalLine } from './model.ts'
import { subtotalWhole } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'

export type SubsidiaryReader = { push(rows: readonly SheetRow[]): JournalLine[]; notes: JournalNotes }

/**
 * Reads a 明细账: account pages one below the other or a sheet each. The account stands in a column, in the page's
 * title or in the sheet's name; rows that carry a balance or a sum over are left out and listed (`balance_row`).
 * `isParent` says which accounts have accounts below them: their pages repeat what the pages below show.
 */
export function subsidiaryReader(
  reading: SheetReading,
  context: JournalContext & { isParent: (code: string) => boolean },
): SubsidiaryReader {
  const roles = columnsByRole(reading.columns)
  const summary = roles.summary
  const width = reading.columns.length
  const inColumn = roles.account_code !== undefined || roles.account_name !== undefined
  const page = { account: reading.accountTitle }
  const columns = inColumn
    ? reading.columns
    : [
        ...reading.columns,
        { column: width, header: '', role: 'account_code' as const, score: 1, agreement: 1, filled: 1, runnerUp: null, answered: false, known: true },
      ] // prettier-ignore
  const reader = journalReader({ ...reading, columns }, context)
  const { notes } = reader
  const origin = (row: number) => ({ file: context.file, sheet: reading.sheet, row })
  const drop = (row: SheetRow, reason: 'title' | 'balance_row' | 'parent_ledger') =>
    notes.dropped.push({
      origin: origin(row.row),
      reason,
      text: row.cells
        .map(textOf)
        .filter((text) => text !== '')
        .join(' | ')
        .slice(0, 120),
    })

  const stamps = [roles.voucher, roles.voucher_date, roles.date ?? roles.date_month_first ?? roles.day]
  /** A balance or a sum: words of nothing else, or, on a row without day and number, words that speak of one. */
  const carries = (row: SheetRow, column: number): boolean => {
    const cell = row.cells[column] ?? null
    if (subtotalWhole(cell)) return true
    const unstamped = stamps.every((at) => at === undefined || isBlank(row.cells[at]))
    return unstamped && /合\s*计|小\s*计|累\s*计|结\s*转|余\s*额|承前|过次|balance|total/i.test(textOf(cell))
  }

  const money = [roles.debit, roles.credit, roles.amount].filter((column) => column !== undefined)
  /** Words between two pages, which would else go on with the voucher above. */
  const isEmptyLine = (row: SheetRow): boolean =>
    row.cells.some((cell) => !isBlank(cell)) &&
    stamps[0] !== undefined &&
    isBlank(row.cells[stamps[0]]) &&
    money.every((column) => isBlank(row.cells[column]))

  const push = (rows: readonly SheetRow[]): JournalLine[] => {
    const kept: SheetRow[] = []
    const lines: JournalLine[] = []
    const flush = () => {
      for (const line of reader.push(kept.splice(0))) lines.push(line)
    }
    for (const row of rows) {
      if (row.row < (reading.header?.firstDataRow ?? 1)) {
        kept.push(row)
        continue
      }
      if (summary !== undefined && carries(row, summary)) drop(row, 'balance_row')
      else if (inColumn) kept.push(row)
      else {
        const title = titleOf(row)
        if (title !== null) {
          flush()
          page.account = title
          drop(row, 'title')
        } else if (isEmptyLine(row)) drop(row, 'title')
        else if (page.account !== null && context.isParent(context.resolve(page.account))) drop(row, 'parent_ledger')
        else kept.push({ ...row, cells: padded(row.cells, width, page.account) })
      }
    }
    flush()
    return lines
  }
  return {
    notes,
    push(rows) {
      const lines = push(rows)
      if (!inColumn) return lines
      return lines.filter((line) => {
        if (!context.isParent(line.account)) return true
        notes.dropped.push({ origin: line.origin, reason: 'parent_ledger', text: `${line.account} ${line.summary}` })
        return false
      })
    },
  }
}

/** A row that begins another page: words about 科目 and no figures. */
const titleOf = (row: SheetRow): string | null => {
  let words = ''
  for (const cell of row.cells) {
    if (typeof cell === 'number') return null
    if (typeof cell === 'string') words += ` ${cell}`
  }
  return words.length < 200 && mayNameAccount(words) ? accountInTitle(words) : null
}

function padded(cells: SheetRow['cells'], width: number, account: string | null): SheetRow['cells'] {
  const blank = cells.every((cell) => cell === null || cell === '')
  if (blank) return cells
  const out = cells.slice(0, width)
  while (out.length < width) out.push(null)
  out.push(account)
  return out
}

/** Lines of account pages as a journal has them: voucher by voucher, numbered inside each. */
export function inVoucherOrder(lines: JournalLine[]): JournalLine[] {
  const sorted = lines.toSorted(
    (one, other) => compare(one.period, other.period) || compare(one.word, other.word) || one.number - other.number,
  )
  let before: JournalLine | undefined
  let place = 0
  for (const line of sorted) {
    const same = before && before.period === line.period && before.word === line.word && before.number === line.number
    place = same ? place + 1 : 1
    line.line = place
    before = line
  }
  return sorted
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
