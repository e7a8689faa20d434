import items from './doc-request-items.json' with { type: 'json' }

type Words = { zh: string; en: string }
/** A thing that an engagement usually asks of its client, with the papers it feeds. */
export type AskedItem = {
  code: string
  group: keyof typeof items.groups
  name: Words
  note: Words
  required: boolean
  kinds: readonly string[]
  papers: readonly string[]
  target: string
}
/** A service of the firm with what it asks for, in the order of the work. */
export type AskedService = { service: string; name: Words; items: readonly AskedItem[] }

export const askedGroups: Readonly<Record<string, Words>> = items.groups
export const askedServices = items.services as readonly AskedService[]
