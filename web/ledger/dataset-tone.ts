import type { Dataset } from '#contract/ledger.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

/** How each state of a dataset is marked. */
export const tones: Record<Dataset['state'], Tone> = {
  staging: 'active',
  staged: 'active',
  verified: 'waiting',
  active: 'good',
  superseded: 'plain',
  failed: 'bad',
}
