import type { Encoding } from './encoding.ts'

/** Text in which no byte of a character can be taken for a comma, a tab, a quote or the end of a line. */
export type ByteText = Extract<Encoding, 'utf-8' | 'gb18030'>

/** Reads the text of bytes `from` to `end`. Throws `TypeError` where they are no text of the encoding. */
export type CellText = (bytes: Buffer, from: number, end: number) => string

const SLOTS = 1 << 10
/** Bytes of a text that is remembered. */
const MOST = 64
/** After so many questions it is seen whether remembering helps; if it does not, it rests for the next cells. */
const TRIAL = 1 << 10
const REST = 1 << 16

/**
 * Reads the cells of one column. Most columns repeat their cells from row to row: the last texts are remembered by their
 * bytes, and one that comes again is the same string. A column of ever new texts is read straight.
 */
export function columnText(read: CellText): CellText {
  const texts = Array.from<string>({ length: SLOTS }).fill('')
  const lengths = new Uint8Array(SLOTS)
  const slab = new Uint8Array(SLOTS * MOST)
  let latest = 0
  let asked = 0
  let known = 0
  let resting = 0
  /** Compared from the end, where numbers and codes differ first. */
  const holds = (slot: number, bytes: Buffer, end: number, length: number): boolean => {
    if (lengths[slot] !== length) return false
    let kept = slot * MOST + length - 1
    for (let at = end - 1; at >= end - length; at -= 1, kept -= 1) if (slab[kept] !== bytes[at]) return false
    return true
  }
  const keep = (slot: number, bytes: Buffer, from: number, end: number): string => {
    const text = read(bytes, from, end)
    let kept = slot * MOST
    for (let at = from; at < end; at += 1, kept += 1) slab[kept] = bytes[at] ?? 0
    lengths[slot] = end - from
    texts[slot] = text
    return text
  }
  const pause = () => {
    if (known * 8 < asked) resting = REST
    asked = 0
    known = 0
  }
  return (bytes, from, end) => {
    const length = end - from
    if (length > MOST) return read(bytes, from, end)
    if (holds(latest, bytes, end, length)) return texts[latest] ?? ''
    if (resting > 0) {
      resting -= 1
      return read(bytes, from, end)
    }
    // FNV-1a
    let hash = 0x811c9dc5
    for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    latest = slot
    asked += 1
    if (holds(slot, bytes, end, length)) {
      known += 1
      return texts[slot] ?? ''
    }
    if (asked >= TRIAL) pause()
    return keep(slot, bytes, from, end)
  }
}

/** Reads the text of single cells. */
export const cellText = (encoding: ByteText): CellText => (encoding === 'utf-8' ? utf8 : gb18030())

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes that are no UTF-8 show as U+FFFD, which real text has next to never: only then is it looked at strictly. */
function utf8(bytes: Buffer, from: number, end: number): string {
  const text = bytes.utf8Slice(from, end)
  return text.includes('\ufffd') ? strict.decode(bytes.subarray(from, end)) : text
}

/** The characters of two bytes come from a table; what has four bytes, or none of these, is left to the platform. */
function gb18030(): CellText {
  const pairs = pairTable()
  const whole = new TextDecoder('gb18030', { fatal: true })
  let units = new Uint16Array(256)
  let store = Buffer.from(units.buffer)
  return (bytes, from, end) => {
    if (end - from > units.length) {
      units = new Uint16Array(end - from)
      store = Buffer.from(units.buffer)
    }
    let plain = from
    while (plain < end && (bytes[plain] ?? 0) < 0x80) plain += 1
    if (plain === end) return bytes.latin1Slice(from, end)
    let size = 0
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte < 0x80) units[size] = byte
      else {
        at += 1
        const character = at < end ? (pairs[(byte << 8) | (bytes[at] ?? 0)] ?? 0) : 0
        if (character === 0) return whole.decode(bytes.subarray(from, end))
        units[size] = character
      }
      size += 1
    }
    return store.ucs2Slice(0, size * 2)
  }
}

/** Every character of two bytes, by both bytes; 0 where there is none. */
function pairTable(): Uint16Array {
  const decoder = new TextDecoder('gb18030')
  const table = new Uint16Array(1 << 16)
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const text = trail === 0x7f ? '' : decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\ufffd') table[(lead << 8) | trail] = text.charCodeAt(0)
    }
  return table
}
