import type { Fault, Span } from './fault.ts'
import { dataFunctions, type Kind, kindOfUnit, type Signature, valueFunctions } from './functions.ts'
import { type BindingFault, type CompiledBinding, type ParamKinds, type Program, referenced } from './program.ts'
import { type Argument, type Expression, type Selection } from './syntax.ts'

/** What names a formula may use besides cells. */
export type Vocabulary = {
  accounts: ReadonlySet<string>
  tags: ReadonlySet<string>
  lines: ReadonlySet<string>
  /** Kind of each figure: yuan thresholds compare with amounts, the rest are ratios. */
  rates: ReadonlyMap<string, Kind>
  params: ParamKinds
}

type Typed = { kind: Kind; series: boolean }

const words: Readonly<Record<Kind, string>> = {
  money: '金额 money',
  ratio: '比率或数量 ratio',
  number: '数 number',
  bool: '是否 yes-no',
  text: '文字 text',
  any: '任意 any',
}

/** Faults of every formula of a program: unknown names, wrong arguments, amounts multiplied by amounts, wrong units. */
export function check(program: Program, vocabulary: Vocabulary): BindingFault[] {
  return [...program.bindings.values()].flatMap((binding) => {
    const checker = new Checker(program, vocabulary, binding)
    return checker.faults().map((fault) => ({ cell: binding.key, fault }))
  })
}

class Checker {
  readonly #program: Program
  readonly #vocabulary: Vocabulary
  readonly #binding: CompiledBinding
  readonly #faults: Fault[] = []

  constructor(program: Program, vocabulary: Vocabulary, binding: CompiledBinding) {
    this.#program = program
    this.#vocabulary = vocabulary
    this.#binding = binding
  }

  faults(): Fault[] {
    const { tree, unit } = this.#binding
    const { kind } = this.#type(tree)
    if (!fits(kind, kindOfUnit(unit)))
      this.#say('wrong_unit', { wanted: words[kindOfUnit(unit)], found: words[kind] }, tree.at)
    return this.#faults
  }

