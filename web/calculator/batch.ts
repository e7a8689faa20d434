import type { Text } from '#contract/texts.ts'
import type { CalculatorLaw } from '#engine/calculator/law.ts'
import { type Answer, type Calculator, calculate, type Outcome, type Values } from '#engine/calculator/work.ts'

export const BATCH_MAX = 5000
export type BatchRow = { at: number; values: Values; outcome: Outcome }
type BatchOrder = {
  calculator: Calculator
  law: CalculatorLaw
  /** What stands in the columns that a row does not have. */
  base: Values
  rows: readonly Values[]
}
/** A slice of work between two pauses, milliseconds: the page stays at hand. */
const SLICE = 12

/** Computes row by row, pausing so that the page does not freeze; ends early when `signal` says so. */
export async function computeBatch(
  { calculator, law, base, rows }: BatchOrder,
  told: (done: number) => void,
  signal: AbortSignal,
): Promise<BatchRow[]> {
  const results: BatchRow[] = []
  // an empty cell is an empty value, never the form's; only a choice has to be something
  const choices = new Set(calculator.fields.filter(({ kind }) => kind === 'choice').map(({ key }) => key))
  const isGiven = ([key, value]: [string, string]) => value !== '' || !choices.has(key)
  let since = performance.now()
  for (const [at, row] of rows.entries()) {
    if (signal.aborted) break
    const values = { ...base, ...Object.fromEntries(Object.entries(row).filter(isGiven)) }
    results.push({ at, values, outcome: calculate(calculator, law, { values, rows: [] }) })
    if (performance.now() - since < SLICE) continue
    told(results.length)
    await new Promise((go) => setTimeout(go, 0))
    since = performance.now()
  }
  told(results.length)
  return results
}

/** The answers that any row has, in the order in which they first come. */
export function answerColumns(results: readonly BatchRow[]): Pick<Answer, 'key' | 'label' | 'unit'>[] {
  const found = new Map<string, Answer>()
  for (const { outcome } of results)
    if (outcome.kind === 'done')
      for (const answer of outcome.answers) if (!found.has(answer.key)) found.set(answer.key, answer)
  return [...found.values()]
}

/** Why a row was not computed, with the field it is about; '' where it was. */
export const problemText = ({ fields }: Calculator, outcome: Outcome, say: (text: Text) => string): string =>
  outcome.kind === 'done'
    ? ''
    : outcome.problems
        .map(({ field, says }) => {
          const about = fields.find(({ key }) => key === field)
          return about ? `${say(about.label)} · ${say(says)}` : say(says)
        })
        .join('; ')
