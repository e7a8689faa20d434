import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

const words = {
  password: 'passwordWay',
  captcha: 'captchaWay',
  sms: 'smsWay',
  social: 'socialWay',
  sso: 'ssoWay',
  passkey: 'passkeyWay',
} as const
const isKnown = (method: string): method is keyof typeof words => Object.hasOwn(words, method)

/** How somebody signed in, in words. */
export function useWayName() {
  const t = useTexts(texts)
  return (method: string) => (isKnown(method) ? t(words[method]) : method)
}
