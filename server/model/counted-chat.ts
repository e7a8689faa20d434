import type { Actor } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Breaker } from './breaker.ts'
import { maskedChat, maskerOf } from './masked-chat.ts'
import type { ChatAsk, ChatPart } from './model-ask.ts'
import { type Target, targetsOf } from './targets.ts'
import { tokensAsked, tokensIn } from './token-estimate.ts'
import { tryTargets } from './try-targets.ts'
import { holdTokens, settle, type Settled } from './use-book.ts'

export type ModelDesk = { kernel: Pick<Kernel, 'config' | 'database' | 'secrets' | 'log'>; breaker: Breaker }

/** More than this no model holds. */
const MOST_ASKED = 1_000_000

/** Who may be asked: an image is shown only inside the house. */
async function whoMayBeAsked({ kernel }: ModelDesk, actor: Actor, ask: ChatAsk): Promise<[Target, ...Target[]]> {
  const targets = await targetsOf(kernel, actor, ask.task)
  if (targets.length === 0) throw new Refusal('modelNotConfigured')
  const images = ask.messages.some((one) => one.role === 'user' && (one.images?.length ?? 0) > 0)
  const [first, ...rest] = images ? targets.filter(({ inside }) => inside) : targets
  if (!first) throw new Refusal('modelImageOutside')
  return [first, ...rest]
}

export const keyOfFault = (error: unknown): string => (error instanceof Refusal ? error.key : 'serverFault')

/** A question with its tokens taken from the month before and settled after, however it ends; its answer as it comes. */
export async function* countedChat(desk: ModelDesk, actor: Actor, ask: ChatAsk): AsyncGenerator<ChatPart> {
  const { kernel, breaker } = desk
  const targets = await whoMayBeAsked(desk, actor, ask)
  const [first] = targets
  const asked = tokensAsked(ask.messages, ask.tools)
  if (asked > MOST_ASKED) throw new Refusal('modelTooLong', { tokens: asked })
  const most = Math.min(ask.maxTokens ?? first.maxOutput, first.maxOutput)
  const hold = await holdTokens(kernel, actor, { ...ask, projectId: ask.projectId, tokens: asked + most })
  const began = Date.now()
  let now: Target = first
  let said = ''
  // left before its end, it counts as stopped
  const settled: Settled = {
    endpoint: '', platform: false, model: '', inputTokens: 0, outputTokens: 0, estimated: true, outcome: 'stopped', fault: '',
    firstMs: undefined,
  } // prettier-ignore
  const reckon = () => {
    Object.assign(settled, { endpoint: now.service.name, platform: now.platform, model: now.model })
    if (!settled.estimated) return
    settled.outputTokens = tokensIn(said)
    // what never reached a service costs nothing
    if (settled.outcome !== 'failed' || said !== '') settled.inputTokens = asked
  }
  try {
    const masked = maskedChat(kernel, ask, maskerOf(kernel, actor, ask))
    const round = { breaker, targets, deadline: began + first.service.whole, stop: ask.signal }
    const answer = tryTargets(round, (target, whole) => {
      now = target
      return masked(target, { maxTokens: Math.min(most, target.maxOutput), whole })
    })
    for await (const part of answer) {
      if (part.kind === 'usage') {
        const { inputTokens, outputTokens } = part
        Object.assign(settled, { inputTokens, outputTokens, estimated: false })
        continue
      }
      if (part.kind === 'end') {
        settled.outcome = part.reason === 'stopped' ? 'stopped' : 'done'
        reckon()
        yield { kind: 'usage', model: now.model, inputTokens: settled.inputTokens, outputTokens: settled.outputTokens }
        yield part
        continue
      }
      settled.firstMs ??= Date.now() - began
      said += part.kind === 'tool' ? part.name + part.input : part.text
      yield part
    }
  } catch (error) {
    settled.outcome = 'failed'
    settled.fault = keyOfFault(error)
    throw error
  } finally {
    reckon()
    await settle(kernel, actor, hold, settled).catch((error: unknown) =>
      // the answer stands; its tokens stay taken until they are given back as lost
      kernel.log.error({ err: error, use: hold.id }, 'what a model took could not be settled'),
    )
  }
}
