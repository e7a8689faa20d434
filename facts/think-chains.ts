import chains from './think-chains.json' with { type: 'json' }

/** A step as the contract of think chains says it, with its name and label in English beside. */
export type SystemStep = { kind: string; name: string; nameEn: string; label?: string; labelEn?: string }
/** A chain of thought the product ships. Ids never change: conversations name them. */
export type SystemChain = {
  id: string
  name: string
  nameEn: string
  description: string
  descriptionEn: string
  steps: readonly SystemStep[]
}
export const systemChains: readonly SystemChain[] = chains.chains
