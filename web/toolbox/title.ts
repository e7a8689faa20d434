import type { Text } from '#contract/texts.ts'

/** Apart from the other words: the frame needs it before the toolbox is opened. */
export const toolboxTitle: Text = { zh: '工具箱', en: 'Toolbox' }
