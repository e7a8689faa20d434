import { z } from 'zod'
import type { ModelTask } from '#contract/model.ts'
import type { Actor } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { askWhole } from './ask-endpoint.ts'
import { keyOfFault, type ModelDesk } from './counted-chat.ts'
import { destination, maskerOf } from './masked-chat.ts'
import type { EmbedAsk, RerankAsk } from './model-ask.ts'
import { ModelFailure } from './model-fault.ts'
import { type Target, targetsOf } from './targets.ts'
import { tokensIn } from './token-estimate.ts'
import { tryTargets } from './try-targets.ts'
import { holdTokens, settle, type Settled } from './use-book.ts'

/** Texts in one call; services that take fewer say so, and are asked for half. */
const BATCH = 32
const MOST_DIMENSIONS = 16_384

const Vectors = z.object({
  data: z.array(
    z.object({ index: z.number().int().optional(), embedding: z.array(z.number()).min(1).max(MOST_DIMENSIONS) }),
  ),
  usage: z.object({ total_tokens: z.number().int().nonnegative() }).partial().optional(),
})
const Scores = z.object({
  results: z.array(
    z.object({ index: z.number().int(), relevance_score: z.number().optional(), score: z.number().optional() }),
  ),
})

type Ask = Pick<EmbedAsk, 'purpose' | 'projectId' | 'signal'>
type Counted<T> = { value: T; tokens: number | undefined }

/**
 * Asks a model of a task for something that is no chat, over texts that are hidden as others are: the same identity has the same
 * token in all of a tenant's texts, so that they can be compared.
 */
async function askOver<T>(
  { kernel, breaker }: ModelDesk,
  actor: Actor,
  what: { task: ModelTask; texts: readonly string[]; ask: Ask },
  work: (target: Target, texts: readonly string[]) => Promise<Counted<T>>,
): Promise<{ model: string; value: T } | null> {
  const { task, texts, ask } = what
  const all = await targetsOf(kernel, actor, task)
  const [first] = all
  if (!first) return null
  // vectors of another model cannot be compared with the first one's
  const targets = all.filter(({ model }) => model === first.model)
  const reckoned = texts.reduce((sum, text) => sum + tokensIn(text), 0)
  const hold = await holdTokens(kernel, actor, {
    task,
    purpose: ask.purpose,
    projectId: ask.projectId,
    tokens: reckoned,
  })
  const settled: Settled = {
    endpoint: first.service.name, platform: first.platform, model: first.model, inputTokens: 0, outputTokens: 0,
    estimated: true, outcome: 'stopped', fault: '', firstMs: undefined,
  } // prettier-ignore
  const masker = maskerOf(kernel, actor, { scope: { kind: 'document', id: 'retrieval' }, projectId: ask.projectId })
  const one = async function* (target: Target) {
    Object.assign(settled, { endpoint: target.service.name, platform: target.platform })
    const errand = { purpose: ask.purpose, endpoint: destination(target) }
    yield await work(target, target.inside ? texts : (await (await masker()).leave(texts, errand)).texts)
  }
  try {
    const round = { breaker, targets, deadline: Date.now() + first.service.whole, stop: ask.signal }
    for await (const { value, tokens } of tryTargets(round, one)) {
      Object.assign(settled, { outcome: 'done', inputTokens: tokens ?? reckoned, estimated: tokens === undefined })
      return { model: first.model, value }
    }
    throw new Refusal('modelStopped')
  } catch (error) {
    settled.outcome = ask.signal?.aborted ? 'stopped' : 'failed'
    settled.fault = ask.signal?.aborted ? '' : keyOfFault(error)
    throw error
  } finally {
    await settle(kernel, actor, hold, settled)
  }
}

const broken = (target: Target) =>
  new ModelFailure('modelAnswerBroken', { endpoint: target.service.name }, { rests: true })

/** Vectors of texts, in order. */
export async function embedTexts(desk: ModelDesk, actor: Actor, ask: EmbedAsk) {
  const { texts, signal: stop } = ask
  const reach = { trusted: desk.kernel.config.DIGAO_OUTBOUND }
  const batch = async (target: Target, some: readonly string[]): Promise<Counted<Float32Array[]>> => {
    if (some.length === 0) return { value: [], tokens: 0 }
    const { service, model } = target
    try {
      const body = { model, input: some, encoding_format: 'float' }
      const answer = Vectors.safeParse(await askWhole(reach, service, { path: '/embeddings', model, body, stop }))
      if (!answer.success) throw broken(target)
      const { data, usage } = answer.data
      const rows = data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      const [first] = rows
      if (rows.length !== some.length || rows.some(({ embedding }) => embedding.length !== first?.embedding.length))
        throw broken(target)
      return { value: rows.map(({ embedding }) => Float32Array.from(embedding)), tokens: usage?.total_tokens }
    } catch (error) {
      const halve = error instanceof ModelFailure && error.key === 'modelRequestRefused' && some.length > 1
      if (!halve) throw error
      const middle = Math.ceil(some.length / 2)
      return together(await batch(target, some.slice(0, middle)), await batch(target, some.slice(middle)))
    }
  }
  const found = await askOver(desk, actor, { task: 'embed', texts, ask }, async (target, masked) => {
    let all: Counted<Float32Array[]> = { value: [], tokens: 0 }
    for (let at = 0; at < masked.length; at += BATCH)
      all = together(all, await batch(target, masked.slice(at, at + BATCH)))
    return all
  })
  return found && { model: found.model, vectors: found.value }
}

const together = <T>(one: Counted<T[]>, other: Counted<T[]>): Counted<T[]> => ({
  value: [...one.value, ...other.value],
  tokens: one.tokens === undefined || other.tokens === undefined ? undefined : one.tokens + other.tokens,
})

/** How near each text is to a question, in order. */
export async function rerankTexts(desk: ModelDesk, actor: Actor, ask: RerankAsk): Promise<number[] | null> {
  const { query, texts, signal: stop } = ask
  if (texts.length === 0) return []
  const reach = { trusted: desk.kernel.config.DIGAO_OUTBOUND }
  const all = { task: 'rerank' as const, texts: [query, ...texts], ask }
  const found = await askOver(desk, actor, all, async (target, [asked = '', ...documents]) => {
    const { service, model } = target
    const body = { model, query: asked, documents, top_n: documents.length, return_documents: false }
    const answer = Scores.safeParse(await askWhole(reach, service, { path: '/rerank', model, body, stop }))
    if (!answer.success) throw broken(target)
    const scores = new Map(answer.data.results.map((one) => [one.index, one.relevance_score ?? one.score ?? 0]))
    return { value: documents.map((_, at) => scores.get(at) ?? 0), tokens: undefined }
  })
  return found && found.value
}
