import type { ItemState } from '#contract/doc-request.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

/** The colour beside the word of an item's state. */
export const itemTones: Record<ItemState, Tone> = {
  waiting: 'plain',
  received: 'waiting',
  accepted: 'good',
  returned: 'bad',
  na: 'plain',
}
