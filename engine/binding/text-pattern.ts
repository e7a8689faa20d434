/** A pattern over texts that takes time linear in the text, whatever was written: no pattern can hold up a calculation. */
export type TextPattern = { test: (text: string) => boolean }

/** Longest pattern and most states, so that a pattern stays small too. */
const MOST_CHARACTERS = 500
const MOST_STATES = 2_000
const MOST_REPEATS = 50

type Matches = (character: string) => boolean
/** A node consumes a character, splits, or asks for the start or end of the text. */
type State =
  | { kind: 'take'; matches: Matches; next: number }
  | { kind: 'split'; first: number; second: number }
  | { kind: 'start' | 'finish'; next: number }
  | { kind: 'done' }

type Piece =
  | { kind: 'take'; matches: Matches }
  | { kind: 'start' | 'finish' | 'empty' }
  | { kind: 'series' | 'choice'; of: Piece[] }
  | { kind: 'repeat'; of: Piece; least: number; most: number | null }

const compiled = new Map<string, TextPattern | null>()

/** The pattern ready to use; null if it cannot be read. Knows `. | ( ) [ ] * + ? {m,n} ^ $ \d \s \w`; no look-around, no back-references. */
export function textPattern(source: string): TextPattern | null {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const made = build(source)
  if (compiled.size > 500) compiled.clear()
  compiled.set(source, made)
  return made
}

function build(source: string): TextPattern | null {
  if (source.length > MOST_CHARACTERS) return null
  if (!/[.()[\]*+?{}^$\\]/.test(source)) {
    const words = source.split('|')
    return { test: (text) => words.some((word) => text.includes(word)) }
  }
  const piece = new PatternReader(source).whole()
  if (!piece) return null
  const states: State[] = [{ kind: 'done' }]
  const start = assemble(piece, 0, states)
  return start === null ? null : { test: (text) => runs(states, start, text) }
}

class PatternReader {
  readonly #characters: string[]
  #at = 0
  #broken = false
  constructor(source: string) {
    this.#characters = Array.from(source)
  }

  whole(): Piece | null {
    const piece = this.#choice(0)
    return this.#broken || this.#at < this.#characters.length ? null : piece
  }

