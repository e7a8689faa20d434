import { useCallback, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { clientConfig } from '#web/kernel/transport.ts'
import { texts } from './texts.ts'
import { ask } from './use-tenants.ts'

type Captcha = { key: string; image: string }

/** A captcha: whether this server asks for any, the present one, and the way to another. */
export function useCaptcha() {
  const [wanted, setWanted] = useState(true)
  const [captcha, setCaptcha] = useState<Captcha>()
  const renew = useCallback(async () => {
    const { captcha: on } = await clientConfig()
    setWanted(on)
    if (on) setCaptcha((await ask('/sc-auth/oauth/captcha')) as Captcha)
  }, [])
  return { wanted, captcha, renew }
}

type CaptchaFieldProps = {
  captcha: Captcha | undefined
  /** It stands beside the code of a message, which is called much the same. */
  beside?: boolean
  onRenew: () => void
}

/** The picture and what a person reads in it, named `captcha` in the form. */
export function CaptchaField({ captcha, beside = false, onRenew }: CaptchaFieldProps) {
  const t = useTexts(texts)
  return (
    <label>
      <span>{t(beside ? 'captchaOfImage' : 'captcha')}</span>
      <span className="login-with">
        <input name="captcha" autoComplete="off" maxLength={8} spellCheck={false} />
        <button
          type="button"
          className="plain-button login-captcha"
          title={t('newCaptcha')}
          aria-label={t('newCaptcha')}
          onClick={onRenew}
        >
          {captcha && <img src={captcha.image} alt={t('captchaImage')} />}
        </button>
      </span>
    </label>
  )
}
