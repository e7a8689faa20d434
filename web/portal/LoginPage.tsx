import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { md5 } from '#web/kernel/md5.ts'
import { type SessionAnswer, useSession, signInHere, signOutHere } from '#web/kernel/session.ts'
import { answer, CallError, clientConfig, send } from '#web/kernel/transport.ts'
import { enterFrame, loadShell } from '../routes.ts'
import { PlainFrame } from './PlainFrame.tsx'
import { Seal } from './Seal.tsx'
import { texts } from './texts.ts'

type Captcha = { key: string; image: string }
type Tenant = { tenantId: string; tenantName: string }

const ask = async (path: string, query: Record<string, unknown> = {}) =>
  answer(await send({ method: 'GET', path, query }))

/** The tenant of this address, else those to choose from. */
function useTenants() {
  const [tenants, setTenants] = useState<Tenant[]>()
  const remembered = useSession((state) => state.tenantId)
  const [tenantId, setTenantId] = useState(remembered)
  useEffect(() => {
    const look = async () => {
      const own = (await ask('/sc-system/tenant/info', { domain: location.origin })) as Partial<Tenant>
      if (own.tenantId) {
        setTenants([{ tenantId: own.tenantId, tenantName: own.tenantName ?? own.tenantId }])
        setTenantId(own.tenantId)
        return
      }
      const list = (await ask('/sc-system/freeApi/tenant/select')) as Tenant[]
      setTenants(list)
      setTenantId((chosen) => chosen || (list[0]?.tenantId ?? ''))
    }
    // Without the list the field is typed in.
    look().catch(() => setTenants([]))
  }, [])
  return { tenants, tenantId, setTenantId }
}

function useCaptcha() {
  const [wanted, setWanted] = useState(true)
  const [captcha, setCaptcha] = useState<Captcha>()
  const renew = useCallback(async () => {
    const { captcha: on } = await clientConfig()
    setWanted(on)
    if (on) setCaptcha((await ask('/sc-auth/oauth/captcha')) as Captcha)
  }, [])
  return { wanted, captcha, renew }
}

/** /login: tenant, account, password, captcha. No component library and no contract schemas, for a light first load. */
export function LoginPage() {
  const t = useTexts(texts)
  const { tenants, tenantId, setTenantId } = useTenants()
  const { wanted, captcha, renew } = useCaptcha()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

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

  const signIn = async (form: FormData) => {
    const typed = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const field = (name: string) => typed(name).trim()
    const missing = (['tenant', 'account', 'password', ...(wanted ? (['captcha'] as const) : [])] as const).find(
      (name) => field(name) === '',
    )
    if (missing) return setRefusal(t('missing', { field: t(missing) }))
    setBusy(true)
    setRefusal('')
    signOutHere()
    try {
      const signedIn = await answer(
        await send({
          method: 'POST',
          path: '/sc-auth/oauth/token',
          headers: {
            'Tenant-Id': field('tenant'),
            ...(captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': field('captcha') }),
          },
          body: {
            tenantId: field('tenant'),
            username: field('account'),
            password: md5(typed('password')),
            grant_type: wanted ? 'captcha' : 'password',
            scope: 'all',
            type: 'account',
            ...(captcha && { key: captcha.key, code: field('captcha') }),
          },
        }),
      )
      signInHere(signedIn as SessionAnswer)
      enterFrame()
    } catch (fault) {
      complain(fault)
      await renew().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void signIn(new FormData(event.currentTarget))
  }

  return (
    <PlainFrame>
      <form className="login" onSubmit={submit} noValidate aria-label={t('signIn')}>
        <div className="login-head">
          <Seal size={48} />
          <h1>{t('product')}</h1>
          <p>{t('subtitle')}</p>
        </div>
        <label>
          <span>{t('tenant')}</span>
          {tenants?.length === 0 ? (
            <input
              name="tenant"
              value={tenantId}
              placeholder={t('tenantHint')}
              onChange={(event) => setTenantId(event.target.value)}
            />
          ) : (
            <select
              name="tenant"
              value={tenantId}
              disabled={!tenants}
              onChange={(event) => setTenantId(event.target.value)}
            >
              {tenants?.map((tenant) => (
                <option key={tenant.tenantId} value={tenant.tenantId}>
                  {tenant.tenantName}
                </option>
              ))}
            </select>
          )}
        </label>
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
        {wanted && (
          <label>
            <span>{t('captcha')}</span>
            <span className="login-with">
              <input name="captcha" autoComplete="off" maxLength={8} spellCheck={false} />
              <button
                type="button"
                className="plain-button login-captcha"
                title={t('newCaptcha')}
                aria-label={t('newCaptcha')}
                onClick={() => void renew().catch(complain)}
              >
                {captcha && <img src={captcha.image} alt={t('captchaImage')} />}
              </button>
            </span>
          </label>
        )}
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
        <button type="submit" className="main-button" disabled={busy}>
          {busy ? t('signingIn') : t('signIn')}
        </button>
      </form>
    </PlainFrame>
  )
}
