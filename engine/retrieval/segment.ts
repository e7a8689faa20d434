import { searchForm } from './normal-text.ts'
import { TermTable } from './term-table.ts'
import { eachToken } from './tokens.ts'

/** One chunk as it enters the index. */
export type IndexEntry = {
  /** The caller's name of the chunk. */
  key: string
  /** What filters look at: the document the chunk belongs to. */
  group: string
  /** Its text and what stands around it, each counted as often as its weight says (a whole number of 1 or more). */
  fields: readonly { text: string; weight: number }[]
}

/** An immutable part of an index: postings of some chunks, sorted by term. */
export type Segment = {
  keys: readonly string[]
  groups: readonly string[]
  groupOf: Uint32Array
  /** Weighted tokens of each chunk. */
  lengths: Uint32Array
  /** Terms in ascending order; the postings of term i lie from `starts[i]` to `starts[i + 1]`. */
  terms: Float64Array
  starts: Uint32Array
  chunks: Uint32Array
  /** Weighted occurrences, 255 at most. */
  counts: Uint8Array
}

/** Collects chunks, then freezes them into a segment. Nothing is kept twice: postings are turned over by counting. */
export class SegmentBuilder {
  readonly #table = new TermTable()
  readonly #keys: string[] = []
  readonly #groups: string[] = []
  readonly #groupNumbers = new Map<string, number>()
  readonly #groupOf: number[] = []
  readonly #lengths: number[] = []
  readonly #ends: number[] = []
  #postingTerms = new Uint32Array(1 << 14)
  #postingCounts = new Uint8Array(1 << 14)
  #postings = 0
  /** By term: where its posting of the chunk at hand lies, if that is not before the chunk. */
  #latest = new Int32Array(1 << 12).fill(-1)

  get size(): number {
    return this.#keys.length
  }

  add({ key, group, fields }: IndexEntry): void {
    let number = this.#groupNumbers.get(group)
    if (number === undefined) {
      number = this.#groups.push(group) - 1
      this.#groupNumbers.set(group, number)
    }
    const first = this.#postings
    let length = 0
    for (const { text, weight } of fields) {
      eachToken(searchForm(text), (token) => {
        length += weight
        this.#count(this.#table.idOf(token), weight, first)
      })
    }
    this.#keys.push(key)
    this.#groupOf.push(number)
    this.#lengths.push(length)
    this.#ends.push(this.#postings)
  }

  #count(term: number, weight: number, first: number): void {
    if (term >= this.#latest.length) {
      const wider = new Int32Array(this.#latest.length * 2).fill(-1)
      wider.set(this.#latest)
      this.#latest = wider
    }
    const known = this.#latest[term] ?? -1
    if (known >= first) {
      this.#postingCounts[known] = Math.min(255, (this.#postingCounts[known] ?? 0) + weight)
      return
    }
    if (this.#postings === this.#postingTerms.length) {
      const terms = new Uint32Array(this.#postings + (this.#postings >> 1))
      const counts = new Uint8Array(terms.length)
      terms.set(this.#postingTerms)
      counts.set(this.#postingCounts)
      ;[this.#postingTerms, this.#postingCounts] = [terms, counts]
    }
    this.#latest[term] = this.#postings
    this.#postingTerms[this.#postings] = term
    this.#postingCounts[this.#postings] = Math.min(255, weight)
    this.#postings += 1
  }

  /** The segment; the builder is spent. */
  freeze(): Segment {
    const keys = this.#table.keys()
    const order = Uint32Array.from(keys.keys()).sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0))
    const rankOf = new Uint32Array(order.length)
    for (const [rank, id] of order.entries()) rankOf[id] = rank
    const starts = new Uint32Array(order.length + 1)
    for (let at = 0; at < this.#postings; at += 1) {
      const rank = rankOf[this.#postingTerms[at] ?? 0] ?? 0
      starts[rank + 1] = (starts[rank + 1] ?? 0) + 1
    }
    for (let rank = 0; rank < order.length; rank += 1) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
    const chunks = new Uint32Array(this.#postings)
    const counts = new Uint8Array(this.#postings)
    const next = starts.slice()
    let at = 0
    for (const [chunk, end] of this.#ends.entries()) {
      for (; at < end; at += 1) {
        const rank = rankOf[this.#postingTerms[at] ?? 0] ?? 0
        const to = next[rank] ?? 0
        next[rank] = to + 1
        chunks[to] = chunk
        counts[to] = this.#postingCounts[at] ?? 0
      }
    }
    return {
      keys: this.#keys,
      groups: this.#groups,
      groupOf: Uint32Array.from(this.#groupOf),
      lengths: Uint32Array.from(this.#lengths),
      terms: Float64Array.from(order, (id) => keys[id] ?? 0),
      starts,
      chunks,
      counts,
    }
  }
}

/** Where the postings of a term lie; none is an empty stretch. */
export function postingsOf({ terms, starts }: Segment, term: number): { from: number; to: number } {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((terms[middle] ?? 0) < term) low = middle + 1
    else high = middle
  }
  return terms[low] === term ? { from: starts[low] ?? 0, to: starts[low + 1] ?? 0 } : { from: 0, to: 0 }
}
