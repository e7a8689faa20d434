import { say, texts, type TextKey } from '#contract/errors.ts'
import type { Language, Params } from '#contract/texts.ts'

type Note = { key: TextKey; params: Params }

/** What of a file could not be kept, in the reader's language. */
export const notesSaid = (notes: unknown, language: Language): string[] =>
  // written by the reading of Word files, whose keys a later version may have given up
  (notes as Note[]).filter(({ key }) => Object.hasOwn(texts, key)).map(({ key, params }) => say(key, language, params))
