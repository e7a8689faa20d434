import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, rowId, streamPost, time } from './endpoint.ts'

/** `system`: the product's, kept by the platform; `firm`: everybody's of the tenant; `personal`: its maker's alone. */
export const promptScopes = ['system', 'firm', 'personal'] as const
export type PromptScope = (typeof promptScopes)[number]

export const promptCategories = [
  'writing',
  'analysis',
  'evidence',
  'law',
  'contract',
  'review',
  'letter',
  'other',
] as const
export type PromptCategory = (typeof promptCategories)[number]

/** What a variable asks for. The last four are picked in Digao and stand in the text as what is kept about them. */
export const promptVariableKinds = [
  'text', 'longText', 'number', 'date', 'choice', 'project', 'account', 'cell', 'file',
] as const // prettier-ignore

/** The longest body, and the longest text that may be put in for one variable. */
export const LONGEST_BODY = 20_000
export const LONGEST_VALUE = 20_000
export const MOST_VARIABLES = 30
/** The longest text that comes of filling in a template. */
export const LONGEST_PROMPT = 60_000
/** What files that are put into a prompt are marked with; they belong to who uploaded them. */
export const PROMPT_FILE = 'prompt'

/** How a variable stands in a body: `{{name}}`, blanks inside the braces allowed. */
export const VARIABLE_PLACE = /\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,31})\s*\}\}/gu

export const PromptVariable = z.object({
  // the one name that no object holds a value under
  name: z.string().regex(/^(?!__proto__$)[\p{L}_][\p{L}\p{N}_]{0,31}$/u, 'promptVariableName'),
  label: z.string().trim().max(60).default(''),
  labelEn: z.string().trim().max(60).default(''),
  kind: z.enum(promptVariableKinds),
  required: z.boolean().default(false),
  /** What the form begins with; for text, longText, number, date (also `today`) and choice. */
  initial: z.string().max(2000).default(''),
  /** What it begins with in English; of a choice the same choice is taken, whose words `optionsEn` has. */
  initialEn: z.string().max(2000).default(''),
  /** The choices of a choice. */
  options: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  /** By choice, how it is called in English; what goes into the text stays the choice. */
  optionsEn: z
    .record(z.string().max(100), z.string().trim().max(100))
    .refine((words) => Object.keys(words).length <= 50)
    .default({}),
  /** A word under the field. */
  hint: z.string().trim().max(200).default(''),
  hintEn: z.string().trim().max(200).default(''),
})
export type PromptVariable = z.output<typeof PromptVariable>

/** What is put in for a variable: a text (also a number, a date, a choice), or what was picked. */
export const PromptValue = z.union([
  z.string().max(LONGEST_VALUE, 'promptValueLong'),
  // the most particular first: a shorter shape would drop the rest
  z.object({ projectId: id, cell: z.string().min(1).max(200) }),
  z.object({ projectId: id, accountCode: z.string().min(1).max(64) }),
  z.object({ projectId: id }),
  z.object({ fileId: id }),
])
export type PromptValue = z.output<typeof PromptValue>
const values = z.record(z.string().max(64), PromptValue)

/** What a version consists of. */
export const PromptContent = z.object({
  body: z.string('promptBody').trim().min(1, 'promptBody').max(LONGEST_BODY),
  variables: z.array(PromptVariable).max(MOST_VARIABLES).default([]),
})
export type PromptContent = z.output<typeof PromptContent>

/** A row of the list. */
export const PromptSummary = z.object({
  id,
  name: z.string(),
  nameEn: z.string(),
  says: z.string(),
  saysEn: z.string(),
  scope: z.enum(promptScopes),
  category: z.enum(promptCategories),
  /** The published version; 0: only a draft so far, which nobody but who may change it sees. */
  version: count,
  /** Whether the draft differs from what is published; only who may change it learns that. */
  drafted: z.boolean(),
  favourite: z.boolean(),
  /** How often it was filled in, by the tenant's people. */
  uses: count,
  /** Whether the caller may change it. */
  mine: z.boolean(),
  updateUserName: z.string(),
  updateTime: time,
})
export type PromptSummary = z.output<typeof PromptSummary>

export const PromptTemplate = PromptSummary.extend({
  /** For `save` and `publish`: somebody else's change in between is refused. */
  revision: count,
  /** What is published; null before the first time. */
  published: PromptContent.nullable(),
  /** What whoever may change it is working on; null for everybody else. */
  draft: PromptContent.nullable(),
})
export type PromptTemplate = z.output<typeof PromptTemplate>

export const PromptVersion = PromptContent.extend({
  version: count,
  note: z.string(),
  publishUserName: z.string(),
  publishTime: time,
})
export type PromptVersion = z.output<typeof PromptVersion>

/** What stands in the text for a picked value, and where it is in Digao. */
export const PromptSource = z.object({ name: z.string(), title: z.string(), place: z.string() })

