import { say, type TextKey, texts } from '#contract/errors.ts'
import type { Language, Params } from '#contract/texts.ts'
import type { Remark } from '#engine/ledger/cell.ts'

/** The families of names in `contract/ledger-words.ts`; a name's key is the family and the code it names. */
export type Family =
  | 'container'
  | 'kind'
  | 'role'
  | 'drop'
  | 'class'
  | 'check'
  | 'style'
  | 'measure'
  | 'unit'
  | 'answer'
  | 'ask'

const isText = (code: string): code is TextKey => Object.hasOwn(texts, code)

/** A code's name in the caller's language; a code without a name shows as itself. */
export function wordOf(family: Family, code: string, language: Language): string {
  const key = `${family}_${code}`
  return isText(key) ? say(key, language) : code
}

/** Parameters that are themselves codes, by the family of their names. */
const families: Readonly<Record<string, Family>> = { kind: 'kind', role: 'role', class: 'class' }

/** An engine's remark as a sentence; codes among its parameters become words. */
export function sentence({ code, params }: Remark, language: Language): string {
  if (!isText(code)) return code
  const shown: Params = {}
  for (const [name, value] of Object.entries(params)) {
    const family = families[name]
    shown[name] = family && typeof value === 'string' ? wordOf(family, value, language) : value
  }
  return say(code, language, shown)
}
