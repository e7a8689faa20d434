import type { MessageType } from '#contract/notice.ts'
import type { texts } from './texts.ts'

/** What a kind of message is called. */
export const kindTexts = {
  system: 'kindSystem',
  security: 'kindSecurity',
  task: 'kindTask',
  work: 'kindWork',
} as const satisfies Record<MessageType, keyof typeof texts>
