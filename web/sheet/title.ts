import type { Text } from '#contract/texts.ts'

/** Apart from the other words: the frame needs it before a spreadsheet is opened. */
export const sheetTitle: Text = { zh: '在线表格', en: 'Online spreadsheet' }
