import { say, texts } from '#contract/errors.ts'
import type { Said } from '#contract/knowledge-doc.ts'
import { useLanguage } from '#web/kernel/language.ts'

const isTextKey = (key: string): key is keyof typeof texts => Object.hasOwn(texts, key)

/** What the reading of a document said, in the reader's language. */
export function useSaid(): (said: Said) => string {
  const language = useLanguage((state) => state.language)
  return ({ key, params }) => (isTextKey(key) ? say(key, language, params) : key)
}
