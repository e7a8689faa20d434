import type { ChainStep, ThinkChain } from '#contract/think-chain.ts'

/** A step with a name of its own while it is moved about. */
export type DraftStep = { key: string; step: ChainStep }
/** A chain while it is worked on. */
export type DraftChain = {
  /** Empty: a new one. */
  id: string
  version: number
  name: string
  description: string
  scope: 'firm' | 'personal'
  enabled: boolean
  steps: DraftStep[]
}
export const stepKinds = ['ask', 'retrieve', 'tool', 'model', 'check'] as const
export type StepKind = (typeof stepKinds)[number]

let count = 0
const keyed = (step: ChainStep): DraftStep => ({ key: `step-${++count}`, step })

/** A step of a kind, as one begins with it. */
export function blankStep(kind: StepKind, name: string): ChainStep {
  switch (kind) {
    case 'ask':
      return { kind, name, variable: '', label: '', required: true }
    case 'retrieve':
      return { kind, name, query: '{{question}}', baseIds: [], kinds: [], limit: 8 }
    case 'tool':
      return { kind, name, tool: 'ledger_balance', input: {} }
    case 'model':
      return { kind, name, prompt: '{{question}}\n\n{{steps}}', variable: '' }
    case 'check':
      return { kind, name }
  }
}

export const blankChain = (): DraftChain => ({
  id: '', version: 0, name: '', description: '', scope: 'personal', enabled: true, steps: [],
}) // prettier-ignore

/** A chain to work on. */
export const draftOf = ({ id, version, name, description, scope, enabled, steps }: ThinkChain): DraftChain => ({
  id,
  version,
  name,
  description,
  scope: scope === 'firm' ? 'firm' : 'personal',
  enabled,
  steps: steps.map(keyed),
})
export const draftSteps = (steps: readonly ChainStep[]): DraftStep[] => steps.map(keyed)

/** What is sent of it. */
export const sentOf = ({ id, version, steps, ...rest }: DraftChain) => ({
  ...rest,
  ...(id !== '' && { id, version }),
  steps: steps.map(({ step }) => step),
})

export const added = (steps: readonly DraftStep[], step: ChainStep): DraftStep[] => [...steps, keyed(step)]
export const changed = (steps: readonly DraftStep[], key: string, step: ChainStep): DraftStep[] =>
  steps.map((one) => (one.key === key ? { key, step } : one))
export const without = (steps: readonly DraftStep[], key: string): DraftStep[] => steps.filter((one) => one.key !== key)

/** The step one place on, or back; at the ends it stays. */
export function moved(steps: readonly DraftStep[], key: string, by: 1 | -1): DraftStep[] {
  const at = steps.findIndex((one) => one.key === key)
  const step = steps[at]
  const to = at + by
  return !step || to < 0 || to >= steps.length ? [...steps] : steps.toSpliced(at, 1).toSpliced(to, 0, step)
}

/** The variables a person is asked for, in their order. */
export const askedOf = (steps: readonly DraftStep[]) =>
  steps.flatMap(({ step }) => (step.kind === 'ask' && step.variable !== '' ? [step] : []))
