import type { Fen } from '../money.ts'
import { type RulePack, rateIn, type Rate } from '../taxlaw/rule-pack.ts'
import type { Instant } from '../taxlaw/statement.ts'
import type { Atom } from './atom.ts'
import type { Fault } from './fault.ts'
import { literal } from './functions.ts'
import type { Adjustment, BalanceSide, LedgerAccess, Reading, Side } from './ledger-access.ts'
import { type Param, paramId, type ParamDefinition, readParam } from './param.ts'
import { type CompiledBinding, feedOf, type Program, referenced } from './program.ts'
import { add, compare, decimal, divide, fenOfYuan, multiply, negate, rational, subtract, yuanOf } from './rational.ts'
import type { Argument, Expression, Selection } from './syntax.ts'
import { absence, bool, failed, missing, number, type Value } from './value.ts'
import { applyFunction } from './value-functions.ts'

/** Everything a formula may read. The result depends on nothing else. */
export type World = {
  year: number
  access: LedgerAccess
  rules: RulePack
  params: Readonly<Record<string, Param>>
  paramDefinitions: ReadonlyMap<string, ParamDefinition>
  adjustments: readonly Adjustment[]
  /** The client's own statements by line id; absent where the client printed no such line. Fen. */
  clientLines: ReadonlyMap<string, { current: Fen; prior: Fen | null }>
}

/** What a value was made from. */
export type Trace = { children: string[]; atoms: Atom[]; rates: Rate[]; params: string[] }

/** Evaluates one binding after all it needs; `values` holds the cells done so far. */
export function evaluate(
  binding: CompiledBinding,
  program: Program,
  values: ReadonlyMap<string, Value>,
  world: World,
): { value: Value; trace: Trace } {
  const evaluation = new Evaluation(binding, program, values, world)
  return { value: evaluation.value(binding.tree), trace: evaluation.trace }
}

class Evaluation {
  readonly trace: Trace = { children: [], atoms: [], rates: [], params: [] }
  readonly #binding: CompiledBinding
  readonly #program: Program
  readonly #values: ReadonlyMap<string, Value>
  readonly #world: World

  constructor(binding: CompiledBinding, program: Program, values: ReadonlyMap<string, Value>, world: World) {
    this.#binding = binding
    this.#program = program
    this.#values = values
    this.#world = world
  }

  value(expression: Expression): Value {
    switch (expression.kind) {
      case 'number': {
        const value = decimal(expression.value)
        return value === undefined
          ? failed({ code: 'bad_pattern', params: { pattern: expression.value } })
          : number(expression.percent ? divide(value, rational(100n)) : value)
      }
      case 'text':
        return { kind: 'text', value: expression.value }
      case 'register':
        return missing({ code: 'no_register', params: { field: expression.field } })
      case 'negative': {
        const value = this.value(expression.of)
        return value.kind === 'number' ? number(negate(value.value)) : value
      }
      case 'cell':
        return this.#cell(expression)
      case 'operation':
        return this.#operation(expression)
      case 'call':
      default:
        return this.#call(expression)
    }
  }

