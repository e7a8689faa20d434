import type { ChatSource } from '#contract/chat-message.ts'
import type { Figure, Source } from '#contract/tool-source.ts'
import { numbersIn } from './check-answer.ts'

type About = {
  marks?: ChatSource['marks']
  outdated?: boolean
  /** Words it rests on beyond the quote. */ body?: string
}

/** So that a long conversation stays a page and not a ledger. */
const KEPT_UNCITED = 12
const KEPT_FIGURES = 60

/** What an answer may rest on: sources with their numbers, figures that were computed, and the words of both. */
export class SourceBook {
  readonly #sources: ChatSource[] = []
  readonly #bodies: string[][] = []
  /** Numbers of a text, read once however many sources share it, and when it comes: the check at the end has little left to read. */
  readonly #read = new Map<string, ReadonlySet<string>>()
  readonly #numbers = new Map<string, number>()
  readonly figures: Figure[] = []

  /** Its number; the same source again keeps the one it has. */
  add(source: Source, { marks = [], outdated = false, body = '' }: About = {}): number {
    const key = [source.kind, source.title, source.place, source.at ?? '', source.quote ?? ''].join('\u0000')
    const known = this.#numbers.get(key)
    if (known !== undefined) {
      if (body) this.#addBody(known, body)
      return known
    }
    const no = this.#sources.length + 1
    this.#numbers.set(key, no)
    this.#sources.push({ ...source, no, marks: [...marks], outdated, cited: false, hidden: false })
    this.#bodies.push([])
    this.#addBody(no, [source.title, source.at ?? '', source.quote ?? ''].join('\n'))
    if (body) this.#addBody(no, body)
    return no
  }

  addFigures(figures: readonly Figure[]): void {
    this.figures.push(...figures)
  }

  get size(): number {
    return this.#sources.length
  }

  #addBody(no: number, body: string): void {
    this.#bodies[no - 1]?.push(body)
    if (!this.#read.has(body)) this.#read.set(body, numbersIn(body))
  }

  /** Everything the source of this number says; undefined: there is none. */
  body(no: number): string | undefined {
    return this.#bodies[no - 1]?.join('\n')
  }

  numbersOf(no: number): ReadonlySet<string>[] {
    return (this.#bodies[no - 1] ?? []).flatMap((body) => this.#read.get(body) ?? [])
  }

  /** Numbers of all sources. */
  get numbers(): readonly ReadonlySet<string>[] {
    return [...this.#read.values()]
  }

  /** Whether any source holds these words. */
  holds(words: string): boolean {
    return this.#bodies.some((bodies) => bodies.some((body) => body.includes(words)))
  }

  cite(numbers: ReadonlySet<number>): void {
    for (const source of this.#sources) source.cited = numbers.has(source.no)
  }

  /**
   * What is kept of them once the answer stands: those it cites, the first of the others, and one of each project it has read, since who
   * may not see that may not read the answer. Numbers stay.
   */
  kept(): ChatSource[] {
    const projects = new Set<string>()
    return this.list().filter(({ cited, no, place }) => {
      const query = new URLSearchParams(place.split('?')[1] ?? '')
      const project = query.get('projectId') ?? query.get('enterpriseId') ?? ''
      const first = project !== '' && !projects.has(project)
      projects.add(project)
      return first || cited || no <= KEPT_UNCITED
    })
  }

  /** Figures whose values the answer names, else the first of them. */
  keptFigures(text: string): Figure[] {
    const bare = text.replaceAll(/[,，]/g, '')
    const named = this.figures.filter(({ value }) => {
      const digits = value.replace(/^-/, '')
      const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
      return short !== '0' && bare.includes(short)
    })
    return (named.length > 0 ? named : this.figures).slice(0, KEPT_FIGURES)
  }

  /** The figures that came last, while the answer is still to come: events repeat them, so they are few. */
  lastFigures(): Figure[] {
    return this.figures.slice(-KEPT_FIGURES)
  }

  list(): ChatSource[] {
    return this.#sources.map((source) => ({ ...source }))
  }
}
