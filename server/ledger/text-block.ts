/** Lines whose summaries share one filter. Few enough that looking through a block is nothing. */
export const BLOCK_LINES = 128
const BYTES = 1900
const BITS = BYTES * 8
/** Pairs of a search that are asked for: a few tell blocks apart as well as all. */
const MOST_ASKED = 8

const searchable = (text: string): string => text.toLowerCase()

/** Two bits for a pair of characters, by multiplying out one 32-bit number (Knuth's 2654435761). */
function bitsOf(one: number, other: number): readonly [number, number] {
  const mixed = Math.imul((one << 16) ^ other, 2_654_435_761) >>> 0
  return [mixed % BITS, (((mixed >>> 13) ^ Math.imul(one + 1, 40_503)) >>> 0) % BITS]
}

/** Collects the summaries of lines in their order and hands over each block's filter when it is full. */
export function textBlocks(take: (block: number, grams: Buffer) => void) {
  let grams = Buffer.alloc(BYTES)
  let size = 0
  let block = 0
  const hand = () => {
    take(block, grams)
    grams = Buffer.alloc(BYTES)
    block += 1
    size = 0
  }
  return {
    add(summary: string): void {
      const text = searchable(summary)
      for (let at = 1; at < text.length; at += 1) {
        for (const bit of bitsOf(text.charCodeAt(at - 1), text.charCodeAt(at))) {
          // PostgreSQL's get_bit counts from the lowest bit of each byte
          grams[bit >> 3] = (grams[bit >> 3] ?? 0) | (1 << (bit & 7))
        }
      }
      size += 1
      if (size === BLOCK_LINES) hand()
    },
    end(): void {
      if (size > 0) hand()
    },
  }
}

/** The bits that a block has if one of its summaries holds the text; none for a single character. */
export function bitsFor(text: string): number[] {
  const plain = searchable(text)
  const bits = new Set<number>()
  for (let at = 1; at < plain.length && bits.size < 2 * MOST_ASKED; at += 1)
    for (const bit of bitsOf(plain.charCodeAt(at - 1), plain.charCodeAt(at))) bits.add(bit)
  return [...bits]
}
