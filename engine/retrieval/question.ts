import { askedFor } from './question-words.ts'
import { searchForm } from './normal-text.ts'
import type { Hit, SearchIndex, SearchOptions, WeightedTerm } from './search-index.ts'
import { supported, type SupportWeights } from './support.ts'
import type { Synonyms } from './synonyms.ts'
import { eachToken } from './tokens.ts'

/** How much a synonym counts against a word that was written. */
const SYNONYM_WEIGHT = 0.5
/** Longest question that is searched by its tokens; what is pasted beyond that adds nothing but time. */
const MOST_CHARACTERS = 2_000

/** What a question asks the index for: each token as often as it was written, synonyms at half weight. */
export function questionTerms(question: string, synonyms?: Synonyms): WeightedTerm[] {
  const said = askedFor(searchForm(question.slice(0, MOST_CHARACTERS)))
  const weights = new Map<number, number>()
  eachToken(said, (key) => {
    weights.set(key, (weights.get(key) ?? 0) + 1)
  })
  const written = new Set(weights.keys())
  for (const word of synonyms?.expand(said) ?? []) {
    eachToken(word, (key) => {
      if (!written.has(key)) weights.set(key, SYNONYM_WEIGHT)
    })
  }
  return [...weights].map(([term, weight]) => ({ term, weight }))
}

export type LexicalOptions = Pick<SearchOptions, 'limit' | 'allows' | 'mostShare'> & {
  synonyms?: Synonyms | undefined
  /** How much a document is referred to, 0 to 1 (`Citations`); 0 for all if not given. */
  authority?: ((group: string) => number) | undefined
  support?: SupportWeights | undefined
}

/** How many hits are ranked again by what their documents say of them. */
const DEPTH = 1_000

/** The best chunks for a question by its words: BM25, then the support of their documents. */
export function lexicalSearch(index: SearchIndex, question: string, options: LexicalOptions): Hit[] {
  const { limit, allows, mostShare, synonyms, authority = () => 0, support } = options
  const hits = index.search(questionTerms(question, synonyms), { limit: Math.max(limit, DEPTH), allows, mostShare })
  return supported(hits, authority, support).slice(0, limit)
}
