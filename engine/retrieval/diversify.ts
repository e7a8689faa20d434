import { searchForm } from './normal-text.ts'
import { eachToken, isSingle } from './tokens.ts'

/** What a text says, as far as two texts saying the same can be told: its pairs and words. */
export function gramSet(text: string): ReadonlySet<number> {
  const grams = new Set<number>()
  eachToken(searchForm(text), (key) => {
    if (!isSingle(key)) grams.add(key)
  })
  return grams
}

/** Shared share of two texts (Jaccard), 0 to 1. */
export function likeness(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  if (one.size === 0 || other.size === 0) return 0
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  let shared = 0
  for (const gram of small) if (large.has(gram)) shared += 1
  return shared / (one.size + other.size - shared)
}

/**
 * Maximal marginal relevance (Carbonell, Goldstein 1998): `balance` 1 is relevance alone, 0 is novelty alone.
 * Scores are brought to 0…1 first, so that they weigh against a likeness of 0…1.
 */
export function diversify<T extends { score: number }>(
  hits: readonly T[],
  { limit, balance, alike }: { limit: number; balance: number; alike: (one: T, other: T) => number },
): T[] {
  const highest = Math.max(...hits.map(({ score }) => score), 0)
  const left = hits.map((hit) => ({ hit, worth: highest > 0 ? hit.score / highest : 0, near: 0 }))
  const taken: T[] = []
  while (taken.length < limit && left.length) {
    let pick = 0
    const gain = ({ worth, near }: { worth: number; near: number }) => balance * worth - (1 - balance) * near
    for (const [at, entry] of left.entries()) {
      const there = left[pick]
      if (there && gain(entry) > gain(there)) pick = at
    }
    const [chosen] = left.splice(pick, 1)
    if (!chosen) break
    taken.push(chosen.hit)
    for (const entry of left) entry.near = Math.max(entry.near, alike(entry.hit, chosen.hit))
  }
  return taken
}
