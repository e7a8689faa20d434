import type { Text } from './texts.ts'

/** What refusals of the firm's slice say. */
export const firmTexts = {
  period: {
    zh: '期间不正确：开始不能晚于结束，最长十年',
    en: 'The period is not right: it cannot end before it begins, and ten years is the longest',
  },
} as const satisfies Record<string, Text>
