import type { Text } from '#contract/texts.ts'
import { nowLanguage, sayIn } from './language.ts'
import { CallError, isQuiet } from './transport.ts'

const texts = { unknown: { zh: '未知错误', en: 'Unknown error' } } as const satisfies Record<string, Text>

const UNAUTHORIZED = 401
const OVER_LIMIT = 60002

/** Where notices are shown; the shell gives it (kit/Notices.tsx). */
export type NoticeBoard = {
  say(text: string): void
  complain(text: string, trace: string): void
  /** Code 60002: asks whether to buy more; the form behind stays as it is. */
  overLimit(text: string): void
}
let board: NoticeBoard | undefined
export const putBoard = (next: NoticeBoard | undefined) => {
  board = next
}

/** Says once, quietly, that something is done. */
export const say = (text: string) => board?.say(text)

/**
 * Shows a refusal: 60002 as a question, 401 not at all (the portal shows), a code of the deployment's whitelist not at all,
 * anything else as a toast unless `quiet`.
 */
export function complain(fault: unknown, quiet = false) {
  if (!(fault instanceof CallError)) {
    console.error(fault)
    if (!quiet) board?.complain(sayIn(texts, 'unknown', nowLanguage()), '')
    return
  }
  if (fault.code === UNAUTHORIZED || isQuiet(fault.code)) return
  if (fault.code === OVER_LIMIT) board?.overLimit(fault.message)
  else if (!quiet) board?.complain(fault.message, fault.trace)
}
