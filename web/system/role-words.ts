import { roleLabels, roles } from '#contract/grants.ts'
import { useSay, useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** The roles a menu may name, in words; two that read alike are told apart by their alias. */
export function useRoleWords() {
  const say = useSay()
  const t = useTexts(texts)
  const word = (alias: string) => {
    if (alias === 'platform') return t('platformRole')
    const role = roles.find((known) => known === alias)
    return role ? `${say(roleLabels[role])} (${role})` : alias
  }
  /** Several in a line, each reading once: administrator and admin are both 管理员. */
  const line = (aliases: readonly string[]) => {
    const short = aliases.map((alias) => {
      const role = roles.find((known) => known === alias)
      return role ? say(roleLabels[role]) : word(alias)
    })
    return [...new Set(short)].join(t('comma'))
  }
  return { word, line, options: [...roles, 'platform'].map((value) => ({ value, label: word(value) })) }
}
