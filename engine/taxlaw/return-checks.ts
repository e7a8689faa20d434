import { compare, roundHalfUp, subtract, zero } from '../binding/rational.ts'
import { amountOf, valueText } from './return-amount.ts'
import {
  type Amount,
  empty,
  evaluateFormula,
  type Formula,
  parseFormula,
  type Read,
  readsOf,
} from './return-formula.ts'
import { inYears, type ReturnFacts } from './return-model.ts'
import type { ReturnInput, TaxReturn } from './tax-return.ts'

/**
 * passes: both sides agree; fails: they differ; missing: something they need could not be computed; waiting: a figure from
 * outside is not there (last year's return, a tax declaration); none: nothing stands on either side.
 */
export type CheckStanding = 'passes' | 'fails' | 'missing' | 'waiting' | 'none'
/** A figure that an equation read, by what kind of place it is in. */
export type CheckFigure = { kind: Read['kind']; of: string; value: string | null }
export type CheckPart = {
  expr: string
  standing: CheckStanding
  left: string | null
  right: string | null
  difference: string | null
  figures: readonly CheckFigure[]
}
export type CheckResult = {
  id: string
  severity: 'error' | 'warn'
  says: { zh: string; en: string }
  standing: CheckStanding
  parts: readonly CheckPart[]
}

type Equation = { expr: string; ways: readonly { left: Formula; right: Formula; operator: string }[] }
const parsed = new Map<string, Equation>()

function equation(expr: string): Equation {
  const known = parsed.get(expr)
  if (known) return known
  const ways = expr.split(' | ').map((one) => {
    const tree = parseFormula(one)
    if (tree.kind !== 'operation' || !['=', '<='].includes(tree.operator))
      throw new SyntaxError(`${one} is no equation`)
    return { left: tree.left, right: tree.right, operator: tree.operator }
  })
  const made = { expr, ways }
  parsed.set(expr, made)
  return made
}

const worst: readonly CheckStanding[] = ['fails', 'missing', 'waiting', 'passes', 'none']

/** The cross-checks that hold in the return's year, each with its figures; tolerance is zero. */
export function runChecks(facts: ReturnFacts, input: ReturnInput, made: TaxReturn): CheckResult[] {
  const read = readerOf(input, made)
  return facts.checks.flatMap(({ id, severity, says, parts }) => {
    const run = parts.filter((part) => inYears(part, input.year)).map(({ expr }) => runPart(equation(expr), read))
    if (run.length === 0) return []
    const standing = worst.find((one) => run.some((part) => part.standing === one)) ?? 'none'
    return [{ id, severity, says, standing, parts: run }]
  })
}

function readerOf(input: ReturnInput, made: TaxReturn): (what: Read) => Amount {
  const hand = new Map(input.hand.map(({ cell, value }) => [cell, value]))
  return ({ kind, of }) => {
    switch (kind) {
      case 'cell': {
        const cell = made.cells.get(of)
        return cell ? amountOf(cell.value, cell.status) : empty
      }
      case 'prior':
        return amountOf(input.prior[of])
      case 'paper': {
        const cell = input.papers[of]
        return cell ? amountOf(cell.value, cell.status) : empty
      }
      case 'statement':
        return amountOf(input.statement[of])
      case 'entered':
        return amountOf(hand.get(`entered.${of}`))
      case 'rate':
        return amountOf(input.rates[of])
      case 'line':
      case 'subs':
        return empty
    }
  }
}

function runPart({ expr, ways }: Equation, read: (what: Read) => Amount): CheckPart {
  const tried = ways.map((way) => runWay(way, read))
  const best = tried.find(({ standing }) => standing === 'passes') ?? tried[0]
  return { expr, ...(best ?? { standing: 'none', left: null, right: null, difference: null, figures: [] }) }
}

function runWay(
  { left, right, operator }: Equation['ways'][number],
  read: (what: Read) => Amount,
): Omit<CheckPart, 'expr'> {
  const reads = [...readsOf(left), ...readsOf(right)]
  const figures = reads.map((what): CheckFigure => {
    const amount = read(what)
    return { ...what, value: amount.kind === 'number' ? valueText(amount.value, what.kind === 'rate' ? 'rate' : 'money') : null } // prettier-ignore
  })
  const nothing = { left: null, right: null, difference: null, figures }
  if (reads.some((what) => read(what).kind === 'absent')) return { standing: 'missing', ...nothing }
  const outside = reads.filter(({ kind }) => ['prior', 'entered', 'rate'].includes(kind))
  const inside = reads.filter((what) => !outside.includes(what))
  if (inside.every((what) => read(what).kind === 'empty')) return { standing: 'none', ...nothing }
  if (outside.some((what) => read(what).kind === 'empty')) return { standing: 'waiting', ...nothing }
  const [one, other] = [left, right].map((side) => {
    const amount = evaluateFormula(side, read)
    return roundHalfUp(amount.kind === 'number' ? amount.value : zero, 2)
  })
  if (!one || !other) return { standing: 'none', ...nothing }
  const order = compare(one, other)
  return {
    standing: order === 0 || (operator === '<=' && order < 0) ? 'passes' : 'fails',
    left: valueText(one, 'money'),
    right: valueText(other, 'money'),
    difference: valueText(subtract(one, other), 'money'),
    figures,
  }
}
