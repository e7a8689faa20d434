import { FormulaError } from './fault.ts'
import type { AccountName, Argument, Expression, Operator, Option, Selection } from './syntax.ts'
import { type Token, tokens } from './token.ts'

const comparisons: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>='])
const sums: ReadonlySet<string> = new Set(['+', '-'])
const products: ReadonlySet<string> = new Set(['*', '/'])
const optionSigns: ReadonlySet<string> = new Set(['=', '=~', '>='])

const isOperator = (text: string): text is Operator => comparisons.has(text) || sums.has(text) || products.has(text)

/**
 * The formula as data.
 *
 *   comparison = sum [("="|"<>"|"<"|"<="|">"|">=") sum] ; sum = product {("+"|"-") product} ; product = factor {("*"|"/") factor}
 *   factor = number ["%"] | text | cell | call | "(" comparison ")" | "-" factor
 *   selection = [tag "@"] account {"|" account} | tag | "all"
 *
 * Throws FormulaError with the place of the first fault.
 */
export function parse(source: string): Expression {
  const reader = new Reader(source)
  const expression = reader.comparison()
  reader.end()
  return expression
}

class Reader {
  readonly #source: string
  readonly #tokens: Token[]
  #next = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokens(source)
  }

  #peek(ahead = 0): Token {
    return (
      this.#tokens[this.#next + ahead] ?? {
        kind: 'end',
        text: '',
        at: { from: this.#source.length, to: this.#source.length },
      }
    )
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }

  #is(symbol: string): boolean {
    const token = this.#peek()
    return token.kind === 'symbol' && token.text === symbol
  }

  #fail(wanted: string): never {
    const token = this.#peek()
    const found = token.kind === 'end' ? '…' : this.#source.slice(token.at.from, token.at.to)
    throw new FormulaError({
      code: 'expected',
      params: { place: String(token.at.from + 1), wanted, found },
      at: token.at,
    })
  }

  #expect(symbol: string): Token {
    return this.#is(symbol) ? this.#take() : this.#fail(`「${symbol}」`)
  }

  end(): void {
    if (this.#peek().kind !== 'end') this.#fail('公式结尾 end of formula')
  }

  #chain(operators: ReadonlySet<string>, part: () => Expression): Expression {
    let left = part()
    for (;;) {
      const { kind, text } = this.#peek()
      if (kind !== 'symbol' || !operators.has(text) || !isOperator(text)) return left
      this.#take()
      const right = part()
      left = { kind: 'operation', operator: text, left, right, at: { from: left.at.from, to: right.at.to } }
    }
  }

  comparison(): Expression {
    return this.#chain(comparisons, () => this.#chain(sums, () => this.#chain(products, () => this.#factor())))
  }

  #factor(): Expression {
    const token = this.#peek()
    if (this.#is('-')) {
      this.#take()
      const of = this.#factor()
      return { kind: 'negative', of, at: { from: token.at.from, to: of.at.to } }
    }
    if (this.#is('(')) {
      this.#take()
      const inner = this.comparison()
      this.#expect(')')
      return inner
    }
    if (token.kind === 'number') {
      this.#take()
      const percent = this.#is('%')
      const to = percent ? this.#take().at.to : token.at.to
      return { kind: 'number', value: token.text, percent, at: { from: token.at.from, to } }
    }
    if (token.kind === 'text') {
      this.#take()
      return { kind: 'text', value: token.text, at: token.at }
    }
    if (token.kind === 'cell') return this.#cell()
    if (token.kind === 'name') return this.#call()
    return this.#fail('值 a value')
  }

  #cell(): Expression {
    const token = this.#take()
    const match = /^([A-Z]\d{2}(?:-\d)?)\.([A-Za-z_]\w*)(?:@(.+))?$/.exec(token.text)
    const [, paper, key, row] = match ?? []
    if (paper === undefined || key === undefined) {
      throw new FormulaError({ code: 'unknown_cell', params: { cell: token.text }, at: token.at })
    }
    return { kind: 'cell', paper, key, row: row ?? null, at: token.at }
  }

  #call(): Expression {
    const name = this.#take()
    this.#expect('(')
    const register = name.text === 'sum' && this.#peek().kind === 'name' && this.#peek().text.startsWith('asset.')
    if (register) return this.#register(name)
    const args: Argument[] = []
    const options: Option[] = []
    while (!this.#is(')')) {
      if (args.length + options.length > 0) this.#expect(',')
      const head = this.#peek()
      const sign = this.#peek(1)
      if (head.kind === 'name' && sign.kind === 'symbol' && optionSigns.has(sign.text)) {
        this.#take()
        this.#take()
        const value = this.#argument()
        options.push({ name: head.text, value, at: { from: head.at.from, to: value.at.to } })
      } else args.push(this.#argument())
    }
    const { to } = this.#expect(')').at
    return { kind: 'call', name: name.text, args, options, at: { from: name.at.from, to } }
  }

  /** `sum(asset.cost where cat=…)`: an aggregate over the asset register. */
  #register(name: Token): Expression {
    const field = this.#take()
    const from = this.#peek().at.from
    while (!this.#is(')') && this.#peek().kind !== 'end') this.#take()
    const where = this.#source.slice(from, this.#peek().at.from).trim()
    const { to } = this.#expect(')').at
    return { kind: 'register', field: field.text, where, at: { from: name.at.from, to } }
  }

  #argument(): Argument {
    const token = this.#peek()
    if (token.kind === 'account' || token.kind === 'tag') return this.#selection()
    if (token.kind === 'month') {
      this.#take()
      return { kind: 'word', value: token.text, at: token.at }
    }
    const next = this.#peek(1)
    if (token.kind === 'name' && !(next.kind === 'symbol' && next.text === '(')) {
      this.#take()
      if (token.text === 'all') return { kind: 'selection', accounts: [], tag: null, at: token.at }
      return { kind: 'word', value: token.text, at: token.at }
    }
    return this.comparison()
  }

  #selection(): Selection {
    const first = this.#peek()
    let tag: string | null = null
    if (first.kind === 'tag') {
      tag = this.#take().text
      if (!this.#is('@')) return { kind: 'selection', accounts: [], tag, at: first.at }
      this.#take()
    }
    const accounts: AccountName[] = []
    let { to } = first.at
    do {
      if (accounts.length > 0) this.#take()
      const token = this.#peek()
      if (token.kind !== 'account') this.#fail('科目 #account')
      this.#take()
      const [key = '', under = null] = token.text.split('/')
      accounts.push({ key, under })
      to = token.at.to
    } while (this.#is('|'))
    return { kind: 'selection', accounts, tag, at: { from: first.at.from, to } }
  }
}
