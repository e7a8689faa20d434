import { useCallback } from 'react'
import type { Notice } from '#contract/chat-message.ts'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

/** What is said of an answer, in words. */
export function useNoticeText() {
  const t = useTexts(texts)
  return useCallback(({ code, params }: Notice) => t(`notice_${code}`, params), [t])
}
