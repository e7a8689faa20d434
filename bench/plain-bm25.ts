import { Best } from '#engine/retrieval/best.ts'

/** How a bare peer cuts a text. */
export type Cut = (text: string) => readonly string[]

/** Words between blanks and punctuation, as retrievers made for English do. */
export const byBlanks: Cut = (text) =>
  text
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)

const runs = (text: string) => text.toLowerCase().match(/[\u3400-\u9fff]+|[a-z0-9]+/g) ?? []
const pairs = (run: string) => Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2))
const isHan = (run: string) => /[\u3400-\u9fff]/.test(run)

/** Pairs of neighbouring characters. */
export const byPairs: Cut = (text) => runs(text).flatMap((run) => (isHan(run) ? pairs(run) : [run]))

/** Characters and pairs. */
export const byCharactersAndPairs: Cut = (text) =>
  runs(text).flatMap((run) => (isHan(run) ? Array.from(run).concat(pairs(run)) : [run]))

/** The textbook's BM25 (k1 1.2, b 0.75) over maps: what ours is measured against. Answers positions of texts. */
export function plainBm25(texts: readonly string[], cut: Cut): (question: string, limit: number) => number[] {
  const [k1, b] = [1.2, 0.75]
  const postings = new Map<string, { texts: number[]; counts: number[] }>()
  const lengths = new Float64Array(texts.length)
  for (const [at, text] of texts.entries()) {
    for (const token of cut(text)) {
      lengths[at] = (lengths[at] ?? 0) + 1
      let list = postings.get(token)
      if (!list) postings.set(token, (list = { texts: [], counts: [] }))
      if (list.texts.at(-1) === at) list.counts.push((list.counts.pop() ?? 0) + 1)
      else {
        list.texts.push(at)
        list.counts.push(1)
      }
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)
  const scores = new Float64Array(texts.length)
  return (question, limit) => {
    scores.fill(0)
    for (const token of cut(question)) {
      const list = postings.get(token)
      if (!list) continue
      const frequency = list.texts.length
      const worth = Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5)) * (k1 + 1)
      for (const [place, at] of list.texts.entries()) {
        const count = list.counts[place] ?? 0
        const norm = k1 * (1 - b + (b * (lengths[at] ?? 0)) / average)
        scores[at] = (scores[at] ?? 0) + (worth * count) / (count + norm)
      }
    }
    const kept = new Best(limit)
    for (const [at, score] of scores.entries()) if (score > 0) kept.offer(at, score)
    return kept.ranked().map(({ number }) => number)
  }
}
