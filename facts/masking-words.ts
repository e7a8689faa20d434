import type { MaskingWords } from '#engine/masking/kinds.ts'
import words from './masking-words.json' with { type: 'json' }

/** Names of places, surnames and trades by which identities are recognised; their sources stand in the file. */
export const maskingWords: MaskingWords = words
