import type { WritingKind } from '#contract/writing.ts'

/** Which page opens documents of a kind. */
export const pageOfKind: Record<WritingKind, string> = { content: '/ai-content-editor', word: '/wordonline/index' }
