import { type FormEvent, useEffect, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { CallError } from '#web/kernel/transport.ts'
import { accountTexts } from './account-texts.ts'
import { CaptchaField, useCaptcha } from './CaptchaField.tsx'
import { otherWaysTexts } from './other-ways-texts.ts'
import { PasswordFields, passwordProblem } from './PasswordFields.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { forgetUnbound, keptUnbound } from './unbound.ts'
import { tell } from './use-tenants.ts'

const LEAST = 8
type Asked = { account: string; tenantName: string }

/** /bind: whoever came from a provider and has no account asks for one, which is linked to him. */
export function BindPage() {
  const t = useTexts(otherWaysTexts)
  const words = useTexts(accountTexts)
  const [unbound] = useState(keptUnbound)
  const { wanted, captcha, renew } = useCaptcha()
  const [account, setAccount] = useState('')
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    document.title = t('bindTitle')
    renew().catch(() => undefined)
  }, [renew, t])

  if (!unbound || asked) {
    return (
      <PlainFrame>
        <div className="portal">
          <h1>{t(asked ? 'asked' : 'bindAccount')}</h1>
          <p className="portal-text">
            {asked ? t('askedText', { account: asked.account, tenant: asked.tenantName }) : t('nothingToBind')}
          </p>
          <a className="main-button" href="/login">
            {t('toLogin')}
          </a>
        </div>
      </PlainFrame>
    )
  }
  const { oauthId, tenantId, nickname } = unbound
  const send = async (form: FormData) => {
    const typed = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const missing = (['realName', 'account', ...(wanted ? (['captcha'] as const) : [])] as const).find(
      (name) => typed(name).trim() === '',
    )
    if (missing) return setRefusal(t('missing', { field: t(missing) }))
    const passwords = { password: typed('password'), again: typed('again') }
    const wrong = passwordProblem(passwords, { least: LEAST, names: [account] })
    if (wrong) return setRefusal(words(wrong, { least: LEAST }))
    setBusy(true)
    setRefusal('')
    try {
      const body = {
        tenantId,
        oauthId,
        name: typed('realName').trim(),
        account: account.trim(),
        password: md5(passwords.password),
        ...(captcha && { key: captcha.key, code: typed('captcha').trim() }),
      }
      setAsked((await tell('/sc-system/user/register-guest', body)) as Asked)
      forgetUnbound()
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
      await renew().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(new FormData(event.currentTarget))
  }
  return (
    <PlainFrame>
      <form className="login" onSubmit={submit} noValidate aria-label={t('bindTitle')}>
        <div className="login-head">
          <h1>{t('bindTitle')}</h1>
          <p>{t('bindText', { name: nickname || t('thatAccount') })}</p>
        </div>
        <label>
          <span>{t('realName')}</span>
          <input name="realName" autoComplete="name" maxLength={60} />
        </label>
        <label>
          <span>{t('account')}</span>
          <input
            name="account"
            autoComplete="username"
            maxLength={32}
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
          <span className="field-hint">{t('accountHint')}</span>
        </label>
        <PasswordFields label={t('password')} least={LEAST} names={[account]} />
        {wanted && <CaptchaField captcha={captcha} onRenew={() => void renew().catch(() => undefined)} />}
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
        <button type="submit" className="main-button" disabled={busy}>
          {t(busy ? 'sending' : 'submit')}
        </button>
        <p className="login-links">
          <a href="/login">{t('haveAccount')}</a>
        </p>
      </form>
    </PlainFrame>
  )
}
