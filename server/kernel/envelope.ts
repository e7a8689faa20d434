import { codes, say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'

/** The envelope's text before and after the data. */
const around = (language: Language): [string, string] => [
  `{"code":${codes.ok},"success":true,"data":`,
  `,"msg":${JSON.stringify(say('ok', language))}}`,
]
const full = { 'zh-CN': around('zh-CN'), en: around('en') }

const nothing = (language: Language) =>
  JSON.stringify({ code: codes.ok, success: true, data: {}, msg: say('nothing', language) })
const empty = { 'zh-CN': nothing('zh-CN'), en: nothing('en') }

/** The JSON text of a successful answer. An answer with nothing to say has `data: {}` and its own message. */
export function envelope(data: unknown, language: Language): string {
  if (data === undefined || data === null || isEmpty(data)) return empty[language]
  const [before, after] = full[language]
  return before + JSON.stringify(data) + after
}

/** An empty list is an answer; an object without keys is not. */
const isEmpty = (data: unknown) => {
  if (typeof data !== 'object' || Array.isArray(data)) return false
  for (const _ in data) return false
  return true
}
