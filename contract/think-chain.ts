import { z } from 'zod'
import { count, get, id, ids, none, post, streamPost, rowId, time } from './endpoint.ts'
import { ChatEvent, Step } from './chat-message.ts'
import { knowledgeKinds } from './knowledge.ts'
import { ToolName } from './tool-source.ts'

export const chainScopes = ['system', 'firm', 'personal'] as const
export const MOST_CHAIN_STEPS = 12

const name = z.string({ error: 'chainStepName' }).trim().min(1, 'chainStepName').max(60)
/** Words with `{{question}}`, `{{a variable}}` and `{{steps}}`, the results so far. */
const words = z.string().trim().max(8000)
/** A variable: letters, digits and _ of any script, not beginning with a digit. */
const variable = z.string().regex(/^[\p{L}_][\p{L}\p{N}_]{0,39}$/u, 'chainVariable')

/** One step of a chain. */
export const ChainStep = z.discriminatedUnion('kind', [
  /** Waits for something the question did not bring. */
  z.object({ kind: z.literal('ask'), name, variable, label: z.string().trim().min(1).max(100), required: z.boolean() }),
  /** Searches the bases of the conversation, or these of them. */
  z.object({
    kind: z.literal('retrieve'),
    name,
    query: words.min(1),
    baseIds: z.array(id).max(50),
    kinds: z.array(z.enum(knowledgeKinds)),
    limit: z.number().int().min(1).max(20),
  }),
  /** Runs a tool; each field of its input is a template. */
  z.object({ kind: z.literal('tool'), name, tool: ToolName, input: z.record(z.string().max(60), words) }),
  /** Asks the model. The last one's text is the answer; an earlier one's goes into `variable`. */
  z.object({ kind: z.literal('model'), name, prompt: words.min(1), variable: z.union([variable, z.literal('')]) }),
  /** Holds the answer so far against its sources; it is always done at the end as well. */
  z.object({ kind: z.literal('check'), name }),
])
export type ChainStep = z.output<typeof ChainStep>

export const ThinkChain = z.object({
  id,
  name: z.string(),
  description: z.string(),
  scope: z.enum(chainScopes),
  enabled: z.boolean(),
  steps: z.array(ChainStep),
  /** Each change makes the next one. */
  version: count,
  /** The caller may change it. */
  editable: z.boolean(),
  updateUserName: z.string(),
  updateTime: time,
})
export type ThinkChain = z.output<typeof ThinkChain>

const draft = {
  name: z.string({ error: 'chainName' }).trim().min(1, 'chainName').max(60),
  description: z.string().trim().max(500).default(''),
  scope: z.enum(['firm', 'personal']).default('personal'),
  enabled: z.boolean().default(true),
  steps: z.array(ChainStep).min(1, 'chainNoSteps').max(MOST_CHAIN_STEPS),
}

export const thinkChain = {
  list: get('/sc-llm/thinkChain/list', {
    may: 'thinkChain.use',
    says: 'Chains of thought: the system’s, the firm’s and one’s own',
    input: z.object({ enabled: z.enum(['0', '1']).default('0') }),
    output: z.array(ThinkChain),
  }),
  detail: get('/sc-llm/thinkChain/detail', {
    may: 'thinkChain.use',
    says: 'A chain with its earlier versions, newest first',
    input: z.object({ id }),
    output: z.object({
      chain: ThinkChain,
      versions: z.array(
        z.object({ version: count, name: z.string(), steps: z.array(ChainStep), userName: z.string(), time }),
      ),
    }),
  }),
  save: post('/sc-llm/thinkChain/save', {
    may: 'thinkChain.use',
    says: 'Makes a chain or changes one; the firm’s are changed by whoever administers it',
    input: z.object({ id: rowId, version: count.optional(), ...draft }),
    output: ThinkChain,
  }),
  copy: post('/sc-llm/thinkChain/copy', {
    may: 'thinkChain.use',
    says: 'Makes a chain of one’s own, or the firm’s, from any',
    input: z.object({ id, scope: z.enum(['firm', 'personal']).default('personal') }),
    output: ThinkChain,
  }),
  enable: post('/sc-llm/thinkChain/enable', {
    may: 'thinkChain.use',
    says: 'Offers a chain in conversations, or no longer',
    input: z.object({ id, enabled: z.boolean() }),
    output: none,
  }),
  remove: post('/sc-llm/thinkChain/remove', {
    may: 'thinkChain.use',
    says: 'Deletes chains; what was answered by them stays',
    input: z.object({ ids: ids.pipe(z.array(id).max(100)) }),
    output: none,
  }),
  try: streamPost('/sc-llm/thinkChain/try', {
    may: 'thinkChain.use',
    says: 'Runs steps over a question without keeping anything; events as in a conversation, without start',
    input: z.object({
      steps: draft.steps,
      question: z.string().trim().min(1, 'chatEmpty').max(4000),
      values: z.record(z.string().max(40), z.string().max(4000)).default({}),
      projectId: rowId,
    }),
    output: ChatEvent,
  }),
  stepsOf: get('/sc-llm/thinkChain/steps', {
    may: 'thinkChain.use',
    says: 'The steps an own answer took',
    input: z.object({ messageId: id }),
    output: z.object({ question: z.string(), chainName: z.string(), thinking: z.string(), steps: z.array(Step) }),
  }),
}
