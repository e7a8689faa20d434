import synonyms from './retrieval-synonyms.json' with { type: 'json' }

/** What the trade says for what the law says; the beginning of a firm's own table. */
export const taxSynonyms: readonly { term: string; means: readonly string[] }[] = synonyms.rows
