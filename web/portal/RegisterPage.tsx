import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CONSENT_EDITION } from '#contract/consent.ts'
import { creditCodeProblem } from '#contract/credit-code.ts'
import { phoneProblem } from '#contract/phone.ts'
import { phoneTexts } from '#contract/phone-texts.ts'
import { sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { useSession } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { accountTexts } from './account-texts.ts'
import { CaptchaField, useCaptcha } from './CaptchaField.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordFields, passwordProblem } from './PasswordFields.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { type RegisterKind, useRegistrations } from './use-registrations.ts'
import { tell } from './use-tenants.ts'

const nameOf = { firm: 'firmName', person: 'personName', school: 'schoolName' } as const
const ACCOUNT = /^[\p{L}\p{N}][\p{L}\p{N}_.@-]{1,49}$/u

type Registered = { tenantId: string; tenantName: string; account: string }

/** /firm/regist: a firm, a person or a school gets a tenant of its own. */
export function RegisterPage() {
  const t = useTexts(accountTexts)
  const { open, fault } = useRegistrations()
  const [chosen, setChosen] = useState<RegisterKind>()
  const [done, setDone] = useState<Registered>()
  useEffect(() => {
    document.title = t('register')
  }, [t])
  const kind = chosen ?? open?.kinds[0]
  if (done) return <Done {...done} />
  if (!open) {
    return (
      <Plain>
        <output>{fault instanceof CallError ? fault.message : t('loading')}</output>
      </Plain>
    )
  }
  if (!kind) {
    return (
      <Plain>
        <h1>{t('closed')}</h1>
        <p>{t('closedText')}</p>
        <a className="main-button" href="/login">
          {t('login')}
        </a>
      </Plain>
    )
  }
  return (
    <PlainFrame>
      <div className="login register">
        <div className="login-head">
          <h1>{t('register')}</h1>
          <p>{t('registerText')}</p>
        </div>
        <div className="login-ways" role="tablist" aria-label={t('kinds')}>
          {open.kinds.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              className="plain-button"
              aria-selected={one === kind}
              onClick={() => setChosen(one)}
            >
              {t(one)}
            </button>
          ))}
        </div>
        <RegisterForm kind={kind} least={open.passwordMinLength} onDone={setDone} />
      </div>
    </PlainFrame>
  )
}

const Plain = ({ children }: { children: ReactNode }) => (
  <PlainFrame>
    <div className="login done">{children}</div>
  </PlainFrame>
)

function Done({ tenantId, tenantName, account }: Registered) {
  const t = useTexts(accountTexts)
  return (
    <Plain>
      <h1>{t('registerDone')}</h1>
      <dl>
        <dt>{t('tenantName')}</dt>
        <dd>{tenantName}</dd>
        <dt>{t('tenantNumber')}</dt>
        <dd>{tenantId}</dd>
        <dt>{t('account')}</dt>
        <dd>{account}</dd>
      </dl>
      <p>{t('keepNumber')}</p>
      <a className="main-button" href="/login">
        {t('login')}
      </a>
    </Plain>
  )
}

type FormProps = { kind: RegisterKind; least: number; onDone: (registered: Registered) => void }