  #peek(): string {
    return this.#characters[this.#at] ?? ''
  }

  #choice(depth: number): Piece {
    if (depth > 30) this.#broken = true
    const of = [this.#series(depth)]
    while (this.#peek() === '|' && !this.#broken) {
      this.#at += 1
      of.push(this.#series(depth))
    }
    return { kind: 'choice', of }
  }

  #series(depth: number): Piece {
    const of: Piece[] = []
    while (!this.#broken && this.#at < this.#characters.length && !['|', ')'].includes(this.#peek()))
      of.push(this.#repeated(this.#atom(depth)))
    return { kind: 'series', of }
  }

  #repeated(of: Piece): Piece {
    const sign = this.#peek()
    const bounds: Readonly<Record<string, [number, number | null]>> = { '*': [0, null], '+': [1, null], '?': [0, 1] }
    const plain = bounds[sign]
    if (plain) this.#at += 1
    const [least, most] = plain ?? (sign === '{' ? this.#counts() : [1, 1])
    if (!plain && sign !== '{') return of
    if (['?', '+', '*', '{'].includes(this.#peek())) {
      // a lazy sign changes what is captured, never whether it matches
      if (this.#peek() === '?') this.#at += 1
      else this.#broken = true
    }
    return { kind: 'repeat', of, least, most }
  }

  #counts(): [number, number | null] {
    const end = this.#characters.indexOf('}', this.#at)
    const match = /^\{(\d{1,3})(,(\d{0,3}))?$/.exec(this.#characters.slice(this.#at, Math.max(end, this.#at)).join(''))
    const least = Number(match?.[1] ?? 0)
    const most = match?.[2] === undefined ? least : match[3] === '' ? null : Number(match[3])
    if (!match || least > MOST_REPEATS || (most !== null && (most > MOST_REPEATS || most < least))) this.#broken = true
    this.#at = end + 1
    return [least, most]
  }

  #atom(depth: number): Piece {
    const head = this.#peek()
    this.#at += 1
    switch (head) {
      case '(': {
        if (this.#peek() === '?') {
          if (this.#characters[this.#at + 1] !== ':') this.#broken = true
          this.#at += 2
        }
        const inner = this.#choice(depth + 1)
        if (this.#peek() !== ')') this.#broken = true
        this.#at += 1
        return inner
      }
      case '[':
        return { kind: 'take', matches: this.#set() }
      case '.':
        return { kind: 'take', matches: () => true }
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'finish' }
      case '\\':
        return { kind: 'take', matches: this.#escaped() }
      case '*':
      case '+':
      case '?':
      case '{':
        this.#broken = true
        return { kind: 'empty' }
      default:
        return { kind: 'take', matches: (character) => character === head }
    }
  }

  #escaped(): Matches {
    const sign = this.#peek()
    this.#at += 1
    const known: Readonly<Record<string, RegExp>> = { d: /\d/, D: /\D/, s: /\s/, S: /\S/, w: /\w/, W: /\W/ }
    const family = known[sign]
    if (family) return (character) => family.test(character)
    if (sign === '' || /[A-Za-z0-9]/.test(sign)) this.#broken = true
    return (character) => character === sign
  }

  #set(): Matches {
    const none = this.#peek() === '^'
    if (none) this.#at += 1
    const parts: Matches[] = []
    while (this.#peek() !== ']' || parts.length === 0) {
      if (this.#at >= this.#characters.length) {
        this.#broken = true
        break
      }
      const from = this.#peek()
      this.#at += 1
      if (from === '\\') {
        parts.push(this.#escaped())
        continue
      }
      const next = this.#characters[this.#at + 1]
      if (this.#peek() === '-' && next !== undefined && next !== ']') {
        this.#at += 2
        parts.push((character) => character >= from && character <= next)
      } else parts.push((character) => character === from)
    }
    this.#at += 1
    return (character) => parts.some((part) => part(character)) !== none
  }
}

/** Appends the states of a piece that goes on to `next`; answers where it begins, null when it grew too large. */
function assemble(piece: Piece, next: number, states: State[]): number | null {
  const add = (state: State) => states.push(state) - 1
  if (states.length > MOST_STATES) return null
  switch (piece.kind) {
    case 'empty':
      return next
    case 'take':
      return add({ kind: 'take', matches: piece.matches, next })
    case 'start':
    case 'finish':
      return add({ kind: piece.kind, next })
    case 'series':
      return piece.of.reduceRight<number | null>(
        (after, part) => (after === null ? null : assemble(part, after, states)),
        next,
      )
    case 'choice':
      return piece.of
        .map((part) => assemble(part, next, states))
        .reduce((second, first) => (first === null || second === null ? null : add({ kind: 'split', first, second })))
    case 'repeat': {
      let from: number | null = next
      if (piece.most === null) {
        const loop = add({ kind: 'split', first: next, second: next })
        const body = assemble(piece.of, loop, states)
        if (body === null) return null
        states[loop] = { kind: 'split', first: body, second: next }
        from = loop
      }
      for (let left = (piece.most ?? piece.least) - piece.least; left > 0 && from !== null; left -= 1) {
        const body: number | null = assemble(piece.of, from, states)
        from = body === null ? null : add({ kind: 'split', first: body, second: next })
      }
      for (let left = piece.least; left > 0 && from !== null; left -= 1) from = assemble(piece.of, from, states)
      return from
    }
  }
}

/** All states at once, a character at a time: whether the pattern occurs anywhere in the text. */
function runs(states: readonly State[], start: number, text: string): boolean {
  const characters = Array.from(text)
  let now = new Set<number>()
  const enter = (into: Set<number>, first: number, at: number): boolean => {
    const waiting = [first]
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (into.has(place)) continue
      into.add(place)
      const state = states[place]
      if (!state) continue
      if (state.kind === 'done') return true
      if (state.kind === 'split') waiting.push(state.first, state.second)
      if (state.kind === 'start' && at === 0) waiting.push(state.next)
      if (state.kind === 'finish' && at === characters.length) waiting.push(state.next)
    }
    return false
  }
  for (let at = 0; at <= characters.length; at += 1) {
    if (enter(now, start, at)) return true
    const then = new Set<number>()
    for (const place of now) {
      const state = states[place]
      const character = characters[at]
      if (state?.kind === 'take' && character !== undefined && state.matches(character))
        if (enter(then, state.next, at + 1)) return true
    }
    now = then
  }
  return false
}
