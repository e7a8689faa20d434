import { say, texts } from '#contract/errors.ts'
import type { columnRoles, everySheetAnswer, sheetAsks } from '#contract/dataset-file.ts'
import type { Language } from '#contract/texts.ts'

export type Role = (typeof columnRoles)[number]

const isTextKey = (key: string): key is keyof typeof texts => Object.hasOwn(texts, key)

const named = (key: string, language: Language, otherwise: string) => (isTextKey(key) ? say(key, language) : otherwise)

/** What is asked about a sheet, in words. */
export const askName = (about: (typeof sheetAsks)[number], language: Language) => named(`ask_${about}`, language, about)
/** An answer about a sheet, in words. */
export const answerName = (answer: (typeof everySheetAnswer)[number], language: Language) =>
  named(`answer_${answer}`, language, answer)

/** What a column role is called. */
export function roleName(role: Role, language: Language): string {
  return named(`role_${role}`, language, role)
}
