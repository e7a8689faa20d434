import { FormulaError } from './fault.ts'
import { MOST_DEPTH, MOST_LETTERS } from './limits.ts'
import type { AccountName, Aggregate, Argument, Expression, Operator, Option, Selection } from './syntax.ts'
import { type Token, tokens } from './token.ts'

const comparisons: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=', '=~'])
const sums: ReadonlySet<string> = new Set(['+', '-'])
const products: ReadonlySet<string> = new Set(['*', '/'])
const optionSigns: ReadonlySet<string> = new Set(['=', '=~', '>='])

const aggregates: ReadonlySet<string> = new Set(['sum', 'count', 'min', 'max'])
const isAggregate = (name: string): name is Aggregate['name'] => aggregates.has(name)

const isOperator = (text: string): text is Operator => comparisons.has(text) || sums.has(text) || products.has(text)

/**
 * The formula as data.
 *
 *   comparison = sum [("="|"<>"|"<"|"<="|">"|">=") sum] ; sum = product {("+"|"-") product} ; product = factor {("*"|"/") factor}
 *   factor = number ["%"] | text | cell | call | "(" comparison ")" | "-" factor
 *   selection = [tag "@"] account {"|" account} | tag | "all" | "$row"
 *   aggregate = ("sum"|"count"|"min"|"max") "(" ("asset"|"entry." register) ["." column] ["where" condition] ")"
 *   condition = conjunction {"or" conjunction} ; conjunction = ["not"] (comparison | "(" condition ")") {"and" …}
 *
 * Throws FormulaError with the place of the first fault.
 */
export function parse(source: string): Expression {
  if (source.length > MOST_LETTERS)
    throw new FormulaError({
      code: 'too_long',
      params: { most: String(MOST_LETTERS), found: String(source.length) },
      at: { from: MOST_LETTERS, to: source.length },
    })
  const reader = new Reader(source)
  const expression = reader.comparison()
  reader.end()
  return expression
}

class Reader {
  readonly #source: string
  readonly #tokens: Token[]
  #next = 0
  #depth = 0
  /** Inside `where` bare names are columns. */
  #inRow = false

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