  #child(key: string): Value {
    if (!this.trace.children.includes(key)) this.trace.children.push(key)
    return this.#values.get(key) ?? missing({ code: 'unknown_cell', params: { cell: key } })
  }

  #cell(cell: Extract<Expression, { kind: 'cell' }>): Value {
    const meant = referenced(this.#program, this.#binding, cell)
    if (!meant) return failed({ code: 'unknown_cell', params: { cell: `${cell.paper}.${cell.key}` } })
    const [only = ''] = meant.keys
    return meant.series ? { kind: 'series', items: meant.keys.map((key) => this.#child(key)) } : this.#child(only)
  }

  #operation({ operator, left, right }: Extract<Expression, { kind: 'operation' }>): Value {
    const [a, b] = [this.value(left), this.value(right)]
    const absent = absence([a, b])
    if (absent) return absent
    if (a.kind === 'text' && b.kind === 'text')
      return bool(operator === '=' ? a.value === b.value : operator === '<>' && a.value !== b.value)
    if (a.kind === 'bool' && b.kind === 'bool')
      return bool(operator === '=' ? a.value === b.value : operator === '<>' && a.value !== b.value)
    if (a.kind !== 'number' || b.kind !== 'number')
      return failed({ code: 'mixed_kinds', params: { operator, left: a.kind, right: b.kind } })
    const order = compare(a.value, b.value)
    switch (operator) {
      case '+':
        return number(add(a.value, b.value))
      case '-':
        return number(subtract(a.value, b.value))
      case '*':
        return number(multiply(a.value, b.value))
      case '/':
        return b.value.n === 0n ? failed({ code: 'division_by_zero', params: {} }) : number(divide(a.value, b.value))
      case '=':
        return bool(order === 0)
      case '<>':
        return bool(order !== 0)
      case '<':
        return bool(order < 0)
      case '<=':
        return bool(order <= 0)
      case '>':
        return bool(order > 0)
      case '>=':
      default:
        return bool(order >= 0)
    }
  }

  #call(call: Extract<Expression, { kind: 'call' }>): Value {
    switch (call.name) {
      case 'bal':
        return this.#balance(call)
      case 'occ':
      case 'sum_occ':
        return this.#turnover(call, call.name)
      case 'pl':
        return this.#read(
          this.#world.access.profitAndLoss(selectionIn(call.args[0]), written(call), this.#months(call)),
        )
      case 'vsum':
        return this.#paired(call)
      case 'je':
        return this.#entry(call)
      case 'je_count': {
        const atom = this.#world.access.entryCount(wordIn(call.args[0]) === 'vouchers' ? 'vouchers' : 'lines')
        this.trace.atoms.push(atom)
        return number(rational(atom.sum))
      }
      case 'line':
        return this.#line(call)
      case 'client_line':
        return this.#clientLine(call)
      case 'ret':
        return this.#return(call)
      case 'rate':
        return this.#rate(call)
      case 'param':
        return this.#param(wordIn(call.args[0]), this.#textOf(call.args[1]))
      case 'adj':
        return this.#adjustments(call)
      default:
        return applyFunction(
          call.name,
          call.args.map((argument) => () => (isExpression(argument) ? this.value(argument) : missing())),
        )
    }
  }

  #read(reading: Reading): Value {
    if ('fault' in reading)
      return reading.fault.code === 'undivided_account' ? missing(reading.fault) : failed(reading.fault)
    this.trace.atoms.push(reading.atom)
    return number(yuanOf(reading.atom.sum))
  }

  #balance(call: Extract<Expression, { kind: 'call' }>): Value {
    const side = wordIn(call.args[2]) || 'net'
    return this.#read(
      this.#world.access.balance(
        selectionIn(call.args[0]),
        written(call),
        wordIn(call.args[1]),
        isBalanceSide(side) ? side : 'net',
      ),
    )
  }

  #turnover(call: Extract<Expression, { kind: 'call' }>, fn: 'occ' | 'sum_occ'): Value {
    const side = wordIn(call.args[1])
    const from = this.#whole(call.args[2])
    const counterparts = optionOf(call, 'with')
    const months = this.#months(call) ?? (from === null ? null : ([from, this.#whole(call.args[3]) ?? 12] as const))
    const closing = fn === 'sum_occ' || optionOf(call, 'closing') !== undefined
    const options = { months, closing, counterparts: counterparts?.kind === 'selection' ? counterparts : null, fn }
    return this.#read(
      this.#world.access.turnover(selectionIn(call.args[0]), written(call), isSide(side) ? side : 'net', options),
    )
  }

  #paired(call: Extract<Expression, { kind: 'call' }>): Value {
    const selection = (name: string) => {
      const value = optionOf(call, name)
      return value?.kind === 'selection' ? value : null
    }
    const text = this.#textOf(optionOf(call, 'text'))
    if (text !== null && !isPattern(text)) return failed({ code: 'bad_pattern', params: { pattern: text } })
    const least = optionOf(call, 'amount')
    const amount = least && isExpression(least) ? this.value(least) : null
    const atLeast = amount?.kind === 'number' ? fenOfYuan(amount.value) : null
    return this.#read(
      this.#world.access.paired(written(call), {
        debit: selection('dr'),
        credit: selection('cr'),
        text,
        atLeast,
        voucher: this.#textOf(optionOf(call, 'voucher')),
      }),
    )
  }

  #entry(call: Extract<Expression, { kind: 'call' }>): Value {
    return this.#read(this.#world.access.entry(this.#textOf(call.args[0]) ?? '', this.#whole(call.args[1]) ?? 0))
  }

  #line(call: Extract<Expression, { kind: 'call' }>): Value {
    const at: Instant = wordIn(call.args[1]) === 'open' ? 'open' : 'close'
    const { amount, atoms } = this.#world.access.statementLine(wordIn(call.args[0]), at)
    this.trace.atoms.push(...atoms)
    return number(yuanOf(amount))
  }

  #clientLine(call: Extract<Expression, { kind: 'call' }>): Value {
    const id = wordIn(call.args[0])
    const figure = this.#world.clientLines.get(id)
    const amount = wordIn(call.args[1]) === 'prior' ? figure?.prior : figure?.current
    return amount == null ? missing({ code: 'no_client_line', params: { line: id } }) : number(yuanOf(amount))
  }

  /** A return cell: this year's from the cell that fills it, last year's from what was filed. */
  #return(call: Extract<Expression, { kind: 'call' }>): Value {
    const line = wordIn(call.args[0])
    if (call.args.length === 1) {
      const feed = feedOf(this.#program, line)
      return feed === undefined ? missing({ code: 'no_return_cell', params: { line } }) : this.#child(feed)
    }
    const id = paramId('prior_return', line)
    this.trace.params.push(id)
    const value = decimal(String(this.#world.params[id]?.value ?? ''))
    return value === undefined ? missing({ code: 'missing_prior_return', params: { line } }) : number(value)
  }

  #rate(call: Extract<Expression, { kind: 'call' }>): Value {
    const name = wordIn(call.args[0])
    const chosen = call.args[1] && isExpression(call.args[1]) ? this.value(call.args[1]) : null
    if (chosen && (chosen.kind === 'missing' || chosen.kind === 'error')) return chosen
    const found = rateIn(this.#world.rules, name, this.#world.year, chosen?.kind === 'text' ? chosen.value : null)
    if (found.found !== 'rate') {
      const params = { rate: name, year: String(this.#world.year), case: chosen?.kind === 'text' ? chosen.value : '' }
      return failed({ code: found.found, params })
    }
    this.trace.rates.push(found.rate)
    return number(found.value)
  }

  #param(name: string, key: string | null): Value {
    this.trace.params.push(paramId(name, key))
    return readParam(this.#world.params, this.#world.paramDefinitions.get(name), name, key)
  }

  #adjustments(call: Extract<Expression, { kind: 'call' }>): Value {
    const { accounts } = selectionIn(call.args[0])
    const kind = wordIn(call.args[1])
    const keys = new Set(accounts.map(({ key }) => key))
    const posted = this.#world.adjustments.filter(
      (entry) => keys.has(entry.account) && (kind === 'all' || entry.kind === kind),
    )
    return number(yuanOf(posted.reduce((sum, entry) => sum + entry.debit - entry.credit, 0n)))
  }

  #months(call: Extract<Expression, { kind: 'call' }>): readonly [number, number] | null {
    const month = this.#whole(optionOf(call, 'month'))
    return month === null ? null : [month, month]
  }

  #textOf(argument: Argument | undefined): string | null {
    if (!argument || !isExpression(argument)) return null
    const plain = literal(argument)
    if (plain !== null) return plain
    const value = this.value(argument)
    return value.kind === 'text' ? value.value : null
  }

  #whole(argument: Argument | undefined): number | null {
    const text = this.#textOf(argument)
    return text === null || !/^-?\d+$/.test(text) ? null : Number(text)
  }
}

