import type { Text } from '#contract/texts.ts'

/** Apart from the other words: the frame needs it before a file is opened. */
export const viewerTitle: Text = { zh: '文件查看', en: 'File viewer' }
