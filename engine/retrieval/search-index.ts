import { postingsOf, type Segment } from './segment.ts'
import { Best } from './best.ts'

/** A token that is asked for, with how much it counts. */
export type WeightedTerm = { term: number; weight: number }

export type Hit = { key: string; group: string; score: number }

export type SearchOptions = {
  limit: number
  /** Which documents may be found at all; asked once for each document, inside the scoring. */
  allows?: ((group: string) => boolean) | undefined
  /** Terms in more than this share of the chunks are left out; 1 keeps all. */
  mostShare?: number | undefined
}

/** Okapi BM25; the figures are chosen as `docs/benchmarks.md` says. */
export type Weights = { k1: number; b: number }
export const defaultWeights: Weights = { k1: 1.6, b: 0.85 }

/** A segment ready for search: what depends on the whole index is worked out once. */
type Ready = { segment: Segment; dead: Uint8Array | null; norms: Float32Array; scores: Float32Array }

const ready = (segment: Segment): Ready => ({
  segment,
  dead: null,
  norms: new Float32Array(0),
  scores: new Float32Array(0),
})

/** BM25 over immutable segments. New chunks come as a new segment, removed ones are marked; a merge makes one of all. */
export class SearchIndex {
  readonly #weights: Weights
  #parts: Ready[] = []
  #size = 0
  #length = 0

  constructor(segments: readonly Segment[] = [], weights: Weights = defaultWeights) {
    this.#weights = weights
    this.#parts = segments.map(ready)
    this.#settle()
  }

  /** Chunks that can be found. */
  get size(): number {
    return this.#size
  }

  get segments(): readonly Segment[] {
    return this.#parts.map(({ segment }) => segment)
  }

  add(segment: Segment): void {
    this.#parts.push(ready(segment))
    this.#settle()
  }

  /** Chunks whose document or own name is refused can no longer be found. Answers how many went. */
  remove(gone: { groups?: ReadonlySet<string>; keys?: ReadonlySet<string> }): number {
    let removed = 0
    for (const part of this.#parts) {
      const { keys, groups, groupOf } = part.segment
      for (let chunk = 0; chunk < keys.length; chunk += 1) {
        const hit = gone.groups?.has(groups[groupOf[chunk] ?? 0] ?? '') || gone.keys?.has(keys[chunk] ?? '')
        if (!hit || part.dead?.[chunk]) continue
        part.dead ??= new Uint8Array(keys.length)
        part.dead[chunk] = 1
        removed += 1
      }
    }
    if (removed) this.#settle()
    return removed
  }

  /** Lengths and norms over all chunks that are left. */
  #settle(): void {
    this.#size = 0
    this.#length = 0
    for (const { segment, dead } of this.#parts) {
      for (let chunk = 0; chunk < segment.lengths.length; chunk += 1) {
        if (dead?.[chunk]) continue
        this.#size += 1
        this.#length += segment.lengths[chunk] ?? 0
      }
    }
    const { k1, b } = this.#weights
    const average = this.#size ? this.#length / this.#size : 1
    for (const part of this.#parts) {
      const { lengths } = part.segment
      if (part.norms.length !== lengths.length) {
        part.norms = new Float32Array(lengths.length)
        part.scores = new Float32Array(lengths.length)
      }
      for (let chunk = 0; chunk < lengths.length; chunk += 1)
        part.norms[chunk] = k1 * (1 - b + (b * (lengths[chunk] ?? 0)) / average)
    }
  }

  /** How many chunks hold a term; removed ones count until the next merge. */
  frequency(term: number): number {
    return this.#parts.reduce((sum, { segment }) => {
      const { from, to } = postingsOf(segment, term)
      return sum + to - from
    }, 0)
  }

  /** The best chunks for some terms, best first; equal scores in the order of entry. */
  search(terms: readonly WeightedTerm[], { limit, allows, mostShare = 1 }: SearchOptions): Hit[] {
    const { k1 } = this.#weights
    for (const { scores } of this.#parts) scores.fill(0)
    for (const { term, weight } of terms) {
      const frequency = Math.min(this.frequency(term), this.#size)
      if (frequency === 0 || frequency > this.#size * mostShare) continue
      const worth = weight * Math.log(1 + (this.#size - frequency + 0.5) / (frequency + 0.5)) * (k1 + 1)
      for (const { segment, norms, scores } of this.#parts) {
        const { chunks, counts } = segment
        const { from, to } = postingsOf(segment, term)
        for (let at = from; at < to; at += 1) {
          const chunk = chunks[at] ?? 0
          const count = counts[at] ?? 0
          scores[chunk] = (scores[chunk] ?? 0) + (worth * count) / (count + (norms[chunk] ?? 0))
        }
      }
    }
    return this.#ranked(limit, allows)
  }

  #ranked(limit: number, allows: SearchOptions['allows']): Hit[] {
    const kept = new Best(limit)
    let base = 0
    for (const { segment, dead, scores } of this.#parts) {
      const { groups, groupOf } = segment
      const allowed = allows && Uint8Array.from(groups, (group) => (allows(group) ? 1 : 0))
      for (let chunk = 0; chunk < scores.length; chunk += 1) {
        const score = scores[chunk] ?? 0
        if (score <= 0 || score <= kept.threshold || dead?.[chunk]) continue
        if (allowed && !allowed[groupOf[chunk] ?? 0]) continue
        kept.offer(base + chunk, score)
      }
      base += scores.length
    }
    return kept.ranked().map(({ number, score }) => this.#hit(number, score))
  }

  #hit(number: number, score: number): Hit {
    let chunk = number
    for (const { segment } of this.#parts) {
      if (chunk < segment.keys.length)
        return { key: segment.keys[chunk] ?? '', group: segment.groups[segment.groupOf[chunk] ?? 0] ?? '', score }
      chunk -= segment.keys.length
    }
    throw new Error(`no chunk has the number ${number}`)
  }
}
