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
  const copy = binaryCopy()
  return {
    add(ordinal: number, voucher: number, line: JournalLine): void {
      const { account, summary, dimension, maker, checker, origin } = line
      const characters =
        account.length + summary.length + dimension.length + maker.length + checker.length + origin.sheet.length
      copy.row(COLUMNS, NUMBERS + characters * 3)
      copy.int(ordinal)
      copy.int(voucher)
      copy.int(line.line)
      copy.text(account)
      copy.text(summary)
      copy.fen(line.debit)
      copy.fen(line.credit)
      copy.text(dimension)
      copy.text(maker)
      copy.text(checker)
      copy.flag(line.posted)
      copy.int(origin.file)
      copy.text(origin.sheet)
      copy.int(origin.row)
    },
    take: () => copy.take(),
    give: (taken: Buffer) => copy.give(taken),
  }
}

/** Filters of text blocks for COPY: block, grams. */
export function blockCopy() {
  const copy = binaryCopy()
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    add(block: number, grams: Buffer): void {
      copy.row(2, 4 + grams.length)
      copy.int(block)
      copy.raw(grams)
      waiting += 1
    },
    take(): Buffer {
      waiting = 0
      return copy.take()
    },
    give: (taken: Buffer) => copy.give(taken),
  }
}
