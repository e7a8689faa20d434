/** The file's mark, no flags, no extension. */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const ROOM = 1 << 22
/** A value's length before it. */
const LENGTH = 4

/**
 * Rows as PostgreSQL's binary COPY takes them: written straight into bytes, since a million rows as texts of their own cost
 * more than all that is read from them. A row is begun, then given its values in the order of the columns. A zero character,
 * which no text column can hold, is left out.
 */
export function binaryCopy() {
  let bytes: Buffer = Buffer.allocUnsafe(ROOM)
  let at = HEADER.copy(bytes)
  const spare: Buffer[] = []

  const reserve = (room: number) => {
    if (at + room <= bytes.length) return
    const wider = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + room))
    bytes.copy(wider, 0, 0, at)
    bytes = wider
  }

  return {
    /** Begins a row of so many columns whose values take at most `room` bytes without their lengths. */
    row(columns: number, room: number): void {
      reserve(2 + columns * LENGTH + room)
      at = bytes.writeInt16BE(columns, at)
    },
    int(value: number): void {
      at = bytes.writeInt32BE(4, at)
      at = bytes.writeInt32BE(value, at)
    },
    fen(value: bigint): void {
      at = bytes.writeInt32BE(8, at)
      at = bytes.writeBigInt64BE(value, at)
    },
    flag(value: boolean): void {
      at = bytes.writeInt32BE(1, at)
      at = bytes.writeInt8(value ? 1 : 0, at)
    },
    /** Takes three bytes a character at most. */
    text(value: string): void {
      const held = value.includes('\0') ? value.replaceAll('\0', '') : value
      const size = bytes.write(held, at + LENGTH, 'utf8')
      bytes.writeInt32BE(size, at)
      at += LENGTH + size
    },
    raw(value: Buffer): void {
      at = bytes.writeInt32BE(value.length, at)
      at += value.copy(bytes, at)
    },
    /** All rows since the last time, as a whole stream; `give` it back when it has been sent. */
    take(): Buffer {
      reserve(2)
      const taken = bytes.subarray(0, bytes.writeInt16BE(-1, at))
      bytes = spare.pop() ?? Buffer.allocUnsafe(ROOM)
      at = HEADER.copy(bytes)
      return taken
    },
    give(taken: Buffer): void {
      spare.push(Buffer.from(taken.buffer, taken.byteOffset, taken.buffer.byteLength - taken.byteOffset))
    },
  }
}
