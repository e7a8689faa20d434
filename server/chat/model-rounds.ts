import type { ModelTask } from '#contract/model.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { ChatMessage, ToolCall } from '../model/model-ask.ts'
import type { AnswerEvent } from './answer-port.ts'
import { type AnswerDesk, notice } from './answer-desk.ts'
import { word } from './chat-words.ts'
import { toolStep } from './tool-step.ts'
import { UrlGuard } from './url-guard.ts'

/** How often the model may ask for tools before it must answer, and for how many at once. */
const MOST_ROUNDS = 8
const MOST_CALLS = 6
/** Characters of what tools found that go along; once they are used up, the beginning of each answer. */
const MOST_TOOL_TEXT = 48_000
const LEAST_TOOL_TEXT = 1500
/** Longer than any answer that is read; a model that goes on and on is broken off. */
const MOST_ANSWER = 200_000

type Rounds = {
  messages: ChatMessage[]
  useTools: boolean
  task?: ModelTask
  title?: string
  /** Its words are no part of the answer. */ aside?: boolean
}

/** Asks the model, runs the tools it asks for, and again, until it answers; adds what it says to the answer. Answers its last words. */
export async function* modelRounds(desk: AnswerDesk, rounds: Rounds): AsyncGenerator<AnswerEvent, string> {
  const { steps, language } = desk
  const step = steps.begin('model', rounds.title ?? word(language, 'model'))
  yield { kind: 'step', step }
  try {
    const said = yield* untilAnswered(desk, rounds)
    yield { kind: 'step', step: steps.end(step, rounds.aside ? said : '') }
    return said
  } catch (error) {
    // a step that failed is no longer under way, whatever comes instead of its answer
    const why = error instanceof Refusal ? error.says(language) : ''
    yield { kind: 'step', step: steps.end(step, why, { failed: true }) }
    throw error
  }
}

/** Round after round, until the model answers in words. */
async function* untilAnswered(desk: AnswerDesk, rounds: Rounds): AsyncGenerator<AnswerEvent, string> {
  const messages = [...rounds.messages]
  let room = MOST_TOOL_TEXT
  const offered = rounds.useTools ? desk.tools : []
  for (let round = 0; ; round += 1) {
    // the last round offers none: what is known by then must do
    const tools = round < MOST_ROUNDS ? offered : []
    if (round === MOST_ROUNDS) yield* notice(desk, 'tooManyRounds')
    const { said, calls, ended } = yield* oneRound(desk, rounds, { messages, tools })
    if (calls.length === 0 || round === MOST_ROUNDS || ended) return said
    const chosen = calls.slice(0, MOST_CALLS)
    messages.push({ role: 'assistant', text: said, calls: chosen })
    for (const { id, name, input } of chosen) {
      const { text } = yield* toolStep(desk, { name, input })
      const most = Math.max(LEAST_TOOL_TEXT, room)
      messages.push({ role: 'tool', id, text: text.length > most ? `${text.slice(0, most)}…` : text })
      room -= text.length
    }
    if (said !== '' && !rounds.aside) yield* say(desk, '\n\n')
  }
}

type Round = { messages: readonly ChatMessage[]; tools: AnswerDesk['tools'] }
type Heard = { said: string; calls: ToolCall[]; ended: boolean }

async function* oneRound(desk: AnswerDesk, rounds: Rounds, round: Round): AsyncGenerator<AnswerEvent, Heard> {
  const { models, asker, turn, signal, usage } = desk
  const guard = new UrlGuard((address) => isKnown(desk, address), word(desk.language, 'linkGone'))
  const calls: ToolCall[] = []
  let said = ''
  let ended = false
  const put = function* (text: string): Generator<AnswerEvent> {
    said += text
    if (text !== '' && !rounds.aside) yield* say(desk, text)
  }
  const parts = models.chat(
    { tenantId: asker.user.tenantId, userId: asker.user.id },
    {
      task: rounds.task ?? 'chat',
      purpose: turn.purpose,
      projectId: asker.projectId ?? null,
      ...(turn.scope && { scope: turn.scope }),
      messages: round.messages,
      ...(round.tools.length && {
        tools: round.tools.map(({ name, description, schema }) => ({ name, description, schema })),
      }),
      signal,
    },
  )
  for await (const part of parts) {
    if (said.length + desk.text.length > MOST_ANSWER)
      throw new Refusal('modelAnswerTooLong', { endpoint: usage.model || '-' })
    if (part.kind === 'text') yield* put(guard.push(part.text))
    else if (part.kind === 'thinking') yield { kind: 'thinking', text: part.text }
    else if (part.kind === 'tool') calls.push({ id: part.id, name: part.name, input: part.input })
    else if (part.kind === 'usage') {
      usage.model = part.model
      usage.inputTokens += part.inputTokens
      usage.outputTokens += part.outputTokens
    } else {
      yield* put(guard.end())
      ended = part.reason === 'stopped'
    }
  }
  return { said, calls, ended }
}

/** Adds to the answer. */
export function* say(desk: AnswerDesk, text: string): Generator<AnswerEvent> {
  desk.text += text
  yield { kind: 'text', text }
}

const isKnown = ({ book, turn }: AnswerDesk, address: string): boolean =>
  turn.question.includes(address) || book.holds(address)
