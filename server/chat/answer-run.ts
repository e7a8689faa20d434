import type { PromptValue } from '#contract/prompt-template.ts'
import type { RawContext } from '#server/kernel/service.ts'
import type { ToolAsker } from '../tool/tool.ts'
import { answer } from './answer.ts'
import type { AnswerEvent, ChatTurn } from './answer-port.ts'
import type { Begun } from './ask.ts'
import { readAttachments } from './attachments.ts'
import { type RunningAnswer, runningAnswers } from './running-answers.ts'
import { StepBook } from './step-book.ts'
import { titleByModel } from './title.ts'

/** Starts the answer to a question that has been written down; it goes on when nobody listens. */
export function runAnswer(
  context: RawContext,
  { asked, settings }: Begun,
  values: Readonly<Record<string, PromptValue>>,
): RunningAnswer {
  const { kernel, user, language } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  const asker: ToolAsker = {
    kernel,
    user,
    language,
    projectId: settings.projectId || null,
    ...(settings.baseIds.length && { baseIds: settings.baseIds }),
  }
  const { conversationId, userMessageId, messageId, title } = asked
  const spoken = Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const turn: ChatTurn = {
    question: settings.question,
    preface: settings.preface,
    history: settings.history,
    useTools: settings.useTools,
    values: Object.fromEntries(spoken) as Record<string, string>,
    scope: { kind: 'conversation', id: conversationId },
    purpose: 'chat',
    ...(settings.chain && { chain: settings.chain }),
  }
  return runningAnswers(kernel).start({
    actor,
    messageId,
    first: [{ kind: 'start', conversationId, userMessageId, messageId, title }],
    events: (stop) =>
      withAttachments(asker, { turn, userMessageId, conversationId, attached: settings.attached }, stop),
    after: async (kept) =>
      asked.isNew && kept.status === 'done' && kept.model !== ''
        ? titleByModel(kernel, {
            actor,
            conversationId,
            projectId: settings.projectId,
            question: settings.question,
            answer: kept.text,
          })
        : undefined,
  })
}

type Task = { turn: ChatTurn; userMessageId: string; conversationId: string; attached: boolean }

async function* withAttachments(asker: ToolAsker, task: Task, stop: AbortSignal): AsyncGenerator<AnswerEvent> {
  const steps = new StepBook()
  const began = Date.now()
  try {
    const scope = { kind: 'conversation' as const, id: task.conversationId }
    const reading = { asker, messageId: task.userMessageId, steps, scope, signal: stop }
    const material = task.attached ? yield* readAttachments(reading) : []
    yield* answer(asker, { ...task.turn, material }, stop, steps)
  } catch (error) {
    // only the reading of files may end so
    const status = stop.aborted ? ('stopped' as const) : ('failed' as const)
    if (!stop.aborted) asker.kernel.log.error({ err: error }, 'files of a question could not be read')
    yield { kind: 'end', status, problem: '', model: '', inputTokens: 0, outputTokens: 0, ms: Date.now() - began }
  }
}
