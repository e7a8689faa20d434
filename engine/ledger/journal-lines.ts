import type { Fen } from '../money.ts'
import { printedCode } from './account-code.ts'
import { parseAmount } from './amounts.ts'
import { isBlank, textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import { parseDay, parseMonth } from './day.ts'
import { isCreditSide, isDebitSide } from './detect.ts'
import type { JournalLine, Origin } from './model.ts'
import { classifyRow, rowNotes, type DroppedRow, type RowRemark } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'
import { parseVoucherNumber, voucherWord } from './voucher-number.ts'

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
}

/** Reads a journal batch by batch: `push` gives the lines of a batch, `notes` what happened so far. State crosses batches. */
export type JournalReader = { push(rows: readonly SheetRow[]): JournalLine[]; notes: JournalNotes }

type Voucher = {
  date: string
  period: string
  word: string
  number: number
  numberText: string
  summary: string
  maker: string
  checker: string
  posted: boolean
  voided: boolean
}

/** A reader for the rows of a sheet that detection took for a journal. */
export function journalReader(reading: SheetReading, context: JournalContext): JournalReader {
  const notes = rowNotes(context.file, reading.sheet)
  const result: JournalNotes = { dropped: notes.dropped, remarks: notes.remarks, inherited: 0, accounts: new Map() }
  const roles = columnsByRole(reading.columns)
  const headers = new Map(reading.columns.map(({ column, header }) => [column, header]))
  const dimensions = reading.columns.filter(({ role }) => role === 'dimension' || role === 'dimension_code')
  const named = dimensions.some(({ role }) => role === 'dimension')
  const dimensionColumns = dimensions.filter(({ role }) => !named || role === 'dimension').map(({ column }) => column)
  // A 记账人 column means something only where it is used: an export of drafts leaves all of it blank.
  const poster = reading.columns.find(({ role, filled }) => role === 'poster' && filled > 0)?.column
  const side = roles.side ?? roles.closing_direction
  const lineOf = new Map<string, number>()
  // A journal repeats its dates, periods and vouchers line after line.
  const dayOf = remembered((value: Cell) => parseDay(value, context.year ?? undefined))
  const monthOf = remembered((value: Cell) => parseMonth(value))
  const numberOf = remembered((text: string) => parseVoucherNumber(text))
  const codeOf = remembered((value: Cell) => printedCode(value))
  const accountOf = remembered((code: string) => context.resolve(code))
  const wordOf = remembered((text: string) => voucherWord(text))
  let voucher: Voucher | undefined
  let key = ''

  const money = (row: SheetRow, column: number | undefined): Fen => {
    if (column === undefined) return 0n
    const amount = parseAmount(row.cells[column], reading.multiplier)
    const params = { header: headers.get(column) ?? '', text: textOf(row.cells[column]) }
    if (amount === undefined) notes.remark(row.row, 'cellNotAmount', params)
    else if (amount?.rounded) notes.remark(row.row, 'cellRounded', params)
    return amount?.fen ?? 0n
  }

  const amounts = (row: SheetRow): { debit: Fen; credit: Fen } => {
    if (reading.amountStyle === 'split') return { debit: money(row, roles.debit), credit: money(row, roles.credit) }
    const amount = money(row, roles.amount)
    if (reading.amountStyle === 'signed') {
      return amount < 0n ? { debit: 0n, credit: -amount } : { debit: amount, credit: 0n }
    }
    const shown = textOf(cell(row, side))
    if (isCreditSide(shown)) return { debit: 0n, credit: reading.amountStyle === 'side_signed' ? -amount : amount }
    if (!isDebitSide(shown))
      notes.remark(row.row, 'cellNotSide', { header: headers.get(side ?? -1) ?? '', text: shown })
    return { debit: amount, credit: 0n }
  }

  /** The voucher a row belongs to: its own number and date, or the voucher above where both are blank. */
  const voucherOf = (row: SheetRow): Voucher | undefined => {
    const numberCell = textOf(cell(row, roles.voucher))
    const dateCell = cell(row, roles.date)
    if (numberCell === '' && voucher) {
      if (isBlank(dateCell) || dayOf(dateCell) === voucher.date) {
        result.inherited += 1
        return voucher
      }
    }
    const wordCell = textOf(cell(row, roles.voucher_word))
    const number = numberOf(numberCell)
    if (!number) return undefined
    const word = wordCell === '' ? number.word : wordOf(wordCell)
    const same =
      voucher && voucher.number === number.number && (voucher.word === word || (wordCell === '' && number.word === ''))
    let date = dayOf(dateCell)
    if (date === undefined && isBlank(dateCell) && same) date = voucher?.date
    const month =
      monthOf(cell(row, roles.period)) ?? (same && isBlank(cell(row, roles.period)) ? voucher?.period : undefined)
    if (date === undefined) return undefined
    const period = month ?? date.slice(5, 7)
    if (voucher && same && voucher.date === date && voucher.period === period)
      return { ...voucher, word: voucher.word, ...people(row, voucher) }
    return { date, period, word, number: number.number, numberText: numberCell, summary: '', ...people(row, undefined) }
  }

  const people = (row: SheetRow, above: Voucher | undefined) => {
    const posted =
      poster === undefined ? postedFlag(textOf(cell(row, roles.posted))) : postedBy(textOf(cell(row, poster)), above)
    return {
      maker: wordsOf(cell(row, roles.maker)) || (above?.maker ?? ''),
      checker: wordsOf(cell(row, roles.checker)) || (above?.checker ?? ''),
      posted,
      voided:
        /^(?:作废|已作废|y|yes|是|1|true|√|void(?:ed)?)$/i.test(textOf(cell(row, roles.voided))) ||
        (above?.voided ?? false),
    }
  }

  const lineAt = (row: SheetRow): JournalLine | undefined => {
    const at = roles.account_code
    const shown = at === undefined ? undefined : row.shown?.[at]
    const printed =
      at === undefined ? undefined : shown === undefined ? codeOf(row.cells[at] ?? null) : printedCode(shown)
    if (!printed) {
      notes.drop(row, 'no_account')
      return undefined
    }
    const found = voucherOf(row)
    if (!found) {
      notes.drop(row, parseVoucherNumber(textOf(cell(row, roles.voucher))) ? 'no_date' : 'no_voucher')
      return undefined
    }
    const sameVoucher = voucher !== undefined && isSame(voucher, found)
    if (!sameVoucher) key = voucherKey(found)
    const summary = wordsOf(cell(row, roles.summary))
    const inheritsSummary = summary === '' && sameVoucher
    if (inheritsSummary && voucher?.summary) result.inherited += 1
    voucher = { ...found, summary: inheritsSummary ? (voucher?.summary ?? '') : summary }
    const account = accountOf(printed.printed)
    if (!result.accounts.has(account)) {
      const name = wordsOf(cell(row, roles.account_name)) || (printed.name ?? '')
      result.accounts.set(account, { printed: printed.printed, name, origin: notes.origin(row.row) })
    }
    const line = (lineOf.get(key) ?? 0) + 1
    lineOf.set(key, line)
    return {
      date: found.date,
      period: found.period,
      word: found.word,
      number: found.number,
      line,
      summary: voucher.summary,
      account,
      ...amounts(row),
      dimension: dimensionColumns
        .map((column) => wordsOf(row.cells[column]))
        .filter((text) => text !== '')
        .join(' '),
      maker: voucher.maker,
      checker: voucher.checker,
      posted: voucher.posted,
      voided: voucher.voided,
      origin: notes.origin(row.row),
    }
  }

  return {
    notes: result,
    push(rows) {
      const lines: JournalLine[] = []
      const { header } = reading
      for (const row of rows) {
        if (!header) break
        const kind = classifyRow(row, header, [
          roles.account_code,
          roles.account_name,
          roles.summary,
          roles.date,
          roles.voucher,
        ])
        // 摘要 may well end in 合计: a row with an account and a voucher number is a line.
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

const isSame = (one: Voucher, other: Voucher): boolean =>
  one.number === other.number && one.period === other.period && one.word === other.word

/** A pure function that keeps its last answers. */
function remembered<Key, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const answers = new Map<Key, Value>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(key)
    if (answers.size > 2000) answers.clear()
    answers.set(key, answer)
    return answer
  }
}

/** `period-word-number`, the voucher's name everywhere. */
export const voucherKey = ({ period, word, number }: { period: string; word: string; number: number }): string =>
  `${period}-${word}-${number}`

/** A 记账人 or 过账 column: a name or yes means posted, a blank what the voucher's first line says. */
const postedBy = (text: string, above: Voucher | undefined): boolean =>
  text === '' ? (above?.posted ?? false) : postedFlag(text)

const postedFlag = (text: string): boolean =>
  !/^(?:未记账|未过账|未审核|否|n|no|0|false|draft|保存|暂存|已录入)$/i.test(text)