  #say(code: Fault['code'], params: Record<string, string>, at: Span): void {
    this.#faults.push({ code, params, at })
  }

  #type(expression: Expression): Typed {
    switch (expression.kind) {
      case 'number':
        return { kind: expression.percent ? 'ratio' : 'number', series: false }
      case 'text':
        return { kind: 'text', series: false }
      case 'register':
        return { kind: 'money', series: false }
      case 'negative':
        return this.#type(expression.of)
      case 'cell':
        return this.#cell(expression)
      case 'operation':
        return { kind: this.#operation(expression), series: false }
      case 'call':
      default:
        return this.#call(expression)
    }
  }

  #cell(cell: Extract<Expression, { kind: 'cell' }>): Typed {
    const meant = referenced(this.#program, this.#binding, cell)
    if (!meant) {
      this.#say(
        'unknown_cell',
        { cell: `${cell.paper}.${cell.key}${cell.row === null ? '' : `@${cell.row}`}` },
        cell.at,
      )
      return { kind: 'any', series: false }
    }
    const unit = this.#program.bindings.get(meant.keys[0] ?? '')?.unit
    return { kind: unit ? kindOfUnit(unit) : 'any', series: meant.series }
  }

  #operation({ operator, left, right, at }: Extract<Expression, { kind: 'operation' }>): Kind {
    const [a, b] = [this.#type(left).kind, this.#type(right).kind]
    const mixed = () => this.#say('mixed_kinds', { operator, left: words[a], right: words[b] }, at)
    const comparing = !['+', '-', '*', '/'].includes(operator)
    if (comparing) {
      if (!fits(a, b)) mixed()
      return 'bool'
    }
    if ([a, b].some((kind) => kind === 'bool' || kind === 'text')) {
      mixed()
      return 'any'
    }
    if (operator === '*') {
      if (a === 'money' && b === 'money') this.#say('money_times_money', {}, at)
      return a === 'money' || b === 'money' ? 'money' : joined(a, b)
    }
    if (operator === '/') return a === 'money' && b === 'money' ? 'ratio' : a === 'money' ? 'money' : joined(a, b)
    if (!fits(a, b)) mixed()
    return joined(a, b)
  }

  #call(call: Extract<Expression, { kind: 'call' }>): Typed {
    const data = dataFunctions[call.name]
    if (data) return this.#data(call, data)
    const places = valueFunctions[call.name]
    if (!places) {
      this.#say('unknown_function', { name: call.name }, call.at)
      return { kind: 'any', series: false }
    }
    this.#count(call, ...places)
    for (const { name, at } of call.options) this.#say('unknown_option', { name: call.name, option: name }, at)
    const types = call.args.map((argument, place) => this.#value(call.name, argument, place))
    return {
      kind: this.#result(
        call,
        types.map(({ kind }) => kind),
      ),
      series: false,
    }
  }

  #result(call: Extract<Expression, { kind: 'call' }>, kinds: Kind[]): Kind {
    const { name } = call
    const wants = (place: number, kind: Kind) => {
      const found = kinds[place]
      if (found !== undefined && !fits(found, kind))
        this.#say(
          'argument_kind',
          { name, index: String(place + 1), wanted: words[kind], found: words[found] },
          call.args[place]?.at ?? call.at,
        )
    }
    if (name === 'and' || name === 'or' || name === 'not') {
      for (const place of kinds.keys()) wants(place, 'bool')
      return 'bool'
    }
    if (name === 'if') wants(0, 'bool')
    if (name === 'round') wants(1, 'number')
    const same = name === 'if' ? kinds.slice(1) : name === 'round' ? kinds.slice(0, 1) : kinds
    const kind = same.reduce(joined, 'number')
    const odd = same.find((other) => !fits(other, kind))
    if (odd !== undefined) this.#say('mixed_kinds', { operator: name, left: words[kind], right: words[odd] }, call.at)
    return kind
  }

  #value(name: string, argument: Argument, place: number): Typed {
    if (argument.kind === 'word' || argument.kind === 'selection') {
      this.#say('argument_kind', { name, index: String(place + 1), wanted: 'value', found: argument.kind }, argument.at)
      return { kind: 'any', series: false }
    }
    return this.#type(argument)
  }

  #count({ name, args, at }: Extract<Expression, { kind: 'call' }>, least: number, most: number): void {
    if (args.length >= least && args.length <= most) return
    const wanted = least === most ? String(least) : `${least}–${most === Infinity ? '…' : most}`
    this.#say('argument_count', { name, wanted, found: String(args.length) }, at)
  }

  #data(call: Extract<Expression, { kind: 'call' }>, signature: Signature): Typed {
    this.#count(call, signature.args.length - signature.optional, signature.args.length)
    for (const [place, argument] of call.args.entries())
      this.#place(call, String(place + 1), signature.args[place], argument)
    for (const { name, value, at } of call.options) {
      const wanted = signature.options[name]
      if (wanted === undefined) this.#say('unknown_option', { name: call.name, option: name }, at)
      else this.#place(call, name, wanted, value)
    }
    return this.#named(call) ?? { kind: signature.gives, series: false }
  }

  #place(
    call: { name: string },
    index: string,
    wanted: Signature['args'][number] | undefined,
    argument: Argument,
  ): void {
    if (wanted === undefined) return
    const odd = (kind: string) =>
      this.#say('argument_kind', { name: call.name, index, wanted: kind, found: argument.kind }, argument.at)
    if (wanted === 'selection') {
      if (argument.kind === 'selection') this.#selection(argument)
      else odd('selection')
    } else if (wanted === 'expression') {
      if (argument.kind === 'word' || argument.kind === 'selection') odd('value')
      else this.#type(argument)
    } else if (argument.kind !== 'word') odd('word')
    else if (wanted === 'instant') {
      if (!/^(?:open|close|\d{4}-\d{2})$/.test(argument.value))
        this.#say('bad_choice', { name: call.name, found: argument.value, wanted: 'open, close, YYYY-MM' }, argument.at)
    } else if (wanted !== 'word' && !wanted.choices.includes(argument.value)) {
      this.#say(
        'bad_choice',
        { name: call.name, found: argument.value, wanted: wanted.choices.join(', ') },
        argument.at,
      )
    }
  }

  #selection({ accounts, tag, at }: Selection): void {
    for (const { key } of accounts)
      if (!this.#vocabulary.accounts.has(key)) this.#say('unknown_account', { account: key }, at)
    if (tag !== null && !this.#vocabulary.tags.has(tag)) this.#say('unknown_tag', { tag }, at)
  }

  /** Names of lines, rates and parameters; a parameter also tells its kind. */
  #named(call: Extract<Expression, { kind: 'call' }>): Typed | undefined {
    const [first] = call.args
    if (first?.kind !== 'word') return undefined
    const { value, at } = first
    if ((call.name === 'line' || call.name === 'client_line') && !this.#vocabulary.lines.has(value))
      this.#say('unknown_line', { line: value }, at)
    if (call.name === 'rate') {
      const kind = this.#vocabulary.rates.get(value)
      if (kind === undefined) this.#say('unknown_rate', { rate: value }, at)
      return kind && { kind, series: false }
    }
    if (call.name !== 'param') return undefined
    const param = this.#vocabulary.params(value)
    if (!param) this.#say('unknown_param', { param: value }, at)
    return param
  }
}

/** A bare number takes the kind of its neighbour. */
const fits = (a: Kind, b: Kind): boolean =>
  a === b ||
  a === 'any' ||
  b === 'any' ||
  (a === 'number' && (b === 'money' || b === 'ratio')) ||
  (b === 'number' && (a === 'money' || a === 'ratio'))
const joined = (a: Kind, b: Kind): Kind => (a === 'number' || a === 'any' ? (b === 'any' ? a : b) : a)
