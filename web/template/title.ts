import type { Text } from '#contract/texts.ts'

/** Apart from the other words: the frame needs it before the templates are opened. */
export const templateTitle: Text = { zh: '事务所底稿模板', en: 'Working-paper templates' }
