import type { JournalLine } from '#engine/ledger/model.ts'

/** The columns of `ledger_line` in the order of their values. */
export const lineColumns =
  'ordinal, voucher, line, account, summary, debit, credit, dimension, maker, checker, posted, origin_file, origin_sheet, origin_row'
const COLUMNS = 14
/** The file's mark, no flags, no extension. */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
/** Bytes of a line's numbers and lengths. */
const FIXED = 128
const ROOM = 1 << 22

/**
 * Journal lines as PostgreSQL's binary COPY takes them: written straight into bytes, since a million lines as texts of
 * their own cost more than all that is read from them. A zero character, which no text column can hold, is left out.
 */
export function lineCopy() {
  let bytes = Buffer.allocUnsafe(ROOM)
  let spare = Buffer.allocUnsafe(ROOM)
  let at = HEADER.copy(bytes)

  const reserve = (room: number) => {
    if (at + room <= bytes.length) return
    const wider = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + room))
    bytes.copy(wider, 0, 0, at)
    bytes = wider
  }
  const int = (value: number) => {
    at = bytes.writeInt32BE(4, at)
    at = bytes.writeInt32BE(value, at)
  }
  const fen = (value: bigint) => {
    at = bytes.writeInt32BE(8, at)
    at = bytes.writeBigInt64BE(value, at)
  }
  const text = (value: string) => {
    const held = value.includes('\0') ? value.replaceAll('\0', '') : value
    const size = bytes.write(held, at + 4, 'utf8')
    bytes.writeInt32BE(size, at)
    at += 4 + size
  }

  return {
    add(ordinal: number, voucher: number, line: JournalLine): void {
      const { account, summary, dimension, maker, checker, origin } = line
      // a character takes three bytes at most
      const characters =
        account.length + summary.length + dimension.length + maker.length + checker.length + origin.sheet.length
      reserve(FIXED + characters * 3)
      at = bytes.writeInt16BE(COLUMNS, at)
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
      at = bytes.writeInt32BE(1, at)
      at = bytes.writeInt8(line.posted ? 1 : 0, at)
      int(origin.file)
      text(origin.sheet)
      int(origin.row)
    },
    /** What was added since the last time, as a whole stream; it holds until the next time. */
    take(): Buffer {
      reserve(2)
      const size = bytes.writeInt16BE(-1, at)
      const taken = bytes.subarray(0, size)
      ;[bytes, spare] = [spare, bytes]
      at = HEADER.copy(bytes)
      return taken
    },
  }
}
