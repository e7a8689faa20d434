import { extentOf } from '#contract/grants.ts'
import type { KnowledgeKind, Passage } from '#contract/knowledge.ts'
import { highlight } from '#engine/retrieval/highlight.ts'
import { questionTerms } from '#engine/retrieval/question.ts'
import { Synonyms } from '#engine/retrieval/synonyms.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { search } from '../knowledge/retrieve.ts'
import { passageSource } from '../tool/law-tools.ts'
import type { AnswerEvent, Material } from './answer-port.ts'
import type { AnswerDesk } from './answer-desk.ts'
import { word } from './chat-words.ts'

type Wanted = {
  title?: string
  query: string
  limit: number
  baseIds?: readonly string[]
  kinds?: readonly KnowledgeKind[]
}

/**
 * Searches the bases the person may read, in a project by what applied at the end of its year; answers the numbers of the sources it
 * found, the best first.
 */
export async function* retrieveStep(desk: AnswerDesk, wanted: Wanted): AsyncGenerator<AnswerEvent, number[]> {
  const { asker, steps, book, language } = desk
  if (extentOf(asker.user.held, 'docFile.view') === undefined) return []
  const asOf = asOfDay(desk)
  const input = asOf ? word(language, 'asOf', { query: wanted.query, day: asOf }) : wanted.query
  const step = steps.begin('retrieve', wanted.title ?? word(language, 'retrieve'), input)
  yield { kind: 'step', step }
  const then = asOf ? await passagesFor(desk, wanted, asOf) : []
  // what came later is better than nothing, and says when it applies
  const found = then.length > 0 ? then : await passagesFor(desk, wanted)
  const numbers = found.map((passage) => {
    const source = passageSource(passage, language)
    return book.add(source, aboutPassage(passage, { quote: source.quote ?? '', asOf: then.length > 0 }))
  })
  const titles = found
    .slice(0, 5)
    .map(({ documentName }) => documentName)
    .join('、')
  const result = numbers.length
    ? word(language, 'found', { count: numbers.length, titles })
    : word(language, 'foundNone')
  yield { kind: 'step', step: steps.end(step, result, { sources: numbers }) }
  yield { kind: 'sources', sources: book.list() }
  return numbers
}

/** The day whose law counts: the end of the project's year, once it is past; undefined: today. */
export function asOfDay({ project }: AnswerDesk): string | undefined {
  const yearEnd = `${project?.year}-12-31`
  return project && yearEnd < wallTime(new Date()).slice(0, 10) ? yearEnd : undefined
}

async function passagesFor({ asker, signal }: AnswerDesk, wanted: Wanted, inForceOn?: string): Promise<Passage[]> {
  const baseIds = wanted.baseIds?.length ? wanted.baseIds : asker.baseIds
  const { passages } = await search(asker, {
    query: wanted.query,
    limit: wanted.limit,
    ...(inForceOn && { inForceOn }),
    ...(baseIds?.length && { baseIds: [...baseIds] }),
    ...(wanted.kinds?.length && { kinds: [...wanted.kinds] }),
    ...(asker.projectId && { projectId: asker.projectId }),
    signal,
  })
  return passages
}

type Looked = { quote: string; /** As of a day gone by: what has replaced it since does not matter. */ asOf: boolean }

function aboutPassage({ text, marks, standing, superseded, context }: Passage, { quote, asOf }: Looked) {
  // the quote is the text in one line, and cut: stretches are right as far as the two agree
  const agree = text.startsWith(quote.replace(/…$/, '')) ? quote.length : 0
  return {
    marks: marks.filter(({ to }) => to <= agree),
    outdated: (superseded && !asOf) || standing === 'expired',
    body: [...context, text].join('\n'),
  }
}

/** Characters of files that go along with a question; of longer ones, the pieces that are nearest to it. */
const MATERIAL = 24_000

/** Puts what was read of attached files among the sources; answers their numbers in the order of the files. */
export function materialSources(desk: AnswerDesk, material: readonly Material[]): { numbers: number[]; cut: string[] } {
  const terms = new Set(questionTerms(desk.turn.question, new Synonyms([])).map(({ term }) => term))
  const whole = material.reduce((sum, { pieces }) => sum + pieces.reduce((size, { text }) => size + text.length, 0), 0)
  const share = Math.floor(MATERIAL / Math.max(1, material.length))
  const cut: string[] = []
  const numbers = material.flatMap(({ fileId, name, pieces }) => {
    const size = pieces.reduce((sum, { text }) => sum + text.length, 0)
    const chosen = whole <= MATERIAL || size <= share ? pieces : nearest(pieces, terms, share)
    if (chosen.length < pieces.length) cut.push(name)
    return chosen.map(({ at, text }) =>
      desk.book.add({ kind: 'file', title: name, place: placeOfFile(fileId), at, quote: text }),
    )
  })
  return { numbers, cut }
}

/** Where files that came with a question are. */
export const ATTACHMENT_PLACE = '/sc-llm/file/download?'
const placeOfFile = (fileId: string) => `${ATTACHMENT_PLACE}id=${fileId}`

/** As many pieces as fit, those that hold most of what is asked, in the order of the file. */
function nearest(pieces: Material['pieces'], terms: ReadonlySet<number>, most: number): Material['pieces'] {
  const scored = pieces.map((piece, order) => ({
    piece,
    order,
    score: highlight(piece.text, terms).reduce((sum, { from, to }) => sum + to - from, 0),
  }))
  let room = most
  return scored
    .toSorted((one, other) => other.score - one.score || one.order - other.order)
    .filter(({ piece }) => {
      room -= piece.text.length
      return room >= 0
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ piece }) => piece)
}
