import type { Nature } from './chart.ts'

export type NatureMatch = { nature: Nature; keyword: string }

/** Natures with their words made comparable once, not once per voucher line. */
export type NatureWords = ReadonlyMap<
  string,
  { nature: Nature; keywords: readonly { word: string; plain: string }[]; not: readonly string[] }
>

/** Text as keywords are compared with it: NFKC, no spaces, upper case for KTV and its like. */
export const searchable = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

export const natureWords = (natures: readonly Nature[]): NatureWords =>
  new Map(natures.map((nature) => [nature.id, wordsOf(nature)]))

function wordsOf(nature: Nature) {
  const keywords = nature.keywords.map((word) => ({ word, plain: searchable(word) }))
  return {
    nature,
    keywords: keywords.toSorted((a, b) => b.plain.length - a.plain.length),
    not: nature.not.map(searchable),
  }
}

/** The nature's keywords that a searchable text contains, the longest first; none if one of its negatives stands there. */
export function keywordsIn(words: NatureWords, nature: string, text: string): string[] {
  const known = words.get(nature)
  if (!known || known.not.some((negative) => text.includes(negative))) return []
  return known.keywords.filter(({ plain }) => text.includes(plain)).map(({ word }) => word)
}

/** Natures the text speaks of on an account of this standard key, the longest keyword first. */
export function naturesIn(text: string, standard: string, words: NatureWords): NatureMatch[] {
  const plain = searchable(text)
  const found: NatureMatch[] = []
  for (const [id, { nature }] of words) {
    if (!nature.standards.includes(standard)) continue
    const [keyword] = keywordsIn(words, id, plain)
    if (keyword !== undefined) found.push({ nature, keyword })
  }
  return found.toSorted((a, b) => b.keyword.length - a.keyword.length)
}
