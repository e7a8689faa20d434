import { calculatorLaw } from '../calculator-law.ts'
import { calculators } from '#engine/calculator/calculators.ts'
import { calculate, type Outcome, type Values } from '#engine/calculator/work.ts'

/** What a calculator answers, by key; `problem`: why it answers nothing. */
export function run(code: string, values: Values, rows: readonly Values[] = []): Record<string, unknown> {
  const calculator = calculators.find((one) => one.code === code)
  if (!calculator) throw new Error(`no calculator ${code}`)
  const started = Object.fromEntries(calculator.fields.map(({ key, start = '' }) => [key, start]))
  const outcome: Outcome = calculate(calculator, calculatorLaw, { values: { ...started, ...values }, rows })
  if (outcome.kind === 'refused') return { problem: outcome.problems[0]?.says.zh, field: outcome.problems[0]?.field }
  return Object.fromEntries([...outcome.answers.map(({ key, value }) => [key, value]), ...outcome.tables.map(({ key, rows }) => [`table:${key}`, rows])]) // prettier-ignore
}
