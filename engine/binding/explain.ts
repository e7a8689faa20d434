import type { Language } from './fault.ts'
import { decimalText, multiply, type Rational, rational } from './rational.ts'
import type { Aggregate, Argument, Expression, Selection } from './syntax.ts'

/** What the names in a formula are called in the reader's language. */
export type Names = {
  language: Language
  cell: (cell: Extract<Expression, { kind: 'cell' }>) => string
  account: (key: string) => string
  tag: (tag: string) => string
  line: (id: string) => string
  /** The figure in force, if it can be told. */
  rate: (name: string) => Rational | undefined
  param: (name: string) => string
  /** A register, and one of its columns. */
  register: (register: Aggregate['register']) => string
  column: (register: Aggregate['register'], name: string) => string
}

type Words = { zh: string; en: string }

const balanceWords: Readonly<Record<string, Words>> = {
  open: { zh: '期初余额', en: 'opening balance' },
  close: { zh: '期末余额', en: 'closing balance' },
}
const sideWords: Readonly<Record<string, Words>> = {
  dr: { zh: '借方', en: 'debit' },
  cr: { zh: '贷方', en: 'credit' },
  net: { zh: '借贷净额', en: 'net' },
  detail_dr: { zh: '借方明细', en: 'debit details' },
  detail_cr: { zh: '贷方明细', en: 'credit details' },
}
const functionWords: Readonly<Record<string, Words>> = {
  sum: { zh: '合计', en: 'sum' },
  min: { zh: '取小', en: 'lower of' },
  max: { zh: '取大', en: 'higher of' },
  and: { zh: '同时满足', en: 'all of' },
  or: { zh: '满足其一', en: 'any of' },
  not: { zh: '否定', en: 'not' },
  abs: { zh: '绝对值', en: 'absolute value of' },
  round: { zh: '四舍五入', en: 'rounded' },
  sample_size: { zh: '抽样样本量', en: 'sample size of' },
  known: { zh: '依次取有数的', en: 'first known of' },
  avg4: { zh: '全年季度平均', en: 'quarterly average of' },
}
const operatorSigns: Readonly<Record<string, string>> = {
  '+': ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
  '=': ' = ',
  '<>': ' ≠ ',
  '<': ' < ',
  '<=': ' ≤ ',
  '>': ' > ',
  '>=': ' ≥ ',
  '=~': ' ≈ ',
}

/** A rate as people say it: 0.6 is 60 %, 0.005 is 5 ‰, 300 is 300. */
export function rateText(rate: Rational): string {
  const magnitude = rate.n < 0n ? -rate.n : rate.n
  if (magnitude >= rate.d * 2n || rate.n === 0n) return decimalText(rate)
  return magnitude * 100n < rate.d
    ? `${decimalText(multiply(rate, rational(1000n)))} ‰`
    : `${decimalText(multiply(rate, rational(100n)))} %`
}

/** The formula in words, e.g. 「取小:发生额 × 60 %,计算基数 × 5 ‰」. */
export function explain(expression: Expression, names: Names): string {
  return new Explanation(names).of(expression, 0)
}

class Explanation {
  readonly #names: Names
  #row: Aggregate['register'] | null = null

  constructor(names: Names) {
    this.#names = names
  }

  #say(words: Words): string {
    return words[this.#names.language]
  }

