import type { Fault, Span } from './fault.ts'
import { dataFunctions, type Kind, kindOfUnit, type Signature, valueFunctions } from './functions.ts'
import { type BindingFault, type CompiledBinding, type Program, referenced } from './program.ts'
import { both, fits, joined } from './kind-words.ts'
import type { Vocabulary } from './vocabulary.ts'
import { nearest } from './nearest.ts'
import { assetLabel, columnKind, columnNames } from './register.ts'
import { type Aggregate, type Argument, type Expression, isAll, type Selection } from './syntax.ts'
import { textPattern } from './text-pattern.ts'

type Typed = { kind: Kind; series: boolean }

/** Faults of every formula of a program: unknown names, wrong arguments, amounts multiplied by amounts, wrong units. */
export function check(program: Program, vocabulary: Vocabulary): BindingFault[] {
  return [...program.bindings.values()].flatMap((binding) =>
    checkOne(program, vocabulary, binding).faults.map((fault) => ({ cell: binding.key, fault })),
  )
}

/** Faults of one formula, and the kind of value that it gives. */
export function checkOne(
  program: Program,
  vocabulary: Vocabulary,
  binding: CompiledBinding,
): { faults: Fault[]; kind: Kind } {
  return new Checker(program, vocabulary, binding).run()
}

const quotient = (a: Kind, b: Kind): Kind => (a === 'money' ? (b === 'money' ? 'ratio' : 'money') : joined(a, b))

class Checker {
  readonly #program: Program
  readonly #vocabulary: Vocabulary
  readonly #binding: CompiledBinding
  readonly #faults: Fault[] = []
  /** The register whose columns may be named, inside `where`. */
  #row: Aggregate['register'] | null = null

  constructor(program: Program, vocabulary: Vocabulary, binding: CompiledBinding) {
    this.#program = program
    this.#vocabulary = vocabulary
    this.#binding = binding
  }

  run(): { faults: Fault[]; kind: Kind } {
    const { tree, unit } = this.#binding
    const { kind, series } = this.#type(tree)
    if (!fits(kind, kindOfUnit(unit)))
      this.#say('wrong_unit', { ...both('wanted', kindOfUnit(unit)), ...both('found', kind) }, tree.at)
    if (series) this.#say('whole_column', {}, tree.at)
    return { faults: this.#faults, kind }
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
      case 'aggregate':
        return { kind: this.#aggregate(expression), series: false }
      case 'field':
        return { kind: this.#field(expression), series: false }
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
      const name = `${cell.paper}.${cell.key}${cell.row === null ? '' : `@${cell.row}`}`
      const known = [...this.#program.bindings.keys(), ...this.#program.columns.keys()]
      const near = nearest(
        name,
        known.filter((key) => key.startsWith(cell.paper.slice(0, 1))),
      )
      this.#say('unknown_cell', { cell: name, near }, cell.at)
      return { kind: 'any', series: false }
    }
    const unit = this.#program.bindings.get(meant.keys[0] ?? '')?.unit
    return { kind: unit ? kindOfUnit(unit) : 'any', series: meant.series }
  }

  #operation({ operator, left, right, at }: Extract<Expression, { kind: 'operation' }>): Kind {
    const [a, b] = [this.#type(left).kind, this.#type(right).kind]
    const mixed = () => this.#say('mixed_kinds', { operator, ...both('left', a), ...both('right', b) }, at)
    const comparing = !['+', '-', '*', '/'].includes(operator)
    if (comparing) {
      if (!fits(a, b) || (operator === '=~' && !fits(a, 'text'))) mixed()
      if (operator === '=~' && right.kind === 'text') this.#pattern(right)
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
    if (operator === '/') return quotient(a, b)
    if (!fits(a, b)) mixed()
    return joined(a, b)
  }

  #call(call: Extract<Expression, { kind: 'call' }>): Typed {
    const data = dataFunctions[call.name]
    if (data) return this.#data(call, data)
    const places = valueFunctions[call.name]
    if (!places) {
      const near = nearest(call.name, [...Object.keys(dataFunctions), ...Object.keys(valueFunctions)])
      this.#say(
        'unknown_function',
        { name: call.name, near },
        { from: call.at.from, to: call.at.from + call.name.length },
      )
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
          { name, index: String(place + 1), ...both('wanted', kind), ...both('found', found) },
          call.args[place]?.at ?? call.at,
        )
    }
    if (name === 'and' || name === 'or' || name === 'not') {
      for (const place of kinds.keys()) wants(place, 'bool')
      return 'bool'
    }
    if (name === 'sample_size') {
      wants(0, 'money')
      wants(1, 'money')
      wants(2, 'ratio')
      return 'ratio'
    }
    if (name === 'ratio') return quotient(kinds[0] ?? 'number', kinds[1] ?? 'number')
    if (name === 'if') wants(0, 'bool')
    if (name === 'round') wants(1, 'number')
    const same = name === 'if' ? kinds.slice(1) : name === 'round' ? kinds.slice(0, 1) : kinds
    const kind = same.reduce(joined, 'number')
    const odd = same.find((other) => !fits(other, kind))
    if (odd !== undefined)
      this.#say('mixed_kinds', { operator: name, ...both('left', kind), ...both('right', odd) }, call.at)
    return kind
  }

  #value(name: string, argument: Argument, place: number): Typed {
    if (argument.kind === 'word' || argument.kind === 'selection') {
      this.#say(
        'argument_kind',
        { name, index: String(place + 1), ...both('wanted', 'value'), ...both('found', argument.kind) },
        argument.at,
      )
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
      const near = wanted === undefined ? nearest(name, Object.keys(signature.options)) : ''
      if (wanted === undefined) this.#say('unknown_option', { name: call.name, option: name, near }, at)
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
    const odd = (kind: 'selection' | 'value' | 'word') =>
      this.#say(
        'argument_kind',
        { name: call.name, index, ...both('wanted', kind), ...both('found', argument.kind) },
        argument.at,
      )
    if (wanted === 'selection') {
      if (argument.kind === 'selection') this.#selection(argument)
      else odd('selection')
    } else if (wanted === 'expression') {
      if (argument.kind === 'word' || argument.kind === 'selection') odd('value')
      else {
        this.#type(argument)
        if (index === 'text' && argument.kind === 'text') this.#pattern(argument)
      }
    } else if (typeof wanted === 'object' && wanted.choices.includes('all') && isAll(argument)) return
    else if (argument.kind !== 'word') odd('word')
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

