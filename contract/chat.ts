import { z } from 'zod'
import {
  count,
  file,
  get,
  id,
  ids,
  maybeId,
  none,
  paged,
  paging,
  post,
  streamPost,
  rowId,
  stream,
  time,
} from './endpoint.ts'
import { ChatEvent, ChatMessage, ChatSource } from './chat-message.ts'
import { PromptValue } from './prompt-template.ts'
import { ToolName } from './tool-source.ts'

/** Files for a message go up under this purpose; their owner is the person's id. */
export const CHAT_FILE = 'chatAttachment'
export const MOST_ATTACHMENTS = 10
/** Of a question. */
export const LONGEST_QUESTION = 20_000
/** Seconds an answer may take (specification, section 9). */
export const ANSWER_SECONDS = 120

const title = z.string().trim().min(1, 'chatTitle').max(100)
const baseIds = z.array(id).max(50)

export const Conversation = z.object({
  id,
  title: z.string(),
  starred: z.boolean(),
  /** Empty: none. */
  projectId: z.string(),
  projectName: z.string(),
  /** Empty: all bases the person may read. */
  baseIds: z.array(id),
  chainId: z.string(),
  useTools: z.boolean(),
  /** The message whose branch is shown; empty: none yet. */
  leafId: z.string(),
  shared: z.boolean(),
  deleted: z.boolean(),
  version: count,
  createTime: time,
  updateTime: time,
})
export type Conversation = z.output<typeof Conversation>

/** A found conversation and, where the words stand in a message, the words around. */
export const FoundConversation = Conversation.extend({ found: z.string(), messageId: z.string() })
export type FoundConversation = z.output<typeof FoundConversation>

const Sharing = z.object({ everyone: z.boolean(), users: z.array(z.object({ id, name: z.string() })) })

export const ChatAsk = z.object({
  /** Without one a new conversation begins, with the settings below. */
  conversationId: rowId,
  /** The message it follows. Empty or absent: the branch that is shown; '0': the beginning, as another branch. */
  parentId: maybeId,
  /** Absent: the user message `parentId` is answered once more. */
  text: z.string().trim().min(1, 'chatEmpty').max(LONGEST_QUESTION, 'chatTooLong').optional(),
  attachmentIds: z.array(id).max(MOST_ATTACHMENTS).default([]),
  /** A prompt template whose words go before the question. */
  templateId: rowId,
  /** Of the template's variables, or the chain's. */
  values: z.record(z.string().max(64), PromptValue).default({}),
  projectId: rowId,
  baseIds: baseIds.default([]),
  chainId: rowId,
  useTools: z.boolean().default(true),
})
export type ChatAsk = z.input<typeof ChatAsk>

export const AuditedAnswer = z.object({
  messageId: id,
  conversationId: id,
  title: z.string(),
  userName: z.string(),
  projectName: z.string(),
  question: z.string(),
  answer: z.string(),
  mode: z.string(),
  status: z.string(),
  model: z.string(),
  inputTokens: count,
  outputTokens: count,
  sources: z.array(ChatSource),
  /** It rests on what the reader may not open himself: question and answer are left out. */
  withheld: z.boolean(),
  doubts: count,
  feedback: z.string(),
  feedbackWords: z.string(),
  /** Entries of the log of what left (`/sc-llm/masking/log`). */
  maskRunIds: z.array(z.string()),
  createTime: time,
})
export type AuditedAnswer = z.output<typeof AuditedAnswer>

const may = 'chat.use' as const

