import type { ChainStep } from '#contract/think-chain.ts'
import { Refusal } from '#server/kernel/errors.ts'

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Every `{{name}}` must be the question, the results so far, or what an earlier step has set. */
export function checkSteps(steps: readonly ChainStep[]): void {
  const known = new Set(['question', 'steps'])
  for (const step of steps) {
    for (const template of templatesOf(step))
      for (const [, name = ''] of template.matchAll(PLACE))
        if (!known.has(name)) throw new Refusal('chainUnknown', { step: step.name, name })
    if ((step.kind === 'ask' || step.kind === 'model') && step.variable !== '') known.add(step.variable)
  }
}

function templatesOf(step: ChainStep): string[] {
  if (step.kind === 'retrieve') return [step.query]
  if (step.kind === 'tool') return Object.values(step.input)
  return step.kind === 'model' ? [step.prompt] : []
}