function RegisterForm({ kind, least, onDone }: FormProps) {
  const t = useTexts(accountTexts)
  const language = useLanguage((state) => state.language)
  const { wanted, captcha, renew } = useCaptcha()
  const form = useRef<HTMLFormElement>(null)
  const [names, setNames] = useState<string[]>([])
  const [smsId, setSmsId] = useState('')
  const [refusal, setRefusal] = useState('')
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    renew().catch(() => undefined)
  }, [renew])

  const raw = (name: string) => {
    const value = form.current && new FormData(form.current).get(name)
    return typeof value === 'string' ? value : ''
  }
  const typed = (name: string) => raw(name).trim()
  const wrongPhone = () => {
    const wrong = phoneProblem(typed('phone'))
    return wrong ? sayIn(phoneTexts, wrong, language) : ''
  }
  const order = () => {
    const wrong = wrongPhone()
    setNote('')
    setRefusal(wrong)
    if (wrong) return undefined
    const solved = captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': typed('captcha') }
    return { body: { phone: typed('phone') }, ...(solved && { headers: solved }) }
  }
  /** The text for the first field that is missing or wrong, from the top. */
  const problem = (): string => {
    if (typed('name') === '') return t('missing', { field: t(nameOf[kind]) })
    if (kind === 'firm' && creditCodeProblem(typed('creditCode').toUpperCase())) return t('creditCodeWrong')
    if (kind !== 'person' && typed('realName') === '') return t('missing', { field: t('contact') })
    const phone = wrongPhone()
    if (phone) return phone
    if (smsId === '') return t('codeFirst')
    if (!/^\d{6}$/.test(typed('code'))) return t('codeMissing')
    if (!ACCOUNT.test(typed('account'))) return t('accountHint')
    const password = { password: raw('password'), again: raw('again') }
    const weak = passwordProblem(password, { least, names: [typed('account'), typed('phone')] })
    if (weak) return t(weak, { least })
    return form.current && new FormData(form.current).get('consent') ? '' : t('consentMissing')
  }
  const register = async () => {
    const wrong = problem()
    setRefusal(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const body = {
        kind,
        name: typed('name'),
        ...(kind === 'firm' && { creditCode: typed('creditCode') }),
        realName: kind === 'person' ? typed('name') : typed('realName'),
        phone: typed('phone'),
        account: typed('account'),
        password: md5(raw('password')),
        consent: CONSENT_EDITION,
        smsId,
        code: typed('code'),
      }
      const registered = (await tell('/sc-system/user/smsValidate/register-with-sms', body)) as Registered
      // the login page chooses it
      useSession.setState({ tenantId: registered.tenantId })
      onDone(registered)
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void register()
  }
  const refuse = (message: string) => {
    setRefusal(message)
    renew().catch(() => undefined)
  }
  return (
    <form ref={form} className="register-grid" onSubmit={submit} noValidate aria-label={t('register')}>
      <label className={kind === 'person' ? 'wide' : undefined}>
        <span>{t(nameOf[kind])}</span>
        <input name="name" maxLength={100} autoComplete={kind === 'person' ? 'name' : 'organization'} />
      </label>
      {kind === 'firm' && (
        <label>
          <span>{t('creditCode')}</span>
          <input name="creditCode" maxLength={18} autoComplete="off" spellCheck={false} />
        </label>
      )}
      {kind !== 'person' && (
        <label>
          <span>{t('contact')}</span>
          <input name="realName" maxLength={60} autoComplete="name" />
        </label>
      )}
      <label>
        <span>{t('phone')}</span>
        <input
          name="phone"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          onBlur={() => setNames([typed('account'), typed('phone')])}
        />
      </label>
      {wanted && <CaptchaField beside captcha={captcha} onRenew={() => void renew().catch(() => undefined)} />}
      <CodeField
        path="/sc-system/user/smsValidate/sendRegisterValidate"
        order={order}
        onSent={(id) => {
          setSmsId(id)
          setNote(t('codeOnWay'))
        }}
        onRefused={refuse}
      />
      <label className="wide">
        <span>{t('account')}</span>
        <input
          name="account"
          maxLength={50}
          autoComplete="username"
          spellCheck={false}
          onBlur={() => setNames([typed('account'), typed('phone')])}
        />
        <span className="field-hint">{t('accountHint')}</span>
      </label>
      <PasswordFields label={t('password')} least={least} names={names} />
      <label className="check wide">
        <input name="consent" type="checkbox" />
        <span>
          {t('accept')}{' '}
          <a href="/portal/agreement" target="_blank">
            {t('agreement')}
          </a>{' '}
          {t('and')}{' '}
          <a href="/portal/privacy" target="_blank">
            {t('privacy')}
          </a>
        </span>
      </label>
      <p className="login-refusal wide" role="alert" data-note={refusal === '' || undefined}>
        {refusal || note}
      </p>
      <button type="submit" className="main-button wide" disabled={busy}>
        {busy ? t('registering') : t('register')}
      </button>
      <p className="login-fine wide">
        {t('haveAccount')} <a href="/login">{t('login')}</a>
      </p>
    </form>
  )
}
