import type { Expression } from './syntax.ts'

/** What a formula's value is counted in. A bare `number` fits any of the first two; `any` is known only at run time. */
export type Kind = 'money' | 'ratio' | 'number' | 'bool' | 'text' | 'any'

/** A cell's unit; `count` and `rate` are both ratios to the type checker. */
export type Unit = 'money' | 'rate' | 'count' | 'bool' | 'text'

/** The kind of value that a unit holds. */
export const kindOfUnit = (unit: Unit): Kind => (unit === 'rate' || unit === 'count' ? 'ratio' : unit)

type Parameter = 'selection' | 'word' | 'expression' | { choices: readonly string[] } | 'instant'

/** How a data function is called: its places, how many of them may be left out, its options, and what it gives. */
export type Signature = {
  args: readonly Parameter[]
  optional: number
  options: Readonly<Record<string, Parameter>>
  gives: Kind
}

const sides = { choices: ['dr', 'cr', 'net'] } as const

/** Functions over data. Their bare words are choices and names, checked when the formula is saved. */
export const dataFunctions: Readonly<Record<string, Signature>> = {
  bal: {
    args: ['selection', 'instant', { choices: ['net', 'dr', 'cr', 'detail_dr', 'detail_cr'] }],
    optional: 1,
    options: {},
    gives: 'money',
  },
  occ: {
    args: ['selection', sides, 'expression', 'expression'],
    optional: 2,
    options: { month: 'expression', with: 'selection', closing: { choices: ['include'] } },
    gives: 'money',
  },
  sum_occ: { args: ['selection', sides], optional: 0, options: {}, gives: 'money' },
  pl: { args: ['selection'], optional: 0, options: { month: 'expression' }, gives: 'money' },
  vsum: {
    args: [],
    optional: 0,
    options: {
      dr: 'selection',
      cr: 'selection',
      text: 'expression',
      amount: 'expression',
      voucher: 'expression',
      beyond: 'expression',
    },
    gives: 'money',
  },
  je: { args: ['expression', 'expression'], optional: 0, options: {}, gives: 'money' },
  je_others: { args: ['expression'], optional: 0, options: {}, gives: 'money' },
  je_count: { args: [{ choices: ['lines', 'vouchers'] }], optional: 0, options: {}, gives: 'ratio' },
  line: { args: ['word', { choices: ['open', 'close'] }], optional: 1, options: {}, gives: 'money' },
  client_line: { args: ['word', { choices: ['current', 'prior'] }], optional: 1, options: {}, gives: 'money' },
  ret: { args: ['word', 'expression'], optional: 1, options: {}, gives: 'any' },
  rate: { args: ['word', 'expression'], optional: 1, options: {}, gives: 'ratio' },
  param: { args: ['word', 'expression'], optional: 1, options: {}, gives: 'any' },
  entered: { args: ['word', 'expression'], optional: 1, options: {}, gives: 'any' },
  asset: { args: ['word', 'expression'], optional: 1, options: {}, gives: 'any' },
  adj: { args: ['selection', { choices: ['aje', 'rje', 'all'] }], optional: 0, options: {}, gives: 'money' },
}

/** Functions over values, with the least and the most arguments they take. */
export const valueFunctions: Readonly<Record<string, readonly [number, number]>> = {
  sum: [1, Infinity],
  min: [1, Infinity],
  max: [1, Infinity],
  if: [3, 3],
  and: [1, Infinity],
  or: [1, Infinity],
  not: [1, 1],
  round: [1, 2],
  abs: [1, 1],
  avg4: [1, 8],
  or0: [1, 1],
  known: [1, Infinity],
  ratio: [2, 2],
  sample_size: [3, 3],
}

/** The number a plain literal stands for as text, `-1` included; null for anything that must be computed. */
export function literal(expression: Expression): string | null {
  if (expression.kind === 'number' && !expression.percent) return expression.value
  if (expression.kind === 'negative') {
    const inner = literal(expression.of)
    return inner === null ? null : `-${inner}`
  }
  return expression.kind === 'text' ? expression.value : null
}