  #selection({ accounts, tag, variable, at }: Selection): void {
    const { accounts: chart, tags } = this.#vocabulary
    for (const { key } of accounts)
      if (!chart.has(key)) this.#say('unknown_account', { account: key, near: nearest(key, chart) }, at)
    if (tag !== null && !tags.has(tag)) this.#say('unknown_tag', { tag, near: nearest(tag, tags) }, at)
    if (variable !== undefined) this.#say('unbound_variable', { name: `$${variable}` }, at)
  }

  #pattern({ value, at }: Extract<Expression, { kind: 'text' }>): void {
    if (!textPattern(value)) this.#say('bad_pattern', { pattern: value }, at)
  }

  #aggregate({ name, register, field, where, at }: Aggregate): Kind {
    const outer = this.#row
    this.#row = register
    const kind = field === null ? 'ratio' : this.#column(register, field, at)
    if (field === null && name !== 'count')
      this.#say('argument_kind', { name, index: '1', ...both('wanted', 'field'), ...both('found', 'any') }, at)
    if (where) {
      const asked = this.#type(where)
      if (!fits(asked.kind, 'bool'))
        this.#say(
          'argument_kind',
          { name, index: 'where', ...both('wanted', 'bool'), ...both('found', asked.kind) },
          where.at,
        )
    }
    this.#row = outer
    if (name === 'count') return 'ratio'
    if (kind === 'text' || kind === 'bool')
      this.#say('argument_kind', { name, index: '1', ...both('wanted', 'money'), ...both('found', kind) }, at)
    return kind
  }

  #field({ name, word, at }: Extract<Expression, { kind: 'field' }>): Kind {
    if (!this.#row) {
      this.#say('outside_row', { name }, at)
      return 'any'
    }
    return this.#column(this.#row, name, at, word)
  }

  /** The kind of a register's column; on the right of a comparison another name is a plain text. */
  #column(register: Aggregate['register'], name: string, at: Span, word = false): Kind {
    const known = register.from === 'asset' ? undefined : this.#vocabulary.registers.get(register.id)
    if (register.from === 'entry' && !known) {
      this.#say(
        'unknown_register',
        { register: register.id, near: nearest(register.id, this.#vocabulary.registers.keys()) },
        at,
      )
      return 'any'
    }
    const kind = columnKind(known, name)
    if (kind !== undefined) return kind
    if (word) return 'text'
    const near = nearest(name, columnNames(known))
    const { zh, en } = known?.label ?? assetLabel
    this.#say('unknown_column', { register: zh, registerEn: en, column: name, near }, at)
    return 'any'
  }

  /** Names of lines, rates and parameters; a parameter also tells its kind. */
  #named(call: Extract<Expression, { kind: 'call' }>): Typed | undefined {
    const [first] = call.args
    if (first?.kind !== 'word') return undefined
    const { value, at } = first
    const { lines, rates, paramNames } = this.#vocabulary
    if ((call.name === 'line' || call.name === 'client_line') && !lines.has(value))
      this.#say('unknown_line', { line: value, near: nearest(value, lines) }, at)
    if (call.name === 'asset') return { kind: this.#column({ from: 'asset' }, value, at), series: false }
    if (call.name === 'entered') {
      const [id = '', column = ''] = value.split('.')
      return { kind: this.#column({ from: 'entry', id }, column, at), series: false }
    }
    if (call.name === 'rate') {
      const kind = rates.get(value)
      if (kind === undefined) this.#say('unknown_rate', { rate: value, near: nearest(value, rates.keys()) }, at)
      return kind && { kind, series: false }
    }
    if (call.name !== 'param') return undefined
    const param = this.#vocabulary.params(value)
    if (!param) this.#say('unknown_param', { param: value, near: nearest(value, paramNames) }, at)
    return param
  }
}
