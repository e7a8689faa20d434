import {
  add,
  compare,
  decimal,
  divide,
  multiply,
  negate,
  type Rational,
  rational,
  roundHalfUp,
  subtract,
} from '../binding/rational.ts'

/** A place on the sheet, from 0. */
export type Spot = { row: number; column: number }
/** Why a formula gives nothing. */
export type FormulaProblem =
  | { code: 'syntax'; at: number }
  | { code: 'function'; name: string }
  | { code: 'zero' }
  | { code: 'circle' }
  | { code: 'gone' }
  | { code: 'words'; spot: Spot }
  | { code: 'missing'; spot: Spot }
type FormulaResult = { ok: true; value: Rational } | { ok: false; problem: FormulaProblem }

type Node =
  | { kind: 'number'; value: Rational }
  | { kind: 'spot'; spot: Spot }
  | { kind: 'range'; from: Spot; to: Spot }
  | { kind: 'minus'; of: Node }
  | { kind: 'operation'; operator: '+' | '-' | '*' | '/'; left: Node; right: Node }
  | { kind: 'call'; name: string; args: Node[] }

class Wrong extends Error {
  readonly problem: FormulaProblem
  constructor(problem: FormulaProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/** What a formula may call. Anything else is refused by name: a sheet of ours asks nobody outside. */
export const formulaFunctions = ['SUM', 'AVERAGE', 'MIN', 'MAX', 'ROUND', 'ABS', 'COUNT'] as const
const DEEPEST = 40
const MOST_CELLS = 20_000

const TOKEN = /\s+|(\d+(?:\.\d+)?%?)|(\$?[A-Za-z]{1,3}\$?\d{1,7})(?![\w(])|([A-Za-z_.]+(?=\s*\())|(#REF!)|([-+*/(),:])/y

/** Letters of a column to its number from 0: A is 0. */
export const columnOf = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const spotOf = (text: string): Spot => {
  const [, letters = 'A', row = '1'] = /^\$?([A-Za-z]+)\$?(\d+)$/.exec(text) ?? []
  return { row: Number(row) - 1, column: columnOf(letters) }
}

class Reader {
  readonly #tokens: { kind: number; text: string; at: number }[] = []
  #next = 0
  #depth = 0

  constructor(text: string) {
    const pattern = new RegExp(TOKEN.source, 'y')
    for (let at = 0; at < text.length; at = pattern.lastIndex) {
      pattern.lastIndex = at
      const match = pattern.exec(text)
      if (!match || match[0] === '') throw new Wrong({ code: 'syntax', at })
      const kind = match.findIndex((part, place) => place > 0 && part !== undefined)
      if (kind > 0) this.#tokens.push({ kind, text: match[0], at })
    }
  }

  whole(): Node {
    const tree = this.#sum()
    const rest = this.#tokens[this.#next]
    if (rest) throw new Wrong({ code: 'syntax', at: rest.at })
    return tree
  }

  #take(text: string): boolean {
    if (this.#tokens[this.#next]?.text !== text) return false
    this.#next += 1
    return true
  }

  #sum(): Node {
    if ((this.#depth += 1) > DEEPEST) throw new Wrong({ code: 'syntax', at: 0 })
    let left = this.#product()
    for (;;) {
      if (this.#take('+')) left = { kind: 'operation', operator: '+', left, right: this.#product() }
      else if (this.#take('-')) left = { kind: 'operation', operator: '-', left, right: this.#product() }
      else break
    }
    this.#depth -= 1
    return left
  }

  #product(): Node {
    let left = this.#signed()
    for (;;) {
      if (this.#take('*')) left = { kind: 'operation', operator: '*', left, right: this.#signed() }
      else if (this.#take('/')) left = { kind: 'operation', operator: '/', left, right: this.#signed() }
      else return left
    }
  }

  #signed(): Node {
    let minus = false
    for (;;) {
      if (this.#take('-')) minus = !minus
      else if (!this.#take('+')) break
    }
    const of = this.#atom()
    return minus ? { kind: 'minus', of } : of
  }

  #atom(): Node {
    const token = this.#tokens[this.#next]
    if (!token) throw new Wrong({ code: 'syntax', at: this.#tokens.at(-1)?.at ?? 0 })
    this.#next += 1
    if (token.kind === 1) return { kind: 'number', value: numberOf(token.text) }
    if (token.kind === 2) {
      const from = spotOf(token.text)
      if (!this.#take(':')) return { kind: 'spot', spot: from }
      const to = this.#tokens[this.#next]
      if (to?.kind !== 2) throw new Wrong({ code: 'syntax', at: token.at })
      this.#next += 1
      return { kind: 'range', from, to: spotOf(to.text) }
    }
    if (token.kind === 3) return this.#call(token.text.toUpperCase(), token.at)
    if (token.kind === 4) throw new Wrong({ code: 'gone' })
    if (token.text !== '(') throw new Wrong({ code: 'syntax', at: token.at })
    const inside = this.#sum()
    if (!this.#take(')')) throw new Wrong({ code: 'syntax', at: token.at })
    return inside
  }

  #call(name: string, at: number): Node {
    if (!(formulaFunctions as readonly string[]).includes(name)) throw new Wrong({ code: 'function', name })
    if (!this.#take('(')) throw new Wrong({ code: 'syntax', at })
    const args: Node[] = []
    do args.push(this.#sum())
    while (this.#take(','))
    if (!this.#take(')')) throw new Wrong({ code: 'syntax', at })
    return { kind: 'call', name, args }
  }
}

function numberOf(text: string): Rational {
  const percent = text.endsWith('%')
  const value = decimal(percent ? text.slice(0, -1) : text) ?? rational(0n)
  return percent ? divide(value, rational(100n)) : value
}

/** A cell as a formula reads it: exact decimal text or words; null where nothing stands, undefined where a figure is missing. */
type ReadCell = (spot: Spot) => string | null | undefined

/**
 * Works a formula (without `=`) out in exact fractions: + - * / and a few functions over cells of the same sheet. Blank cells
 * count as nothing in functions and as zero in arithmetic, as in every spreadsheet; words do not.
 */
export function workOut(formula: string, read: ReadCell): FormulaResult {
  try {
    return { ok: true, value: valueOf(new Reader(formula).whole(), read) }
  } catch (fault) {
    if (fault instanceof Wrong) return { ok: false, problem: fault.problem }
    throw fault
  }
}

/** What a formula that is being worked out stands for while somebody asks for it: a circle. */
export const circle = (): never => {
  throw new Wrong({ code: 'circle' })
}

function valueOf(node: Node, read: ReadCell): Rational {
  switch (node.kind) {
    case 'number':
      return node.value
    case 'spot':
      return cellValue(node.spot, read) ?? rational(0n)
    case 'range':
      throw new Wrong({ code: 'syntax', at: 0 })
    case 'minus':
      return negate(valueOf(node.of, read))
    case 'operation':
      return operated(node.operator, valueOf(node.left, read), valueOf(node.right, read))
    case 'call':
    default:
      return called(node.name, node.args, read)
  }
}

function operated(operator: '+' | '-' | '*' | '/', left: Rational, right: Rational): Rational {
  if (operator === '+') return add(left, right)
  if (operator === '-') return subtract(left, right)
  if (operator === '*') return multiply(left, right)
  if (right.n === 0n) throw new Wrong({ code: 'zero' })
  return divide(left, right)
}

function cellValue(spot: Spot, read: ReadCell): Rational | undefined {
  const text = read(spot)
  // missing is not zero
  if (text === undefined) throw new Wrong({ code: 'missing', spot })
  if (text === null || text === '') return undefined
  const value = decimal(text)
  if (value === undefined) throw new Wrong({ code: 'words', spot })
  return value
}

/** Numbers of an argument; in a range, words and blanks are passed over. */
function numbersOf(node: Node, read: ReadCell): Rational[] {
  if (node.kind !== 'range') return [valueOf(node, read)]
  const { from, to } = node
  const rows = [Math.min(from.row, to.row), Math.max(from.row, to.row)] as const
  const columns = [Math.min(from.column, to.column), Math.max(from.column, to.column)] as const
  if ((rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1) > MOST_CELLS) throw new Wrong({ code: 'syntax', at: 0 })
  const found: Rational[] = []
  for (let row = rows[0]; row <= rows[1]; row++)
    for (let column = columns[0]; column <= columns[1]; column++) {
      const text = read({ row, column })
      if (text === undefined) throw new Wrong({ code: 'missing', spot: { row, column } })
      const value = decimal(text ?? '')
      if (value !== undefined) found.push(value)
    }
  return found
}

function called(name: string, args: Node[], read: ReadCell): Rational {
  if (name === 'ROUND') {
    const [value, places] = args.map((arg) => valueOf(arg, read))
    const digits = places === undefined ? 0 : Number(places.n / places.d)
    if (!value || digits < 0 || digits > 12) throw new Wrong({ code: 'syntax', at: 0 })
    return roundHalfUp(value, digits)
  }
  const all = args.flatMap((arg) => numbersOf(arg, read))
  const [first, ...others] = all
  if (name === 'COUNT') return rational(BigInt(all.length))
  if (name === 'SUM') return all.reduce(add, rational(0n))
  if (first === undefined) throw new Wrong({ code: name === 'AVERAGE' ? 'zero' : 'syntax', at: 0 })
  if (name === 'ABS') return first.n < 0n ? negate(first) : first
  if (name === 'AVERAGE') return divide(all.reduce(add, rational(0n)), rational(BigInt(all.length)))
  return others.reduce((best, one) => (compare(one, best) < 0 === (name === 'MIN') ? one : best), first)
}

const REFERENCE = /(\$?[A-Za-z]{1,3}\$?\d{1,7})(?![\w(])/g
const ANCHOR = /\[~(\d+)~([^\]]*)\]/g
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26))

/** A1 places as names of rows and columns (`[~1~actual]`), as formulas are stored: papers generated anew may move rows. */
export const anchored = (formula: string, keys: readonly string[]): string =>
  formula.replace(REFERENCE, (text) => {
    const { row, column } = spotOf(text)
    const key = keys[row]
    return key === undefined ? '#REF!' : `[~${column}~${encodeURIComponent(key)}]`
  })

/** The reverse; a row that is not there any more reads `#REF!`. */
export function placed(formula: string, keys: readonly string[]): string {
  const places = new Map(keys.map((key, row) => [key, row]))
  return formula.replace(ANCHOR, (_, column: string, key: string) => {
    const row = places.get(decoded(key))
    return row === undefined ? '#REF!' : `${lettersOf(Number(column))}${row + 1}`
  })
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
