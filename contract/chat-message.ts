import { z } from 'zod'
import { count, id, time } from './endpoint.ts'
import { Figure, Source } from './tool-source.ts'

/** What is said in a stream and kept with a message, its texts filled in by the reader. */
export const noticeCodes = [
  'noModel', // 未配置模型：以下为检索原文摘录，非 AI 生成
  'modelDown', // the model did not answer: params.reason; what follows are excerpts
  'overLimit', // the month's tokens are used up (60002)
  'nothingFound', // 依据不足
  'sourceMissing', // params.n: [n] stands in the text, there is no such source
  'figureUnverified', // params.figures: numbers no cited source or tool contains
  'quoteUnverified', // params.quotes: words in quotation marks no cited source contains
  'uncited', // an answer over sources that cites none
  'stopped', // by the person
  'interrupted', // the server stopped while it was answering
  'timeout', // it took longer than 120 s
  'tooManyRounds', // the model asked for tools again and again
  'attachmentCut', // params.name: only its beginning fits
  'attachmentUnread', // params.name, params.reason
  'imagesUnseen', // params.name: no model in the house sees images
  'historyCut', // earlier messages no longer fit
  'chainInput', // params.label: a chain waits for this to be said
] as const
export const Notice = z.object({
  code: z.enum(noticeCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Notice = z.output<typeof Notice>

export const stepKinds = ['attach', 'retrieve', 'tool', 'model', 'check', 'ask'] as const
/** What was done for an answer; steps of a message are numbered from 1, and the same number again says how it ended. */
export const Step = z.object({
  no: count,
  kind: z.enum(stepKinds),
  /** In words: the tool's name, the step's name in a chain. */
  title: z.string(),
  /** What went in, as a person reads it: the question searched, the tool's input. */
  input: z.string(),
  /** What came of it, shortened to 2,000 characters. */
  result: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  ms: count,
  /** Numbers of the message's sources it brought. */
  sources: z.array(count),
})
export type Step = z.output<typeof Step>

/** A source of an answer: `[no]` in the text. */
export const ChatSource = Source.extend({
  no: count,
  /** The text cites it. */
  cited: z.boolean(),
  /** Shared: the reader may not open it; then quote, at and place are empty. */
  hidden: z.boolean(),
  /** Stretches of `quote` that were asked for; `to` not included. */
  marks: z.array(z.object({ from: count, to: count })),
  /** Of law and documents: replaced or no longer in force. */
  outdated: z.boolean(),
})
export type ChatSource = z.output<typeof ChatSource>

/** A place in the text that did not stand the check: `to` not included, in UTF-16 units of `text`. */
export const Doubt = z.object({
  code: z.enum(['sourceMissing', 'figureUnverified', 'quoteUnverified']),
  from: count,
  to: count,
  words: z.string(),
})
export type Doubt = z.output<typeof Doubt>

export const ChatAttachment = z.object({
  fileId: id,
  name: z.string(),
  size: count,
  kind: z.enum(['text', 'image']),
})
export type ChatAttachment = z.output<typeof ChatAttachment>

export const messageStates = ['running', 'done', 'stopped', 'interrupted', 'failed'] as const
/** `extract`: excerpts and tool answers, nothing a model worded. */
export const answerModes = ['model', 'extract'] as const

export const ChatMessage = z.object({
  id,
  /** Empty: it begins the conversation. Several with the same parent are branches, oldest first. */
  parentId: z.string(),
  role: z.enum(['user', 'assistant']),
  /** Markdown; of a user as he wrote it. */
  text: z.string(),
  /** The model's own reasoning, unverified. */
  thinking: z.string(),
  status: z.enum(messageStates),
  mode: z.enum(answerModes),
  /** Why it failed, in the words of a refusal; empty otherwise. */
  problem: z.string(),
  notices: z.array(Notice),
  attachments: z.array(ChatAttachment),
  steps: z.array(Step),
  sources: z.array(ChatSource),
  figures: z.array(Figure),
  doubts: z.array(Doubt),
  /** Of a shared message empty. */
  feedback: z.enum(['up', 'down', '']),
  feedbackWords: z.string(),
  /** Which answered; empty without one. */
  model: z.string(),
  inputTokens: count,
  outputTokens: count,
  chainId: z.string(),
  chainName: z.string(),
  templateId: z.string(),
  /** Of a shared message: it rests on rows of a project the reader may not see; text, steps and figures are left out. */
  withheld: z.boolean(),
  /** Milliseconds until it ended. */
  ms: count,
  createTime: time,
})
export type ChatMessage = z.output<typeof ChatMessage>

/**
 * What comes over a stream; each carries the next number as its SSE id, and `data` is this as JSON. A line that begins with ':' every
 * 15 s is a heartbeat. `end` is the last.
 */
export const ChatEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    conversationId: z.string(),
    userMessageId: z.string(),
    messageId: z.string(),
    title: z.string(),
  }),
  z.object({ kind: z.literal('step'), step: Step }),
  z.object({ kind: z.literal('thinking'), text: z.string() }),
  /** To be added at the end of the text. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** All sources so far; replaces those before. */
  z.object({ kind: z.literal('sources'), sources: z.array(ChatSource) }),
  z.object({ kind: z.literal('figures'), figures: z.array(Figure) }),
  z.object({ kind: z.literal('doubts'), doubts: z.array(Doubt) }),
  z.object({ kind: z.literal('notice'), notice: Notice }),
  z.object({ kind: z.literal('mode'), mode: z.enum(answerModes) }),
  /**
   * The message as it is kept: begins anew what is shown of it (a line taken up again, another process answers). Its number is that of the
   * last event it holds; 0 where events have none.
   */
  z.object({ kind: z.literal('whole'), message: ChatMessage }),
  /** The conversation has its title. */
  z.object({ kind: z.literal('title'), title: z.string() }),
  z.object({
    kind: z.literal('end'),
    status: z.enum(messageStates),
    problem: z.string(),
    model: z.string(),
    inputTokens: count,
    outputTokens: count,
    ms: count,
  }),
])
export type ChatEvent = z.output<typeof ChatEvent>