  #fail(wanted: string, wantedEn: string): never {
    const token = this.#peek()
    const found = token.kind === 'end' ? '…' : this.#source.slice(token.at.from, token.at.to)
    throw new FormulaError({
      code: 'expected',
      params: { place: String(token.at.from + 1), wanted, wantedEn, found },
      at: token.at,
    })
  }

  #expect(symbol: string): Token {
    return this.#is(symbol) ? this.#take() : this.#fail(`「${symbol}」`, `"${symbol}"`)
  }

  end(): void {
    if (this.#peek().kind !== 'end') this.#fail('公式结尾', 'the end of the formula')
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
    const left = this.#sum(false)
    const { kind, text } = this.#peek()
    if (kind !== 'symbol' || !comparisons.has(text) || !isOperator(text)) return left
    this.#take()
    const right = this.#sum(true)
    return { kind: 'operation', operator: text, left, right, at: { from: left.at.from, to: right.at.to } }
  }

  #sum(right: boolean): Expression {
    return this.#chain(sums, () => this.#chain(products, () => this.#factor(right)))
  }

  /** One more level of nesting. */
  #deeper<T>(inner: () => T): T {
    this.#depth += 1
    if (this.#depth > MOST_DEPTH)
      throw new FormulaError({ code: 'too_deep', params: { most: String(MOST_DEPTH) }, at: this.#peek().at })
    const found = inner()
    this.#depth -= 1
    return found
  }

  /** What rows of a register are asked. */
  #condition(): Expression {
    return this.#joined('or', () =>
      this.#joined('and', () => {
        const head = this.#peek()
        if (head.kind !== 'name' || head.text !== 'not' || this.#calls()) return this.comparison()
        this.#take()
        const of = this.#deeper(() => this.comparison())
        return { kind: 'call', name: 'not', args: [of], options: [], at: { from: head.at.from, to: of.at.to } }
      }),
    )
  }

  #joined(word: 'and' | 'or', part: () => Expression): Expression {
    const first = part()
    const args = [first]
    while (this.#peek().kind === 'name' && this.#peek().text === word) {
      this.#take()
      args.push(part())
    }
    const last = args.at(-1) ?? first
    if (args.length === 1) return first
    return { kind: 'call', name: word, args, options: [], at: { from: first.at.from, to: last.at.to } }
  }

  #calls(): boolean {
    const next = this.#peek(1)
    return next.kind === 'symbol' && next.text === '('
  }

  #factor(right: boolean): Expression {
    const token = this.#peek()
    if (this.#is('-')) {
      this.#take()
      const of = this.#deeper(() => this.#factor(right))
      return { kind: 'negative', of, at: { from: token.at.from, to: of.at.to } }
    }
    if (this.#is('(')) {
      this.#take()
      const inner = this.#deeper(() => (this.#inRow ? this.#condition() : this.comparison()))
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
    if (token.kind === 'name' && this.#inRow && !this.#calls()) {
      this.#take()
      return { kind: 'field', name: token.text, word: right, at: token.at }
    }
    if (token.kind === 'name') return this.#call()
    return this.#fail('一个值', 'a value')
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
    const over = this.#peek()
    const register = /^(?:asset|entry\.[^.]+)(?:\.([^.]+))?$/.exec(over.kind === 'name' ? over.text : '')
    if (register && isAggregate(name.text)) return this.#aggregate(name, name.text, register[1] ?? null)
    const args: Argument[] = []
    const options: Option[] = []
    while (!this.#is(')')) {
      if (args.length + options.length > 0) {
        if (!this.#is(',')) this.#fail('「,」或「)」', '"," or ")"')
        this.#take()
      }
      const head = this.#peek()
      const sign = this.#peek(1)
      if (head.kind === 'name' && sign.kind === 'symbol' && optionSigns.has(sign.text)) {
        this.#take()
        this.#take()
        const value = this.#deeper(() => this.#argument())
        options.push({ name: head.text, value, at: { from: head.at.from, to: value.at.to } })
      } else args.push(this.#deeper(() => this.#argument()))
    }
    const { to } = this.#expect(')').at
    return { kind: 'call', name: name.text, args, options, at: { from: name.at.from, to } }
  }

  #aggregate(start: Token, name: Aggregate['name'], field: string | null): Expression {
    const over = this.#take()
    const [kind, id = ''] = over.text.split('.')
    let where: Expression | null = null
    if (this.#peek().kind === 'name' && this.#peek().text === 'where') {
      this.#take()
      this.#inRow = true
      where = this.#condition()
      this.#inRow = false
    }
    const { to } = this.#expect(')').at
    const register = kind === 'asset' ? ({ from: 'asset' } as const) : ({ from: 'entry', id } as const)
    return { kind: 'aggregate', name, register, field, where, at: { from: start.at.from, to } }
  }

  #argument(): Argument {
    const token = this.#peek()
    if (token.kind === 'account' || token.kind === 'tag') return this.#selection()
    if (token.kind === 'month') {
      this.#take()
      return { kind: 'word', value: token.text, at: token.at }
    }
    if (token.kind === 'variable') {
      this.#take()
      return { kind: 'selection', accounts: [], tag: null, variable: token.text, at: token.at }
    }
    if (token.kind === 'name' && !this.#inRow && !this.#calls()) {
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
      if (token.kind !== 'account') this.#fail('科目 #', 'an account #')
      this.#take()
      const [key = '', ...path] = token.text.split('/')
      const under = path.length > 0 ? path.join('/') : null
      accounts.push({ key, under })
      to = token.at.to
    } while (this.#is('|'))
    return { kind: 'selection', accounts, tag, at: { from: first.at.from, to } }
  }
}
