import { storable } from '#server/kernel/stored-text.ts'
import type { ChatMessage, Step } from '#contract/chat-message.ts'
import type { AnswerEvent } from './answer-port.ts'

/** What an answer has come to, as it is stored. */
export type KeptAnswer = Pick<
  ChatMessage,
  | 'text' | 'thinking' | 'status' | 'mode' | 'problem' | 'notices' | 'sources' | 'figures' | 'doubts' | 'model' | 'inputTokens'
  | 'outputTokens' | 'ms'
> & { steps: Map<number, Step> } // prettier-ignore

export const freshAnswer = (): KeptAnswer => ({
  text: '', thinking: '', status: 'running', mode: 'model', problem: '', notices: [], steps: new Map(), sources: [], figures: [],
  doubts: [], model: '', inputTokens: 0, outputTokens: 0, ms: 0,
}) // prettier-ignore

/** The longest reasoning of a model that is kept. */
const LONGEST_THINKING = 200_000

export function foldEvent(kept: KeptAnswer, event: AnswerEvent): void {
  if (event.kind === 'text') kept.text += event.text
  else if (event.kind === 'thinking') kept.thinking = (kept.thinking + event.text).slice(0, LONGEST_THINKING)
  else if (event.kind === 'step') kept.steps.set(event.step.no, event.step)
  else if (event.kind === 'sources') kept.sources = event.sources
  else if (event.kind === 'figures') kept.figures = event.figures
  else if (event.kind === 'doubts') kept.doubts = event.doubts
  else if (event.kind === 'notice') kept.notices = [...kept.notices, event.notice]
  else if (event.kind === 'mode') kept.mode = event.mode
  else {
    const { status, problem, model, inputTokens, outputTokens, ms } = event
    Object.assign(kept, { status, problem, model, inputTokens, outputTokens, ms })
  }
}

/** The columns of `chat_message` for what has come. */
export const keptValues = (kept: KeptAnswer) => ({
  text: storable(kept.text),
  thinking: storable(kept.thinking),
  mode: kept.mode,
  problem: storable(kept.problem),
  notices: stored(kept.notices),
  steps: stored([...kept.steps.values()]),
  sources: stored(kept.sources),
  figures: stored(kept.figures),
  doubts: stored(kept.doubts),
  model: storable(kept.model),
  input_tokens: kept.inputTokens,
  output_tokens: kept.outputTokens,
  ms: kept.ms,
})

/** The same for every text inside: the column reads no half of a character either, and a cut may leave one. */
export const stored = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? storable(one) : one))
