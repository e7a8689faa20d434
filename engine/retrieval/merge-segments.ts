import type { Segment } from './segment.ts'

/** One segment of several, without the chunks that `keeps` refuses; terms nobody is left for go too. */
export function mergeSegments(
  segments: readonly Segment[],
  keeps: (chunk: { key: string; group: string }) => boolean = () => true,
): Segment {
  const keys: string[] = []
  const groups: string[] = []
  const groupNumbers = new Map<string, number>()
  const groupOf: number[] = []
  const lengths: number[] = []
  // where each chunk of each segment goes; -1 for nowhere
  const places = segments.map((segment) => {
    const place = new Int32Array(segment.keys.length).fill(-1)
    for (const [chunk, key] of segment.keys.entries()) {
      const group = segment.groups[segment.groupOf[chunk] ?? 0] ?? ''
      if (!keeps({ key, group })) continue
      let number = groupNumbers.get(group)
      if (number === undefined) {
        number = groups.push(group) - 1
        groupNumbers.set(group, number)
      }
      place[chunk] = keys.push(key) - 1
      groupOf.push(number)
      lengths.push(segment.lengths[chunk] ?? 0)
    }
    return place
  })
  const most = segments.reduce((sum, { chunks }) => sum + chunks.length, 0)
  const chunks = new Uint32Array(most)
  const counts = new Uint8Array(most)
  const terms: number[] = []
  const starts: number[] = [0]
  const heads = segments.map(() => 0)
  let posting = 0
  for (;;) {
    let term = Infinity
    for (const [at, segment] of segments.entries()) term = Math.min(term, segment.terms[heads[at] ?? 0] ?? Infinity)
    if (term === Infinity) break
    const before = posting
    for (const [at, segment] of segments.entries()) {
      const head = heads[at] ?? 0
      if (segment.terms[head] !== term) continue
      heads[at] = head + 1
      const end = segment.starts[head + 1] ?? 0
      for (let from = segment.starts[head] ?? 0; from < end; from += 1) {
        const place = places[at]?.[segment.chunks[from] ?? 0] ?? -1
        if (place < 0) continue
        chunks[posting] = place
        counts[posting] = segment.counts[from] ?? 0
        posting += 1
      }
    }
    if (posting === before) continue
    terms.push(term)
    starts.push(posting)
  }
  return {
    keys,
    groups,
    groupOf: Uint32Array.from(groupOf),
    lengths: Uint32Array.from(lengths),
    terms: Float64Array.from(terms),
    starts: Uint32Array.from(starts),
    chunks: chunks.slice(0, posting),
    counts: counts.slice(0, posting),
  }
}
