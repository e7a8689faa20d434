import { rateIn } from '../taxlaw/rule-pack.ts'
import type { Instant } from '../taxlaw/statement.ts'
import { isBalanceSide, isExpression, isSide, optionOf, selectionIn, wordIn, written } from './call-arguments.ts'
import type { Fault } from './fault.ts'
import { literal } from './functions.ts'
import type { Reading } from './ledger-access.ts'
import { operate } from './operate.ts'
import { paramId, readParam } from './param.ts'
import { type CompiledBinding, feedOf, type Program, referenced } from './program.ts'
import { decimal, divide, fenOfYuan, negate, rational, yuanOf } from './rational.ts'
import { aggregated, registerRows } from './register-rows.ts'
import { assetValue, entryValue } from './register.ts'
import type { Aggregate, Argument, Expression } from './syntax.ts'
import { textPattern } from './text-pattern.ts'
import { bool, failed, missing, number, type Value } from './value.ts'
import { applyFunction } from './value-functions.ts'
import { emptyTrace, type Trace, type World } from './world.ts'

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
  readonly trace: Trace = emptyTrace()
  readonly #seen = new Set<string>()
  /** The row that a `where` is asked about. */
  #row: ((name: string) => Value | null) | null = null
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
      case 'aggregate':
        return this.#aggregate(expression)
      case 'field':
        return (
          this.#row?.(expression.name) ??
          (expression.word
            ? { kind: 'text', value: expression.name }
            : failed({ code: 'outside_row', params: { name: expression.name } }))
        )
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
    if (!this.#seen.has(key)) this.trace.children.push(key)
    this.#seen.add(key)
    return this.#values.get(key) ?? missing({ code: 'unknown_cell', params: { cell: key } })
  }

  #cell(cell: Extract<Expression, { kind: 'cell' }>): Value {
    const meant = referenced(this.#program, this.#binding, cell)
    if (!meant) return failed({ code: 'unknown_cell', params: { cell: `${cell.paper}.${cell.key}` } })
    const [only = ''] = meant.keys
    return meant.series ? { kind: 'series', items: meant.keys.map((key) => this.#child(key)) } : this.#child(only)
  }

  #operation({ operator, left, right }: Extract<Expression, { kind: 'operation' }>): Value {
    return operate(operator, this.value(left), this.value(right))
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
      case 'je_others':
        return this.#read(this.#world.access.otherEntries(this.#textOf(call.args[0]) ?? ''))
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
      case 'entered':
        return this.#entered(call)
      case 'asset':
        return this.#asset(call)
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
    if (text !== null && !textPattern(text)) return failed({ code: 'bad_pattern', params: { pattern: text } })
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
        beyond: this.#whole(optionOf(call, 'beyond')),
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
    const filed = this.#world.priorReturn.get(line) ?? this.#world.priorReturn.get(`${line}.1`)
    const figure = filed && (filed.amount === null ? decimal(filed.text) : yuanOf(filed.amount))
    if (filed && figure !== undefined) {
      this.trace.filed.push(filed.cell)
      return number(figure)
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
    this.trace.inputs.push(...(keys.size === 0 ? ['adj:*'] : [...keys].map((key) => `adj:${key}`)))
    const posted = this.#world.adjustments.filter(
      (entry) => (keys.size === 0 || keys.has(entry.account)) && (kind === 'all' || entry.kind === kind),
    )
    return this.#read({ atom: this.#world.access.adjusted(`${written(call)} ${kind}`.trim(), posted) })
  }

  /** A person's entry in the cell's own row, or in a named one. */
  #entered(call: Extract<Expression, { kind: 'call' }>): Value {
    const [id = '', column = ''] = wordIn(call.args[0]).split('.')
    const register = this.#world.registers.get(id)
    if (!register) return failed({ code: 'unknown_register', params: { register: id } })
    const key = this.#rowKey(call)
    this.trace.inputs.push(`entry:${id}/${key}`)
    const words = { register: register.label.zh, registerEn: register.label.en, row: key }
    const rows = this.#world.entries[id]
    if (!rows) return missing({ code: 'no_entries', params: words })
    const entry = rows.find((row) => row.key === key)
    if (!entry) return missing({ code: 'no_row', params: words })
    this.trace.entries.push({ register: id, column, keys: [key] })
    return entryValue(register, entry, column)
  }

  #asset(call: Extract<Expression, { kind: 'call' }>): Value {
    const code = this.#rowKey(call)
    const asset = this.#world.assets.find((one) => one.code === code)
    return asset ? assetValue(asset, wordIn(call.args[0])) : missing({ code: 'no_asset', params: { code } })
  }

  #rowKey(call: Extract<Expression, { kind: 'call' }>): string {
    return this.#textOf(call.args[1]) ?? this.#binding.row ?? ''
  }

  #aggregate(aggregate: Aggregate): Value {
    const { register, field, where } = aggregate
    if (register.from === 'entry') this.trace.inputs.push(`entry:${register.id}`)
    const rows = registerRows(this.#world, register)
    if ('kind' in rows) return rows
    const outer = this.#row
    const chosen: typeof rows.rows = []
    let doubt: Value | null = null
    for (const row of rows.rows) {
      this.#row = row.value
      const asked = where ? this.value(where) : bool(true)
      if (asked.kind === 'bool') {
        if (asked.value) chosen.push(row)
      } else doubt ??= asked
    }
    this.#row = outer
    if (register.from === 'entry')
      this.trace.entries.push({ register: register.id, column: field, keys: chosen.map(({ key }) => key) })
    return doubt ?? aggregated(aggregate, chosen, rows.label)
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

/** A person's correction of a cell: the value that counts instead, and why. */
export type Override = { value: string; reason: string; evidence: string; who: string; when: string }

/** Faults that a value is absent for; none if it is there. */
export const faultsOf = (value: Value): readonly Fault[] =>
  value.kind === 'missing' || value.kind === 'error' ? value.faults : []
