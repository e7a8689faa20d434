import type { Fen } from '../money.ts'
import { printedCode } from './account-code.ts'
import { parseAmount } from './amounts.ts'
import { textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import { isCreditSide, isDebitSide } from './detect.ts'
import type { JournalLine, Origin } from './model.ts'
import { monthInName } from './period.ts'
import { namePathOf } from './name-path.ts'
import { remembered } from './remembered.ts'
import { classifyRow, rowNotes, subtotalWhole, type DroppedRow, type RowRemark } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'
import { voucherReader, type VoucherHead } from './voucher-reading.ts'

/** What reading a journal left out and repaired. `inherited` counts blank cells filled from the line above in one voucher. */
export type JournalNotes = {
  dropped: DroppedRow[]
  remarks: RowRemark[]
  inherited: number
  /** Every account used, by its code, as the journal prints it. */
  accounts: Map<string, PrintedAccount>
}

/** An account as a journal line shows it. */
export type PrintedAccount = { printed: string; name: string; origin: Origin }

export type JournalContext = {
  /** The file's place in the dataset. */
  file: number
  /** The year of dates that show none; null if nobody knows it. */
  year: number | null
  /** Turns a printed code into the trial balance's. */
  resolve: (printed: string) => string
  /** The voucher the sheet before ended in, when this sheet goes on where that one was full. */
  above?: VoucherHead | undefined
}

/** Reads a journal batch by batch: `push` gives the lines of a batch, `notes` what happened so far. State crosses batches. */
export type JournalReader = {
  push(rows: readonly SheetRow[]): JournalLine[]
  notes: JournalNotes
  /** The voucher of the last line read. */
  last(): VoucherHead | undefined
}

/** A reader for the rows of a sheet that detection took for a journal. */
export function journalReader(reading: SheetReading, context: JournalContext): JournalReader {
  const notes = rowNotes(context.file, reading.sheet, reading.columns)
  const result: JournalNotes = { dropped: notes.dropped, remarks: notes.remarks, inherited: 0, accounts: new Map() }
  const roles = columnsByRole(reading.columns)
  const headers = new Map(reading.columns.map(({ column, header }) => [column, header]))
  const dimensions = reading.columns.filter(({ role }) => role === 'dimension' || role === 'dimension_code')
  const named = dimensions.some(({ role }) => role === 'dimension')
  const dimensionColumns = dimensions.filter(({ role }) => !named || role === 'dimension').map(({ column }) => column)
  const vouchers = voucherReader(reading.columns, context.year, monthInName(reading.sheet) ?? monthInName(reading.file))
  const namePath = namePathOf(reading.columns)
  const side = roles.side ?? roles.closing_direction
  const redIsMinus = reading.said.red === 'red_minus'
  const lineOf = new Map<string, number>()
  const codeOf = remembered((value: Cell) => printedCode(value))
  const accountOf = remembered((code: string) => context.resolve(code))
  const labels = [roles.account_code, roles.account_name, roles.date, roles.voucher]
  let voucher = context.above
  let line = 0

  const money = (row: SheetRow, column: number | undefined): Fen => {
    if (column === undefined) return 0n
    const amount = parseAmount(row.cells[column], reading.multiplier)
    if (amount === null) return 0n
    if (amount === undefined || amount.rounded) {
      const params = { header: headers.get(column) ?? '', text: textOf(row.cells[column]) }
      notes.remark(row.row, amount === undefined ? 'cellNotAmount' : 'cellRounded', params)
    }
    const fen = amount?.fen ?? 0n
    return fen > 0n && redIsMinus && row.red?.includes(column) ? -fen : fen
  }

  const amounts = (row: SheetRow, named: 'debit' | 'credit' | undefined): { debit: Fen; credit: Fen } => {
    if (reading.amountStyle === 'split') return { debit: money(row, roles.debit), credit: money(row, roles.credit) }
    const amount = money(row, roles.amount)
    if (side === undefined && named)
      return named === 'debit' ? { debit: amount, credit: 0n } : { debit: 0n, credit: amount }
    if (reading.amountStyle === 'signed') {
      const words = textOf(cell(row, roles.amount))
      // 借-7.77: the side is printed with the amount, so that red letters stay on it
      if (/^借|借方?$/.test(words)) return { debit: amount, credit: 0n }
      if (/^[贷貸]|[贷貸]方?$/.test(words)) return { debit: 0n, credit: -amount }
      return amount < 0n ? { debit: 0n, credit: -amount } : { debit: amount, credit: 0n }
    }
    const shown = textOf(cell(row, side))
    if (isCreditSide(shown)) return { debit: 0n, credit: reading.amountStyle === 'side_signed' ? -amount : amount }
    if (!isDebitSide(shown))
      notes.remark(row.row, 'cellNotSide', { header: headers.get(side ?? -1) ?? '', text: shown })
    return { debit: amount, credit: 0n }
  }

  /** The account's code as printed; where the sheet has no codes, its names from the first level down. */
  const accountAt = (row: SheetRow): { printed: string; name: string | null } | undefined => {
    const at = roles.account_code
    if (at !== undefined) {
      const shown = row.shown?.[at]
      return shown === undefined ? codeOf(row.cells[at] ?? null) : printedCode(shown)
    }
    const path = namePath(row)
    return path === '' ? undefined : { printed: path, name: path.split('/').at(-1) ?? '' }
  }

  const lineAt = (printedRow: SheetRow): JournalLine | undefined => {
    const row = withoutSide(printedRow, roles.account_code ?? roles.account_name)
    const printed = accountAt(row)
    if (!printed) {
      notes.drop(row, 'no_account')
      return undefined
    }
    const found = vouchers.of(row, voucher)
    if (typeof found === 'string') {
      notes.drop(row, found)
      const shown = textOf(cell(row, roles.date ?? roles.date_month_first))
      if (found === 'no_date' && shown !== '')
        notes.remark(row.row, 'dateNotRead', { header: headers.get(roles.date ?? -1) ?? '', text: shown })
      return undefined
    }
    const { head } = found
    if (found.inherited) result.inherited += 1
    const sameVoucher = voucher !== undefined && isSame(voucher, head)
    if (!sameVoucher) {
      if (voucher) lineOf.set(voucherKey(voucher), line)
      line = lineOf.get(voucherKey(head)) ?? 0
    }
    line += 1
    const summary = wordsOf(cell(row, roles.summary))
    const inheritsSummary = summary === '' && sameVoucher
    if (inheritsSummary && voucher?.summary) result.inherited += 1
    head.summary = inheritsSummary ? (voucher?.summary ?? '') : summary
    voucher = head
    const account = accountOf(printed.printed)
    if (!result.accounts.has(account)) {
      const name = wordsOf(cell(row, roles.account_name)) || (printed.name ?? '')
      result.accounts.set(account, { printed: printed.printed, name, origin: notes.origin(row.row) })
    }
    notes.take(row)
    const { debit, credit } = amounts(row, sideIn(printedRow, roles.account_code ?? roles.account_name))
    return {
      date: head.date,
      period: head.period,
      word: head.word,
      number: head.number,
      line,
      summary: voucher.summary,
      account,
      debit,
      credit,
      dimension: dimensionOf(row, dimensionColumns),
      maker: voucher.maker,
      checker: voucher.checker,
      posted: voucher.posted,
      voided: voucher.voided,
      origin: notes.origin(row.row),
    }
  }

  return {
    notes: result,
    last: () => voucher,
    push(rows) {
      const lines: JournalLine[] = []
      const { header } = reading
      for (const row of rows) {
        if (!header) break
        let kind = classifyRow(row, header, labels)
        // 摘要 may well end in 合计: only one that is nothing else makes a subtotal.
        if (kind === 'data' && subtotalWhole(cell(row, roles.summary))) kind = 'subtotal'
        const isLine = kind === 'subtotal' && at(row, roles.account_code) && at(row, roles.voucher)
        if (kind !== 'data' && !isLine) notes.drop(row, kind)
        else {
          const line = lineAt(row)
          if (line) lines.push(line)
        }
      }
      return lines
    },
  }
}

const at = (row: SheetRow, column: number | undefined): boolean =>
  column !== undefined && /\d/.test(textOf(row.cells[column]))

const cell = (row: SheetRow, column: number | undefined): Cell =>
  column === undefined ? null : (row.cells[column] ?? null)

const sideMark = /^[\s\u3000]*([借贷貸])(?:方)?[:：]\s*/

/** 借：库存现金: the side as written entries put it before the account. */
function sideIn(row: SheetRow, column: number | undefined): 'debit' | 'credit' | undefined {
  const shown = cell(row, column)
  const mark = typeof shown === 'string' ? sideMark.exec(shown)?.[1] : undefined
  return mark === undefined ? undefined : mark === '借' ? 'debit' : 'credit'
}

function withoutSide(row: SheetRow, column: number | undefined): SheetRow {
  if (column === undefined || sideIn(row, column) === undefined) return row
  return { ...row, cells: row.cells.map((one, at) => (at === column ? String(one).replace(sideMark, '') : one)) }
}

/** The line's dimensions as printed, several joined by a space. */
function dimensionOf(row: SheetRow, columns: readonly number[]): string {
  let joined = ''
  for (const column of columns) {
    const text = wordsOf(row.cells[column])
    if (text !== '') joined = joined === '' ? text : `${joined} ${text}`
  }
  return joined
}

const isSame = (one: VoucherHead, other: VoucherHead): boolean =>
  one.number === other.number && one.period === other.period && one.word === other.word

/** `period-word-number`, the voucher's name everywhere. */
export const voucherKey = ({ period, word, number }: { period: string; word: string; number: number }): string =>
  `${period}-${word}-${number}`
