import { say, texts, type TextKey } from '#contract/errors.ts'
import type { Language, Params } from '#contract/texts.ts'

/** A text of the catalogue with its parameters, said in the reader's language, or plain text. */
export type Told = string | { key: TextKey; params?: Params }

const isText = (key: string): key is TextKey => Object.hasOwn(texts, key)
const isTold = (value: unknown): value is { key: string; params?: Params } =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/** What was told, in this language; empty for a text that this version no longer has. */
export function saidBy(told: unknown, language: Language): string {
  if (typeof told === 'string') return told
  return isTold(told) && isText(told.key) ? say(told.key, language, told.params) : ''
}
