import type { PromptContent, PromptVariable } from '#contract/prompt-template.ts'
import { isRealDay } from '#contract/real-day.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { namesIn } from './fill-template.ts'

const DECIMAL = /^-?\d{1,18}(\.\d{1,8})?$/
export const isDecimal = (text: string) => DECIMAL.test(text)

/** Kinds whose values are picked in Digao, not written. */
export const isPicked = ({ kind }: Pick<PromptVariable, 'kind'>) =>
  kind === 'project' || kind === 'account' || kind === 'cell' || kind === 'file'

function fits({ kind, initial, options }: PromptVariable): boolean {
  if (initial === '') return true
  if (kind === 'number') return isDecimal(initial)
  if (kind === 'date') return initial === 'today' || isRealDay(initial)
  if (kind === 'choice') return options.includes(initial)
  return kind === 'text' || kind === 'longText'
}

/** Refuses content that could not be filled in: variables twice, unknown or unused, a choice of nothing, a beginning of another kind. */
export function checkContent({ body, variables }: PromptContent): void {
  const names = variables.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Refusal('promptVariableTwice', { name: twice })
  const used = namesIn(body)
  const unknown = used.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Refusal('promptVariableUnknown', { name: unknown })
  const unused = names.find((name) => !used.includes(name))
  if (unused !== undefined) throw new Refusal('promptVariableUnused', { name: unused, place: `{{${unused}}}` })
  for (const variable of variables) {
    if (variable.kind === 'choice' && variable.options.length === 0)
      throw new Refusal('promptChoices', { name: variable.name })
    if (!fits(variable)) throw new Refusal('promptInitial', { name: variable.name })
  }
}
