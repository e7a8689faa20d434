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
} from '#engine/binding/rational.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** Levels of brackets; digits of a numerator or denominator. */
const DEEPEST = 60
const LONGEST = 10n ** 2000n
const hundred = rational(100n)

type Values = readonly [Rational, ...Rational[]]
const functions: Readonly<Record<string, (values: Values) => Rational>> = {
  sum: (values) => values.reduce(add),
  max: (values) => values.reduce((one, other) => (compare(one, other) >= 0 ? one : other)),
  min: (values) => values.reduce((one, other) => (compare(one, other) <= 0 ? one : other)),
  avg: (values) => divide(values.reduce(add), rational(BigInt(values.length))),
  abs: ([value]) => (compare(value, rational(0n)) < 0 ? negate(value) : value),
  round: ([value, places]) => roundHalfUp(value, Math.min(12, Math.max(0, places ? Number(places.n / places.d) : 2))),
}
/** What people type, as it is read. */
const typed: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '－': '-', '−': '-', '＋': '+', '（': '(', '）': ')', '％': '%', '，': ',', '　': ' ' } // prettier-ignore

/**
 * The exact value of an expression: + - * / % ( ) and sum, max, min, avg, abs, round(x, places). Numbers may be grouped by thousands outside of
 * functions' lists: `1,234.50`. Nothing else is read: there is no way from here to code. Refusals: toolBadExpression, toolDividesByZero,
 * toolNumberTooLong.
 */
export function evaluate(expression: string): Rational {
  const text = Array.from(expression, (sign) => typed[sign] ?? sign).join('')
  return new Reading(text).whole()
}

class Reading {
  #at = 0
  #deep = 0
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }

  whole(): Rational {
    const value = this.#sum()
    this.#skip()
    if (this.#at < this.#text.length) throw this.#fault()
    return value
  }

  #sum(): Rational {
    this.#deep += 1
    if (this.#deep > DEEPEST) throw this.#fault()
    let value = this.#product()
    for (;;) {
      if (this.#take('+')) value = bounded(add(value, this.#product()))
      else if (this.#take('-')) value = bounded(subtract(value, this.#product()))
      else break
    }
    this.#deep -= 1
    return value
  }

  #product(): Rational {
    let value = this.#signed()
    for (;;) {
      if (this.#take('*')) value = bounded(multiply(value, this.#signed()))
      else if (this.#take('/')) value = bounded(quotient(value, this.#signed()))
      else return value
    }
  }

  #signed(): Rational {
    let negative = false
    for (;;) {
      if (this.#take('-')) negative = !negative
      else if (!this.#take('+')) break
    }
    let value = this.#one()
    while (this.#take('%')) value = divide(value, hundred)
    return negative ? negate(value) : value
  }

  #one(): Rational {
    if (this.#take('(')) {
      const value = this.#sum()
      if (!this.#take(')')) throw this.#fault()
      return value
    }
    this.#skip()
    const rest = this.#text.slice(this.#at)
    const name = /^[a-z]+(?=\s*\()/i.exec(rest)?.[0]
    if (name !== undefined) return this.#call(name)
    // inside a list of arguments a comma divides them
    const grouped = this.#lists === 0 ? /^\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])/.exec(rest)?.[0] : undefined
    const digits = grouped ?? /^\d+(?:\.\d+)?/.exec(rest)?.[0]
    const value = decimal(digits?.replaceAll(',', '') ?? '')
    if (digits === undefined || !value) throw this.#fault()
    this.#at += digits.length
    return value
  }

  #lists = 0
  #call(name: string): Rational {
    const work = Object.hasOwn(functions, name.toLowerCase()) ? functions[name.toLowerCase()] : undefined
    if (!work) throw this.#fault()
    this.#at += name.length
    if (!this.#take('(')) throw this.#fault()
    this.#lists += 1
    const values: [Rational, ...Rational[]] = [this.#sum()]
    while (this.#take(',')) values.push(this.#sum())
    this.#lists -= 1
    if (!this.#take(')')) throw this.#fault()
    return bounded(work(values))
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1
  }

  #take(sign: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #fault = () => new Refusal('toolBadExpression', { at: this.#at + 1 })
}

function quotient(value: Rational, by: Rational): Rational {
  if (by.n === 0n) throw new Refusal('toolDividesByZero')
  return divide(value, by)
}

function bounded(value: Rational): Rational {
  if (value.n > LONGEST || value.n < -LONGEST || value.d > LONGEST) throw new Refusal('toolNumberTooLong')
  return value
}
