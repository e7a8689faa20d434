import {
  add,
  compare,
  decimal,
  divide,
  multiply,
  negate,
  rational,
  type Rational,
  subtract,
  zero,
} from '../binding/rational.ts'
import { cellAt, placeOf } from './return-model.ts'

/** What a formula of the return reads: a cell of it, last year's, a paper's cell, a statement line, a figure entered, a rate. */
export type Read =
  | { kind: 'cell' | 'prior' | 'paper' | 'statement' | 'entered' | 'rate'; of: string }
  /** A line of the same form, in the column the formula is asked for; `subs` are the option lines under one. */
  | { kind: 'line' | 'subs'; of: string }

export type Formula =
  | Read
  | { kind: 'number'; value: Rational }
  | { kind: 'negative'; of: Formula }
  | { kind: 'operation'; operator: string; left: Formula; right: Formula }
  | { kind: 'call'; name: string; args: readonly Formula[] }

/** What stands in a place: a number, nothing yet, or something that could not be computed. */
export type Amount =
  | { kind: 'number'; value: Rational }
  | { kind: 'empty' }
  | { kind: 'absent'; status: 'missing' | 'error' }

export const empty: Amount = { kind: 'empty' }
const TOKEN =
  /\s*((?:prior|entered|rate)\(\s*[\w.]+\s*\)|(?:IS|BS)\.\w+|A\d{6}(?:\.\d+)+|\[[^\]]+\]|SUB\d+|L\d+(?:\.\d+)?|\d+(?:\.\d+)?%?|[a-z]+|<=|>=|[-+*/()=<>,])/y

/** A line's formula as the form prints it: numbers are lines, `…` goes on as it began, `22.1+22.2+…` are all lines below 22. */
export function parseLine(calc: string, lines: ReadonlySet<string>): Formula {
  const whole = calc
    .replaceAll('×', '*')
    .replaceAll(/\b(\d+)\.1\+\1\.2(?:\+…)?/g, 'SUB$1')
    .replaceAll(/(\d+)\+…\+(\d+)/g, (_, first: string, last: string) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_one, at) => String(Number(first) + at)).join('+'),
    )
  return parseFormula(whole, lines)
}

/** Throws SyntaxError for what is not a formula: they are data of ours, and a test reads them all. */
export function parseFormula(text: string, lines: ReadonlySet<string> = new Set()): Formula {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) throw new SyntaxError(`${text}: not understood at ${at}`)
    tokens.push(token)
  }
  let at = 0
  const take = (wanted: string) => {
    if (tokens[at] !== wanted) throw new SyntaxError(`${text}: expected ${wanted} before ${tokens[at] ?? 'its end'}`)
    at += 1
  }
  const chain = (operators: readonly string[], next: () => Formula) => (): Formula => {
    let left = next()
    for (let operator = tokens[at] ?? ''; operators.includes(operator); operator = tokens[at] ?? '') {
      at += 1
      left = { kind: 'operation', operator, left, right: next() }
    }
    return left
  }
  const atom = (): Formula => {
    const token = tokens[at] ?? ''
    at += 1
    if (token === '-') return { kind: 'negative', of: atom() }
    if (token === '(') {
      const inner = comparison()
      take(')')
      return inner
    }
    if (/^[a-z]+$/.test(token)) {
      take('(')
      const args = [comparison()]
      while (tokens[at] === ',') {
        at += 1
        args.push(comparison())
      }
      take(')')
      return { kind: 'call', name: token, args }
    }
    return leaf(token, lines, text)
  }
  const product = chain(['*', '/'], atom)
  const sum = chain(['+', '-'], product)
  const comparison: () => Formula = chain(['=', '<=', '>=', '<', '>'], sum)
  const formula = comparison()
  if (at < tokens.length) throw new SyntaxError(`${text}: nothing should follow ${tokens[at - 1]}`)
  return formula
}

