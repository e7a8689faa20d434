import { type CompiledBinding, type Program, referenced } from '../binding/program.ts'
import type { Expression } from '../binding/syntax.ts'

/** The column's letter in A1 terms: 0 is A, 26 is AA. */
export function columnLetter(column: number): string {
  const rest = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? rest : `${columnLetter(Math.floor(column / 26) - 1)}${rest}`
}

/** `=B8+B9-B10` or `=SUM(B8:B20)` for a formula of plain sums over cells that all stand on the sheet; else null. */
export function spreadsheetFormula(
  binding: CompiledBinding,
  program: Program,
  places: ReadonlyMap<string, string>,
): string | null {
  const text = translated(binding.tree, binding, program, places)
  return text !== null && /[A-Z]\d/.test(text) ? text : null
}

function translated(
  expression: Expression,
  binding: CompiledBinding,
  program: Program,
  places: ReadonlyMap<string, string>,
): string | null {
  if (expression.kind === 'cell') {
    const meant = referenced(program, binding, expression)
    return meant && !meant.series ? (places.get(meant.keys[0] ?? '') ?? null) : null
  }
  if (expression.kind === 'operation' && (expression.operator === '+' || expression.operator === '-')) {
    const left = translated(expression.left, binding, program, places)
    const right = translated(expression.right, binding, program, places)
    const grouped = expression.right.kind === 'operation' ? `(${right})` : right
    return left === null || right === null ? null : `${left}${expression.operator}${grouped}`
  }
  const [argument] =
    expression.kind === 'call' && expression.name === 'sum' && expression.args.length === 1 ? expression.args : []
  const meant = argument?.kind === 'cell' ? referenced(program, binding, argument) : undefined
  if (!meant || meant.keys.length === 0) return null
  const cells = meant.keys.map((key) => places.get(key))
  const [first, last] = [cells[0], cells.at(-1)]
  // A range may only be named if it holds exactly these cells.
  const whole = first && last && Number(last.replace(/\D/g, '')) - Number(first.replace(/\D/g, '')) === cells.length - 1
  return whole && cells.every((cell) => cell !== undefined) ? `SUM(${first}:${last})` : null
}
