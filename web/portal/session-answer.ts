import type { Text } from '#contract/texts.ts'
import { nowLanguage } from '#web/kernel/language.ts'
import type { SessionAnswer } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'

const failed: Text = { zh: '登录失败', en: 'Sign-in failed' }

const said = (answer: object, name: string) => {
  const value: unknown = Object.getOwnPropertyDescriptor(answer, name)?.value
  return typeof value === 'string' ? value : ''
}

/**
 * What the token endpoint answered, if it opened a session. An answer with error_description, or without a token, opens none:
 * it is refused with that text, else msg, else 登录失败.
 */
export function sessionAnswer(answer: unknown): SessionAnswer {
  const given = typeof answer === 'object' && answer !== null ? answer : {}
  const why = said(given, 'error_description')
  if (why === '' && said(given, 'access_token') !== '') return answer as SessionAnswer
  throw new CallError(why || said(given, 'msg') || (nowLanguage() === 'en' ? failed.en : failed.zh), 400)
}
