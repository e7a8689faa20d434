import type { Segment } from './segment.ts'

// Layout: magic, version, counts; then the arrays, each beginning at a multiple of 8; names last, as UTF-16.
const MAGIC = 0x44475331
const VERSION = 1
const HEADER = 40

const padded = (bytes: number) => (bytes + 7) & ~7

/** A segment as bytes, to be kept in a blob; little-endian, as every machine it runs on is. */
export function segmentBytes(segment: Segment): Uint8Array<ArrayBuffer> {
  const { keys, groups, groupOf, lengths, terms, starts, chunks, counts } = segment
  const names = [...keys, ...groups]
  const nameLengths = Uint32Array.from(names, ({ length }) => length)
  const letters = names.reduce((sum, { length }) => sum + length, 0)
  const parts = [terms, groupOf, lengths, starts, chunks, counts, nameLengths]
  const total = parts.reduce((sum, { byteLength }) => sum + padded(byteLength), HEADER) + padded(letters * 2)
  const bytes = new Uint8Array(new ArrayBuffer(total))
  new Uint32Array(bytes.buffer, 0, 7).set([
    MAGIC,
    VERSION,
    keys.length,
    groups.length,
    terms.length,
    chunks.length,
    letters,
  ])
  let at = HEADER
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += padded(part.byteLength)
  }
  const units = new Uint16Array(bytes.buffer, at, letters)
  let unit = 0
  for (const name of names)
    for (let letter = 0; letter < name.length; letter += 1) units[unit++] = name.charCodeAt(letter)
  return bytes
}

/** Reads what `segmentBytes` wrote; null if the bytes are of something else, another version or cut short. */
export function segmentFrom(given: Uint8Array): Segment | null {
  if (given.byteLength < HEADER) return null
  // the arrays are views: they need a buffer that begins at a multiple of 8
  const bytes = given.byteOffset % 8 === 0 && given.buffer instanceof ArrayBuffer ? given : given.slice()
  const [magic, version, keyCount = 0, groupCount = 0, termCount = 0, postings = 0, letters = 0] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    7,
  )
  if (magic !== MAGIC || version !== VERSION) return null
  const sizes = [termCount * 8, keyCount * 4, keyCount * 4, (termCount + 1) * 4, postings * 4, postings]
  sizes.push((keyCount + groupCount) * 4, letters * 2)
  if (sizes.reduce((sum, size) => sum + padded(size), HEADER) !== bytes.byteLength) return null
  let at = bytes.byteOffset + HEADER
  const next = (size: number) => {
    const from = at
    at += padded(size)
    return from
  }
  const { buffer } = bytes
  const terms = new Float64Array(buffer, next(termCount * 8), termCount)
  const groupOf = new Uint32Array(buffer, next(keyCount * 4), keyCount)
  const lengths = new Uint32Array(buffer, next(keyCount * 4), keyCount)
  const starts = new Uint32Array(buffer, next((termCount + 1) * 4), termCount + 1)
  const chunks = new Uint32Array(buffer, next(postings * 4), postings)
  const counts = new Uint8Array(buffer, next(postings), postings)
  const nameLengths = new Uint32Array(buffer, next((keyCount + groupCount) * 4), keyCount + groupCount)
  const units = new Uint16Array(buffer, next(letters * 2), letters)
  const names: string[] = []
  let unit = 0
  for (const length of nameLengths) {
    names.push(String.fromCharCode(...units.subarray(unit, unit + length)))
    unit += length
  }
  return {
    keys: names.slice(0, keyCount),
    groups: names.slice(keyCount),
    groupOf,
    lengths,
    terms,
    starts,
    chunks,
    counts,
  }
}