function leaf(token: string, lines: ReadonlySet<string>, text: string): Formula {
  const named = /^(prior|entered|rate)\(\s*([\w.]+)\s*\)$/.exec(token)
  if (named) return { kind: named[1] as 'prior' | 'entered' | 'rate', of: normal(named[2] ?? '') }
  if (token.startsWith('[')) return { kind: 'paper', of: token.slice(1, -1) }
  if (/^(IS|BS)\./.test(token)) return { kind: 'statement', of: token }
  if (/^A\d/.test(token)) return { kind: 'cell', of: normal(token) }
  if (token.startsWith('SUB')) return { kind: 'subs', of: token.slice(3) }
  if (token.startsWith('L')) return { kind: 'line', of: token.slice(1) }
  if (lines.has(token)) return { kind: 'line', of: token }
  const value = decimal(token.replace('%', ''))
  if (value === undefined) throw new SyntaxError(`${text}: ${token} is no number`)
  return { kind: 'number', value: token.endsWith('%') ? divide(value, rational(100n)) : value }
}

const normal = (cell: string) => {
  const place = placeOf(cell)
  return place ? cellAt(place.form, place.line, place.column) : cell
}

/** Everything a formula reads, in order. */
export function readsOf(formula: Formula): Read[] {
  switch (formula.kind) {
    case 'number':
      return []
    case 'negative':
      return readsOf(formula.of)
    case 'operation':
      return [...readsOf(formula.left), ...readsOf(formula.right)]
    case 'call':
      return formula.args.flatMap(readsOf)
    case 'cell':
    case 'prior':
    case 'paper':
    case 'statement':
    case 'entered':
    case 'rate':
    case 'line':
    case 'subs':
      return [formula]
  }
}

/** One reading that is missing makes the whole missing; where nothing stands anywhere, nothing results; else blanks count as zero. */
export function evaluateFormula(formula: Formula, read: (what: Read) => Amount): Amount {
  const seen = new Map<Read, Amount>()
  for (const what of readsOf(formula)) {
    const amount = read(what)
    if (amount.kind === 'absent') return amount
    seen.set(what, amount)
  }
  if (seen.size > 0 && [...seen.values()].every(({ kind }) => kind === 'empty')) return empty
  const value = number(formula, (what) => {
    const amount = seen.get(what)
    return amount?.kind === 'number' ? amount.value : zero
  })
  return value === null ? { kind: 'absent', status: 'error' } : { kind: 'number', value }
}

/** null: a division by zero somewhere. */
function number(formula: Formula, read: (what: Read) => Rational): Rational | null {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'negative': {
      const value = number(formula.of, read)
      return value && negate(value)
    }
    case 'operation': {
      const [left, right] = [number(formula.left, read), number(formula.right, read)]
      return left && right && operated(formula.operator, left, right)
    }
    case 'call': {
      const args = formula.args.map((one) => number(one, read))
      const known = args.filter((one) => one !== null)
      return known.length < args.length ? null : called(formula.name, known)
    }
    case 'cell':
    case 'prior':
    case 'paper':
    case 'statement':
    case 'entered':
    case 'rate':
    case 'line':
    case 'subs':
      return read(formula)
  }
}

const truth = (holds: boolean) => rational(holds ? 1n : 0n)

function operated(operator: string, left: Rational, right: Rational): Rational | null {
  const order = compare(left, right)
  switch (operator) {
    case '+':
      return add(left, right)
    case '-':
      return subtract(left, right)
    case '*':
      return multiply(left, right)
    case '/':
      return right.n === 0n ? null : divide(left, right)
    case '=':
      return truth(order === 0)
    case '<=':
      return truth(order <= 0)
    case '>=':
      return truth(order >= 0)
    case '<':
      return truth(order < 0)
    default:
      return truth(order > 0)
  }
}

function called(name: string, args: readonly Rational[]): Rational | null {
  const [first = zero, second = zero, third = zero] = args
  if (name === 'abs') return first.n < 0n ? negate(first) : first
  if (name === 'if') return first.n !== 0n ? second : third
  if (name !== 'min' && name !== 'max') throw new SyntaxError(`the return knows no function ${name}`)
  return args.reduce((best, one) => (compare(one, best) < 0 === (name === 'min') ? one : best), first)
}
