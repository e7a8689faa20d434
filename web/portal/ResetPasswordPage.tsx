import { type FormEvent, useEffect, useRef, useState } from 'react'
import { phoneProblem } from '#contract/phone.ts'
import { phoneTexts } from '#contract/phone-texts.ts'
import { sayIn, useLanguage, useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { CallError } from '#web/kernel/transport.ts'
import { accountTexts } from './account-texts.ts'
import { CaptchaField, useCaptcha } from './CaptchaField.tsx'
import { CodeField } from './CodeField.tsx'
import { PasswordFields, passwordProblem } from './PasswordFields.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { Seal } from './Seal.tsx'
import { TenantField } from './TenantField.tsx'
import { tell, useTenants } from './use-tenants.ts'
import { useRegistrations } from './use-registrations.ts'

type Proof = { tenantId: string; phone: string; smsId: string; smsCode: string }

/** /reset-password: a phone and the code sent to it, then the new password. */
export function ResetPasswordPage() {
  const t = useTexts(accountTexts)
  const [proof, setProof] = useState<Proof>()
  const [refusal, setRefusal] = useState('')
  const [done, setDone] = useState(false)
  useEffect(() => {
    document.title = t('resetTitle')
  }, [t])
  return (
    <PlainFrame>
      {done ? (
        <div className="login done">
          <h1>{t('resetDone')}</h1>
          <p>{t('resetDoneText')}</p>
          <a className="main-button" href="/login">
            {t('login')}
          </a>
        </div>
      ) : (
        <>
          {/* hidden, not gone: whoever comes back finds the countdown and what he typed */}
          <PhoneStep hidden={proof !== undefined} refusal={refusal} onRefusal={setRefusal} onProof={setProof} />
          {proof && (
            <PasswordStep
              proof={proof}
              onBack={(why) => {
                setProof(undefined)
                setRefusal(why)
              }}
              onDone={() => setDone(true)}
            />
          )}
        </>
      )}
    </PlainFrame>
  )
}

const field = (form: HTMLFormElement | null, name: string) => {
  const value = form && new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

type PhoneStepProps = {
  hidden: boolean
  refusal: string
  onRefusal: (why: string) => void
  onProof: (proof: Proof) => void
}

function PhoneStep({ hidden, refusal, onRefusal, onProof }: PhoneStepProps) {
  const t = useTexts(accountTexts)
  const language = useLanguage((state) => state.language)
  const tenant = useTenants()
  const { wanted, captcha, renew } = useCaptcha()
  const form = useRef<HTMLFormElement>(null)
  const [smsId, setSmsId] = useState('')
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const [note, setNote] = useState('')

  const typed = (name: string) => field(form.current, name).trim()
  const wrongPhone = () => {
    const wrong = phoneProblem(typed('phone'))
    return wrong ? sayIn(phoneTexts, wrong, language) : ''
  }
  const order = () => {
    const wrong = typed('tenant') === '' ? t('tenantMissing') : wrongPhone()
    setNote('')
    onRefusal(wrong)
    if (wrong) return undefined
    const solved = needsCaptcha && captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': typed('captcha') }
    return { body: { phone: typed('phone'), tenantId: typed('tenant') }, ...(solved && { headers: solved }) }
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    const code = typed('code')
    const wrong = wrongPhone() || (smsId === '' ? t('codeFirst') : /^\d{6}$/.test(code) ? '' : t('codeMissing'))
    onRefusal(wrong)
    if (!wrong) onProof({ tenantId: typed('tenant'), phone: typed('phone'), smsId, smsCode: code })
  }
  const showCaptcha = () => renew().catch(() => undefined)
  return (
    <form ref={form} className="login" hidden={hidden} onSubmit={next} noValidate aria-label={t('reset')}>
      <div className="login-head">
        <Seal size={48} />
        <h1>{t('resetTitle')}</h1>
        <p>{t('reset')}</p>
      </div>
      <TenantField {...tenant} />
      <label>
        <span>{t('phone')}</span>
        <input
          name="phone"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={11}
          placeholder={t('phoneHint')}
        />
      </label>
      {needsCaptcha && wanted && <CaptchaField beside captcha={captcha} onRenew={() => void showCaptcha()} />}
      <CodeField
        path="/sc-system/user/smsValidate/sendResetValidate"
        order={order}
        onSent={(id) => {
          setSmsId(id)
          setNote(t('codeSent'))
          setNeedsCaptcha(false)
        }}
        onRefused={(message, needed) => {
          onRefusal(message)
          if (needed) setNeedsCaptcha(true)
          if (needed || needsCaptcha) void showCaptcha()
        }}
      />
      <p className="login-refusal" role="alert" data-note={refusal === '' || undefined}>
        {refusal || note}
      </p>
      <button type="submit" className="main-button">
        {t('next')}
      </button>
      <p className="login-links">
        {/* buttons, as the specification has them */}
        <button type="button" className="plain-button" onClick={() => location.assign('/login')}>
          {t('login')}
        </button>
        <button type="button" className="plain-button" onClick={() => location.assign('/firm/regist')}>
          {t('newUser')}
        </button>
      </p>
    </form>
  )
}

type PasswordStepProps = { proof: Proof; onBack: (why: string) => void; onDone: () => void }

function PasswordStep({ proof, onBack, onDone }: PasswordStepProps) {
  const t = useTexts(accountTexts)
  const { open } = useRegistrations()
  const least = open?.passwordMinLength ?? 8
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const names = [proof.phone]
  const set = async () => {
    const password = field(form.current, 'password')
    const wrong = passwordProblem({ password, again: field(form.current, 'again') }, { least, names })
    if (wrong) return setRefusal(t(wrong, { least }))
    setBusy(true)
    setRefusal('')
    try {
      await tell('/sc-system/user/reset-password', { ...proof, password: md5(password) })
      onDone()
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      setRefusal(fault.message)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void set()
  }
  return (
    <form ref={form} className="login" onSubmit={submit} noValidate aria-label={t('newPassword')}>
      <div className="login-head">
        <Seal size={48} />
        <h1>{t('resetTitle')}</h1>
        <p>{t('setPassword')}</p>
      </div>
      <PasswordFields label={t('newPassword')} least={least} names={names} />
      <p className="login-refusal" role="alert">
        {refusal}
      </p>
      <button type="submit" className="main-button" disabled={busy}>
        {busy ? t('setting') : t('setPassword')}
      </button>
      <button type="button" className="plain-button login-back" onClick={() => onBack(refusal)}>
        {t('back')}
      </button>
    </form>
  )
}
