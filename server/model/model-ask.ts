import type { ModelTask } from '#contract/model.ts'
import type { Actor, Db } from '#server/kernel/database.ts'

/** An image inside a message: only a model inside the house may see it, nothing in it can be masked. */
export type ChatImage = { mime: 'image/png' | 'image/jpeg' | 'image/webp'; bytes: Uint8Array }
/** A tool the model wants to run; `input` is its JSON as the model wrote it, perhaps broken. */
export type ToolCall = { id: string; name: string; input: string }
export type ChatMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string; images?: readonly ChatImage[] }
  | { role: 'assistant'; text: string; calls?: readonly ToolCall[] }
  /** What the tool call of this id gave. */
  | { role: 'tool'; id: string; text: string }
/** A JSON schema, as `z.toJSONSchema` writes it. */
export type JsonSchema = Record<string, unknown>
export type ToolSpec = { name: string; description: string; schema: JsonSchema }

export type EndReason = 'stop' | 'length' | 'tools' | 'filter' | 'stopped'
/**
 * Pieces of an answer in the order they come; real names stand where tokens went out. One `usage` and one `end` are the last two.
 * Asked to stop, the stream ends with `stopped`; what was said so far counts.
 */
export type ChatPart =
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; text: string }
  | { kind: 'tool'; id: string; name: string; input: string }
  | { kind: 'usage'; model: string; inputTokens: number; outputTokens: number }
  | { kind: 'end'; reason: EndReason }

/** Whose tokens hide identities: one conversation's, one document's, or a project's. Without it the project's, else the person's. */
export type AskScope = { kind: 'conversation' | 'document' | 'project'; id: string; templateId?: string }

export type ChatAsk = {
  task: ModelTask
  /** What it is for, in a word, for the logs: 'chat', 'relation.advise'. */
  purpose: string
  projectId?: string | null
  scope?: AskScope
  messages: readonly ChatMessage[]
  tools?: readonly ToolSpec[]
  /** The answer is JSON of this shape; a model may still answer otherwise: read it with `jsonOf` and a schema. */
  json?: JsonSchema
  maxTokens?: number
  temperature?: number
  /** The person saw what leaves. */
  previewed?: boolean
  signal?: AbortSignal
}
export type EmbedAsk = { texts: readonly string[]; purpose: string; projectId?: string | null; signal?: AbortSignal }
export type RerankAsk = {
  query: string
  texts: readonly string[]
  purpose: string
  projectId?: string | null
  signal?: AbortSignal
}
/** Which model answers a task first. `maxOutput`: tokens of an answer. */
export type ReadyModel = { model: string; endpoint: string; inside: boolean; maxOutput: number }

/** Which model answered, and the tokens of it. */
export type ModelUse = { model: string; inputTokens: number; outputTokens: number }

/**
 * The one way to a model: finds the endpoint, counts tokens, hides identities before anything leaves and puts them back. Nothing
 * else asks an endpoint. But for `has` and `ready` never called inside a transaction. Refusals: modelNotConfigured, overLimit (60002), modelTimeout,
 * maskResidual, and what went wrong with the service (`modelFaults`, server/model/model-fault.ts).
 */
export type Models = {
  chat: (actor: Actor, ask: ChatAsk) => AsyncIterable<ChatPart>
  /** The whole text of an answer. Asked to stop, it refuses with modelStopped. */
  complete: (actor: Actor, ask: ChatAsk) => Promise<{ text: string } & ModelUse>
  /** One vector a text, in order; null: no endpoint for it. */
  embed: (actor: Actor, ask: EmbedAsk) => Promise<{ model: string; vectors: Float32Array[] } | null>
  /** One score a text, higher is nearer; null: no endpoint for it. */
  rerank: (actor: Actor, ask: RerankAsk) => Promise<number[] | null>
  /** `db`: the tenant's transaction, where one is open. */
  has: (actor: Actor, task: ModelTask, db?: Db) => Promise<boolean>
  ready: (actor: Actor, task: ModelTask, db?: Db) => Promise<ReadyModel | undefined>
}
