import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'

/** What models are asked for. `write`, `propose` and `title` go where `chat` goes unless they have a model of their own. */
export const modelTasks = ['chat', 'write', 'propose', 'title', 'embed', 'rerank', 'vision'] as const
export type ModelTask = (typeof modelTasks)[number]
export const modelTaskLabels: Record<ModelTask, { zh: string; en: string }> = {
  chat: { zh: '对话', en: 'Chat' },
  write: { zh: '写作', en: 'Writing' },
  propose: { zh: '底稿建议', en: 'Proposals' },
  title: { zh: '标题', en: 'Titles' },
  embed: { zh: '向量', en: 'Embedding' },
  rerank: { zh: '重排', en: 'Reranking' },
  vision: { zh: '看图', en: 'Images' },
}
/** The task whose models answer where a task has none of its own. */
export const taskBehind = (task: ModelTask): ModelTask | undefined =>
  task === 'write' || task === 'propose' || task === 'title' ? 'chat' : undefined

/** `azure` without a version is its v1 API; with one, deployments stand in the path. */
export const modelStyles = ['openai', 'azure'] as const
export const modelOffers = ['none', 'all', 'chosen'] as const
export const MOST_TARGETS = 5

const seconds = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const modelName = z
  .string()
  .trim()
  .min(1)
  .max(160)
  .regex(/^[\x21-\x7e\u4e00-\u9fff]+$/)
/** An HTTP header carries it: printable ASCII without blanks. */
const key = z
  .string()
  .trim()
  .max(512)
  .regex(/^[\x21-\x7e]*$/)

export const ModelEndpoint = z.object({
  id,
  name: z.string(),
  /** Key of facts/model-presets.json; empty: none. */
  preset: z.string(),
  baseUrl: z.string(),
  style: z.enum(modelStyles),
  apiVersion: z.string(),
  /** Whether a key is stored; it is never read back. */
  hasKey: z.boolean(),
  /** The last four characters of a key that is long enough to keep them. */
  keyTail: z.string(),
  /** Inside the house: what goes there is not masked. */
  inside: z.boolean(),
  offered: z.enum(modelOffers),
  offeredTo: z.array(z.string()),
  /** Names to choose from; any other can be typed. */
  models: z.array(z.string()),
  connectSeconds: count,
  firstSeconds: count,
  betweenSeconds: count,
  wholeSeconds: count,
  status: z.union([z.literal(0), z.literal(1)]),
  remark: z.string(),
  /** Not asked before this time, after it failed; empty: not resting. */
  restsUntil: z.string(),
  usedFor: z.array(z.enum(modelTasks)),
  updateTime: time,
  version: z.number().int(),
})
export type ModelEndpoint = z.output<typeof ModelEndpoint>

const EndpointFields = z.object({
  name: z.string('modelName').trim().min(1, 'modelName').max(60),
  preset: z.string().trim().max(40),
  baseUrl: z.string('modelAddressForm').trim().max(300),
  style: z.enum(modelStyles),
  apiVersion: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\w.-]*$/),
  /** Empty or absent: as it was. */
  key,
  inside: z.boolean(),
  offered: z.enum(modelOffers),
  offeredTo: z.array(z.string().max(12)).max(500),
  models: z.array(modelName).max(200),
  connectSeconds: seconds(1, 60),
  firstSeconds: seconds(1, 600),
  betweenSeconds: seconds(1, 600),
  wholeSeconds: seconds(5, 1800),
  status: z.union([z.literal(0), z.literal(1)]),
  remark: z.string().trim().max(500),
})

/** A model service this tenant may choose, its own or the platform's. */
export const ModelChoice = z.object({
  id,
  own: z.boolean(),
  name: z.string(),
  host: z.string(),
  inside: z.boolean(),
  models: z.array(z.string()),
})
export type ModelChoice = z.output<typeof ModelChoice>

