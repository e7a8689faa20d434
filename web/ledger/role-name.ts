import { say, texts } from '#contract/errors.ts'
import type { columnRoles } from '#contract/ledger.ts'
import type { Language } from '#contract/texts.ts'

export type Role = (typeof columnRoles)[number]

const isTextKey = (key: string): key is keyof typeof texts => Object.hasOwn(texts, key)

/** What a column role is called. */
export function roleName(role: Role, language: Language): string {
  const key = `role_${role}`
  return isTextKey(key) ? say(key, language) : role
}
