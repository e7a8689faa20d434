import type { Doubt, Notice } from '#contract/chat-message.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type AnswerDesk, notice } from './answer-desk.ts'
import type { AnswerEvent } from './answer-port.ts'
import { checkAnswer } from './check-answer.ts'
import { word } from './chat-words.ts'
import { extract } from './extract.ts'

/** The model's answer; excerpts, with the reason, where it refuses before it has said anything. */
export async function* orExtract(
  desk: AnswerDesk,
  found: { numbers: readonly number[]; results?: readonly string[] },
  asked: AsyncGenerator<AnswerEvent, unknown>,
): AsyncGenerator<AnswerEvent> {
  try {
    yield* asked
  } catch (error) {
    if (!(error instanceof Refusal) || desk.signal.aborted || desk.text !== '') throw error
    const reason = error.says(desk.language)
    const code: Notice['code'] = error.key === 'overLimit' ? 'overLimit' : error.key === 'modelNotConfigured' ? 'noModel' : 'modelDown' // prettier-ignore
    yield* notice(desk, code, code === 'noModel' ? {} : { reason })
    yield* extract(desk, found.numbers, found.results)
  }
}

/** Shorter answers (a greeting, a question back) claim nothing. */
const TELLING = 40
/** Messages before the question, and characters of each, whose numbers may be repeated: to read more would hold others up. */
const MOST_BEFORE = 40
const MOST_SAID = 5000
const paramOf: Record<Doubt['code'], string> = {
  sourceMissing: 'n',
  figureUnverified: 'figures',
  quoteUnverified: 'quotes',
}

/** Holds what was said against what it rests on. Excerpts are what they rest on. `cut`: it was stopped, or broke off. */
export async function* checked(desk: AnswerDesk, cut = false): AsyncGenerator<AnswerEvent> {
  const { book, steps, language, turn } = desk
  if (desk.text.trim() === '' || (desk.mode === 'extract' && book.size === 0)) return
  const step = steps.begin('check', word(language, 'check'))
  yield { kind: 'step', step }
  // the day and the project are told to the model, too
  const year = desk.project && `${desk.project.year}年1月1日至${desk.project.year}年12月31日`
  const told = [wallTime(new Date()).slice(0, 10), year ?? '', desk.project?.name ?? '']
  const before = (turn.history ?? [])
    .slice(-MOST_BEFORE)
    .map(({ role, text, sure }) => (role === 'user' ? text : (sure ?? '')).slice(0, MOST_SAID))
  const said = [turn.question, turn.preface ?? '', ...Object.values(turn.values ?? {}), ...before, ...told].join('\n')
  const { doubts, cited } = checkAnswer(desk.text, {
    body: (no) => book.body(no),
    numbersOf: (no) => book.numbersOf(no),
    numbers: book.numbers,
    figures: book.figures,
    said,
  })
  // excerpts and tool answers are quoted whole
  // what was cut off may have been about to say something else
  const marked = desk.mode === 'extract' ? [] : doubts.filter(({ to }) => !cut || to < desk.text.length)
  book.cite(cited)
  if (marked.length) yield { kind: 'doubts', doubts: marked }
  for (const [code, param] of Object.entries(paramOf) as [Doubt['code'], string][]) {
    const words = [...new Set(marked.filter((doubt) => doubt.code === code).map((doubt) => doubt.words))]
    if (words.length) yield* notice(desk, code, { [param]: words.slice(0, 10).join('、') })
  }
  const figures = book.figures.length > 0
  if (cited.size === 0 && !figures && desk.mode === 'model' && desk.text.length >= TELLING)
    yield* notice(desk, book.size > 0 ? 'uncited' : 'nothingFound')
  const counts = { cited: cited.size, doubts: marked.length }
  const result = word(language, marked.length ? 'checkedDoubts' : 'checkedFine', counts)
  yield { kind: 'step', step: steps.end(step, result, { failed: marked.length > 0, sources: [...cited] }) }
}