export const chat = {
  options: get('/sc-llm/chat/options', {
    may,
    says: 'What stands for chatting: whether a model answers, whether one sees images, which tools',
    input: z.object({ projectId: rowId }),
    output: z.object({
      /** Null: none is set; answers are excerpts. */
      model: z.object({ name: z.string(), endpoint: z.string(), inside: z.boolean() }).nullable(),
      images: z.boolean(),
      tools: z.array(z.object({ name: ToolName, title: z.string() })),
    }),
    network: true,
  }),
  list: get('/sc-llm/chat/list', {
    may,
    says: 'Own conversations, last used first; words are looked for in titles and messages',
    input: paging([], {
      words: z.string().trim().max(200).default(''),
      projectId: rowId,
      starred: z.enum(['0', '1']).default('0'),
      deleted: z.enum(['0', '1']).default('0'),
    }),
    output: paged(FoundConversation),
  }),
  detail: get('/sc-llm/chat/detail', {
    may,
    says: 'A conversation of one’s own with all its messages, oldest first',
    input: z.object({ id }),
    output: z.object({ conversation: Conversation, messages: z.array(ChatMessage), sharing: Sharing }),
  }),
  save: post('/sc-llm/chat/save', {
    may,
    says: 'Makes a conversation or changes its title, star and settings',
    input: z.object({
      id: rowId,
      version: count.optional(),
      title: title.optional(),
      starred: z.boolean().optional(),
      projectId: z.union([id, z.literal('')]).optional(),
      baseIds: baseIds.optional(),
      chainId: z.union([id, z.literal('')]).optional(),
      useTools: z.boolean().optional(),
    }),
    output: Conversation,
  }),
  remove: post('/sc-llm/chat/remove', {
    may,
    says: 'Deletes conversations; they can be brought back',
    input: z.object({ ids: ids.pipe(z.array(id).max(200)) }),
    output: none,
  }),
  restore: post('/sc-llm/chat/restore', {
    may,
    says: 'Brings deleted conversations back',
    input: z.object({ ids: ids.pipe(z.array(id).max(200)) }),
    output: none,
  }),
  ask: streamPost('/sc-llm/chat/ask', {
    may,
    says: 'Asks: a new question, one changed (an earlier parent), or the same answered again; the answer comes piece by piece',
    input: ChatAsk,
    output: ChatEvent,
  }),
  resume: stream('/sc-llm/chat/resume', {
    may,
    says: 'The rest of an answer after the event `after`, or the whole message and what follows',
    input: z.object({ messageId: id, after: count.default(0) }),
    output: ChatEvent,
  }),
  stop: post('/sc-llm/chat/stop', {
    may,
    says: 'Stops an answer; what has come of it stays',
    input: z.object({ messageId: id }),
    output: none,
    network: true,
  }),
  choose: post('/sc-llm/chat/choose', {
    may,
    says: 'Which branch is shown: the one that ends in this message',
    input: z.object({ conversationId: id, messageId: id }),
    output: none,
  }),
  feedback: post('/sc-llm/chat/feedback', {
    may,
    says: 'Whether an answer was of use, and why not; empty takes it back',
    input: z.object({
      messageId: id,
      feedback: z.enum(['up', 'down', '']),
      words: z.string().trim().max(1000).default(''),
    }),
    output: none,
  }),
  suggestions: get('/sc-llm/chat/suggestions', {
    may,
    says: 'Questions to ask: from the project and its bases, or after an answer',
    input: z.object({ projectId: rowId, messageId: rowId }),
    output: z.array(z.object({ text: z.string() })),
    network: true,
  }),
  people: get('/sc-llm/chat/people', {
    may,
    says: 'Colleagues a conversation may be shared with',
    input: z.object({ words: z.string().trim().max(50).default('') }),
    output: z.array(z.object({ id, name: z.string() })),
  }),
  share: post('/sc-llm/chat/share', {
    may,
    says: 'Lets people of the firm, or all, read a conversation; nobody and not all takes it back',
    input: z.object({ id, everyone: z.boolean().default(false), userIds: z.array(id).max(200).default([]) }),
    output: none,
  }),
  sharedList: get('/sc-llm/chat/sharedList', {
    may,
    says: 'Conversations others have shared with the caller, newest first',
    input: paging([], { words: z.string().trim().max(200).default('') }),
    output: paged(z.object({ id, title: z.string(), ownerName: z.string(), updateTime: time })),
  }),
  shared: get('/sc-llm/chat/shared', {
    may,
    says: 'A shared conversation to read; sources the reader may not open show their title alone',
    input: z.object({ id }),
    output: z.object({ title: z.string(), ownerName: z.string(), leafId: z.string(), messages: z.array(ChatMessage) }),
    network: true,
  }),
  export: file('/sc-llm/chat/export', {
    may,
    says: 'The shown branch, or one answer with its question, as a Word document with sources and figures',
    input: z.object({ id, messageId: rowId, 'Sc-Auth': z.string().optional() }),
    output: z.unknown(),
  }),
  audit: get('/sc-llm/chat/audit', {
    may: 'chat.audit',
    says: 'Answers of all people with their sources, newest first',
    input: paging(['userName', 'question', 'answer', 'model', 'mode', 'status', 'createTime'], { projectId: rowId }),
    output: paged(AuditedAnswer),
    network: true,
  }),
}
