import { LONGEST_PROMPT, type PromptContent, type PromptValue, type PromptVariable } from '#contract/prompt-template.ts'
import { isRealDay } from '#contract/real-day.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { checkContent, isDecimal, isPicked } from './check-content.ts'
import { type Filled, filledLength, fillTemplate } from './fill-template.ts'
import {
  pickedAccount,
  pickedCell,
  pickedFile,
  type PickedMaterial,
  pickedProject,
  type PromptReader,
} from './picked-material.ts'

export type PromptValues = Readonly<Record<string, PromptValue>>
export type RenderedPrompt = {
  text: string
  /** What was picked, in the order of the variables. */
  sources: { name: string; title: string; place: string }[]
  /** The project that was picked first: whose tokens hide identities. */
  projectId: string | null
}

const labelOf = ({ name, label, labelEn }: PromptVariable, { language }: PromptReader) =>
  (language === 'en' ? labelEn || label : label) || name

const inOneLine = (text: string) =>
  text
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** A written value, if it fits its kind. */
function written(variable: PromptVariable, text: string): Filled | undefined {
  switch (variable.kind) {
    case 'number':
      return isDecimal(text.replaceAll(',', '')) ? { kind: 'bare', text: text.replaceAll(',', '') } : undefined
    case 'date':
      return isRealDay(text) ? { kind: 'bare', text } : undefined
    case 'choice':
      return variable.options.includes(text) ? { kind: 'bare', text } : undefined
    case 'text':
      return { kind: 'words', text: inOneLine(text) }
    case 'longText':
      return { kind: 'material', title: variable.label || variable.name, text }
    case 'project':
    case 'account':
    case 'cell':
    case 'file':
      return undefined
  }
}

/** What was picked for a variable, read with the person's permissions; undefined if it is of another kind. */
async function picked(
  reader: PromptReader,
  { kind }: PromptVariable,
  value: Exclude<PromptValue, string>,
): Promise<PickedMaterial | undefined> {
  if (kind === 'file') return 'fileId' in value ? pickedFile(reader, value.fileId) : undefined
  if (!('projectId' in value)) return undefined
  if (kind === 'account') return 'accountCode' in value ? pickedAccount(reader, value) : undefined
  if (kind === 'cell') return 'cell' in value ? pickedCell(reader, value) : undefined
  return kind === 'project' ? pickedProject(reader, value.projectId) : undefined
}

type Found = { filled: Filled; from?: PickedMaterial }

async function foundFor(reader: PromptReader, variable: PromptVariable, value: PromptValue): Promise<Found> {
  const name = labelOf(variable, reader)
  if (typeof value === 'string') {
    const filled = isPicked(variable) ? undefined : written(variable, value.trim())
    if (!filled) throw new Refusal('promptValueKind', { name })
    return { filled }
  }
  const from = await picked(reader, variable, value)
  if (!from) throw new Refusal('promptValueKind', { name })
  return { filled: { kind: 'material', title: from.title, text: from.text }, from }
}

const isEmpty = (value: PromptValue | undefined) =>
  value === undefined || (typeof value === 'string' && value.trim() === '')

/**
 * The text of a template with these values, each checked by its kind and put in as data. Nothing in a body or a value runs. Outside a
 * transaction: files are read. Refuses what is missing, of another kind, out of the person's reach, or too long together.
 */
export async function renderPrompt(
  reader: PromptReader,
  content: PromptContent,
  values: PromptValues,
): Promise<RenderedPrompt> {
  checkContent(content)
  const unknown = Object.keys(values).find((name) => !content.variables.some((one) => one.name === name))
  if (unknown !== undefined) throw new Refusal('promptValueUnknown', { name: unknown })
  const filled = new Map<string, Filled>()
  const sources: RenderedPrompt['sources'] = []
  let projectId: string | null = null
  for (const variable of content.variables) {
    // a variable may be called what every object inherits
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined
    if (value === undefined || isEmpty(value)) {
      if (variable.required) throw new Refusal('promptValueMissing', { name: labelOf(variable, reader) })
      continue
    }
    const found = await foundFor(reader, variable, value)
    filled.set(variable.name, found.filled)
    if (!found.from) continue
    sources.push({ name: variable.name, title: found.from.title, place: found.from.place })
    projectId ??= found.from.projectId
  }
  // reckoned before it is written: a value may stand in a body thousands of times
  if (filledLength(content.body, filled) > LONGEST_PROMPT) throw new Refusal('promptTooLong', { limit: LONGEST_PROMPT })
  const text = fillTemplate(content.body, filled)
  if (text.length > LONGEST_PROMPT) throw new Refusal('promptTooLong', { limit: LONGEST_PROMPT })
  return { text, sources, projectId }
}
