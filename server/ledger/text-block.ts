/** Lines whose summaries share one filter. Few enough that looking through a block is nothing. */
export const BLOCK_LINES = 128
/** A Bloom filter over what stands in any line of the block, then for each of `BUCKETS` a bit per line. */
const BLOOM = 1900
const BITS = BLOOM * 8
const BUCKETS = 128
/** Bytes of a bucket. */
export const BUCKET = BLOCK_LINES / 8
const BYTES = BLOOM + BUCKETS * BUCKET
/** Grams of a search that are asked for: a few tell lines apart as well as all. */
const MOST_ASKED = 6

/** Two bits of the block and a bucket of lines for a piece of text, by multiplying out one 32-bit number (Knuth's 2654435761). */
type Gram = { one: number; other: number; bucket: number }
const gram: Gram = { one: 0, other: 0, bucket: 0 }

function hash(left: number, right: number): Gram {
  const mixed = Math.imul(left ^ Math.imul(right, 40_503), 2_654_435_761) >>> 0
  gram.one = mixed % BITS
  gram.other = ((mixed >>> 13) ^ Math.imul(right + 1, 40_503)) >>> 0
  gram.other %= BITS
  gram.bucket = mixed >>> 25
  return gram
}

let lower: Uint16Array | undefined

/** The lower case of a UTF-16 unit where that is one unit: what PostgreSQL's `ilike` compares. */
function lowerCase(): Uint16Array {
  if (lower) return lower
  const made = new Uint16Array(65_536)
  for (let unit = 0; unit < made.length; unit += 1) {
    const small = String.fromCharCode(unit).toLowerCase()
    made[unit] = small.length === 1 ? small.charCodeAt(0) : unit
  }
  made[0x130] = 0x69 // İ
  lower = made
  return made
}

const isWord = (unit: number): 0 | 1 => ((unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) ? 1 : 0)
/** How many of four characters were digits or letters, by their bits. */
const COUNTED = Uint8Array.from(
  { length: 16 },
  (_, bits) => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + (bits >> 3),
)

type Length = 1 | 2 | 3 | 4

/**
 * The pieces of a text that filters know: each character, each pair, and each three or four of which two are digits or
 * letters, since pairs of digits stand in every block. Characters are known by the block only, not by line.
 */
function grams(text: string, take: (gram: Gram, length: Length) => void): void {
  const fold = lowerCase()
  let [third, second, first] = [0, 0, 0]
  let words = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = fold[text.charCodeAt(at)] ?? 0
    // not kept in the database
    if (unit === 0) continue
    words = ((words << 1) | isWord(unit)) & 15
    take(hash(0, unit), 1)
    if (first > 0) take(hash(first << 16, unit), 2)
    if (second > 0 && (COUNTED[words & 7] ?? 0) > 1) take(hash(second, (first << 16) ^ unit), 3)
    if (third > 0 && (COUNTED[words] ?? 0) > 1) take(hash((third << 16) ^ second, (first << 16) ^ unit), 4)
    third = second
    second = first
    first = unit
  }
}

/** Collects the summaries of lines in their order and hands over each block's filter when it is full. */
export function textBlocks(take: (block: number, grams: Buffer) => void) {
  let filter = Buffer.alloc(BYTES)
  let size = 0
  let block = 0
  const hand = () => {
    take(block, filter)
    filter = Buffer.alloc(BYTES)
    block += 1
    size = 0
  }
  // PostgreSQL's get_bit counts from the lowest bit of each byte
  const put = ({ one, other, bucket }: Gram, length: Length) => {
    filter[one >> 3] = (filter[one >> 3] ?? 0) | (1 << (one & 7))
    filter[other >> 3] = (filter[other >> 3] ?? 0) | (1 << (other & 7))
    if (length === 1) return
    const byte = BLOOM + bucket * BUCKET + (size >> 3)
    filter[byte] = (filter[byte] ?? 0) | (1 << (size & 7))
  }
  return {
    add(summary: string): void {
      grams(summary, put)
      size += 1
      if (size === BLOCK_LINES) hand()
    },
    end(): void {
      if (size > 0) hand()
    },
  }
}

/** Where filters tell of a text: bits that a block has, and bytes at which buckets begin that a line stands in, if it holds the text. */
export type Probe = { bits: number[]; buckets: number[] }

/** What to ask filters for a text, the rarest pieces first; nothing for the empty text. */
export function probeFor(text: string): Probe {
  const found: (Gram & { length: Length })[] = []
  grams(text, (piece, length) => found.push({ ...piece, length }))
  const telling = text.length === 1 ? found : found.filter(({ length }) => length > 1)
  const asked = telling.toSorted((one, other) => other.length - one.length).slice(0, MOST_ASKED)
  return {
    bits: [...new Set(asked.flatMap(({ one, other }) => [one, other]))],
    buckets: [...new Set(asked.flatMap(({ bucket, length }) => (length === 1 ? [] : [BLOOM + bucket * BUCKET])))],
  }
}
