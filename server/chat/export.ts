import type { z } from 'zod'
import type { chat } from '#contract/chat.ts'
import type { ChatMessage } from '#contract/chat-message.ts'
import { fill, type Language, type Params, type Text } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { RawContext } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { contentDisposition } from '../system/file-service.ts'
import { shownMessages } from './chat-rows.ts'
import { ownConversation } from './conversation-store.ts'
import type { ExportedAnswer, ExportOrder } from './export-worker.ts'

const texts = {
  warning: { zh: 'AI 生成，未复核', en: 'Made by AI, not reviewed' },
  extract: { zh: '未配置模型：以下为检索原文摘录，非 AI 生成', en: 'Excerpts of what was found; no AI wrote them' },
  question: { zh: '问题', en: 'Question' },
  answer: { zh: '回答', en: 'Answer' },
  sources: { zh: '来源', en: 'Sources' },
  figures: { zh: '数字', en: 'Figures' },
  label: { zh: '项目', en: 'Item' },
  value: { zh: '数值', en: 'Value' },
  from: { zh: '出处', en: 'From' },
  made: { zh: '导出时间：{time}　导出人：{name}', en: 'Exported {time} by {name}' },
  project: { zh: '项目：{name}', en: 'Project: {name}' },
  model: { zh: '模型：{model}　回答时间：{time}', en: 'Model: {model}; answered {time}' },
  doubts: { zh: '未能核实：{words}', en: 'Not verified: {words}' },
} as const satisfies Record<string, Text>
const say = (language: Language, key: keyof typeof texts, params: Params = {}) =>
  fill(texts[key][language === 'en' ? 'en' : 'zh'], params)

const MOST_FIGURES = 200

/** The branch that is shown, or one answer with its question, as a Word document. */
export async function exportConversation(
  context: RawContext,
  { id, messageId }: z.output<typeof chat.export.input>,
): Promise<void> {
  const { kernel, user, language, reply } = context
  const { conversation, messages } = await kernel.database.inTenant(
    { tenantId: user.tenantId, userId: user.id },
    async (db) => ({
      conversation: await ownConversation({ db, user }, id),
      messages: await shownMessages(db, id),
    }),
  )
  const branch = branchTo(messages, messageId ?? conversation.leafId)
  const answers = branch.flatMap((message, at): ExportedAnswer[] => {
    if (message.role !== 'assistant' || (messageId && message.id !== messageId)) return []
    return [exported(message, branch[at - 1]?.text ?? '', language)]
  })
  if (answers.length === 0) throw new Refusal('chatNothing')
  const order: ExportOrder = {
    title: conversation.title,
    head: [
      say(language, 'made', { time: wallTime(new Date()), name: user.realName || user.account }),
      ...(conversation.projectName ? [say(language, 'project', { name: conversation.projectName })] : []),
    ],
    warning: say(language, 'warning'),
    words: {
      question: say(language, 'question'),
      answer: say(language, 'answer'),
      sources: say(language, 'sources'),
      figures: say(language, 'figures'),
      head: [say(language, 'label'), say(language, 'value'), say(language, 'from')],
    },
    answers,
  }
  const bytes = await runWorker<Uint8Array>(new URL('export-worker.ts', import.meta.url), order, {
    memory: 512,
    signal: AbortSignal.timeout(60_000),
  })
  const name = `${conversation.title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'chat'}.docx`
  await reply
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'private, no-store')
    .type('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    .send(Buffer.from(bytes))
}

function branchTo(messages: readonly ChatMessage[], leafId: string): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: ChatMessage[] = []
  for (let at = byId.get(leafId); at; at = byId.get(at.parentId)) branch.unshift(at)
  return branch
}

function exported(message: ChatMessage, question: string, language: Language): ExportedAnswer {
  const { model, createTime: time, doubts, problem } = message
  const cited = message.sources.filter((source) => source.cited)
  return {
    question,
    answer: message.text,
    about: [
      ...(message.mode === 'extract' ? [say(language, 'extract')] : []),
      ...(model ? [say(language, 'model', { model, time })] : []),
      ...(doubts.length ? [say(language, 'doubts', { words: doubts.map(({ words }) => words).join('、') })] : []),
      ...(problem ? [problem] : []),
    ],
    sources: cited.length ? cited : message.sources,
    figures: message.figures.slice(0, MOST_FIGURES),
  }
}