const Target = z.object({ endpointId: id, own: z.boolean(), model: modelName, maxOutput: seconds(16, 200_000) })
export const ModelRoute = z.object({
  task: z.enum(modelTasks),
  /** In the order they are asked; the next only where one failed before it said anything. */
  targets: z.array(Target.extend({ name: z.string(), model: z.string(), inside: z.boolean(), available: z.boolean() })),
  /** `platform`: nothing of its own, the platform's choice answers; `chat`: the models of chat do; `none`: nothing. */
  from: z.enum(['own', 'chat', 'platform', 'none']),
  version: z.number().int(),
})
export type ModelRoute = z.output<typeof ModelRoute>

export const modelTestKinds = ['chat', 'embed', 'rerank'] as const

export const model = {
  endpoints: get('/sc-llm/model/endpoints', {
    may: 'model.manage',
    says: 'The model services of the own tenant, of 000000 the platform’s',
    input: paging(['name', 'baseUrl', 'status', 'updateTime']),
    output: paged(ModelEndpoint),
  }),
  saveEndpoint: post('/sc-llm/model/saveEndpoint', {
    may: 'model.manage',
    says: 'Adds a model service without id, changes the sent fields with it; its address is checked',
    input: EndpointFields.partial().extend({ id: rowId, version: z.number().int().optional() }),
    output: ModelEndpoint,
    network: true,
  }),
  removeEndpoints: post('/sc-llm/model/removeEndpoints', {
    may: 'model.manage',
    says: 'Deletes model services that no task uses',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  test: post('/sc-llm/model/test', {
    may: 'model.manage',
    says: 'Lists the models of a service and asks one for a word; says step by step what is wrong',
    input: z.object({
      /** Of a stored service, whose key is used while the address is the same. */
      id: rowId,
      baseUrl: z.string('modelAddressForm').trim().max(300),
      style: z.enum(modelStyles).default('openai'),
      apiVersion: EndpointFields.shape.apiVersion.default(''),
      key: key.default(''),
      model: z.union([modelName, z.literal('')]).default(''),
      kind: z.enum(modelTestKinds).default('chat'),
    }),
    output: z.object({
      steps: z.array(
        z.object({
          step: z.enum(['address', 'list', 'ask']),
          state: z.enum(['ok', 'failed', 'skipped']),
          says: z.string(),
          milliseconds: count,
        }),
      ),
      models: z.array(z.string()),
    }),
    network: true,
  }),
  choices: get('/sc-llm/model/choices', {
    may: 'model.manage',
    says: 'The model services the tenant may choose: its own and those the platform offers it',
    input: none,
    output: z.array(ModelChoice),
  }),
  routes: get('/sc-llm/model/routes', {
    may: 'model.manage',
    says: 'Which models are asked for which task, in order',
    input: none,
    output: z.array(ModelRoute),
  }),
  saveRoute: post('/sc-llm/model/saveRoute', {
    may: 'model.manage',
    says: 'Sets the models of a task; none: the task has no models of its own any more',
    input: z.object({
      task: z.enum(modelTasks),
      targets: z.array(Target).max(MOST_TARGETS),
      version: z.number().int(),
    }),
    output: ModelRoute,
  }),
  tenants: get('/sc-llm/model/tenants', {
    may: 'model.offer',
    says: 'Tenants that models can be offered to',
    input: none,
    output: z.array(z.object({ tenantId: z.string(), tenantName: z.string() })),
  }),
  status: get('/sc-llm/model/status', {
    may: 'signedIn',
    says: 'Which tasks have a model, so that pages can say honestly what they can do',
    input: none,
    output: z.object({
      tasks: z.array(
        z.object({
          task: z.enum(modelTasks),
          ready: z.boolean(),
          model: z.string(),
          endpoint: z.string(),
          /** Nothing that is asked leaves the house. */
          inside: z.boolean(),
        }),
      ),
      /** Tokens of the month; `limit` null: none. */
      tokens: z.object({ used: count, limit: count.nullable() }),
    }),
  }),
}
