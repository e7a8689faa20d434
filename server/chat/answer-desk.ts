import type { answerModes, Notice } from '#contract/chat-message.ts'
import type { Language } from '#contract/texts.ts'
import type { Models } from '../model/model-port.ts'
import type { Tool, ToolAsker } from '../tool/tool.ts'
import type { ChatTurn } from './answer-port.ts'
import type { SourceBook } from './source-book.ts'
import type { StepBook } from './step-book.ts'

/** Everything one answer works with, and what it has come to. */
export type AnswerDesk = {
  asker: ToolAsker
  turn: ChatTurn
  /** The person's stop and the time limit. */
  signal: AbortSignal
  language: Language
  /** What is talked about; null: no project. */
  project: { name: string; year: number } | null
  models: Models
  tools: readonly Tool[]
  book: SourceBook
  steps: StepBook
  /** The answer so far. */
  text: string
  /** Whether a model words it. */
  mode: (typeof answerModes)[number]
  /** Variables of a chain. */
  values: Record<string, string>
  usage: { model: string; inputTokens: number; outputTokens: number }
  /** What has been said already, by code and words. */
  said: Set<string>
}

/** A notice once, however often it is met. */
export function* notice(desk: AnswerDesk, code: Notice['code'], params: Notice['params'] = {}) {
  const key = code + JSON.stringify(params)
  if (desk.said.has(key)) return
  desk.said.add(key)
  yield { kind: 'notice' as const, notice: { code, params } }
}

/** From here on nothing is worded by a model. */
export function* unworded(desk: AnswerDesk) {
  desk.mode = 'extract'
  yield { kind: 'mode' as const, mode: desk.mode }
}
