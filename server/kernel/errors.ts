import { codeOf, codes, say, type TextKey } from '#contract/errors.ts'
import type { Language, Params } from '#contract/texts.ts'

/** A refusal the caller should read, from the catalogue; anything else that is thrown is a bug and answers 服务器异常. */
export class Refusal extends Error {
  readonly key: TextKey
  readonly params: Params
  readonly code: number
  /** Facts for the client to act on, e.g. what limit was met. */
  readonly data: unknown

  constructor(key: TextKey, params: Params = {}, data: unknown = {}) {
    super(key)
    this.key = key
    this.params = params
    this.code = codeOf[key] ?? codes.bad
    this.data = data
  }

  says(language: Language) {
    return say(this.key, language, this.params)
  }
}
export const notFound = () => new Refusal('notFound')
export const conflict = () => new Refusal('conflict')