/** One event of `tryOut`; `text` and `thinking` come piece by piece, `end` or `fault` is the last. */
export const PromptTryEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('thinking'), text: z.string() }),
  z.object({ kind: z.literal('end'), model: z.string(), inputTokens: count, outputTokens: count }),
  z.object({ kind: z.literal('fault'), text: z.string() }),
])
export type PromptTryEvent = z.output<typeof PromptTryEvent>

const which = z.object({
  id,
  /** A published version; without one the newest. */
  version: z.coerce.number().int().positive().optional(),
})

export const promptTemplate = {
  list: get('/sc-llm/promptTemplate/list', {
    may: 'prompt.use',
    says: 'The prompt templates the caller may use or change: the product’s, the firm’s and his own',
    input: paging(['name', 'scope', 'category', 'updateTime', 'uses'], {
      /** Found in the names, in what it says and in the text. */
      words: z.string().trim().max(100).optional(),
      favourite: z.stringbool().optional(),
      /** Only what is published: for a picker. */
      published: z.stringbool().optional(),
    }),
    output: paged(PromptSummary),
  }),
  detail: get('/sc-llm/promptTemplate/detail', {
    may: 'prompt.use',
    says: 'One template with what is published of it and, for who may change it, the draft',
    input: z.object({ id }),
    output: PromptTemplate,
  }),
  save: post('/sc-llm/promptTemplate/save', {
    may: 'prompt.use',
    says: 'Adds a template or changes its draft, if nobody changed it since; `publish` makes the draft the newest version at once',
    input: z.object({
      id: rowId,
      revision: count.optional(),
      scope: z.enum(promptScopes),
      category: z.enum(promptCategories),
      name: z.string('promptName').trim().min(1, 'promptName').max(60),
      nameEn: z.string().trim().max(100).default(''),
      says: z.string().trim().max(300).default(''),
      saysEn: z.string().trim().max(300).default(''),
      content: PromptContent,
      publish: z.boolean().default(false),
      note: z.string().trim().max(200).default(''),
    }),
    output: z.object({ id, revision: count, version: count }),
  }),
  publish: post('/sc-llm/promptTemplate/publish', {
    may: 'prompt.use',
    says: 'Makes the draft the newest version',
    input: z.object({ id, revision: count, note: z.string().trim().max(200).default('') }),
    output: z.object({ version: count, revision: count }),
  }),
  versions: get('/sc-llm/promptTemplate/versions', {
    may: 'prompt.use',
    says: 'The published versions, the newest first, whole, so that they can be compared',
    input: z.object({ id }),
    output: z.array(PromptVersion),
  }),
  restore: post('/sc-llm/promptTemplate/restore', {
    may: 'prompt.use',
    says: 'Makes an earlier version the draft; what is published stays until it is published',
    input: z.object({ id, version: z.coerce.number().int().positive(), revision: count }),
    output: z.object({ revision: count }),
  }),
  remove: post('/sc-llm/promptTemplate/remove', {
    may: 'prompt.use',
    says: 'Removes templates, all or none',
    input: z.object({ ids }),
    output: z.object({}),
  }),
  copy: post('/sc-llm/promptTemplate/copy', {
    may: 'prompt.use',
    says: 'A template of the caller’s own with the same content, ready to use',
    input: z.object({ id }),
    output: z.object({ id }),
  }),
  favour: post('/sc-llm/promptTemplate/favour', {
    may: 'prompt.use',
    says: 'Puts a template among the caller’s favourites or takes it out',
    input: z.object({ id, favourite: z.boolean() }),
    output: z.object({}),
  }),
  render: post('/sc-llm/promptTemplate/render', {
    may: 'prompt.use',
    says: 'The text of a template with these values put in; values are checked, and what was picked is read with the caller’s permissions. Counts as a use',
    input: which.extend({ values }),
    output: z.object({
      text: z.string(),
      version: count,
      sources: z.array(PromptSource),
      /** The project that was picked first; a conversation about it masks under its tokens. */
      projectId: id.nullable(),
    }),
    network: true,
  }),
  preview: post('/sc-llm/promptTemplate/preview', {
    may: 'prompt.use',
    says: 'The same for content that need not be saved; nothing is counted. `masked` is what would leave for a model outside',
    input: z.object({ content: PromptContent, values }),
    output: z.object({ text: z.string(), sources: z.array(PromptSource), masked: z.string(), hasModel: z.boolean() }),
    network: true,
  }),
  tryOut: streamPost('/sc-llm/promptTemplate/tryOut', {
    may: 'prompt.use',
    says: 'The answer of the model to content that need not be saved, piece by piece',
    input: z.object({ content: PromptContent, values }),
    output: PromptTryEvent,
  }),
  capable: get('/sc-llm/promptTemplate/capable', {
    may: 'prompt.use',
    says: 'What the caller may do with templates here: whether a model answers, and which scopes he may change',
    input: none,
    output: z.object({ hasModel: z.boolean(), scopes: z.array(z.enum(promptScopes)) }),
  }),
}
