import { ANSWER_SECONDS } from '#contract/chat.ts'
import type { messageStates } from '#contract/chat-message.ts'
import { say as sayText } from '#contract/errors.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { openModels } from '../model/model-port.ts'
import { reachableProject, under } from '../project/reach.ts'
import type { ToolAsker } from '../tool/tool.ts'
import { toolsFor } from '../tool/tools.ts'
import { type AnswerDesk, notice } from './answer-desk.ts'
import type { AnswerEvent, ChatTurn } from './answer-port.ts'
import { chainRun } from './chain-run.ts'
import { checked, orExtract } from './answer-end.ts'
import { extract } from './extract.ts'
import { modelRounds } from './model-rounds.ts'
import { dataText, historyMessages, languageOf, questionText, searchQuery, systemText } from './prompt.ts'
import { materialSources, retrieveStep } from './retrieve-step.ts'
import { SourceBook } from './source-book.ts'
import { StepBook } from './step-book.ts'

const PASSAGES = 8

/**
 * Answers a question: what the person may read is searched, the model answers over it with read-only tools, and what it says is held
 * against what it rests on. Without a model, or where it does not answer, excerpts. A project out of reach is not found, before the first
 * event; from there on nothing is thrown: `end` says how it ended. Holds no database connection while it waits.
 */
export async function* answer(
  asker: ToolAsker,
  turn: ChatTurn,
  stop: AbortSignal,
  steps = new StepBook(),
): AsyncGenerator<AnswerEvent> {
  const began = Date.now()
  const late = AbortSignal.timeout(ANSWER_SECONDS * 1000)
  const signal = AbortSignal.any([stop, late])
  const desk: AnswerDesk = {
    asker: { ...asker, signal },
    turn,
    signal,
    language: languageOf(asker),
    project: asker.projectId ? await projectOf(asker, asker.projectId) : null,
    models: openModels(asker.kernel),
    tools: turn.useTools === false ? [] : await toolsFor(asker),
    book: new SourceBook(),
    steps,
    text: '',
    mode: 'model',
    // a chain's variable may be called anything, `constructor` too
    values: Object.assign(Object.create(null) as Record<string, string>, turn.values, { question: turn.question }),
    usage: { model: '', inputTokens: 0, outputTokens: 0 },
    said: new Set(),
  }
  let status: (typeof messageStates)[number] = 'done'
  let problem = ''
  try {
    yield* turn.chain ? chainRun(desk, turn.chain.steps) : plainAnswer(desk)
    signal.throwIfAborted()
    yield* checked(desk)
  } catch (error) {
    if (late.aborted && !stop.aborted) {
      status = 'failed'
      problem = sayText('modelTimeout', desk.language)
      yield* notice(desk, 'timeout')
    } else if (stop.aborted) {
      status = 'stopped'
      yield* notice(desk, 'stopped')
    } else {
      status = 'failed'
      problem = error instanceof Refusal ? error.says(desk.language) : sayText('failed', desk.language)
      if (!(error instanceof Refusal)) asker.kernel.log.error({ err: error }, 'an answer failed')
    }
  }
  if (status !== 'done') yield* checked(desk, true)
  yield { kind: 'sources', sources: desk.book.kept() }
  if (desk.book.figures.length > 0) yield { kind: 'figures', figures: desk.book.keptFigures(desk.text) }
  yield { kind: 'end', status, problem, ...desk.usage, ms: Date.now() - began }
}

/** The project as the model is told of it; one that is out of reach is not found. */
async function projectOf({ kernel, user }: ToolAsker, id: string): Promise<AnswerDesk['project']> {
  const row = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
    reachableProject(under(db, user, 'project.view'), id),
  )
  return { name: row.project_name, year: row.year }
}

async function* plainAnswer(desk: AnswerDesk): AsyncGenerator<AnswerEvent> {
  const { asker, turn, models } = desk
  const given = materialSources(desk, turn.material ?? [])
  for (const name of given.cut) yield* notice(desk, 'attachmentCut', { name })
  if (given.numbers.length) yield { kind: 'sources', sources: desk.book.list() }
  const history = turn.history ?? []
  const asksFor = models.ready({ tenantId: asker.user.tenantId, userId: asker.user.id }, 'chat')
  // heard of below; that it fails while the search runs is no fault of its own
  asksFor.catch(() => {})
  const found = yield* retrieveStep(desk, { query: searchQuery(turn.question, history), limit: PASSAGES })
  const numbers = [...given.numbers, ...found]
  const ready = await asksFor
  if (!ready) {
    yield* notice(desk, 'noModel')
    yield* extract(desk, numbers)
    return
  }
  const before = historyMessages(history)
  if (before.cut) yield* notice(desk, 'historyCut')
  const useTools = desk.tools.length > 0
  const asked = questionText(turn.preface ?? '', turn.question, dataText(desk.book, numbers))
  yield* orExtract(
    desk,
    { numbers },
    modelRounds(desk, {
      useTools,
      messages: [
        { role: 'system', text: systemText({ useTools, project: desk.project }) },
        ...before.messages,
        { role: 'user', text: asked },
      ],
    }),
  )
}
