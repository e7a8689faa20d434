/** What the rank of a hit owes to the document it stands in. Shares as measured in `docs/benchmarks.md`. */
export type SupportWeights = {
  /** How much the document's other good chunks help: the share of the mean of its `depth` best scores that is added. */
  support: number
  depth: number
  /** By how much the most cited document's hits are raised. */
  authority: number
}
export const defaultSupport: SupportWeights = { support: 0.4, depth: 3, authority: 0.3 }

/**
 * Ranks hits again by what their documents say of them: a law that answers with several articles is more likely
 * the one that is asked about than one that shares a phrase, and one that others refer to more than one nobody cites.
 * `authority` answers 0 to 1 for a document. The list should be long (some hundreds): it is all that is known.
 */
export function supported<T extends { group: string; score: number }>(
  hits: readonly T[],
  authority: (group: string) => number,
  weights: SupportWeights = defaultSupport,
): T[] {
  const sums = new Map<string, { sum: number; count: number }>()
  // hits come best first: the first `depth` of a document are its best
  for (const { group, score } of hits) {
    const known = sums.get(group)
    if (!known) sums.set(group, { sum: score, count: 1 })
    else if (known.count < weights.depth) {
      known.sum += score
      known.count += 1
    }
  }
  return hits
    .map((hit) => {
      const mean = (sums.get(hit.group)?.sum ?? 0) / weights.depth
      const raise = 1 + weights.authority * authority(hit.group)
      return { ...hit, score: (hit.score + weights.support * mean) * raise }
    })
    .sort((one, other) => other.score - one.score)
}

const named = /《([^《》]{2,60})》/g
/** A title as it is referred to: without the state's name, the issue in brackets and blanks. */
export const referredTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/^《|》$/g, '')
    .replace(/\s+/g, '')
    .replace(/^中华人民共和国/, '')
    .replace(/\((?:\d{4}年?)?(?:修订|修正|试行|暂行|草案|征求意见稿)?\)$/, '')

/** Counts how often documents name one another by title; a document that names itself counts nothing. */
export class Citations {
  readonly #byTitle = new Map<string, string[]>()
  readonly #counts = new Map<string, number>()
  #most = 0

  /** All documents first, so that any may be named. Several versions of one title share its citations. */
  constructor(documents: readonly { group: string; title: string }[]) {
    for (const { group, title } of documents) {
      const name = referredTitle(title)
      this.#byTitle.set(name, [...(this.#byTitle.get(name) ?? []), group])
    }
  }

  read(group: string, text: string): void {
    for (const [, title = ''] of text.matchAll(named)) {
      const groups = this.#byTitle.get(referredTitle(title)) ?? []
      if (groups.includes(group)) continue
      for (const cited of groups) {
        const count = (this.#counts.get(cited) ?? 0) + 1
        this.#counts.set(cited, count)
        this.#most = Math.max(this.#most, count)
      }
    }
  }

  /** 0 for what nobody names, 1 for what is named most, by the logarithm in between. */
  authority(group: string): number {
    const count = this.#counts.get(group) ?? 0
    return count ? Math.log(1 + count) / Math.log(1 + this.#most) : 0
  }
}
