import { isBlank, textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'
import { isoDay, parseDay, parseMonth, parsePeriod } from './day.ts'
import { remembered } from './remembered.ts'
import { parseVoucherNumber, voucherWord } from './voucher-number.ts'

/** The voucher a line belongs to, with what its later lines take over from it. */
export type VoucherHead = {
  date: string
  period: string
  word: string
  number: number
  /** The number as printed. */
  numberText: string
  summary: string
  maker: string
  checker: string
  posted: boolean
  voided: boolean
}

/** Reads the voucher of a row, given the one above. */
export type VoucherReader = {
  /** The voucher, whether its cells were blank and it is the one above, or why there is none. */
  of(
    row: SheetRow,
    above: VoucherHead | undefined,
  ): { head: VoucherHead; inherited: boolean } | 'no_voucher' | 'no_date'
}

/**
 * Vouchers by the columns of a sheet: number with or without a word column, date as a day, as month and day (账页), or
 * both in one column (凭证号码#日期). `year` is that of dates which show none, `sheetMonth` the month a sheet is named after
 * that prints days alone.
 */
export function voucherReader(
  columns: readonly ColumnReading[],
  year: number | null,
  sheetMonth?: string,
): VoucherReader {
  const roles = columnsByRole(columns)
  // A 记账人 column means something only where it is used: an export of drafts leaves all of it blank.
  const poster = columns.find(({ role, filled }) => role === 'poster' && filled > 0)?.column
  const dateColumn = roles.date ?? roles.date_month_first
  const monthFirst = roles.date === undefined && roles.date_month_first !== undefined
  // A journal repeats its dates, periods and vouchers line after line.
  const dayOf = remembered((value: Cell) => parseDay(value, year ?? undefined, monthFirst))
  const monthOf = remembered((value: Cell) => parseMonth(value))
  const periodOf = remembered((value: Cell) => parsePeriod(value))
  const numberOf = remembered((text: string) => parseVoucherNumber(text))
  const wordOf = remembered((text: string) => voucherWord(text))
  const compositeOf = remembered((text: string) => {
    const parts = text.split(/[#+&]/)
    // a number of five digits is the voucher's, not a serial day
    const day = parts.findLast((part) => !/^\s*\d{5}\s*$/.test(part) && parseDay(part) !== undefined)
    const number = parts.find((part) => part !== day && /\d/.test(part))
    return { day: day?.trim() ?? '', number: number?.trim() ?? '' }
  })
  const postedOf = remembered(postedFlag)
  const voidOf = remembered((text: string) => voidWords.test(text))
  const voidFlagOf = remembered((flag: string) => /^已?作废$/.test(flag))
  const cells = { day: null as Cell, number: '' }
  const read = (row: SheetRow) => {
    const both = roles.voucher_date === undefined ? undefined : compositeOf(textOf(row.cells[roles.voucher_date]))
    cells.number = textOf(cell(row, roles.voucher)) || (both?.number ?? '')
    cells.day = cell(row, dateColumn)
    if (isBlank(cells.day) && both?.day) cells.day = both.day
  }
  /** 月 and 日, or 年, 月 and 日, in columns of their own, as on a printed account page. */
  const dayOfParts = (row: SheetRow): string | undefined => {
    const printed = /^(?:19|20)\d\d/.exec(textOf(cell(row, roles.year)))?.[0]
    const of = printed === undefined ? year : Number(printed)
    if (roles.day === undefined || of === null) return undefined
    const month = roles.period === undefined ? sheetMonth : monthOf(cell(row, roles.period))
    const day = Number(textOf(row.cells[roles.day]).replace(/日$/, ''))
    return month === undefined || !Number.isInteger(day) ? undefined : isoDay(of, Number(month), day)
  }

  const people = (row: SheetRow, above: VoucherHead | undefined) => {
    const flag = textOf(cell(row, roles.posted))
    const by = poster === undefined ? flag : textOf(cell(row, poster))
    return {
      maker: wordsOf(cell(row, roles.maker)) || (above?.maker ?? ''),
      checker: wordsOf(cell(row, roles.checker)) || (above?.checker ?? ''),
      // a blank is what the voucher's first line says
      posted: by === '' ? (above?.posted ?? poster === undefined) : postedOf(by),
      voided: voidOf(textOf(cell(row, roles.voided))) || voidFlagOf(flag) || (above?.voided ?? false),
    }
  }

  return {
    of(row, above) {
      read(row)
      const parts = dateColumn === undefined && roles.voucher_date === undefined
      const blankDate = parts ? isBlank(cell(row, roles.day)) : isBlank(cells.day)
      const day = parts ? dayOfParts(row) : blankDate ? undefined : dayOf(cells.day)
      if (cells.number === '' && above && (blankDate || day === above.date)) return { head: above, inherited: true }
      const wordCell = textOf(cell(row, roles.voucher_word))
      const number = numberOf(cells.number)
      if (!number) return 'no_voucher'
      const periodCell = cell(row, roles.period)
      const period16 = periodOf(periodCell)
      // corrections behind December count their vouchers anew: 12-13期记-1
      const behind = period16 !== undefined && period16 > '12' ? `${period16}期` : ''
      const word = `${behind}${wordCell === '' ? number.word : wordOf(wordCell)}`
      const same =
        above &&
        above.number === number.number &&
        (above.word === word || (wordCell === '' && (number.word === '' || above.numberText === cells.number)))
      const date = day ?? (blankDate && same ? above.date : undefined)
      if (date === undefined) return 'no_date'
      const period =
        (behind === '' ? period16 : '12') ??
        (same && date === above.date && isBlank(periodCell) ? above.period : date.slice(5, 7))
      if (above && same && above.date === date && above.period === period)
        return { head: { ...above, ...people(row, above) }, inherited: false }
      return {
        head: {
          date,
          period,
          word,
          number: number.number,
          numberText: cells.number,
          summary: '',
          ...people(row, undefined),
        },
        inherited: false,
      }
    },
  }
}

const cell = (row: SheetRow, column: number | undefined): Cell =>
  column === undefined ? null : (row.cells[column] ?? null)

const voidWords = /^(?:作废|已作废|y|yes|是|1|true|√|void(?:ed)?)$/i

/** A 记账人 or 过账 column: a name or yes means posted. */
const postedFlag = (text: string): boolean =>
  !/^(?:未记账|未过账|未审核|否|n|no|0|false|draft|保存|暂存|已录入)$/i.test(text)
