import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { GUEST_HOURS } from '#contract/guest-term.ts'
import { useTexts } from '#web/kernel/language.ts'
import { PlainFrame } from '../portal/PlainFrame.tsx'
import { guestTexts as texts } from './guest-texts.ts'
import type { Opening } from './use-opened.ts'
import './guest.css'

type GuestFrameProps<T> = {
  opened: { state: Opening<T>; over: boolean; enter: (password: string) => void; again: () => void }
  title: (shown: T) => string
  children: (shown: T) => ReactNode
}

/** A page for somebody without an account: opening, password, gone, or what the link leads to. */
export function GuestFrame<T>({ opened, title, children }: GuestFrameProps<T>) {
  const t = useTexts(texts)
  const { state, over, enter, again } = opened
  const named = state.at === 'open' ? title(state.shown) : ''
  useEffect(() => {
    document.title = named || document.title
  }, [named])
  useEffect(() => {
    // the address is a secret between two people: no index of the web has it, from whatever page it was found
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex, nofollow, noarchive'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
  return (
    <PlainFrame>
      <div className="guest">
        {state.at === 'loading' && <output className="guest-quiet">{t('loading')}</output>}
        {state.at === 'gone' && (
          <div className="guest-say">
            <h1>{t('goneTitle')}</h1>
            <p>{t('goneText')}</p>
          </div>
        )}
        {state.at === 'failed' && (
          <div className="guest-say" role="alert">
            <h1>{t('failTitle')}</h1>
            <p>{state.fault}</p>
            <button type="button" className="main-button" onClick={again}>
              {t('again')}
            </button>
          </div>
        )}
        {state.at === 'password' && <PasswordGate {...state} onEnter={enter} />}
        {over && (
          <div className="guest-over" role="alert">
            <span>{t('overText', { hours: GUEST_HOURS })}</span>
            <button type="button" className="guest-button" onClick={again}>
              {t('openAgain')}
            </button>
          </div>
        )}
        {state.at === 'open' && children(state.shown)}
      </div>
    </PlainFrame>
  )
}

/** The password is the one thing to do on this page. */
const focused = (input: HTMLInputElement | null) => input?.focus()

type GateProps = { firm: string; fault: string; busy: boolean; onEnter: (password: string) => void }

function PasswordGate({ firm, fault, busy, onEnter }: GateProps) {
  const t = useTexts(texts)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onEnter(password)
  }
  return (
    <form className="login guest-gate" onSubmit={submit}>
      <h1>{t('passwordTitle')}</h1>
      <p className="guest-quiet">{t('passwordText', { firm })}</p>
      <label>
        <span>{t('password')}</span>
        <input
          type="password"
          autoComplete="off"
          ref={focused}
          maxLength={40}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </label>
      <p className="login-refusal" role="alert">
        {fault}
      </p>
      <button type="submit" className="main-button" disabled={busy || !password}>
        {t('enter')}
      </button>
    </form>
  )
}
