import type { PromptContent, PromptSummary, PromptVariable } from '#contract/prompt-template.ts'
import { VARIABLE_PLACE } from '#contract/prompt-template.ts'
import { useLanguage } from '#web/kernel/language.ts'

/** Names, purposes and labels in the person's language, the other one where it is missing. */
export function usePromptWords() {
  const english = useLanguage(({ language }) => language === 'en')
  const either = (zh: string, en: string) => (english ? en || zh : zh || en)
  return {
    nameOf: ({ name, nameEn }: Pick<PromptSummary, 'name' | 'nameEn'>) => either(name, nameEn),
    saysOf: ({ says, saysEn }: Pick<PromptSummary, 'says' | 'saysEn'>) => either(says, saysEn),
    labelOf: ({ name, label, labelEn }: Pick<PromptVariable, 'name' | 'label' | 'labelEn'>) =>
      either(label, labelEn) || name,
    hintOf: ({ hint, hintEn }: Pick<PromptVariable, 'hint' | 'hintEn'>) => either(hint, hintEn),
    choicesOf: ({ options, optionsEn }: Pick<PromptVariable, 'options' | 'optionsEn'>) =>
      options.map((value) => ({
        value,
        label: either(value, Object.hasOwn(optionsEn, value) ? (optionsEn[value] ?? '') : ''),
      })),
    /** What a form begins with: the variables' own beginnings, and the project one stands in. */
    firstValues: (variables: readonly PromptVariable[], projectId: string | undefined, today: string) =>
      Object.fromEntries(
        variables.flatMap(({ name, kind, initial, initialEn }): [string, unknown][] => {
          if (kind === 'project' && projectId) return [[name, { projectId }]]
          // of choices, dates and numbers there is one for both languages
          const begins = kind === 'text' || kind === 'longText' ? either(initial, initialEn) : initial
          if (begins === '') return []
          return [[name, kind === 'date' && begins === 'today' ? today : begins]]
        }),
      ),
  }
}

/** The names that stand in a body, each once, in their order. */
export const namesIn = (body: string): string[] => [
  ...new Set(Array.from(body.matchAll(VARIABLE_PLACE), ([, name]) => name ?? '')),
]

/** A variable of which nothing is known but its name. */
export const plainVariable = (name: string): PromptVariable => ({
  name, kind: 'text', label: '', labelEn: '', required: false, initial: '', initialEn: '', options: [], optionsEn: {}, hint: '', hintEn: '',
}) // prettier-ignore

/** A body with a variable for each of its places: those there are, and plain ones for what is new. */
export function withVariables({ body, variables }: PromptContent): PromptVariable[] {
  return namesIn(body).map((name) => variables.find((one) => one.name === name) ?? plainVariable(name))
}
