import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type Away, leaveTo, newNonce, purposeOf, type Returned, returnedIn, takeAway } from '#web/kernel/away.ts'
import { useTexts } from '#web/kernel/language.ts'
import type { SessionAnswer } from '#web/kernel/session.ts'
import { CallError } from '#web/kernel/transport.ts'
import { otherWaysTexts } from './other-ways-texts.ts'
import { sessionAnswer } from './session-answer.ts'
import { ask, tell } from './use-tenants.ts'

/** Somebody a provider has named, whom nobody here is linked to yet. */
export type Unbound = { oauthId: string; nickname: string; tenantId: string }
type Through = { id: string; name: string }
type OtherWaysProps = {
  tenantId: string
  onSigned: (answer: SessionAnswer) => void
  onRefused: (message: string) => void
  onUnbound: (unbound: Unbound) => void
}

const none = { social: [] as Through[], sso: [] as Through[] }
/** Where a way that was not begun to sign in goes on. */
const goesOn: Record<Away['purpose'], string> = { signIn: '', bind: '/info/index?v.tab=security', test: '/system/sso' }

/** Under the form of the login page: the providers of the tenant, and the passkey; also takes back who returns from one. */
export function OtherWays({ tenantId, onSigned, onRefused, onUnbound }: OtherWaysProps): ReactNode {
  const t = useTexts(otherWaysTexts)
  const [ways, setWays] = useState(none)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!tenantId) return undefined
    let mine = true
    // without the list there are the other ways
    ask('/sc-auth/social/list', { tenantId }).then(
      (found) => mine && setWays(found as typeof none),
      () => mine && setWays(none),
    )
    return () => {
      mine = false
    }
  }, [tenantId])

  /** Runs one way in; what refuses it is said, an unknown person of a provider may be linked. */
  const run = async (way: () => Promise<unknown>, tenant: string) => {
    setBusy(true)
    onRefused('')
    try {
      onSigned(sessionAnswer(await way()))
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      const { oauthId, nickname } = (fault.data ?? {}) as Partial<Unbound>
      if (oauthId) onUnbound({ oauthId, nickname: nickname ?? '', tenantId: tenant })
      else onRefused(fault.message)
    } finally {
      setBusy(false)
    }
  }
  const comeBack = useEffectEvent((returned: Returned) => {
    const purpose = purposeOf(returned.state)
    if (purpose && purpose !== 'signIn') {
      const join = goesOn[purpose].includes('?') ? '&' : '?'
      // as view of the page: any other query would be a tab of its own
      const view = Object.entries(returned).map(([name, value]): [string, string] => [`v.${name}`, value])
      location.replace(goesOn[purpose] + join + new URLSearchParams(view).toString())
      return
    }
    history.replaceState(null, '', '/login')
    const away = takeAway(returned.state)
    if (!away) return onRefused(t('notBegunHere'))
    if (returned.error) return onRefused(t('givenUp'))
    const { code, state, iss } = returned
    const { nonce, tenantId: tenant, through } = away
    const way = away.kind === 'sso' ? { grant_type: 'authorization_code' } : { grant_type: 'social', source: through }
    void run(
      () => tell('/sc-auth/oauth/token', { ...way, code, state, ...(iss && { iss }), nonce, tenantId: tenant }),
      tenant,
    )
  })
  useEffect(() => {
    const returned = returnedIn(location.search)
    // after the first paint: what comes of it is said on the page
    const soon = returned && setTimeout(() => comeBack(returned))
    return () => clearTimeout(soon)
  }, [])

  const leave = async (kind: Away['kind'], { id }: Through) => {
    const nonce = newNonce()
    onRefused('')
    const path = kind === 'sso' ? `/sc-auth/sso/${id}/start` : `/sc-auth/social/${id}/authorize`
    try {
      const { url, state } = (await ask(path, { tenantId, nonce })) as { url: string; state: string }
      leaveTo(url, { state, nonce, purpose: 'signIn', kind, through: id, tenantId })
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      onRefused(fault.message)
    }
  }
  const byPasskey = async () => {
    // 9 kB that most sign-ins do not need
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const { flow, options } = (await ask('/sc-auth/passkey/login-options')) as {
      flow: string
      options: { challenge: string }
    }
    const response = await startAuthentication({ optionsJSON: options }).catch(() => {
      throw new CallError(t('passkeyStopped'), 0)
    })
    return tell('/sc-auth/oauth/token', { grant_type: 'passkey', flow, response })
  }
  const passkeys = 'PublicKeyCredential' in window

  if (!passkeys && ways.social.length + ways.sso.length === 0) return null
  return (
    <section className="login-others" aria-label={t('otherWays')}>
      <p>{busy ? t('returning') : t('otherWays')}</p>
      <div>
        {passkeys && (
          <button type="button" className="other-way" disabled={busy} onClick={() => void run(byPasskey, tenantId)}>
            {t('passkey')}
          </button>
        )}
        {(['sso', 'social'] as const).flatMap((kind) =>
          ways[kind].map((one) => (
            <button
              key={one.id}
              type="button"
              className="other-way"
              disabled={busy}
              aria-label={t('through', { name: one.name })}
              onClick={() => void leave(kind, one)}
            >
              {one.name}
            </button>
          )),
        )}
      </div>
    </section>
  )
}
