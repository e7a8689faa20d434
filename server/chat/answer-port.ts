import type { ChatEvent } from '#contract/chat-message.ts'
import type { ChainStep } from '#contract/think-chain.ts'
import type { AskScope } from '../model/model-ask.ts'

/** What is piece by piece answered; `end` is the last, whatever happened. */
export type AnswerEvent = Exclude<ChatEvent, { kind: 'start' | 'whole' | 'title' }>
/** A file that came with a question, as it was read; `at` says in words where a piece stands. */
export type Material = { fileId: string; name: string; pieces: readonly { at: string; text: string }[] }
/** `sure`: of an answer, what of it was held against sources and stood; its numbers may be repeated. */
export type Said = { role: 'user' | 'assistant'; text: string; sure?: string }

/** One question with what it follows. */
export type ChatTurn = {
  question: string
  /** Words of a template, before the question. */
  preface?: string
  /** What was said before, oldest first. */
  history?: readonly Said[]
  material?: readonly Material[]
  /** Without it: retrieval, then the model with tools. */
  chain?: { id: string; name: string; steps: readonly ChainStep[] }
  /** Of the chain's variables. */
  values?: Readonly<Record<string, string>>
  /** Whether the model may run tools; it may unless this says no. */
  useTools?: boolean
  /** Whose tokens hide identities; without one the project's, else the person's. */
  scope?: AskScope
  /** For the logs of models: 'chat', 'openai'. */
  purpose: string
}
