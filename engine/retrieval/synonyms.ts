import { searchForm } from './normal-text.ts'

/** A word that is said for another, and not the other way: 个税 means 个人所得税 wherever it stands. */
export type SynonymRow = { term: string; means: readonly string[] }

type Step = { next: Map<string, Step>; means: string[] | null }

/** The table ready for questions: the longest word that stands at a place counts. */
export class Synonyms {
  readonly #root: Step = { next: new Map(), means: null }

  constructor(rows: readonly SynonymRow[]) {
    for (const { term, means } of rows) {
      let step = this.#root
      for (const sign of searchForm(term)) {
        let next = step.next.get(sign)
        if (!next) step.next.set(sign, (next = { next: new Map(), means: null }))
        step = next
      }
      if (step !== this.#root) step.means = [...(step.means ?? []), ...means.map(searchForm)]
    }
  }

  /** What a question in search form also means: the words to ask for besides, each once. */
  expand(question: string): string[] {
    const found = new Set<string>()
    for (let at = 0; at < question.length;) {
      let step: Step | undefined = this.#root
      let longest: { end: number; means: string[] } | null = null
      for (let end = at; end < question.length && step; end += 1) {
        step = step.next.get(question[end] ?? '')
        if (step?.means) longest = { end: end + 1, means: step.means }
      }
      for (const word of longest?.means ?? []) if (!question.includes(word)) found.add(word)
      at = longest?.end ?? at + 1
    }
    return [...found]
  }
}
