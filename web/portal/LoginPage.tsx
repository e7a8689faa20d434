import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { phoneProblem } from '#contract/phone.ts'
import { phoneTexts } from '#contract/phone-texts.ts'
import { sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { useDesktop } from '#web/kernel/desktop.ts'
import { md5 } from '#web/kernel/md5.ts'
import { signInHere, signOutHere } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { enterFrame, loadShell } from '../routes.ts'
import { CaptchaField, useCaptcha } from './CaptchaField.tsx'
import { CodeField } from './CodeField.tsx'
import { DeskClock } from './DeskClock.tsx'
import { Binding } from './Binding.tsx'
import { OtherWays, type Unbound } from './OtherWays.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { Seal } from './Seal.tsx'
import { TenantField } from './TenantField.tsx'
import { sessionAnswer } from './session-answer.ts'
import { texts } from './texts.ts'
import { tell, useTenants } from './use-tenants.ts'

type Way = 'account' | 'code'
const ways: readonly Way[] = ['account', 'code']
const labels = { account: 'byAccount', code: 'byCode' } as const

const typedIn = (form: HTMLFormElement | null) => {
  const data = form ? new FormData(form) : new FormData()
  return (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** /login: tenant, and an account with its password or a phone with a code. No component library and no contract schemas, for a light first load. */
export function LoginPage() {
  const t = useTexts(texts)
  const language = useLanguage((state) => state.language)
  const desktop = useDesktop()
  const tenant = useTenants()
  const { wanted, captcha, renew } = useCaptcha()
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const [way, setWay] = useState<Way>('account')
  useEffect(() => {
    // the first field of the way that is shown
    if (way) first.current?.focus()
  }, [way])
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [unbound, setUnbound] = useState<Unbound>()
  const [note, setNote] = useState('')
  const [smsId, setSmsId] = useState('')
  // a code is asked for with a captcha only from the second of a day on
  const [codeCaptcha, setCodeCaptcha] = useState(false)
  const withCaptcha = wanted && (way === 'account' || codeCaptcha)

  const complain = useCallback((fault: unknown) => {
    if (!(fault instanceof CallError)) throw fault
    setRefusal(fault.message)
  }, [])
  useEffect(() => {
    renew().catch(complain)
    document.title = `${t('signIn')} · ${t('product')}`
    // The frame and the pages come while the person types.
    const idle = setTimeout(() => void loadShell().catch(() => undefined), 300)
    return () => clearTimeout(idle)
  }, [renew, complain, t])

  const headersOf = (field: (name: string) => string) => ({
    'Tenant-Id': field('tenant'),
    ...(withCaptcha && captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': field('captcha') }),
  })
  /** The text for the first field that is missing or wrong. */
  const problem = (field: (name: string) => string): string => {
    if (field('tenant').trim() === '') return t('missing', { field: t('tenant') })
    if (way === 'code') {
      const wrong = phoneProblem(field('phone').trim())
      if (wrong) return sayIn(phoneTexts, wrong, language)
      if (smsId === '') return t('codeFirst')
      return field('code').trim() === '' ? t('missing', { field: t('smsCode') }) : ''
    }
    const missing = (['account', 'password', ...(wanted ? (['captcha'] as const) : [])] as const).find(
      (name) => field(name).trim() === '',
    )
    return missing ? t('missing', { field: t(missing) }) : ''
  }

  const signIn = async () => {
    const typed = typedIn(form.current)
    const field = (name: string) => typed(name).trim()
    const wrong = problem(field)
    if (wrong) return setRefusal(wrong)
    setBusy(true)
    setRefusal('')
    signOutHere()
    const tenantId = field('tenant')
    const body =
      way === 'code'
        ? { grant_type: 'sms_code', phone: field('phone'), smsId, smsCode: field('code') }
        : {
            username: field('account'),
            password: md5(typed('password')),
            grant_type: wanted ? 'captcha' : 'password',
            type: 'account',
            ...(captcha && { key: captcha.key, code: field('captcha') }),
          }
    try {
      const signedIn = await tell(
        '/sc-auth/oauth/token',
        { tenantId, scope: 'all', ...body, ...(unbound && { oauthId: unbound.oauthId }) },
        headersOf(field),
      )
      signInHere(sessionAnswer(signedIn))
      enterFrame()
    } catch (fault) {
      complain(fault)
      if (way === 'account') await renew().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void signIn()
  }
  const orderCode = () => {
    const typed = typedIn(form.current)
    const field = (name: string) => typed(name).trim()
    const wrong = phoneProblem(field('phone'))
    setNote('')
    setRefusal(wrong ? sayIn(phoneTexts, wrong, language) : '')
    if (wrong) return undefined
    return { body: { phone: field('phone'), tenantId: field('tenant') }, headers: headersOf(field) }
  }
  const refuseCode = (message: string, needed: boolean) => {
    setRefusal(message)
    if (needed) setCodeCaptcha(true)
    renew().catch(complain)
  }
  const choose = (chosen: Way) => {
    setWay(chosen)
    setRefusal('')
    setNote('')
  }

  return (
    <PlainFrame desktop={desktop}>
      {desktop && <DeskClock />}
      <form ref={form} className="login" onSubmit={submit} noValidate aria-label={t('signIn')}>
        <div className="login-head">
          <Seal size={48} />
          <h1>{t('product')}</h1>
          <p>{t('subtitle')}</p>
        </div>
        <div className="login-ways" role="tablist" aria-label={t('waysIn')}>
          {ways.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              className="plain-button"
              aria-selected={one === way}
              onClick={() => choose(one)}
            >
              {t(labels[one])}
            </button>
          ))}
        </div>
        {unbound && <Binding of={unbound} onGiveUp={() => setUnbound(undefined)} />}
        <TenantField {...tenant} />
        {way === 'account' ? (
          <>
            <label>
              <span>{t('account')}</span>
              <input ref={first} name="account" autoComplete="username" />
            </label>
            <label>
              <span>{t('password')}</span>
              <span className="login-with">
                <input name="password" type={shown ? 'text' : 'password'} autoComplete="current-password" />
                <button type="button" className="plain-button" onClick={() => setShown(!shown)}>
                  {shown ? t('hidePassword') : t('showPassword')}
                </button>
              </span>
            </label>
          </>
        ) : (
          <label>
            <span>{t('phone')}</span>
            <input ref={first} name="phone" type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={11} />
          </label>
        )}
        {withCaptcha && (
          <CaptchaField beside={way === 'code'} captcha={captcha} onRenew={() => void renew().catch(complain)} />
        )}
        {way === 'code' && (
          <CodeField
            path="/sc-system/user/smsValidate/sendLoginValidate"
            order={orderCode}
            onSent={(id) => {
              setSmsId(id)
              setNote(t('codeSent'))
              setCodeCaptcha(false)
            }}
            onRefused={refuseCode}
          />
        )}
        <p className="login-refusal" role="alert" data-note={refusal === '' || undefined}>
          {refusal || note}
        </p>
        <button type="submit" className="main-button" disabled={busy}>
          {busy ? t('signingIn') : t('signIn')}
        </button>
        {!unbound && (
          <OtherWays
            tenantId={tenant.tenantId}
            onRefused={setRefusal}
            onSigned={(signed) => {
              signInHere(signed)
              enterFrame()
            }}
            onUnbound={(who) => {
              setUnbound(who)
              tenant.setTenantId(who.tenantId)
            }}
          />
        )}
        <p className="login-fine">
          {t('accept')} <a href="/portal/agreement">{t('agreement')}</a> {t('and')}{' '}
          <a href="/portal/privacy">{t('privacy')}</a>
        </p>
        <p className="login-links">
          <a href="/reset-password">{t('forgot')}</a>
          <a href="/firm/regist">{t('registerLink')}</a>
        </p>
      </form>
    </PlainFrame>
  )
}
