import type { PromptValue, PromptVariable } from '#contract/prompt-template.ts'

/** Today where the person sits, yyyy-MM-dd: as Swedes write it. */
export const today = (): string => new Date().toLocaleDateString('sv-SE')

/** What a form holds, as the call takes it; what was left empty is not there. */
export function shownValues(
  variables: readonly Pick<PromptVariable, 'name'>[],
  given: Readonly<Record<string, unknown>>,
): Record<string, PromptValue> {
  return Object.fromEntries(
    variables.flatMap(({ name }): [string, PromptValue][] => {
      const value = given[name]
      if (value === undefined || value === null || value === '') return []
      return [[name, value as PromptValue]]
    }),
  )
}
