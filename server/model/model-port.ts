import type { ModelTask } from '#contract/model.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { openBreaker } from './breaker.ts'
import { countedChat } from './counted-chat.ts'
import { embedTexts, rerankTexts } from './vectors.ts'
import type { ChatAsk, Models, ModelUse } from './model-ask.ts'
import { readyModel } from './ready-model.ts'
import { targetBook } from './targets.ts'

export type { ChatAsk, ChatPart, Models } from './model-ask.ts'

type House = Pick<Kernel, 'config' | 'database' | 'secrets' | 'log'>

/** Which services rest is known by the process, not by who asks. */
const breakers = new WeakMap<House['database'], ReturnType<typeof openBreaker>>()
export function breakerOf({ database }: Pick<House, 'database'>) {
  const known = breakers.get(database) ?? openBreaker()
  breakers.set(database, known)
  return known
}

/** The models of this deployment (`Models`). */
export function openModels(kernel: House): Models {
  const desk = { kernel, breaker: breakerOf(kernel) }
  const chat = (actor: Actor, ask: ChatAsk) => countedChat(desk, actor, ask)
  const ready = async (actor: Actor, task: ModelTask, db?: Db) => readyModel(await targetBook(kernel, actor, db), task)
  return {
    chat,
    async complete(actor, ask) {
      let text = ''
      let use: ModelUse = { model: '', inputTokens: 0, outputTokens: 0 }
      for await (const part of chat(actor, ask)) {
        if (part.kind === 'text') text += part.text
        else if (part.kind === 'usage') {
          const { model, inputTokens, outputTokens } = part
          use = { model, inputTokens, outputTokens }
        } else if (part.kind === 'end' && part.reason === 'stopped') throw new Refusal('modelStopped')
      }
      return { text, ...use }
    },
    embed: (actor, ask) => embedTexts(desk, actor, ask),
    rerank: (actor, ask) => rerankTexts(desk, actor, ask),
    has: async (actor, task, db) => (await ready(actor, task, db)) !== undefined,
    ready,
  }
}