  get #zh(): boolean {
    return this.#names.language === 'zh'
  }

  /** `binding` is how tightly the surroundings hold: 0 alone, 1 in a sum, 2 in a product. */
  of(expression: Expression, binding: number): string {
    switch (expression.kind) {
      case 'number':
        return expression.percent ? `${expression.value} %` : expression.value
      case 'text':
        return expression.value
      case 'cell':
        return this.#names.cell(expression)
      case 'aggregate':
        return this.#aggregate(expression)
      case 'field':
        return this.#row ? this.#names.column(this.#row, expression.name) : expression.name
      case 'negative':
        return `−${this.of(expression.of, 2)}`
      case 'operation': {
        const product = expression.operator === '*' || expression.operator === '/'
        const comparison = !['+', '-', '*', '/'].includes(expression.operator)
        const own = comparison ? 0 : product ? 2 : 1
        // The right side of − and ÷ binds tighter: a − (b + c) keeps its parentheses.
        const tighter = expression.operator === '-' || expression.operator === '/' ? own + 1 : own
        const text = `${this.of(expression.left, own)}${operatorSigns[expression.operator] ?? ''}${this.of(expression.right, tighter)}`
        return own < binding ? `(${text})` : text
      }
      case 'call':
      default:
        return this.#call(expression, binding)
    }
  }

  #call(call: Extract<Expression, { kind: 'call' }>, binding: number): string {
    const [first, second] = call.args
    switch (call.name) {
      case 'bal':
        return this.#balance(call)
      case 'occ':
      case 'sum_occ':
        return this.#turnover(call)
      case 'pl': {
        const what = this.#selection(first)
        const month = this.#option(call, 'month')
        const when =
          month === null
            ? this.#say({ zh: '本年发生额', en: 'for the year' })
            : this.#say({ zh: `${Number(month)}月发生额`, en: `in month ${Number(month)}` })
        return this.#say({ zh: `${what}${when}(不含结转凭证)`, en: `${what} ${when}, closing vouchers excluded` })
      }
      case 'vsum':
        return this.#paired(call)
      case 'je':
        return this.#say({
          zh: `凭证 ${this.#plain(first)} 第 ${this.#plain(second)} 条分录`,
          en: `voucher ${this.#plain(first)}, line ${this.#plain(second)}`,
        })
      case 'je_others':
        return this.#say({
          zh: `性质 ${this.#plain(first)} 未逐条列出的分录`,
          en: `lines of nature ${this.#plain(first)} not listed one by one`,
        })
      case 'je_count':
        return this.#plain(first) === 'vouchers'
          ? this.#say({ zh: '凭证数', en: 'number of vouchers' })
          : this.#say({ zh: '分录数', en: 'number of voucher lines' })
      case 'line':
        return this.#statement(call, { zh: '重算', en: 'recomputed' })
      case 'client_line':
        return this.#statement(call, { zh: '企业报表', en: 'client’s statement' })
      case 'ret':
        return second
          ? this.#say({ zh: `上年申报表 ${this.#plain(first)}`, en: `last year’s return ${this.#plain(first)}` })
          : this.#say({ zh: `申报表 ${this.#plain(first)}`, en: `return ${this.#plain(first)}` })
      case 'rate': {
        const rate = this.#names.rate(this.#plain(first))
        return rate
          ? rateText(rate)
          : this.#say({ zh: `规定比率 ${this.#plain(first)}`, en: `statutory figure ${this.#plain(first)}` })
      }
      case 'param':
        return this.#names.param(this.#plain(first))
      case 'adj':
        return this.#say({
          zh: `${this.#selection(first)}审计调整`,
          en: `adjusting entries of ${this.#selection(first)}`,
        })
      case 'entered':
      case 'asset':
        return this.#entered(call)
      case 'ratio': {
        // reads like a division
        const [over, under] = call.args.map((argument, at) =>
          argument.kind === 'word' || argument.kind === 'selection' ? this.#plain(argument) : this.of(argument, 2 + at),
        )
        const text = `${over}${operatorSigns['/']}${under}`
        return binding > 2 ? `(${text})` : text
      }
      case 'or0':
        return this.#say({ zh: `${this.#value(first)}(未填为零)`, en: `${this.#value(first)} (zero if not entered)` })
      case 'if': {
        const [condition, yes, no] = call.args.map((argument) => this.#value(argument))
        const text = this.#say({ zh: `如${condition}则为${yes},否则为${no}`, en: `${yes} if ${condition}, else ${no}` })
        return binding > 0 ? `(${text})` : text
      }
      default: {
        const name = functionWords[call.name]
        const parts = call.args.map((argument) => this.#value(argument))
        if (!name) return `${call.name}(${parts.join(', ')})`
        // Inside a sum or product the list needs its parentheses: 取大(利润总额,0) × 12 %.
        if (binding > 0)
          return this.#say({ zh: `${name.zh}(${parts.join(',')})`, en: `${name.en} (${parts.join(', ')})` })
        return this.#say({ zh: `${name.zh}:${parts.join(',')}`, en: `${name.en}: ${parts.join(', ')}` })
      }
    }
  }

  /** `捐赠明细「金额」合计(类别 = 公益)`. */
  #aggregate({ name, register, field, where }: Aggregate): string {
    const over = this.#names.register(register)
    const what = field === null ? '' : this.#names.column(register, field)
    this.#row = register
    const asked = where ? this.of(where, 0) : ''
    this.#row = null
    const words: Readonly<Record<Aggregate['name'], Words>> = {
      sum: { zh: '合计', en: 'sum' },
      count: { zh: '行数', en: 'number of rows' },
      min: { zh: '最小值', en: 'lowest' },
      max: { zh: '最大值', en: 'highest' },
    }
    return this.#say({
      zh: `${over}${what === '' ? '' : `「${what}」`}${words[name].zh}${asked === '' ? '' : `(${asked})`}`,
      en: `${words[name].en}${what === '' ? '' : ` of “${what}”`} in ${over}${asked === '' ? '' : `, where ${asked}`}`,
    })
  }

  #entered(call: Extract<Expression, { kind: 'call' }>): string {
    const [id = '', column = ''] = this.#plain(call.args[0]).split('.')
    const register = call.name === 'asset' ? ({ from: 'asset' } as const) : ({ from: 'entry', id } as const)
    const name = this.#names.column(register, call.name === 'asset' ? id : column)
    const row = call.args[1] ? this.#plain(call.args[1]) : ''
    return `${this.#names.register(register)}「${name}」${row === '' ? '' : `(${row})`}`
  }

  #balance(call: Extract<Expression, { kind: 'call' }>): string {
    const at = this.#plain(call.args[1])
    const when = balanceWords[at] ?? { zh: `${at} 月末余额`, en: `balance at the end of ${at}` }
    const side = sideWords[this.#plain(call.args[2])]
    const suffix =
      side && this.#plain(call.args[2]) !== 'net' ? this.#say({ zh: `(${side.zh})`, en: ` (${side.en})` }) : ''
    return this.#say({
      zh: `${this.#selection(call.args[0])}${when.zh}${suffix}`,
      en: `${when.en}${suffix} of ${this.#selection(call.args[0])}`,
    })
  }

  #turnover(call: Extract<Expression, { kind: 'call' }>): string {
    const side = sideWords[this.#plain(call.args[1])] ?? { zh: '', en: '' }
    const closing = call.name === 'sum_occ' || call.options.some(({ name }) => name === 'closing')
    const note = closing
      ? { zh: '(含结转凭证)', en: ', closing vouchers included' }
      : { zh: '(不含结转凭证)', en: ', closing vouchers excluded' }
    return this.#say({
      zh: `${this.#selection(call.args[0])}${side.zh}发生额${note.zh}`,
      en: `${side.en} turnover of ${this.#selection(call.args[0])}${note.en}`,
    })
  }

  #paired(call: Extract<Expression, { kind: 'call' }>): string {
    const [debit, credit] = ['dr', 'cr'].map((name) =>
      this.#selection(call.options.find((option) => option.name === name)?.value),
    )
    const text = this.#option(call, 'text')
    const voucher = this.#option(call, 'voucher')
    const beyond = this.#option(call, 'beyond')
    const parts = [
      this.#say({
        zh: `借记${debit}、贷记${credit}的凭证金额`,
        en: `vouchers that debit ${debit} and credit ${credit}`,
      }),
      text === null ? '' : this.#say({ zh: `摘要含「${text}」`, en: `whose text has “${text}”` }),
      voucher === null ? '' : this.#say({ zh: `凭证 ${voucher}`, en: `voucher ${voucher}` }),
      beyond === null
        ? ''
        : this.#say({ zh: `金额最大的 ${beyond} 张凭证除外`, en: `without the ${beyond} largest vouchers` }),
    ]
    return parts.filter((part) => part !== '').join(this.#zh ? ',' : ', ')
  }

  #statement(call: Extract<Expression, { kind: 'call' }>, whose: Words): string {
    const opening = ['open', 'prior'].includes(this.#plain(call.args[1]))
    const name = this.#names.line(this.#plain(call.args[0]))
    return this.#say({
      zh: `${whose.zh}「${name}」${opening ? '(年初)' : ''}`,
      en: `${whose.en} “${name}”${opening ? ' (opening)' : ''}`,
    })
  }

  #selection(argument: Argument | undefined): string {
    if (argument?.kind !== 'selection') return this.#say({ zh: '任意科目', en: 'any account' })
    const { accounts, tag }: Selection = argument
    const named = accounts
      .map(({ key, under }) => `${this.#names.account(key)}${under === null ? '' : `/${under}`}`)
      .join(this.#zh ? '、' : ', ')
    if (tag === null) return named === '' ? this.#say({ zh: '全部科目', en: 'all accounts' }) : named
    const what = this.#say({ zh: `「${this.#names.tag(tag)}」`, en: `“${this.#names.tag(tag)}”` })
    return named === '' ? what : this.#say({ zh: `${named}中${what}`, en: `${what} in ${named}` })
  }

  #value(argument: Argument | undefined): string {
    if (!argument) return ''
    return argument.kind === 'word' || argument.kind === 'selection'
      ? this.#plain(argument)
      : this.of(argument, argument.kind === 'call' ? 1 : 0)
  }

  #plain(argument: Argument | undefined): string {
    if (argument?.kind === 'word') return argument.value
    return argument?.kind === 'text' || argument?.kind === 'number' ? argument.value : ''
  }

  #option(call: Extract<Expression, { kind: 'call' }>, name: string): string | null {
    const value = call.options.find((option) => option.name === name)?.value
    return value && value.kind !== 'selection' ? this.#plain(value) : null
  }
}
