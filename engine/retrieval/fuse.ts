/** A list of one way of searching, best first, and how much that way counts. */
export type Leg = { name: string; weight: number; keys: readonly string[] }

/** A fused hit and the places the legs gave it, for whoever asks why. */
export type Fused = { key: string; score: number; places: Readonly<Record<string, number>> }

/**
 * Weighted reciprocal rank fusion: Σ weight ÷ (k + place), places from 1 (Cormack, Clarke, Büttcher 2009).
 * Equal scores keep the order in which the legs name them.
 */
export function fuse(legs: readonly Leg[], k = 60): Fused[] {
  const fused = new Map<string, { key: string; score: number; places: Record<string, number> }>()
  for (const { name, weight, keys } of legs) {
    for (const [at, key] of keys.entries()) {
      let entry = fused.get(key)
      if (!entry) fused.set(key, (entry = { key, score: 0, places: {} }))
      // a leg that names a chunk twice counts its better place
      if (entry.places[name] !== undefined) continue
      entry.places[name] = at + 1
      entry.score += weight / (k + at + 1)
    }
  }
  return [...fused.values()].sort((one, other) => other.score - one.score)
}

/** At most `each` hits of one parent, order kept; what a parent has besides goes behind its last one as its companions. */
export function collapse<T>(
  hits: readonly T[],
  parentOf: (hit: T) => string,
  each = 1,
): { hit: T; parent: string; others: T[] }[] {
  const kept: { hit: T; parent: string; others: T[] }[] = []
  const lastOf = new Map<string, { count: number; others: T[] }>()
  for (const hit of hits) {
    const parent = parentOf(hit)
    const known = lastOf.get(parent)
    if (known && known.count >= each) {
      known.others.push(hit)
      continue
    }
    const others: T[] = []
    kept.push({ hit, parent, others })
    lastOf.set(parent, { count: (known?.count ?? 0) + 1, others })
  }
  return kept
}
