/** How sure a pair is: the same but for signs and blanks, the same but for its legal form, alike, or nobody. */
export type MatchKind = 'same' | 'form' | 'alike' | 'none'
export type NameMatch = { name: string; other: string; kind: MatchKind; score: number; next: string }

const ALIKE = 0.55
/** Parts of names that many names share; a candidate is not looked for by them. */
const COMMON = 120
/** So many candidates, those that share most, are looked at closely. */
const CLOSELY = 20
const forms =
  /(?:股份有限公司|有限责任公司|集团有限公司|有限公司|合伙企业[(]有限合伙[)]|合伙企业|公司|集团|co\.?,?ltd\.?|limited|inc\.?|llc)$/

/** A name without blanks, width, case and signs. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s·.,，。、"'“”‘’_-]/g, '')
const coreOf = (key: string): string => {
  const core = key.replace(forms, '')
  return core.length > 1 ? core : key
}
const pairsOf = (core: string): string[] => {
  const signs = Array.from(`^${core}$`)
  return [...new Set(signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`))]
}
const numbersIn = (core: string) => (core.match(/\d+|[一二三四五六七八九十]+(?=分|店|厂|号|部)/g) ?? []).join(' ')

/** The best of the other names for each name, and the others that nobody came to. Names stand once. */
export function matchNames(names: readonly string[], others: readonly string[]) {
  const known = [...new Set(others.filter((name) => nameKey(name) !== ''))].map((name) => {
    const key = nameKey(name)
    const core = coreOf(key)
    return { name, key, core, pairs: pairsOf(core) }
  })
  const byPair = new Map<string, number[]>()
  for (const [at, { pairs }] of known.entries())
    for (const pair of pairs) {
      const list = byPair.get(pair)
      if (list) list.push(at)
      else byPair.set(pair, [at])
    }
  const taken = new Set<string>()
  const byKey = new Map(known.map((one) => [one.key, one]))
  const found = [...new Set(names.filter((name) => nameKey(name) !== ''))].map((name): NameMatch => {
    const key = nameKey(name)
    const same = byKey.get(key)
    if (same) {
      taken.add(same.name)
      return { name, other: same.name, kind: 'same', score: 1, next: '' }
    }
    const core = coreOf(key)
    const pairs = pairsOf(core)
    const shared = new Map<number, number>()
    for (const pair of pairs) {
      const list = byPair.get(pair) ?? []
      if (list.length <= COMMON || pairs.length < 4) for (const at of list) shared.set(at, (shared.get(at) ?? 0) + 1)
    }
    const ranked = [...shared]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, CLOSELY)
      .flatMap(([at]) => known[at] ?? [])
      .map((one) => ({ one, score: likeness({ core, pairs }, one) }))
      .toSorted((a, b) => b.score - a.score)
    const [best, next] = ranked
    if (!best || best.score < ALIKE) return { name, other: '', kind: 'none', score: best?.score ?? 0, next: '' }
    taken.add(best.one.name)
    const kind = best.one.core === core ? 'form' : 'alike'
    return {
      name,
      other: best.one.name,
      kind,
      score: best.score,
      next: next && next.score >= ALIKE ? next.one.name : '',
    }
  })
  return { found, left: known.flatMap(({ name }) => (taken.has(name) ? [] : name)) }
}

type Core = { core: string; pairs: readonly string[] }
/** From 0 to 1: shared pairs of signs; a short form within a long one; different numbers tell branches apart. */
function likeness(one: Core, other: Core): number {
  if (one.core === other.core) return 0.98
  const pairs = new Set(other.pairs)
  const shared = one.pairs.filter((pair) => pairs.has(pair)).length
  const dice = (2 * shared) / (one.pairs.length + other.pairs.length)
  const [short, long] = [one.core, other.core].toSorted((a, b) => a.length - b.length)
  const within = short !== undefined && short.length >= 3 && long?.includes(short) ? 0.75 : 0
  const score = Math.max(dice, within)
  return numbersIn(one.core) === numbersIn(other.core) ? score : score * 0.6
}
