import { runTool } from '../tool/tools.ts'
import type { AnswerEvent } from './answer-port.ts'
import type { AnswerDesk } from './answer-desk.ts'
import { word } from './chat-words.ts'

type Call = { name: string; input: unknown; title?: string }
export type ToolSaid = { ok: boolean; text: string; numbers: number[] }

/** Runs a tool as the person and puts what it found among the sources; its text carries the numbers to cite by. */
export async function* toolStep(desk: AnswerDesk, call: Call): AsyncGenerator<AnswerEvent, ToolSaid> {
  const { steps, book, signal } = desk
  const tool = desk.tools.find(({ name }) => name === call.name)
  const input = typeof call.input === 'string' ? call.input : JSON.stringify(call.input)
  const step = steps.begin('tool', call.title ?? tool?.title ?? call.name.slice(0, 60), input)
  yield { kind: 'step', step }
  const answer = await runTool({ ...desk.asker, signal }, call.name, call.input)
  const numbers = answer.ok
    ? answer.sources.map((source) =>
        book.add(source, { body: linesAbout(answer.text, source.title, answer.sources.length) }),
      )
    : []
  if (answer.ok) book.addFigures(answer.figures)
  yield { kind: 'step', step: steps.end(step, answer.text, { failed: !answer.ok, sources: numbers }) }
  if (answer.ok) {
    yield { kind: 'sources', sources: book.list() }
    if (answer.figures.length) yield { kind: 'figures', figures: book.lastFigures() }
  }
  return { ok: answer.ok, text: numbered(desk, answer.text, numbers), numbers }
}

/** A few sources share all the words of an answer; of many, each has the lines that name it. */
function linesAbout(text: string, title: string, sources: number): string {
  if (sources <= 3) return text
  const names = title.split(/\s+/).filter((part) => part.length > 1)
  return text
    .split('\n')
    .filter((line) => names.some((name) => line.includes(name)))
    .join('\n')
}

/** A tool counts its sources from 1; the model cites by the numbers of the whole answer. */
function numbered({ book, language }: AnswerDesk, text: string, numbers: readonly number[]): string {
  let named = false
  const own = text.replaceAll(/^\[(\d{1,3})\](?= )/gm, (mark, index: string) => {
    const no = numbers[Number(index) - 1]
    if (no === undefined) return mark
    named = true
    return `[${no}]`
  })
  if (named || numbers.length === 0) return own
  const titles = new Map(
    book.list().map((source) => [source.no, [source.title, source.at].filter(Boolean).join(' · ')]),
  )
  const list = [...new Set(numbers)].map((no) => `[${no}] ${titles.get(no) ?? ''}`).join('; ')
  return `${own}\n${word(language, 'sourceNumbers')}: ${list}`
}
