import { z } from 'zod'
import type { model, modelTestKinds } from '#contract/model.ts'
import type { Language } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { one } from '#server/kernel/service.ts'
import { unseal } from '#server/kernel/vault.ts'
import { askChat, askWhole, type Service } from './ask-endpoint.ts'
import { chatBody } from './chat-body.ts'
import { admitAddress, readBaseUrl } from './endpoint-address.ts'
import { ModelFailure } from './model-fault.ts'
import { keyPurpose } from './targets.ts'

type Sent = z.output<typeof model.test.input>
type Answer = z.input<typeof model.test.output>
type Step = Answer['steps'][number]

/** A test is answered sooner than a question. */
const PATIENCE = { connect: 5_000, first: 20_000, between: 10_000, whole: 30_000 }
const MOST_MODELS = 500

const Models = z.object({ data: z.array(z.object({ id: z.string().min(1).max(160) })) })

const words = {
  address: { zh: '地址可以访问', en: 'The address may be asked' },
  list: { zh: '密钥有效，服务列出 {count} 个模型', en: 'The key is good; the service lists {count} models' },
  noList: {
    zh: '服务不提供模型列表，请填写模型名称',
    en: 'The service lists no models; enter the name of one',
  },
  answered: { zh: '{model} 已回答', en: '{model} answered' },
  vector: { zh: '{model} 给出 {count} 维向量', en: '{model} gives vectors of {count} dimensions' },
  scored: { zh: '{model} 给出了相关度', en: '{model} gives scores' },
  notAsked: { zh: '没有填写模型，未试答', en: 'No model was entered, so none was asked' },
  otherShape: { zh: '{model} 的回答不是这一类模型的格式', en: 'The answer of {model} is not of this kind of model' },
} as const

const put = (key: keyof typeof words, language: Language, params: Record<string, string | number> = {}) =>
  words[key][language === 'en' ? 'en' : 'zh'].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

/** The key to test with: the one typed, or the stored one if the address is where it was given for. */
async function keyFor(context: Context, { id, key, baseUrl }: Sent): Promise<string> {
  if (key || id === undefined) return key
  const { kernel, user } = context
  const row = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
    db
      .selectFrom('model_endpoint')
      .select(['base_url', 'key_encrypted'])
      .where('id', '=', id)
      .where('is_deleted', '=', 0)
      .execute()
      .then(one),
  )
  if (row.key_encrypted === '') return ''
  if (new URL(row.base_url).origin !== readBaseUrl(baseUrl).origin) throw new Refusal('modelKeyAgain')
  return unseal(kernel.secrets, keyPurpose(user.tenantId), row.key_encrypted)
}

/** Tries a service step by step; what is wrong is said in words, never by throwing. */
export async function testEndpoint(context: Context, sent: Sent): Promise<Answer> {
  const { kernel, language } = context
  const reach = { trusted: kernel.config.DIGAO_OUTBOUND }
  const url = readBaseUrl(sent.baseUrl)
  const { baseUrl, style, apiVersion, model } = sent
  const service: Service = { name: url.host, baseUrl, style, apiVersion, key: await keyFor(context, sent), ...PATIENCE }
  const steps: Step[] = []
  let models: string[] = []

  const step = async (name: Step['step'], work: () => Promise<Pick<Step, 'state' | 'says'>>) => {
    const began = Date.now()
    const { state, says } = await work().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return { state: 'failed' as const, says: error.says(language) }
    })
    steps.push({ step: name, state, says, milliseconds: Date.now() - began })
    return state !== 'failed'
  }
  const goOn = await step('address', async () => {
    await admitAddress(kernel.config, url)
    return { state: 'ok', says: put('address', language) }
  })
  if (!goOn) return { steps, models }

  const listed = await step('list', async () => {
    try {
      const answer = Models.parse(await askWhole(reach, service, { path: '/models', model: '' }))
      models = answer.data.map(({ id }) => id).slice(0, MOST_MODELS)
      return { state: 'ok', says: put('list', language, { count: models.length }) }
    } catch (error) {
      // some services have no list, and answer all the same
      const noList =
        error instanceof z.ZodError ||
        (error instanceof ModelFailure && (error.key === 'modelUnknown' || error.key === 'modelAnswerBroken'))
      if (!noList) throw error
      return { state: 'skipped', says: put('noList', language) }
    }
  })
  if (!listed) return { steps, models }
  await step('ask', async () => {
    if (model === '') return { state: 'skipped', says: put('notAsked', language) }
    return { state: 'ok', says: await tryModel(reach, service, { model, kind: sent.kind, language }) }
  })
  return { steps, models }
}

type Tried = { model: string; kind: (typeof modelTestKinds)[number]; language: Language }

async function tryModel(reach: { trusted: readonly string[] }, service: Service, of: Tried): Promise<string> {
  const { model, kind, language } = of
  if (kind === 'chat') {
    const body = chatBody({ messages: [{ role: 'user', text: '1+1=' }] }, { model, maxTokens: 16 })
    for await (const part of askChat(reach, service, { body, stop: undefined })) void part
    return put('answered', language, { model })
  }
  const request =
    kind === 'embed'
      ? { path: '/embeddings', body: { model, input: ['所得税'], encoding_format: 'float' } }
      : { path: '/rerank', body: { model, query: '所得税', documents: ['企业所得税', '天气'], top_n: 2 } }
  const answer = await askWhole(reach, service, { ...request, model })
  const vector = z.object({ data: z.tuple([z.object({ embedding: z.array(z.number()).min(1) })]) }).safeParse(answer)
  if (kind === 'embed' && vector.success)
    return put('vector', language, { model, count: vector.data.data[0].embedding.length })
  const scores = z.object({ results: z.array(z.object({ index: z.number() })).min(1) }).safeParse(answer)
  if (kind === 'rerank' && scores.success) return put('scored', language, { model })
  throw new ModelFailure('modelRequestRefused', {
    endpoint: service.name,
    why: put('otherShape', language, { model }),
  })
}
