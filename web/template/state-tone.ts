import type { PaperTemplate } from '#contract/paper-template.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

/** How a template's state looks. */
export const stateTone: Record<PaperTemplate['state'], Tone> = { draft: 'waiting', published: 'good', retired: 'plain' }
