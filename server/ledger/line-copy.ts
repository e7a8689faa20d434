import type { JournalLine } from '#engine/ledger/model.ts'
import { binaryCopy } from './binary-copy.ts'

/** The columns of `ledger_line` in the order of their values. */
export const lineColumns =
  'ordinal, voucher, line, account, summary, debit, credit, dimension, maker, checker, posted, origin_file, origin_sheet, origin_row'
const COLUMNS = 14
/** Bytes of a line's numbers. */
const NUMBERS = 64

/** Journal lines for COPY. */
export function lineCopy() {
  const { row, int, fen, flag, text, take, give } = binaryCopy()
  return {
    add(ordinal: number, voucher: number, line: JournalLine): void {
      const { account, summary, dimension, maker, checker, origin } = line
      const characters =
        account.length + summary.length + dimension.length + maker.length + checker.length + origin.sheet.length
      row(COLUMNS, NUMBERS + characters * 3)
      int(ordinal)
      int(voucher)
      int(line.line)
      text(account)
      text(summary)
      fen(line.debit)
      fen(line.credit)
      text(dimension)
      text(maker)
      text(checker)
      flag(line.posted)
      int(origin.file)
      text(origin.sheet)
      int(origin.row)
    },
    take,
    give,
  }
}

/** Filters of text blocks for COPY: block, grams. */
export function blockCopy() {
  const { row, int, raw, take, give } = binaryCopy()
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    add(block: number, grams: Buffer): void {
      row(2, 4 + grams.length)
      int(block)
      raw(grams)
      waiting += 1
    },
    take(): Buffer {
      waiting = 0
      return take()
    },
    give,
  }
}