const nothing: Selection = { kind: 'selection', accounts: [], tag: null, at: { from: 0, to: 0 } }
const selectionIn = (argument: Argument | undefined): Selection => (argument?.kind === 'selection' ? argument : nothing)
const wordIn = (argument: Argument | undefined): string => (argument?.kind === 'word' ? argument.value : '')
const isExpression = (argument: Argument): argument is Expression =>
  argument.kind !== 'word' && argument.kind !== 'selection'
const optionOf = (call: Extract<Expression, { kind: 'call' }>, name: string): Argument | undefined =>
  call.options.find((option) => option.name === name)?.value
const isSide = (text: string): text is Side => text === 'dr' || text === 'cr' || text === 'net'
const isBalanceSide = (text: string): text is BalanceSide =>
  isSide(text) || text === 'detail_dr' || text === 'detail_cr'

/** The selections of a call as a person wrote them: `tag:advertising @ #6601`. */
function written(call: Extract<Expression, { kind: 'call' }>): string {
  const options = call.options.map(({ name, value }) =>
    value.kind === 'selection' ? `${name}=${selectionText(value)}` : '',
  )
  return [...call.args.map(selectionText), ...options].filter((part) => part !== '').join(' ')
}

function selectionText(argument: Argument): string {
  if (argument.kind !== 'selection') return ''
  const accounts = argument.accounts.map(({ key, under }) => `#${key}${under === null ? '' : `/${under}`}`).join('|')
  return [argument.tag === null ? '' : `tag:${argument.tag}`, accounts].filter((part) => part !== '').join(' @ ')
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

/** A person's correction of a cell: the value that counts instead, and why. */
export type Override = { value: string; reason: string; evidence: string; who: string; when: string }

/** Faults that a value is absent for; none if it is there. */
export const faultsOf = (value: Value): readonly Fault[] =>
  value.kind === 'missing' || value.kind === 'error' ? value.faults : []
