import type { Span } from './fault.ts'
import { MOST_LETTERS } from './limits.ts'

/** A formula of another product's report: cells, numbers, functions and the arithmetic around them. */
export type ForeignNode =
  | { kind: 'number'; text: string; at: Span }
  | { kind: 'text'; value: string; at: Span }
  | { kind: 'name'; value: string; at: Span }
  | { kind: 'empty'; at: Span }
  | { kind: 'call'; name: string; args: ForeignNode[]; at: Span }
  | { kind: 'sign'; of: ForeignNode; at: Span }
  | { kind: 'operation'; operator: string; left: ForeignNode; right: ForeignNode; at: Span }

/** Where reading stopped, and why. */
export class ForeignError extends Error {
  readonly at: Span
  readonly zh: string
  readonly en: string
  constructor(at: Span, zh: string, en: string) {
    super(en)
    this.at = at
    this.zh = zh
    this.en = en
  }
}

type Token = { kind: 'number' | 'text' | 'name' | 'symbol' | 'end'; text: string; at: Span }
const MOST_DEPTH = 40
const double = '"“”„‟〝〞'
const single = "'‘’‚‛"
/** Chinese keyboards open and close with either mark. */
const marks: Readonly<Record<string, string>> = Object.fromEntries(
  [double, single].flatMap((family) => family.split('').map((mark) => [mark, family])),
)

/** Full-width letters, digits and marks as their ASCII ones, letter by letter, so that places stay true. */
const folded = (source: string): string =>
  source
    .replaceAll(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')

function textEnd(source: string, from: number, family: string): number {
  for (let at = from; at < source.length; at += 1) if (family.includes(source.charAt(at))) return at
  return -1
}

function tokensOf(source: string): Token[] {
  const found: Token[] = []
  let from = 0
  while (from < source.length) {
    const head = source.charAt(from)
    const rest = source.slice(from)
    const space = /^\s+/.exec(rest)?.[0]
    if (space !== undefined) {
      from += space.length
      continue
    }
    const family = marks[head]
    if (family !== undefined) {
      const end = textEnd(source, from + 1, family)
      if (end < 0)
        throw new ForeignError({ from, to: source.length }, '引号没有配对', 'the quotation mark is never closed')
      found.push({ kind: 'text', text: source.slice(from + 1, end), at: { from, to: end + 1 } })
      from = end + 1
      continue
    }
    const month = /^\d{1,2}月(?![\w\u4E00-\u9FFF])/.exec(rest)?.[0]
    if (month !== undefined) {
      found.push({ kind: 'text', text: month, at: { from, to: from + month.length } })
      from += month.length
      continue
    }
    const number = /^\d+(?:\.\d+)?%?(?![A-Za-z_])/.exec(rest)?.[0]
    const name = /^[A-Za-z_$@?!\u4E00-\u9FFF][\w$@?!:\u4E00-\u9FFF]*(?:->[\w$]+)?/.exec(rest)?.[0]
    const symbol = /^[、;]/.test(rest) ? ',' : /^(?:<=|>=|<>|[-+*/(),=<>])/.exec(rest)?.[0]
    const [kind, text, length] = number
      ? (['number', number, number.length] as const)
      : name
        ? (['name', name, name.length] as const)
        : symbol
          ? (['symbol', symbol, symbol.length] as const)
          : (['end', '', 0] as const)
    if (length === 0) throw new ForeignError({ from, to: from + 1 }, `无法识别「${head}」`, `"${head}" cannot be read`)
    found.push({ kind, text, at: { from, to: from + length } })
    from += length
  }
  return [...found, { kind: 'end', text: '', at: { from, to: from } }]
}

/** Throws ForeignError with the place. */
export function parseForeign(source: string): ForeignNode {
  if (source.length > MOST_LETTERS)
    throw new ForeignError(
      { from: MOST_LETTERS, to: source.length },
      `公式过长：最多 ${MOST_LETTERS} 个字符`,
      `the formula is too long: at most ${MOST_LETTERS} characters`,
    )
  const reader = new ForeignReader(folded(source))
  return reader.whole()
}

const levels: readonly ReadonlySet<string>[] = [
  new Set(['=', '<>', '<', '<=', '>', '>=']),
  new Set(['+', '-']),
  new Set(['*', '/']),
]

class ForeignReader {
  readonly #tokens: Token[]
  #next = 0
  #depth = 0
  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  #peek(): Token {
    return (
      this.#tokens[Math.min(this.#next, this.#tokens.length - 1)] ?? { kind: 'end', text: '', at: { from: 0, to: 0 } }
    )
  }

  #is(symbol: string): boolean {
    return this.#peek().kind === 'symbol' && this.#peek().text === symbol
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  whole(): ForeignNode {
    if (this.#is('=')) this.#take()
    const node = this.#level(0)
    const rest = this.#peek()
    if (rest.kind !== 'end')
      throw new ForeignError(rest.at, `「${rest.text}」之前缺少运算符`, `an operator is missing before "${rest.text}"`)
    return node
  }

  #level(level: number): ForeignNode {
    const operators = levels[level]
    if (!operators) return this.#factor()
    let left = this.#level(level + 1)
    while (this.#peek().kind === 'symbol' && operators.has(this.#peek().text)) {
      const operator = this.#take().text
      const right = this.#level(level + 1)
      left = { kind: 'operation', operator, left, right, at: { from: left.at.from, to: right.at.to } }
    }
    return left
  }

  #factor(): ForeignNode {
    this.#depth += 1
    const token = this.#take()
    if (this.#depth > MOST_DEPTH) throw new ForeignError(token.at, '嵌套过深', 'it is nested too deep')
    const node = this.#made(token)
    this.#depth -= 1
    return node
  }

  #made(token: Token): ForeignNode {
    const { kind, text, at } = token
    if (kind === 'number') return { kind: 'number', text, at }
    if (kind === 'text') return { kind: 'text', value: text, at }
    if (kind === 'symbol' && text === '-') {
      const of = this.#factor()
      return { kind: 'sign', of, at: { from: at.from, to: of.at.to } }
    }
    if (kind === 'symbol' && text === '+') return this.#factor()
    if (kind === 'symbol' && text === '(') {
      const inner = this.#level(0)
      this.#close()
      return inner
    }
    if (kind !== 'name')
      throw new ForeignError(
        at,
        text === '' ? '公式不完整' : `「${text}」不能在此处`,
        text === '' ? 'the formula ends too early' : `"${text}" cannot stand here`,
      )
    if (!this.#is('(')) return { kind: 'name', value: text, at }
    this.#take()
    const args: ForeignNode[] = []
    while (!this.#is(')')) {
      // an argument left out stands as nothing between commas
      args.push(this.#is(',') ? { kind: 'empty', at: this.#peek().at } : this.#level(0))
      if (this.#is(')')) break
      if (!this.#is(',')) this.#close()
      this.#take()
      if (this.#is(')')) args.push({ kind: 'empty', at: this.#peek().at })
    }
    const { to } = this.#close().at
    return { kind: 'call', name: text.toUpperCase(), args, at: { from: at.from, to } }
  }

  #close(): Token {
    const token = this.#take()
    if (token.kind !== 'symbol' || token.text !== ')')
      throw new ForeignError(token.at, '缺少右括号', 'a closing parenthesis is missing')
    return token
  }
}
