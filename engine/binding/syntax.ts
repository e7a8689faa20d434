import type { Span } from './fault.ts'

/** One account of a selection: `#1231/应收账款` is the standard account 1231, its sub-accounts whose path contains 应收账款. */
export type AccountName = { key: string; under: string | null }

/** What a data function reads: accounts of the standard chart, a tax tag, a tag within accounts, or everything. */
export type Selection = {
  kind: 'selection'
  accounts: AccountName[]
  tag: string | null
  /** `$row`, which a table puts in row by row. */
  variable?: string
  at: Span
}

export type Operator = '+' | '-' | '*' | '/' | '=' | '<>' | '<' | '<=' | '>' | '>=' | '=~'

/** A parsed formula; plain data, so it can be stored as JSON. */
export type Expression =
  | { kind: 'number'; value: string; percent: boolean; at: Span }
  | { kind: 'text'; value: string; at: Span }
  | { kind: 'cell'; paper: string; key: string; row: string | null; at: Span }
  | { kind: 'negative'; of: Expression; at: Span }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression; at: Span }
  | { kind: 'call'; name: string; args: Argument[]; options: Option[]; at: Span }
  | Aggregate
  /** A column of the register's row; `word`: on the right of a comparison, where a name that is no column is a plain text. */
  | { kind: 'field'; name: string; word: boolean; at: Span }

/** `sum(asset.cost where kind = "fixed")`, `count(entry.donations)`: over rows of a register. */
export type Aggregate = {
  kind: 'aggregate'
  name: 'sum' | 'count' | 'min' | 'max'
  /** `asset`, or the id of a register that people fill. */
  register: { from: 'asset' } | { from: 'entry'; id: string }
  field: string | null
  where: Expression | null
  at: Span
}

/** A bare word (`open`, `IS.REVENUE`, `2025-03`), a selection, or a formula. */
export type Argument = { kind: 'word'; value: string; at: Span } | Selection | Expression

/** `month=…`, `text=~"…"`, `dr=#6602`. */
export type Option = { name: string; value: Argument; at: Span }

/** The bare word `all`. */
export const isAll = (argument: Argument): boolean =>
  argument.kind === 'selection' &&
  argument.accounts.length === 0 &&
  argument.tag === null &&
  argument.variable === undefined

/** The cell's name as bindings store it: `C15.actual`, with `@row` in a table. */
export function cellKey(paper: string, key: string, row: string | null): string {
  return row === null ? `${paper}.${key}` : `${paper}.${key}@${row}`
}

/** Every node of the formula, the outermost first. */
export function* nodes(expression: Argument): Generator<Argument> {
  yield expression
  if (expression.kind === 'negative') yield* nodes(expression.of)
  if (expression.kind === 'aggregate' && expression.where) yield* nodes(expression.where)
  if (expression.kind === 'operation') {
    yield* nodes(expression.left)
    yield* nodes(expression.right)
  }
  if (expression.kind === 'call') {
    for (const argument of expression.args) yield* nodes(argument)
    for (const option of expression.options) yield* nodes(option.value)
  }
}
